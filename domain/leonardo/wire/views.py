"""The shapes of what a seat or an spectator may see (12.1). A field that does not apply is left out."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import published, words
from domain.leonardo.wire.actions import DECISION, FavourName, InventionNumber, LabName, SeatNumber, SpaceNumber
from domain.leonardo.wire.facts import AreaName

PHASES = ("favours", "A", "B", "C", "D", "over")
Phase = Annotated[
    str,
    words(PHASES, "Favours (round 0), A starting work, B placing, C resolving, D finishing, or over.", named="phase"),
]
DecisionName = Annotated[
    str,
    words(
        DECISION.values(),
        "The kind of the open decision: the type of the action that answers it.",
        named="decision",
    ),
]
LabSideNumber = Annotated[int, published({}, "The side of a lab: its number of spaces.", named="lab_side")]


class Components(msgspec.Struct, frozen=True):
    """Cards by kind."""

    keyed_by: ClassVar[str] = "component"

    iron: int
    """How many."""
    wood: int
    """How many."""
    rope: int
    """How many."""
    brick: int
    """How many."""
    glass: int
    """How many."""


class Lab(msgspec.Struct, frozen=True, omit_defaults=True):
    """One lab as everybody sees it."""

    lab: LabName
    side: LabSideNumber
    """Its number of spaces: 3 or 5 for the small lab, 4 or 6 for the large one."""
    robots: int
    """In the lab."""
    apprentices: int
    """In the lab."""
    master: bool
    """Whether the Master is in the lab."""
    working: bool
    """Whether it works on an invention."""
    weeks: int
    """The marker on the work track, 0 to 15; 0 while idle."""
    late: bool
    """Whether others have finished its invention already; its cards lie open (8.3)."""
    invention: InventionNumber | UnsetType = UNSET
    """What a late lab works on; of a face-down lab nobody but its player knows."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's side of the table as everybody sees it."""

    seat: SeatNumber
    supply: int
    """Apprentices ready to be placed."""
    master_in_supply: bool
    """Whether the Master is ready to be placed."""
    academy: int
    """Apprentices still in the Academy."""
    passed: bool
    """Whether the player has passed in this phase B."""
    favours: tuple[FavourName, ...]
    """Taken in the expert set-up."""
    labs: tuple[Lab, ...]
    """The small one first, if there are two."""
    owned: tuple[InventionNumber, ...]
    """Inventions whose cards the player has, in the order won."""
    florins: int | UnsetType = UNSET
    """Told once the game is over."""


class Group(msgspec.Struct, frozen=True):
    """All people of one player in one area."""

    seat: SeatNumber
    apprentices: int
    """How many."""
    master: bool
    """Whether the Master is among them."""


class Area(msgspec.Struct, frozen=True):
    """An area of the city with its groups, the one next to the arrow first."""

    area: AreaName
    groups: tuple[Group, ...]
    """The first has the first turn."""


class SpaceTaken(msgspec.Struct, frozen=True):
    """Who has chosen a space of the Council."""

    space: SpaceNumber
    seat: SeatNumber


class Resolving(msgspec.Struct, frozen=True, omit_defaults=True):
    """The area being resolved."""

    area: AreaName
    order: tuple[SeatNumber, ...]
    """The seats present, strongest first (7.1.2); at the Council those that act."""
    price: int | UnsetType = UNSET
    """Florins for the next action; Workshop, Academy and shops only."""
    spaces: tuple[SpaceTaken, ...] | UnsetType = UNSET
    """Council only."""


class SharedInvention(msgspec.Struct, frozen=True):
    """An invention finished by several players and not settled yet."""

    invention: InventionNumber
    finishers: tuple[SeatNumber, ...]
    """Who did, in this round."""


class Auction(msgspec.Struct, frozen=True):
    """The auction going on; amounts are hidden until all bids are in."""

    invention: InventionNumber
    bidders: tuple[SeatNumber, ...]
    """Its finishers (8.6.1)."""
    sealed: tuple[SeatNumber, ...]
    """Who has bid already."""


class OwnWork(msgspec.Struct, frozen=True):
    """What an own lab works on."""

    lab: LabName
    invention: InventionNumber


class Own(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the viewing seat alone sees."""

    seat: SeatNumber
    florins: int
    """The own money."""
    hand: Components
    """The own cards."""
    work: tuple[OwnWork, ...]
    """What the own labs work on."""
    bid: int | UnsetType = UNSET
    """The own sealed bid."""
    looked_at: tuple[InventionNumber, ...] | UnsetType = UNSET
    """While `council_order` is open: the cards seen, in their present order."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as one seat or an spectator sees it."""

    round: int
    """0 in the favours of the expert set-up, then 1 to 9."""
    phase: Phase
    codex_1: bool
    """Whether this variant is played."""
    codex_2: bool
    """Whether this variant is played."""
    holder: SeatNumber
    council_florins: int
    """What lies in the Council."""
    stock: Components
    """Cards in the shops."""
    robots_left: int
    """Robots that can still be bought."""
    requested: tuple[InventionNumber, ...]
    """In the order laid out."""
    deck: tuple[InventionNumber, ...]
    """Numbers still in the deck, ascending; nobody knows their order."""
    boxed: tuple[InventionNumber, ...]
    """Inventions that nobody got in the auction."""
    removed: tuple[InventionNumber, ...]
    """Inventions laid aside in the set-up (3.5.3)."""
    areas: tuple[Area, ...]
    """In the order of resolving."""
    seats: tuple[Seat, ...]
    """Every player's side of the table, in turn order."""
    decision_kind: DecisionName | UnsetType = UNSET
    market: Components | UnsetType = UNSET
    """Cards on the market; with Codex II only."""
    resolving: Resolving | UnsetType = UNSET
    """The area whose groups are having their turns; left out otherwise."""
    shared: tuple[SharedInvention, ...] = ()
    auction: Auction | UnsetType = UNSET
    """While bids are being sealed; left out otherwise."""
    own: Own | UnsetType = UNSET
    """Left out for spectators."""
