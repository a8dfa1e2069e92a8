"""The page "How to play" of a ruleset."""

from typing import Annotated, Any

from domain import how_to_play as pages
from service.resources.base import OfRuleset, PartByRuleset, PublishedType, Response, UnionByRuleset
from service.resources.scenarios import ScenarioName
from service.resources.types import Action, GameVersion, RulesVersion, SeatCount, SeatIndex, SeatNumber, UnionTag

Block = Annotated[pages.Block, PublishedType("HowToBlock")]


class HowToPlayChapter(Response, frozen=True):
    """A chapter of the page."""

    id: str
    """The id of the chapter, equal in all languages: lower-case words joined by `-`."""
    title: str
    """The heading of the chapter, in the requested language."""
    blocks: tuple[Block, ...]
    """What the chapter contains, in order."""


class HowToPlayIcon(Response, frozen=True):
    """The URL of an icon of the page."""

    kind: str
    """The kind of the component, as in `names`."""
    id: str
    """The id of the component, as in `names`."""
    icon: str
    """The URL path of the icon (`getIcon`)."""


class HowToPlayPosition(Response, PartByRuleset, frozen=True):
    """The board in the position of a scenario."""

    scenario: ScenarioName
    """The name of the scenario, as in the block `position`."""
    seats: SeatCount
    """The number of seats."""
    seat: SeatNumber
    """The seat whose view this is."""
    version: GameVersion
    to_act: tuple[SeatIndex, ...]
    """The seats with a pending decision."""
    view: Annotated[Any, OfRuleset("view_type", "View")]
    """What the seat sees."""
    action: Action
    """A legal action of the seat, for a client that marks it on the board."""


class HowToPlay(Response, UnionByRuleset, frozen=True, kw_only=True):
    """The page "How to play" of a ruleset."""

    ruleset: UnionTag
    rules_version: RulesVersion
    """The version of the rules."""
    title: str = ""
    """The heading of the page, in the requested language. Omitted if the ruleset has no page."""
    lead: tuple[Block, ...] = ()
    """What stands before the first chapter. Omitted if there is nothing."""
    chapters: tuple[HowToPlayChapter, ...]
    """The chapters in the order of reading. Empty if the ruleset has no page."""
    icons: tuple[HowToPlayIcon, ...]
    """The icons that the page shows."""
    positions: tuple[HowToPlayPosition, ...]
    """The positions that the page shows. One is missing if the operator has replaced the data file of the ruleset."""
