"""Facts of the event log; the rules decide which seats see a fact (14.1.4)."""

from typing import Annotated, ClassVar

import msgspec

from domain.effects import Move
from domain.fields import numbers, several, words
from domain.riddle.wire.actions import (
    CardId,
    DeckName,
    SeatNumber,
    SymbolName,
    ZoneNumber,
)
from domain.riddle.wire.constants import STEPS, SYMBOL_COUNT

TurnNumber = Annotated[int, numbers(1, 5000, "The number of the turn, from 1 across all seats.")]
RoundNumber = Annotated[int, numbers(1, 1000, "The number of the round, from 1.")]
StepName = Annotated[str, words(STEPS, "The current step of the turn.", named="decision")]
EndReason = Annotated[str, words(("goal", "technical_stop"), "The reason for the end of the game.", named="end_reason")]


class _Fact(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """The base of all facts: immutable, tagged by `type`."""


class FirstPlayerDrawn(_Fact, frozen=True, tag="first_player_drawn"):
    """The first player was chosen at random (2.1.1)."""

    seat: SeatNumber


class CardLaidOut(_Fact, frozen=True, tag="card_laid_out"):
    """A card was dealt to a zone face up; action cards went to the hand instead (2.2.3, 2.3.3)."""

    effects: ClassVar = (Move("card", "main_deck?", "seats/{seat}/zones/{zone}"),)

    seat: SeatNumber
    zone: ZoneNumber
    card: CardId


class CardDealt(_Fact, frozen=True, tag="card_dealt"):
    """A card was dealt to a hand; only its seat sees this fact."""

    effects: ClassVar = (Move("card", "main_deck?", "own/{seat}/hand"),)

    seat: SeatNumber
    card: CardId


class TurnBegan(_Fact, frozen=True, tag="turn_began"):
    """A seat's turn has started."""

    seat: SeatNumber
    turn: TurnNumber
    round: RoundNumber


class StepOpened(_Fact, frozen=True, tag="step_opened"):
    """The active seat has a choice in this step; steps without a choice have no fact (14.1.10)."""

    step: StepName


class CardPlayed(_Fact, frozen=True, tag="card_played"):
    """A seat played a card from its hand into one of its zones."""

    effects: ClassVar = (Move("card", "own/{seat}/hand seats/{seat}/main_in_hand?", "seats/{seat}/zones/{zone}"),)

    seat: SeatNumber
    card: CardId
    zone: ZoneNumber


class CardPassed(_Fact, frozen=True, tag="card_passed"):
    """A replaced card moved to the corresponding zone of another seat."""

    effects: ClassVar = (Move("card", "seats/*/zones/*", "seats/{seat}/zones/{zone}"),)

    seat: SeatNumber
    """The seat that received the card."""
    card: CardId
    zone: ZoneNumber


class CardDiscarded(_Fact, frozen=True, tag="card_discarded"):
    """A card went to its discard pile."""

    effects: ClassVar = (Move("card", "seats/*/zones/* seats/*/in_play/* seats?", "main_discard additional_discard"),)

    card: CardId


class CardDrawn(_Fact, frozen=True, tag="card_drawn"):
    """A seat drew a card."""

    effects: ClassVar = (Move("deck", "{deck}_deck?", "seats/{seat}/{deck}_in_hand?"),)

    seat: SeatNumber
    deck: DeckName


class CardSeen(_Fact, frozen=True, tag="card_seen"):
    """The card that was drawn; only its seat sees this fact."""

    effects: ClassVar = (Move("card", "", "own/hand"),)

    card: CardId


class DeckRenewed(_Fact, frozen=True, tag="deck_renewed"):
    """A deck was empty, so its discard pile was shuffled and became the deck (8.1.4)."""

    effects: ClassVar = (Move("deck", "", "{deck}_deck?"),)

    deck: DeckName


class KeysReceived(_Fact, frozen=True, tag="keys_received"):
    """Complete lines brought Keys (6.1.5)."""

    effects: ClassVar = (Move("symbols", "", "seats/{seat}/keys"),)

    seat: SeatNumber
    symbols: Annotated[tuple[SymbolName, ...], several(SYMBOL_COUNT, fewest=1)]
    """The symbols, one for each Key."""


class FreeKeyTaken(_Fact, frozen=True, tag="free_key_taken"):
    """A seat took its free Key."""

    effects: ClassVar = (Move("symbol", "", "seats/{seat}/keys"),)

    seat: SeatNumber
    symbol: SymbolName


class FreeKeyDeclined(_Fact, frozen=True, tag="free_key_declined"):
    """A seat kept its free Key for later (7.1.6)."""

    seat: SeatNumber


class CardStays(_Fact, frozen=True, tag="card_stays"):
    """A lasting action card was placed in front of its user (11.3.1)."""

    effects: ClassVar = (Move("card", "own/{seat}/hand seats/{seat}/additional_in_hand?", "seats/{seat}/in_play/*"),)

    seat: SeatNumber
    card: CardId


class CardTaken(_Fact, frozen=True, tag="card_taken"):
    """A seat took a card from a discard pile into its hand."""

    effects: ClassVar = (Move("card", "main_discard additional_discard", "own/{seat}/hand seats/{seat}/main_in_hand?"),)

    seat: SeatNumber
    card: CardId


class ZonesSwapped(_Fact, frozen=True, tag="zones_swapped"):
    """Two cards of a seat changed places."""

    seat: SeatNumber
    """The seat that owns the zones."""
    zones: Annotated[tuple[ZoneNumber, ...], several(2, fewest=2)]
    """The two zones."""


class CardsTraded(_Fact, frozen=True, tag="cards_traded"):
    """Two seats exchanged a card each; this is the public part."""

    effects: ClassVar = (
        Move("given", "seats/{seat}/{given}_in_hand?", "seats/{seat=target_seat}/{given}_in_hand?"),
        Move("taken", "seats/{seat=target_seat}/{taken}_in_hand?", "seats/{seat}/{taken}_in_hand?"),
    )

    seat: SeatNumber
    target_seat: SeatNumber
    given: DeckName
    """The deck of the card that `seat` gave."""
    taken: DeckName


class TradeSeen(_Fact, frozen=True, tag="trade_seen"):
    """The exchanged cards; only the two seats see this fact."""

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
"""The facts of random draws: the first player, and cards that are dealt, drawn or taken in a trade."""
