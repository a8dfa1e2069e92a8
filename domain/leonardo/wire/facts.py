"""What an action made happen, as the log tells it; who may know each is decided where it is emitted (12.3)."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import words
from domain.leonardo.wire.actions import Improvement, InventionNumber, Kind, LabName, SeatNumber
from domain.leonardo.wire.constants import AREAS

AreaName = Annotated[str, words(AREAS, "An area of the city.", named="place")]
Reasons = ("favour", "council", "purchase", "area", "first_price", "later_price", "auction")
MoneyReason = Annotated[str, words(Reasons, "What money moved for.", named="florin_reason")]


class _Fact(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """What all facts share: immutable, tagged by `type`."""


class FirstPlayerDrawn(_Fact, frozen=True, tag="first_player_drawn"):
    """The lot has fallen on this seat to be the first player (3.1.2)."""

    seat: SeatNumber


class InventionRemoved(_Fact, frozen=True, tag="invention_removed"):
    """A card drawn from its group lies beside the board, out of the game (3.5.3)."""

    invention: InventionNumber


class RoundBegan(_Fact, frozen=True, tag="round_began"):
    """A new round has begun."""

    round: int
    """From 1 to 9."""


class WorkStarted(_Fact, frozen=True, tag="work_started"):
    """A lab works; its cards lie face down."""

    seat: SeatNumber
    lab: LabName


class WorkInterrupted(_Fact, frozen=True, tag="work_interrupted"):
    """Work was given up; the invention is told if the lab was late."""

    seat: SeatNumber
    lab: LabName
    weeks: int
    """Weeks lost."""
    invention: InventionNumber | UnsetType = UNSET


class ComponentsReturned(_Fact, frozen=True, tag="components_returned"):
    """The cards of a lab given up are back in the hand."""

    seat: SeatNumber
    components: tuple[Kind, ...]
    """One entry a card."""


class Passed(_Fact, frozen=True, tag="passed"):
    """A player places nobody any more this round, by choice or for lack of a placement (6.1.7)."""

    seat: SeatNumber


class GroupExcluded(_Fact, frozen=True, tag="group_excluded"):
    """The weakest group left the Council because everybody was there (7.2.2)."""

    seat: SeatNumber


class LeonardoTaken(_Fact, frozen=True, tag="leonardo_taken"):
    """A player has Leonardo from now on."""

    seat: SeatNumber


class Looked(_Fact, frozen=True, tag="looked"):
    """A player looked at cards on top of the deck."""

    seat: SeatNumber
    cards: int
    """How many."""


class Saw(_Fact, frozen=True, tag="saw"):
    """Which cards the look showed, the top one first."""

    inventions: tuple[InventionNumber, ...]
    """By their numbers."""


class AreaOpened(_Fact, frozen=True, tag="area_opened"):
    """An area is being resolved for the seats present, in this order (7.1.2)."""

    area: AreaName
    order: tuple[SeatNumber, ...]
    """Whose turn comes when."""


class Withdrew(_Fact, frozen=True, tag="withdrew"):
    """A player took the own people back from an area."""

    seat: SeatNumber
    area: AreaName


class FlorinsMoved(_Fact, frozen=True, tag="florins_moved"):
    """Money was gained (above 0) or paid (below 0)."""

    seat: SeatNumber
    change: int
    """In florins."""
    reason: MoneyReason


class ComponentTaken(_Fact, frozen=True, tag="component_taken"):
    """A component came from its shop into a hand."""

    seat: SeatNumber
    component: Kind


class ApprenticeTaken(_Fact, frozen=True, tag="apprentice_taken"):
    """An apprentice came from the Academy."""

    seat: SeatNumber


class LabImproved(_Fact, frozen=True, tag="lab_improved"):
    """A lab was turned, taken, or got a robot."""

    seat: SeatNumber
    improvement: Improvement


class WeeksWorked(_Fact, frozen=True, tag="weeks_worked"):
    """A lab's marker has moved to `weeks`."""

    seat: SeatNumber
    lab: LabName
    weeks: int
    """Where the marker stands now."""


class InventionFinished(_Fact, frozen=True, tag="invention_finished"):
    """A lab's work is complete; its cards went back to the shops."""

    seat: SeatNumber
    lab: LabName
    invention: InventionNumber
    late: bool
    """Whether the invention had been finished in an earlier round."""


class WorkLate(_Fact, frozen=True, tag="work_late"):
    """Another player realised the invention; this lab's cards lie open (8.3)."""

    seat: SeatNumber
    lab: LabName
    invention: InventionNumber


class CardWon(_Fact, frozen=True, tag="card_won"):
    """An invention lies in front of a player."""

    seat: SeatNumber
    invention: InventionNumber


class CardBoxed(_Fact, frozen=True, tag="card_boxed"):
    """Everybody bid 0; the card left the game (8.6.6)."""

    invention: InventionNumber


class AuctionOpened(_Fact, frozen=True, tag="auction_opened"):
    """The bidders seal their bids for a shared invention."""

    invention: InventionNumber
    bidders: tuple[SeatNumber, ...]
    """Its finishers (8.6.1)."""


class SealedBid(msgspec.Struct, frozen=True):
    """One bid, shown."""

    seat: SeatNumber
    amount: int
    """In florins; 0 is no bid."""


class BidsRevealed(_Fact, frozen=True, tag="bids_revealed"):
    """All bids of an auction, by seat."""

    invention: InventionNumber
    bids: tuple[SealedBid, ...]
    """One for each bidder."""


class InventionsRequested(_Fact, frozen=True, tag="inventions_requested"):
    """Cards were turned up, in this order."""

    inventions: tuple[InventionNumber, ...]
    """By their numbers."""


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
"""What the dice decide: the first player, and which cards leave the deck or are seen in it."""
