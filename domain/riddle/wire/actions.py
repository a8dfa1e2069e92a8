"""The actions of a seat (16.1.1), and what others may read of them in the log.

Words and numbers with a rejection code of their own (17.1.2) decode whatever they are, and the published schema still
lists what is allowed: so the rules can name the exact reason. Lists whose order means nothing are kept sorted, which
makes two spellings of the same action equal.
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
    published({"pattern": CARD_PATTERN}, "A card: its design and the number of the copy.", named="card"),
]
SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
ZoneNumber = Annotated[int, numbers(0, ZONES - 1, "A zone, row by row as its owner sees it.", named="zone")]
SymbolName = Annotated[str, words(SYMBOLS, "A symbol, which is also a kind of Key.", named="symbol")]
DeckName = Annotated[str, words(DECKS, "A deck of cards.", named="deck")]
Yes = Annotated[bool, Meta(description="True, or left out.", extra_json_schema={"enum": [True]})]


class _Action(
    msgspec.Struct, frozen=True, cache_hash=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True
):
    """What all actions share: immutable, tagged by `type`, no surplus parameter; searches look it up often."""


class UseAction(_Action, frozen=True, tag="use_action"):
    """Use an action card of the own hand (11.1), with the parameters of that card and no others."""

    card: CardId
    target_seat: SeatNumber | UnsetType = UNSET
    zone: ZoneNumber | UnsetType = UNSET
    zones: Annotated[tuple[ZoneNumber, ...], several(2, fewest=2)] | UnsetType = UNSET
    """Two zones; their order means nothing (16.1.6)."""
    take: CardId | UnsetType = UNSET
    """A card of a discard."""
    give: CardId | UnsetType = UNSET
    """Another card of the own hand."""
    cards: Annotated[tuple[CardId, ...], several(HAND_MOST, fewest=1)] | UnsetType = UNSET
    """Other cards of the own hand; their order means nothing."""

    def __post_init__(self) -> None:
        """Keep both lists in canonical order."""
        if self.zones is not UNSET:
            force_setattr(self, "zones", tuple(sorted(self.zones)))
        if self.cards is not UNSET:
            force_setattr(self, "cards", tuple(sorted(self.cards)))


class PlayCard(_Action, frozen=True, tag="play_card"):
    """Play a card of the own hand into an own zone (5.1).

    While a redirection is in force, a play that replaces a card also says where that card goes: exactly one of
    `pass_to` and `pass_to_discard` (12.3.2).
    """

    card: CardId
    zone: ZoneNumber
    pass_to: SeatNumber | UnsetType = UNSET
    """The opponent whose same zone receives the replaced card."""
    pass_to_discard: Yes | UnsetType = UNSET


class TakeFreeKey(_Action, frozen=True, tag="take_free_key"):
    """Take the free Key, once a game (7.1)."""

    symbol: SymbolName


class DiscardActions(_Action, frozen=True, tag="discard_actions"):
    """Discard action cards of the own hand without effect (10.1.9)."""

    cards: Annotated[tuple[CardId, ...], several(HAND_MOST, fewest=1)]
    """Their order means nothing."""

    def __post_init__(self) -> None:
        """Keep the cards in canonical order."""
        force_setattr(self, "cards", tuple(sorted(self.cards)))


class DrawCard(_Action, frozen=True, tag="draw_card"):
    """Draw a card from a deck (8.1.2)."""

    deck: DeckName


class EndStep(_Action, frozen=True, tag="end_step"):
    """End the open step; in step `free_key`, decline the Key for now (7.1.6)."""


Action = UseAction | PlayCard | TakeFreeKey | DiscardActions | DrawCard | EndStep


class ConcealedTrade(_Action, frozen=True, tag="concealed_trade"):
    """A Trade as seats that are no party to it may read it: without the card given (14.1.4)."""

    card: CardId
    """The action card used."""
    target_seat: SeatNumber


Observed = Action | ConcealedTrade


def observe(action: Action, actor: int, viewer: int | None) -> Any:
    """Return the action as `viewer` may read it in the log: a Trade conceals its card from all but its parties."""
    if isinstance(action, UseAction) and action.give is not UNSET and viewer not in (actor, action.target_seat):
        return ConcealedTrade(action.card, action.target_seat)  # type: ignore[arg-type]
    return action
