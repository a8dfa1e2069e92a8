"""What an action made happen, as the log tells it; who may know each is decided where it is emitted (14.1.4)."""

from typing import Annotated

import msgspec

from domain.fields import numbers, several, words
from domain.riddle.wire.actions import (
    CardId,
    DeckName,
    SeatNumber,
    SymbolName,
    ZoneNumber,
)
from domain.riddle.wire.constants import STEPS, SYMBOL_COUNT

TurnNumber = Annotated[int, numbers(1, 5000, "A turn, counted from 1 over all seats.")]
RoundNumber = Annotated[int, numbers(1, 1000, "A round, counted from 1.")]
StepName = Annotated[str, words(STEPS, "The open step of the turn.", named="decision")]
EndReason = Annotated[str, words(("goal", "technical_stop"), "Why the game ended.", named="end_reason")]


class _Fact(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """What all facts share: immutable, tagged by `type`."""


class FirstPlayerDrawn(_Fact, frozen=True, tag="first_player_drawn"):
    """The lot has fallen on this seat to be the first player (2.1.1)."""

    seat: SeatNumber


class CardLaidOut(_Fact, frozen=True, tag="card_laid_out"):
    """A card dealt to a zone was turned up; an action card went on to the hand (2.2.3, 2.3.3)."""

    seat: SeatNumber
    zone: ZoneNumber
    card: CardId


class CardDealt(_Fact, frozen=True, tag="card_dealt"):
    """A card was dealt to a hand; told to its seat."""

    seat: SeatNumber
    card: CardId


class TurnBegan(_Fact, frozen=True, tag="turn_began"):
    """A seat's turn has begun."""

    seat: SeatNumber
    turn: TurnNumber
    round: RoundNumber


class StepOpened(_Fact, frozen=True, tag="step_opened"):
    """The active seat has a choice in this step; steps without one pass unmentioned (14.1.10)."""

    step: StepName


class CardPlayed(_Fact, frozen=True, tag="card_played"):
    """A card of the seat's hand lies in a zone of its table."""

    seat: SeatNumber
    card: CardId
    zone: ZoneNumber


class CardPassed(_Fact, frozen=True, tag="card_passed"):
    """A replaced card lies in the same zone of another seat's table."""

    seat: SeatNumber
    """Who received it."""
    card: CardId
    zone: ZoneNumber


class CardDiscarded(_Fact, frozen=True, tag="card_discarded"):
    """A card went to its discard."""

    card: CardId


class CardDrawn(_Fact, frozen=True, tag="card_drawn"):
    """A seat drew a card."""

    seat: SeatNumber
    deck: DeckName


class CardSeen(_Fact, frozen=True, tag="card_seen"):
    """Which card was drawn; told to the seat that drew it."""

    card: CardId


class DeckRenewed(_Fact, frozen=True, tag="deck_renewed"):
    """The discard of an empty deck was shuffled and is the deck now (8.1.4)."""

    deck: DeckName


class KeysReceived(_Fact, frozen=True, tag="keys_received"):
    """Complete lines gave Keys (6.1.5)."""

    seat: SeatNumber
    symbols: Annotated[tuple[SymbolName, ...], several(SYMBOL_COUNT, fewest=1)]
    """One for each Key."""


class FreeKeyTaken(_Fact, frozen=True, tag="free_key_taken"):
    """A seat used its free Key."""

    seat: SeatNumber
    symbol: SymbolName


class FreeKeyDeclined(_Fact, frozen=True, tag="free_key_declined"):
    """A seat kept its free Key for later (7.1.6)."""

    seat: SeatNumber


class CardStays(_Fact, frozen=True, tag="card_stays"):
    """A lasting action card lies in front of its user (11.3.1)."""

    seat: SeatNumber
    card: CardId


class CardTaken(_Fact, frozen=True, tag="card_taken"):
    """A seat took a card from a discard into its hand."""

    seat: SeatNumber
    card: CardId


class ZonesSwapped(_Fact, frozen=True, tag="zones_swapped"):
    """Two cards of a seat's table have changed places."""

    seat: SeatNumber
    """Whose table it is."""
    zones: Annotated[tuple[ZoneNumber, ...], several(2, fewest=2)]
    """The two."""


class CardsTraded(_Fact, frozen=True, tag="cards_traded"):
    """Two seats exchanged a card each; what everybody sees of it."""

    seat: SeatNumber
    target_seat: SeatNumber
    given: DeckName
    """The kind of the card that the user gave."""
    taken: DeckName


class TradeSeen(_Fact, frozen=True, tag="trade_seen"):
    """Which cards were exchanged; told to the two seats."""

    given: CardId
    taken: CardId


class GameEnded(_Fact, frozen=True, tag="game_ended"):
    """The game is over (section 9)."""

    reason: EndReason


Fact = (
    FirstPlayerDrawn
    | CardLaidOut
    | CardDealt
    | TurnBegan
    | StepOpened
    | CardPlayed
    | CardPassed
    | CardDiscarded
    | CardDrawn
    | CardSeen
    | DeckRenewed
    | KeysReceived
    | FreeKeyTaken
    | FreeKeyDeclined
    | CardStays
    | CardTaken
    | ZonesSwapped
    | CardsTraded
    | TradeSeen
    | GameEnded
)

CHANCE = (FirstPlayerDrawn, CardLaidOut, CardDealt, CardSeen, TradeSeen)
"""What the dice decide: the first player, and which card is dealt, drawn, or taken in a trade."""
