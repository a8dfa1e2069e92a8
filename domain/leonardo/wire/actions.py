"""The answers a seat may give: one type for each decision point (13.2), its tag the decision's name.

Words and numbers with a rejection code of their own (14.1.3) decode whatever they are, and the published schema still
lists what is allowed: so the rules can name the exact reason. Lists whose order means nothing are kept sorted, which
makes two spellings of the same answer equal.
"""

from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from domain.fields import keyed, numbers, seat_number, several, words
from domain.leonardo.wire.constants import FAVOURS, IMPROVEMENTS, KIND, KINDS, LABS, MAX_SEATS, PLACES

Kind = Annotated[str, words(KINDS, "A kind of component.", named="component")]
LabName = Annotated[str, words(LABS, "One of the own labs.", named="lab")]
PlaceName = Annotated[str, words(PLACES, "An area of the city, or one of the own labs.", named="place")]
FavourName = Annotated[str, words(FAVOURS, "A favour of round 0.", named="favour")]
Improvement = Annotated[str, words(IMPROVEMENTS, "An improvement of an own lab.", named="improvement")]
InventionNumber = Annotated[int, numbers(1, 25, "The number of an invention.", named="invention")]
SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
SpaceNumber = Annotated[int, numbers(1, 4, "A space of the Council.", named="council_space")]
Count = Annotated[int, numbers(1, 9, "A number of apprentices.")]
Amount = Annotated[int, numbers(0, 1000, "Florins.")]
_STARTED: Final = numbers(1, 25, "What this lab works on.", named="invention")
Yes = Annotated[bool, Meta(description="True, or left out.", extra_json_schema={"enum": [True]})]


class _Action(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    omit_defaults=True,
    forbid_unknown_fields=True,
    cache_hash=True,  # searches look them up far more often than they are made
):
    """What all actions share: immutable, tagged by `type`, no surplus parameter."""


