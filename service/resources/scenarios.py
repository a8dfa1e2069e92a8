"""Scenarios and rules of rulesets."""

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.fields import whole_text
from domain.paragraphs import Paragraph
from service.resources.base import PartByRuleset, PublishedType, Response, UnionByRuleset
from service.resources.types import (
    Action,
    DecisionId,
    GameVersion,
    Options,
    PlainRuleset,
    RulesVersion,
    SeatCount,
    SeatIndex,
    SeatNumber,
    UnionTag,
)

SLUG = "^[a-z][a-z0-9_]*$"
LONGEST_NAME = 64
ScenarioName = Annotated[str, whole_text(SLUG, min_length=1, max_length=LONGEST_NAME)]


class ScenarioAttempt(Response, PartByRuleset, frozen=True):
    """An action to try in a scenario: exactly one of `action` and `malformed` is present."""

    seat: SeatNumber
    decision: DecisionId
    """The `decision` to send with the action."""
    action: Action = UNSET
    """The action to send. Omitted if `malformed` is present."""
    malformed: str | UnsetType = UNSET
    """The action as JSON text, if it does not match the schema of actions. Omitted otherwise."""
    code: str | UnsetType = UNSET
    """The code of the expected rejection. Omitted for a legal action."""


class Scenario(Response, PartByRuleset, frozen=True):
    """A position at which a sandbox game can start."""

    name: ScenarioName
    """The name of the scenario, to send as `sandbox.scenario`."""
    title: str
    """What the scenario shows, in the requested language."""
    seats: SeatCount
    """The number of seats."""
    options: Options
    version: GameVersion
    to_act: tuple[SeatIndex, ...]
    """The seats with a pending decision."""
    attempt: ScenarioAttempt
    """An action to try in the scenario. Omitted if there is none."""


class ScenarioList(Response, UnionByRuleset, frozen=True):
    """The scenarios of a ruleset."""

    ruleset: UnionTag
    rules_version: RulesVersion
    """The version of the rules."""
    scenarios: tuple[Scenario, ...]
    """The scenarios: those of action types first, then those of rejections, then others."""


class RuleRejection(Response, frozen=True):
    """A rejection code of the rules, with an example: `scenario` or `creation`.

    The example is missing if the operator has replaced the data file of the ruleset. It may also be missing for a code
    that is the same in all games.
    """

    code: str
    """The stable code of the rejection."""
    paragraph: str
    """The paragraph of the rules for the code. A single rejection may cite another one."""
    title: str
    """A short statement of the rejection, in the requested language."""
    text: str
    """A sentence about the rejection, in the requested language."""
    scenario: ScenarioName | UnsetType = UNSET
    """The scenario that shows the rejection. Omitted if there is none."""
    creation: str | UnsetType = UNSET
    """The body of a `createGame` request that causes the rejection, as JSON text. It may need the sandbox. Omitted if
    there is none."""


class RuleList(Response, frozen=True):
    """The paragraphs of the rules, and the codes of rejections."""

    ruleset: PlainRuleset
    rules_version: RulesVersion
    """The version of the rules."""
    paragraphs: tuple[Annotated[Paragraph, PublishedType("Paragraph")], ...]
    """The paragraphs that rejections and score sheets cite, and all rulings. They are in the order of the rules and in
    the requested language."""
    rejections: tuple[RuleRejection, ...]
    """All rejection codes of the rules."""
