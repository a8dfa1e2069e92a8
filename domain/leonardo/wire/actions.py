"""Actions: one type for each kind of decision (13.2), with its name as the tag.

Words and numbers that have a rejection code (14.1.3) decode with any value. The published schema lists what is allowed.
The rules can therefore name the exact reason. Lists without a meaningful order are sorted, so equal actions compare
equal.
"""

from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from domain.effects import Move
from domain.fields import keyed, numbers, seat_number, several, words
from domain.leonardo.wire.constants import FAVOURS, IMPROVEMENTS, KIND, KINDS, LABS, MAX_SEATS, PLACES

Kind = Annotated[str, words(KINDS, "The kind of component.", named="component")]
LabName = Annotated[str, words(LABS, "One of the seat's labs.", named="lab")]
PlaceName = Annotated[str, words(PLACES, "An area of the city, or one of the seat's labs.", named="place")]
FavourName = Annotated[str, words(FAVOURS, "The letter of a favour in round 0.", named="favour")]
Improvement = Annotated[str, words(IMPROVEMENTS, "The improvement of one of the seat's labs.", named="improvement")]
InventionNumber = Annotated[int, numbers(1, 25, "The number of the invention.", named="invention")]
SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
SpaceNumber = Annotated[int, numbers(1, 4, "The number of the Council space.", named="council_space")]
Count = Annotated[int, numbers(1, 9, "The number of apprentices.")]
Amount = Annotated[int, numbers(0, 1000, "The amount in florins.")]
_STARTED: Final = numbers(1, 25, "The number of the invention that the lab works on.", named="invention")
Yes = Annotated[bool, Meta(description="True. Omitted otherwise.", extra_json_schema={"enum": [True]})]


class _Action(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    omit_defaults=True,
    forbid_unknown_fields=True,
    cache_hash=True,  # searches look them up far more often than they are made
):
    """The base of all actions: immutable, tagged by `type`, without unknown fields."""


