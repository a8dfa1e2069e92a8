"""Views of a game for a seat or a spectator (12.1). Fields that do not apply are omitted."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import published, words
from domain.leonardo.wire.actions import DECISION, FavourName, InventionNumber, LabName, SeatNumber, SpaceNumber
from domain.leonardo.wire.facts import AreaName

PHASES = ("favours", "A", "B", "C", "D", "over")
Phase = Annotated[
    str,
    words(
        PHASES,
        "The phase of the game: favours (round 0), A starting work, B placing, C resolving, D finishing, or over.",
        named="phase",
    ),
]
DecisionName = Annotated[
    str,
    words(
        DECISION.values(),
        "The kind of the pending decision: the type of the action to submit.",
        named="decision",
    ),
]
LabSideNumber = Annotated[int, published({}, "The side of the lab: its number of spaces.", named="lab_side")]


class Components(msgspec.Struct, frozen=True):
    """The number of component cards of each kind."""

    keyed_by: ClassVar[str] = "component"

    iron: int
    """The number of cards."""
    wood: int
    """The number of cards."""
    rope: int
    """The number of cards."""
    brick: int
    """The number of cards."""
    glass: int
    """The number of cards."""


class Lab(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public state of a lab."""

    lab: LabName
    side: LabSideNumber
    """The number of spaces: 3 or 5 for the small lab, 4 or 6 for the large one."""
    robots: int
    """The number of robots in the lab."""
    apprentices: int
    """The number of apprentices in the lab."""
    master: bool
    """Whether the Master is in the lab."""
    working: bool
    """Whether the lab works on an invention."""
    weeks: int
    """The position of the marker on the work track, 0 to 15; 0 while idle."""
    late: bool
    """Whether another player has finished the lab's invention; its cards are then face up (8.3)."""
    invention: InventionNumber | UnsetType = UNSET
    """The invention of a late lab. Omitted for other labs, whose invention only their player sees."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public state of a player."""

    seat: SeatNumber
    score: int
    """What everybody knows of the score: the florins won with inventions, less those paid in auctions, and the variety
    bonus. The total once the game is over."""
    supply: int
    """The number of apprentices ready to be placed."""
    master_in_supply: bool
    """Whether the Master is ready to be placed."""
    academy: int
    """The number of apprentices in the Academy."""
    passed: bool
    """Whether the player has passed in phase B of this round."""
    favours: tuple[FavourName, ...]
    """The favours that the player took in the expert set-up."""
    labs: tuple[Lab, ...]
    """The labs; the small one first."""
    owned: tuple[InventionNumber, ...]
    """The inventions that the player owns, in the order won."""
    florins: int | UnsetType = UNSET
    """The florins of the player. Omitted until the game is over."""


class Group(msgspec.Struct, frozen=True):
    """The people of a player in an area."""

    seat: SeatNumber
    apprentices: int
    """The number of apprentices."""
    master: bool
    """Whether the Master is in the group."""


class Area(msgspec.Struct, frozen=True):
    """An area of the city with its groups, from the one next to the arrow."""

    area: AreaName
    groups: tuple[Group, ...]
    """The groups; the first takes the first turn."""


class SpaceTaken(msgspec.Struct, frozen=True):
    """The seat that took a Council space."""

    space: SpaceNumber
    seat: SeatNumber


class Resolving(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the area being resolved."""

    area: AreaName
    order: tuple[SeatNumber, ...]
    """The present seats, strongest first (7.1.2); at the Council, the seats that act."""
    price: int | UnsetType = UNSET
    """The florins for the next action. Omitted except in Workshop, Academy and shops."""
    spaces: tuple[SpaceTaken, ...] | UnsetType = UNSET
    """The chosen spaces of the Council. Omitted in other areas."""


class SharedInvention(msgspec.Struct, frozen=True):
    """An invention that several players finished and that is not settled yet."""

    invention: InventionNumber
    finishers: tuple[SeatNumber, ...]
    """The seats that finished the invention in this round."""


class Auction(msgspec.Struct, frozen=True):
    """The current auction; amounts are hidden until all bids are made."""

    invention: InventionNumber
    bidders: tuple[SeatNumber, ...]
    """The seats that finished the invention (8.6.1)."""
    sealed: tuple[SeatNumber, ...]
    """The seats that have bid."""


class OwnWork(msgspec.Struct, frozen=True):
    """The invention that a lab of the viewing seat works on."""

    lab: LabName
    invention: InventionNumber


class Own(msgspec.Struct, frozen=True, omit_defaults=True):
    """The private information of the viewing seat."""

    seat: SeatNumber
    florins: int
    """The florins of the seat."""
    hand: Components
    """The component cards of the seat."""
    work: tuple[OwnWork, ...]
    """The inventions that the seat's labs work on."""
    bid: int | UnsetType = UNSET
    """The sealed bid of the seat."""
    looked_at: tuple[InventionNumber, ...] | UnsetType = UNSET
    """The revealed cards in their current order. Omitted unless `council_order` is pending."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the game as a seat or a spectator sees it."""

    round: int
    """The number of the round: 0 for the favours of the expert set-up, then 1 to 9."""
    phase: Phase
    codex_1: bool
    """Whether Codex I is used."""
    codex_2: bool
    """Whether Codex II is used."""
    holder: SeatNumber
    council_florins: int
    """The florins in the Council."""
    stock: Components
    """The component cards in the shops."""
    robots_left: int
    """The number of robots that can still be bought."""
    requested: tuple[InventionNumber, ...]
    """The requested inventions in the order in which they were turned up."""
    deck: tuple[InventionNumber, ...]
    """The numbers of the inventions in the deck, ascending; their order is hidden."""
    boxed: tuple[InventionNumber, ...]
    """The inventions that no player received in an auction."""
    removed: tuple[InventionNumber, ...]
    """The inventions removed in the set-up (3.5.3)."""
    areas: tuple[Area, ...]
    """The areas in the order in which they are resolved."""
    seats: tuple[Seat, ...]
    """The public states of the players in turn order."""
    decision_kind: DecisionName | UnsetType = UNSET
    market: Components | UnsetType = UNSET
    """The cards on the market. Omitted without Codex II."""
    resolving: Resolving | UnsetType = UNSET
    """The area being resolved. Omitted at other times."""
    shared: tuple[SharedInvention, ...] = ()
    """The inventions that several players finished and that are not settled yet. Omitted if there are none."""
    auction: Auction | UnsetType = UNSET
    """The auction whose bids are being made. Omitted at other times."""
    own: Own | UnsetType = UNSET
    """The private information of the viewing seat. Omitted for spectators."""
