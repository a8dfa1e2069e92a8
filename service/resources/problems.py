"""Problems as they are shown: problem details (RFC 9457)."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import Response
from service.resources.types import Moment, RulesVersion

MOST_ACTIONS = 1000
"""The maximum number of actions at the start of a sandbox game."""


class FieldError(Response, frozen=True):
    """A place where the request does not match its schema."""

    path: str
    """The path of the error: `/seats/0/level` in the body, or the name of a parameter."""
    message: str
    """What is wrong at this path, in English."""


class Problem(Response, frozen=True):
    """Problem details (RFC 9457). Clients distinguish problems by `code`."""

    type: str
    """The URL path of the page about this `code`: `/docs/errors/game_over`."""
    title: str
    """A short statement of the problem, in the requested language."""
    status: Annotated[int, Meta(ge=400, le=599)]
    """The HTTP status of the response."""
    detail: str
    """What is wrong in this case, in the requested language."""
    code: str
    """The stable code of the problem: one of the service, or one of the ruleset (`listRules`)."""
    paragraph: str | UnsetType = UNSET
    """The paragraph of the rules that rejects the action or the options. Omitted otherwise."""
    rule: str | UnsetType = UNSET
    """A summary of `paragraph`, in the requested language. Omitted without `paragraph`."""
    # Kotlin does not compile `additionalProperties` of any type; Python needs an object.
    parameters: Annotated[Any, Meta(extra_json_schema={"type": "object"})] = UNSET
    """The arguments of the sentence for this `code`, by name: an object. Ids are strings or integers, and several
    values are an array. It is empty if the sentence has no arguments. Omitted if the problem is not a rejection by the
    rules."""
    index: Annotated[int, Meta(ge=0, le=MOST_ACTIONS - 1)] | UnsetType = UNSET
    """The index of the rejected action in `sandbox.actions`, from 0. Omitted otherwise."""
    errors: tuple[FieldError, ...] | UnsetType = UNSET
    """The places where the request does not match its schema. Omitted otherwise."""
    decision: int | UnsetType = UNSET
    """The seat's pending decision, if the request named another one."""
    version: int | UnsetType = UNSET
    """The version of the game, if the request named a later one."""
    after: str | UnsetType = UNSET
    """The id of the notice after which the feed now starts, if the request named an earlier one."""
    rules_version: RulesVersion | UnsetType = UNSET
    """The latest hosted version of the rules, if no game can start under the requested one."""
    levels: tuple[str, ...] | UnsetType = UNSET
    """The AI levels that exist, if the request named an unknown one."""
    colours: tuple[str, ...] | UnsetType = UNSET
    """The seat colours of the ruleset, if the request named an unknown one."""
    scope: str | UnsetType = UNSET
    """The scope that the key lacks."""
    player: str | UnsetType = UNSET
    """The id in the request that belongs to no player."""
    reason: str | UnsetType = UNSET
    """The operator's reason for the ban of the player. Omitted without one."""
    until: Moment | UnsetType = UNSET
    """When the ban of the player ends, in UTC (RFC 3339). Omitted if it has no end."""
    game_id: str | UnsetType = UNSET
    """The game that the seek was matched to, if it can no longer be deleted."""
    stage: int | UnsetType = UNSET
    """The index of the invalid entry in the tournament's `stages`, from 0."""
    entrants: tuple[int, ...] | UnsetType = UNSET
    """The numbers of the entrants without a place in the round."""
    round: int | UnsetType = UNSET
    """The number of the first round that depends on the result, or of the latest round, which must be deleted first."""