def _by_kind(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return kinds in canonical order (1.1.4), unknown words last."""
    return tuple(sorted(kinds, key=lambda kind: (KIND.get(kind, len(KINDS)), kind)))


class ChooseFavour(_Action, frozen=True, tag="choose_favour"):
    """Take a favour in round 0 of the expert set-up (3.6)."""

    favour: FavourName
    components: Annotated[tuple[Kind, ...], several(4)] | UnsetType = UNSET
    """The components, with repetitions: four for favour b, one for d1, d2 and d3. Omitted for other favours."""
    lab: LabName | UnsetType = UNSET
    """The lab that receives the robot of favour d4. Omitted for other favours."""

    def __post_init__(self) -> None:
        """Sort the components."""
        if self.components is not UNSET:
            force_setattr(self, "components", _by_kind(self.components))


class DeclareWork(_Action, frozen=True, tag="declare_work"):
    """Abandon and start work in the seat's labs, all at once (5.1). Both fields may be empty."""

    interrupt: Annotated[tuple[LabName, ...], several(2)]
    """The labs whose work is abandoned."""
    start: Annotated[dict[str, int], keyed("lab", LABS, _STARTED)]
    """The number of the invention for each lab that starts work."""

    def __hash__(self) -> int:
        """Return a hash of the fields; a dict has no hash."""
        return hash((self.interrupt, *[self.start.get(lab) for lab in LABS]))

    def __post_init__(self) -> None:
        """Sort the interrupted labs, the small one first."""
        force_setattr(self, "interrupt", tuple(sorted(self.interrupt, reverse=True)))


class Place(_Action, frozen=True, tag="place"):
    """Place the master or apprentices in one place, or pass for this phase (6.1)."""

    effects: ClassVar = (Move("piece", "seats/{seat}/supply?", "areas/{area=place}/groups seats/{seat}/labs?"),)

    piece: Annotated[
        str, words(("apprentices", "master", "pass"), "The kind of piece to place, or to pass.", named="piece")
    ]
    place: PlaceName | UnsetType = UNSET
    """The place. Omitted when passing."""
    count: Count | UnsetType = UNSET
    """The number of apprentices; present with `apprentices` only."""


class NameLeonardo(_Action, frozen=True, tag="name_leonardo"):
    """Choose the player who receives Leonardo (7.2.6)."""

    seat: SeatNumber


class CouncilSpace(_Action, frozen=True, tag="council_space"):
    """Take a free space of the Council (7.2.8), or withdraw (7.2.9). Exactly one field is present."""

    space: SpaceNumber | UnsetType = UNSET
    withdraw: Yes | UnsetType = UNSET


class CouncilMove(_Action, frozen=True, tag="council_move"):
    """Move an apprentice (Council space 1, 7.3.1, 11.1), or decline. Declining takes no other field."""

    effects: ClassVar = (
        Move(
            "piece/apprentices",
            "areas/{area=from}/groups seats/{seat}/labs?",
            "areas/{area=to}/groups seats/{seat}/labs?",
        ),
    )

    owner: SeatNumber | UnsetType = UNSET
    """The seat of the apprentice; without Codex I, the acting seat."""
    source: PlaceName | UnsetType = msgspec.field(name="from", default=UNSET)
    target: PlaceName | UnsetType = msgspec.field(name="to", default=UNSET)
    decline: Yes | UnsetType = UNSET


class CouncilOrder(_Action, frozen=True, tag="council_order"):
    """Return the revealed cards to the deck in a chosen order, top card first (Council space 3, 7.3.6)."""

    order: Annotated[tuple[InventionNumber, ...], several(4)]
    """The revealed cards, each once."""


class CouncilBuy(_Action, frozen=True, tag="council_buy"):
    """Buy a component for 1 florin, or decline (Council space 4, 7.3.7). Exactly one field is present."""

    component: Kind | UnsetType = UNSET
    decline: Yes | UnsetType = UNSET


class AreaTurn(_Action, frozen=True, tag="area_turn"):
    """Take an action of the current area at its price, or withdraw (7.4.2)."""

    choice: Annotated[str, words(("act", "withdraw"), "Whether to act or to withdraw.", named="area_choice")]
    improvement: Improvement | UnsetType = UNSET
    """The improvement; present when acting in the Workshop only."""


class MarketSwap(_Action, frozen=True, tag="market_swap"):
    """Exchange hand cards for as many cards of the market (11.2.3). Two empty lists decline."""

    effects: ClassVar = (
        Move("give", "own/{seat}/hand seats/{seat}?", "market"),
        Move("take", "market", "own/{seat}/hand seats/{seat}?"),
    )

    give: Annotated[tuple[Kind, ...], several(2)]
    """The cards from the hand."""
    take: Annotated[tuple[Kind, ...], several(2)]
    """The cards from the market, as many as from the hand."""

    def __post_init__(self) -> None:
        """Sort both lists."""
        force_setattr(self, "give", _by_kind(self.give))
        force_setattr(self, "take", _by_kind(self.take))


class AuctionChoice(_Action, frozen=True, tag="auction_choice"):
    """Choose which of two shared inventions is settled first (8.5.2)."""

    invention: InventionNumber


class Bid(_Action, frozen=True, tag="bid"):
    """Make a sealed bid for the auctioned invention (8.6.2)."""

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


HIDDEN: Final = 0
"""The number that replaces a hidden invention."""
_HIDDEN: Final = numbers(HIDDEN, HIDDEN, "0: the invention of the lab is hidden.", named="invention")


class ConcealedWork(_Action, frozen=True, tag="concealed_work"):
    """A declaration of work as other players see it: the labs without the inventions (12.3)."""

    interrupt: tuple[LabName, ...]
    """The labs whose work is abandoned."""
    start: Annotated[dict[str, int], keyed("lab", LABS, _HIDDEN)]
    """The value 0 for each lab that starts work; the invention is hidden."""

    def __hash__(self) -> int:
        """Return a hash of the fields; a dict has no hash."""
        return hash((self.interrupt, *self.start))


class ConcealedOrder(_Action, frozen=True, tag="concealed_order"):
    """An order of cards returned to the deck as other players see it: without the cards (12.3)."""


class ConcealedBid(_Action, frozen=True, tag="concealed_bid"):
    """A sealed bid as other players see it: without the amount until all bids are revealed (12.4.5)."""


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
"""The kind of decision for each action type, which is also its tag."""


def observe(action: Action, actor: int, viewer: int | None) -> Any:
    """Return the action as `viewer` may see it in the log; the actor sees everything (12.3)."""
    if viewer == actor:
        return action
    if isinstance(action, DeclareWork):
        return ConcealedWork(action.interrupt, {lab: HIDDEN for lab in LABS if lab in action.start})
    if isinstance(action, CouncilOrder):
        return ConcealedOrder()
    if isinstance(action, Bid):
        return ConcealedBid()
    return action
