"""Actions of a seat (16.1.1), and how the log shows them to others.

Words and numbers that have a rejection code (17.1.2) decode with any value. The published schema lists what is allowed.
The rules can therefore name the exact reason. Lists without a meaningful order are sorted, so equal actions compare
equal.
"""

from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from domain.fields import numbers, published, seat_number, several, words
from domain.riddle.wire.card_list import SYMBOLS
from domain.riddle.wire.constants import DECKS, HAND_MOST, MAX_SEATS, ZONES

CARD_PATTERN: Final = "^[A-Z][A-Z0-9]{1,7}-[1-9]$"


CardId = Annotated[
    str,
    published({"pattern": CARD_PATTERN}, "The id of a card: its design and the number of the copy.", named="card"),
]
SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
ZoneNumber = Annotated[
    int, numbers(0, ZONES - 1, "The number of the zone, row by row from its owner's view.", named="zone")
]
SymbolName = Annotated[str, words(SYMBOLS, "The id of a symbol, which is also a kind of Key.", named="symbol")]
DeckName = Annotated[str, words(DECKS, "The id of a deck.", named="deck")]
Yes = Annotated[bool, Meta(description="True. Omitted otherwise.", extra_json_schema={"enum": [True]})]


class _Action(
    msgspec.Struct, frozen=True, cache_hash=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True
):
    """The base of all actions: immutable, tagged by `type`, without unknown fields. Searches look actions up often."""


class UseAction(_Action, frozen=True, tag="use_action"):
    """Use an action card from the hand (11.1), with exactly the fields that the card needs."""

    card: CardId
    target_seat: SeatNumber | UnsetType = UNSET
    zone: ZoneNumber | UnsetType = UNSET
    zones: Annotated[tuple[ZoneNumber, ...], several(2, fewest=2)] | UnsetType = UNSET
    """Two zones; their order has no meaning (16.1.6)."""
    take: CardId | UnsetType = UNSET
    """A card in a discard pile."""
    give: CardId | UnsetType = UNSET
    """Another card from the hand."""
    cards: Annotated[tuple[CardId, ...], several(HAND_MOST, fewest=1)] | UnsetType = UNSET
    """Other cards from the hand; their order has no meaning."""

    def __post_init__(self) -> None:
        """Sort both lists."""
        if self.zones is not UNSET:
            force_setattr(self, "zones", tuple(sorted(self.zones)))
        if self.cards is not UNSET:
            force_setattr(self, "cards", tuple(sorted(self.cards)))


class PlayCard(_Action, frozen=True, tag="play_card"):
    """Play a card from the hand into one of the seat's zones (5.1).

    While a redirection is in force, a play that replaces a card also names the card's target: exactly one of `pass_to`
    and `pass_to_discard` (12.3.2).
    """

    card: CardId
    zone: ZoneNumber
    pass_to: SeatNumber | UnsetType = UNSET
    """The opponent whose corresponding zone receives the replaced card."""
    pass_to_discard: Yes | UnsetType = UNSET


class TakeFreeKey(_Action, frozen=True, tag="take_free_key"):
    """Take the free Key, once in a game (7.1)."""

    symbol: SymbolName


class DiscardActions(_Action, frozen=True, tag="discard_actions"):
    """Discard action cards from the hand without effect (10.1.9)."""

    cards: Annotated[tuple[CardId, ...], several(HAND_MOST, fewest=1)]
    """The cards; their order has no meaning."""

    def __post_init__(self) -> None:
        """Sort the cards."""
        force_setattr(self, "cards", tuple(sorted(self.cards)))


class DrawCard(_Action, frozen=True, tag="draw_card"):
    """Draw a card from a deck (8.1.2)."""

    deck: DeckName


class EndStep(_Action, frozen=True, tag="end_step"):
    """End the current step. In step `free_key`, decline the Key for now (7.1.6)."""


Action = UseAction | PlayCard | TakeFreeKey | DiscardActions | DrawCard | EndStep


class ConcealedTrade(_Action, frozen=True, tag="concealed_trade"):
    """A Trade as seats outside the trade see it: without the card given (14.1.4)."""

    card: CardId
    """The action card used."""
    target_seat: SeatNumber


Observed = Action | ConcealedTrade


def observe(action: Action, actor: int, viewer: int | None) -> Any:
    """Return the action as `viewer` may see it in the log; a Trade hides its card from seats outside the trade."""
    if isinstance(action, UseAction) and action.give is not UNSET and viewer not in (actor, action.target_seat):
        return ConcealedTrade(action.card, action.target_seat)  # type: ignore[arg-type]
    return action