def _by_kind(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Sort kinds into canonical order (1.1.4); unknown words last."""
    return tuple(sorted(kinds, key=lambda kind: (KIND.get(kind, len(KINDS)), kind)))


class ChooseFavour(_Action, frozen=True, tag="choose_favour"):
    """Take a favour in round 0 of the expert set-up (3.6)."""

    favour: FavourName
    components: Annotated[tuple[Kind, ...], several(4)] | UnsetType = UNSET
    """Four kinds for favour b, one for d1, d2 and d3, else left out; repeated as often as meant."""
    lab: LabName | UnsetType = UNSET
    """The lab that takes the robot of favour d4, else left out."""

    def __post_init__(self) -> None:
        """Keep the components in canonical order."""
        if self.components is not UNSET:
            force_setattr(self, "components", _by_kind(self.components))


class DeclareWork(_Action, frozen=True, tag="declare_work"):
    """Give up and start work in the own labs, all at once (5.1); both parts may be empty."""

    interrupt: Annotated[tuple[LabName, ...], several(2)]
    """Labs whose work is given up."""
    start: Annotated[dict[str, int], keyed("lab", LABS, _STARTED)]
    """For each lab that starts work, the number of the invention."""

    def __hash__(self) -> int:
        """Hash the parts; a dict has no hash of its own."""
        return hash((self.interrupt, *[self.start.get(lab) for lab in LABS]))

    def __post_init__(self) -> None:
        """Keep the interrupted labs in order, the small one first."""
        force_setattr(self, "interrupt", tuple(sorted(self.interrupt, reverse=True)))


class Place(_Action, frozen=True, tag="place"):
    """Put own people into one place, or pass for this phase (6.1)."""

    piece: Annotated[str, words(("apprentices", "master", "pass"), "What is placed.", named="piece")]
    place: PlaceName | UnsetType = UNSET
    """Where; left out when passing."""
    count: Count | UnsetType = UNSET
    """How many apprentices; given with `apprentices` only."""


class NameLeonardo(_Action, frozen=True, tag="name_leonardo"):
    """Say who takes Leonardo (7.2.6)."""

    seat: SeatNumber


class CouncilSpace(_Action, frozen=True, tag="council_space"):
    """Take a free space of the Council, or withdraw (7.2.8, 7.2.9): exactly one of the two is given."""

    space: SpaceNumber | UnsetType = UNSET
    withdraw: Yes | UnsetType = UNSET


class CouncilMove(_Action, frozen=True, tag="council_move"):
    """Move an apprentice (Council space 1, 7.3.1, 11.1), or decline; declining takes no other parameter."""

    owner: SeatNumber | UnsetType = UNSET
    """Whose apprentice; without Codex I the own seat."""
    source: PlaceName | UnsetType = msgspec.field(name="from", default=UNSET)
    target: PlaceName | UnsetType = msgspec.field(name="to", default=UNSET)
    decline: Yes | UnsetType = UNSET


class CouncilOrder(_Action, frozen=True, tag="council_order"):
    """Put the cards seen back on the deck (Council space 3, 7.3.6), the first one on top."""

    order: Annotated[tuple[InventionNumber, ...], several(4)]
    """The cards seen, each once."""


class CouncilBuy(_Action, frozen=True, tag="council_buy"):
    """Buy a component for 1 florin (Council space 4, 7.3.7), or decline; exactly one of the two is given."""

    component: Kind | UnsetType = UNSET
    decline: Yes | UnsetType = UNSET


class AreaTurn(_Action, frozen=True, tag="area_turn"):
    """Take one action of the area being resolved at the price shown, or withdraw (7.4.2)."""

    choice: Annotated[str, words(("act", "withdraw"), "Whether to act.", named="area_choice")]
    improvement: Improvement | UnsetType = UNSET
    """Which improvement; given when acting in the Workshop only."""


class MarketSwap(_Action, frozen=True, tag="market_swap"):
    """Lay hand cards on the market and take as many from it (11.2.3); both empty declines."""

    give: Annotated[tuple[Kind, ...], several(2)]
    """Cards of the own hand."""
    take: Annotated[tuple[Kind, ...], several(2)]
    """Cards of the market, as many."""

    def __post_init__(self) -> None:
        """Keep both sides in canonical order."""
        force_setattr(self, "give", _by_kind(self.give))
        force_setattr(self, "take", _by_kind(self.take))


class AuctionChoice(_Action, frozen=True, tag="auction_choice"):
    """Say which of two shared inventions is settled first (8.5.2)."""

    invention: InventionNumber


class Bid(_Action, frozen=True, tag="bid"):
    """Seal a bid for the invention being auctioned (8.6.2)."""

    amount: Amount


Action = (
    ChooseFavour
    | DeclareWork
    | Place
    | NameLeonardo
    | CouncilSpace
    | CouncilMove
    | CouncilOrder
    | CouncilBuy
    | AreaTurn
    | MarketSwap
    | AuctionChoice
    | Bid
)


UNTOLD: Final = 0
"""Stands for an invention that a reader may not know."""
_UNTOLD: Final = numbers(UNTOLD, UNTOLD, "0: what this lab works on is not told.", named="invention")


class ConcealedWork(_Action, frozen=True, tag="concealed_work"):
    """A declaration of work as others may read it: which labs, not which inventions (12.3)."""

    interrupt: tuple[LabName, ...]
    """Labs whose work is given up."""
    start: Annotated[dict[str, int], keyed("lab", LABS, _UNTOLD)]
    """For each lab that starts work, 0: which invention it is, is not told."""

    def __hash__(self) -> int:
        """Hash the parts; a dict has no hash of its own."""
        return hash((self.interrupt, *self.start))


class ConcealedOrder(_Action, frozen=True, tag="concealed_order"):
    """An order of cards put back on the deck as others may read it (12.3)."""


class ConcealedBid(_Action, frozen=True, tag="concealed_bid"):
    """A sealed bid as others may read it; the amounts are told when all are revealed (12.4.5)."""


Observed = Action | ConcealedWork | ConcealedOrder | ConcealedBid

DECISION: Final[dict[type[Any], str]] = {
    ChooseFavour: "choose_favour",
    DeclareWork: "declare_work",
    Place: "place",
    NameLeonardo: "name_leonardo",
    CouncilSpace: "council_space",
    CouncilMove: "council_move",
    CouncilOrder: "council_order",
    CouncilBuy: "council_buy",
    AreaTurn: "area_turn",
    MarketSwap: "market_swap",
    AuctionChoice: "auction_choice",
    Bid: "bid",
}
"""The decision point that each type of answer answers; the same word as its tag."""


def observe(action: Action, actor: int, viewer: int | None) -> Any:
    """Return the action as `viewer` may read it in the log: the actor reads everything (12.3)."""
    if viewer == actor:
        return action
    if isinstance(action, DeclareWork):
        return ConcealedWork(action.interrupt, {lab: UNTOLD for lab in LABS if lab in action.start})
    if isinstance(action, CouncilOrder):
        return ConcealedOrder()
    if isinstance(action, Bid):
        return ConcealedBid()
    return action
