"""Facts of the event log; the rules decide which seats see a fact (12.3)."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from domain.effects import Move
from domain.fields import words
from domain.leonardo.wire.actions import Improvement, InventionNumber, Kind, LabName, SeatNumber
from domain.leonardo.wire.constants import AREAS

AreaName = Annotated[str, words(AREAS, "An area of the city.", named="place")]
Reasons = ("favour", "council", "purchase", "area", "first_price", "later_price", "auction")
MoneyReason = Annotated[str, words(Reasons, "The reason of the payment or income.", named="florin_reason")]


class _Fact(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """The base of all facts: immutable, tagged by `type`."""


class FirstPlayerDrawn(_Fact, frozen=True, tag="first_player_drawn"):
    """The first player was chosen at random (3.1.2)."""

    seat: SeatNumber


class InventionRemoved(_Fact, frozen=True, tag="invention_removed"):
    """A random card of a group was removed from the game (3.5.3)."""

    effects: ClassVar = (Move("invention", "deck", "removed"),)

    invention: InventionNumber


class RoundBegan(_Fact, frozen=True, tag="round_began"):
    """A round has started."""

    round: int
    """The number of the round, 1 to 9."""


class WorkStarted(_Fact, frozen=True, tag="work_started"):
    """A lab has started work; its cards are face down."""

    seat: SeatNumber
    lab: LabName


class WorkInterrupted(_Fact, frozen=True, tag="work_interrupted"):
    """A lab's work was abandoned. The invention is visible if the lab was late."""

    seat: SeatNumber
    lab: LabName
    weeks: int
    """The number of weeks of work lost."""
    invention: InventionNumber | UnsetType = UNSET


class ComponentsReturned(_Fact, frozen=True, tag="components_returned"):
    """The component cards of an abandoned lab have returned to the hand."""

    effects: ClassVar = (Move("components", "seats/{seat}/labs?", "own/{seat}/hand seats/{seat}?"),)

    seat: SeatNumber
    components: tuple[Kind, ...]
    """The returned components, one entry for each card."""


class Passed(_Fact, frozen=True, tag="passed"):
    """A player passed for the rest of phase B, by choice or without a legal placement (6.1.7)."""

    seat: SeatNumber


class GroupExcluded(_Fact, frozen=True, tag="group_excluded"):
    """The weakest group left the Council because all players were present (7.2.2)."""

    seat: SeatNumber


class LeonardoTaken(_Fact, frozen=True, tag="leonardo_taken"):
    """A player has received Leonardo."""

    effects: ClassVar = (Move("equipment/leonardo", "", "holder?"),)

    seat: SeatNumber


class Looked(_Fact, frozen=True, tag="looked"):
    """A player looked at the top cards of the deck."""

    seat: SeatNumber
    cards: int
    """The number of cards."""


class Saw(_Fact, frozen=True, tag="saw"):
    """The cards that the player saw, top card first."""

    inventions: tuple[InventionNumber, ...]
    """The numbers of the inventions."""


class AreaOpened(_Fact, frozen=True, tag="area_opened"):
    """An area is being resolved; the present seats take turns in this order (7.1.2)."""

    area: AreaName
    order: tuple[SeatNumber, ...]
    """The seats in turn order."""


class Withdrew(_Fact, frozen=True, tag="withdrew"):
    """A player withdrew from an area."""

    seat: SeatNumber
    area: AreaName


class FlorinsMoved(_Fact, frozen=True, tag="florins_moved"):
    """A player gained florins (positive amount) or paid florins (negative amount)."""

    seat: SeatNumber
    change: int
    """The amount in florins."""
    reason: MoneyReason


class ComponentTaken(_Fact, frozen=True, tag="component_taken"):
    """A player took a component from its shop."""

    effects: ClassVar = (Move("component", "stock", "own/{seat}/hand seats/{seat}?"),)

    seat: SeatNumber
    component: Kind


class ApprenticeTaken(_Fact, frozen=True, tag="apprentice_taken"):
    """A player received an apprentice from the Academy."""

    effects: ClassVar = (Move("piece/apprentices", "", "seats/{seat}/academy?"),)

    seat: SeatNumber


class LabImproved(_Fact, frozen=True, tag="lab_improved"):
    """A lab was turned or taken, or received a robot."""

    effects: ClassVar = (Move("improvement", "", "seats/{seat}/labs?"),)

    seat: SeatNumber
    improvement: Improvement


class WeeksWorked(_Fact, frozen=True, tag="weeks_worked"):
    """The marker of a lab has moved to `weeks`."""

    seat: SeatNumber
    lab: LabName
    weeks: int
    """The new position of the marker."""


class InventionFinished(_Fact, frozen=True, tag="invention_finished"):
    """The work of a lab is complete; its cards returned to the shops."""

    seat: SeatNumber
    lab: LabName
    invention: InventionNumber
    late: bool
    """Whether the invention was finished in an earlier round, too."""


class WorkLate(_Fact, frozen=True, tag="work_late"):
    """Another player finished the invention, so this lab's cards are face up (8.3)."""

    seat: SeatNumber
    lab: LabName
    invention: InventionNumber


class CardWon(_Fact, frozen=True, tag="card_won"):
    """A player received an invention card."""

    effects: ClassVar = (Move("invention", "requested", "seats/{seat}/owned"),)

    seat: SeatNumber
    invention: InventionNumber


class CardBoxed(_Fact, frozen=True, tag="card_boxed"):
    """The card was removed from the game because all bids were 0 (8.6.6)."""

    effects: ClassVar = (Move("invention", "requested", "boxed"),)

    invention: InventionNumber


class AuctionOpened(_Fact, frozen=True, tag="auction_opened"):
    """An auction of a shared invention has started."""

    invention: InventionNumber
    bidders: tuple[SeatNumber, ...]
    """The seats that bid: those that finished the invention (8.6.1)."""


class SealedBid(msgspec.Struct, frozen=True):
    """A bid of an auction, after all bids have been revealed."""

    seat: SeatNumber
    amount: int
    """The bid in florins. A bid of 0 wins nothing."""


class BidsRevealed(_Fact, frozen=True, tag="bids_revealed"):
    """The bids of an auction have been revealed."""

    invention: InventionNumber
    bids: tuple[SealedBid, ...]
    """The bids of all bidders, by seat."""


class InventionsRequested(_Fact, frozen=True, tag="inventions_requested"):
    """Invention cards were turned up, in this order."""

    effects: ClassVar = (Move("inventions", "deck", "requested"),)

    inventions: tuple[InventionNumber, ...]
    """The numbers of the inventions."""


class GameEnded(_Fact, frozen=True, tag="game_ended"):
    """The last round is over."""


Fact = (
    FirstPlayerDrawn
    | InventionRemoved
    | RoundBegan
    | WorkStarted
    | WorkInterrupted
    | ComponentsReturned
    | Passed
    | GroupExcluded
    | LeonardoTaken
    | Looked
    | Saw
    | AreaOpened
    | Withdrew
    | FlorinsMoved
    | ComponentTaken
    | ApprenticeTaken
    | LabImproved
    | WeeksWorked
    | InventionFinished
    | WorkLate
    | CardWon
    | CardBoxed
    | AuctionOpened
    | BidsRevealed
    | InventionsRequested
    | GameEnded
)

CHANCE = (FirstPlayerDrawn, InventionRemoved, InventionsRequested, Saw)
"""The facts of random draws: the first player, and cards that leave the deck or are seen."""
