"""Views of a game for a seat or a spectator (14.1). Fields that do not apply are omitted."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import numbers, several, words
from domain.riddle.wire.actions import (
    CardId,
    SeatNumber,
    SymbolName,
    ZoneNumber,
)
from domain.riddle.wire.constants import DURATIONS, HAND_MOST, MAX_SEATS, MODES, SYMBOL_COUNT, ZONES
from domain.riddle.wire.facts import RoundNumber, StepName, TurnNumber

ModeName = Annotated[
    str, words(MODES, "The mode: the base game, or the expansion with additional cards.", named="mode")
]
UntilName = Annotated[str, words(DURATIONS[2:], "When the lasting card leaves.", named="duration")]
CardCount = Annotated[int, numbers(0, 1000, "The number of cards.")]
Plays = Annotated[int, numbers(0, 100, "The number of plays.")]
Rounds = Annotated[int, numbers(0, 1000, "The number of complete rounds.")]
Pile = Annotated[tuple[CardId, ...], Meta(extra_json_schema={"maxItems": 1000})]
Hand = Annotated[tuple[CardId, ...], several(HAND_MOST, fewest=0)]


class ZoneCard(msgspec.Struct, frozen=True):
    """A card in a zone; empty zones are not listed."""

    zone: ZoneNumber
    card: CardId


class LastingCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lasting action card in front of its user, with its targets (11.3.1)."""

    card: CardId
    until: UntilName
    target_seat: SeatNumber | UnsetType = UNSET
    zone: ZoneNumber | UnsetType = UNSET


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public state of a player."""

    seat: SeatNumber
    score: Annotated[int, numbers(0, SYMBOL_COUNT, "The score: the number of Keys.")]
    zones: Annotated[tuple[ZoneCard, ...], several(ZONES, fewest=0)]
    """The cards in the player's zones."""
    keys: Annotated[tuple[SymbolName, ...], several(SYMBOL_COUNT, fewest=0)]
    """The symbols of the player's Keys."""
    free_key_used: bool
    """Whether the player has taken the free Key."""
    main_in_hand: CardCount
    additional_in_hand: CardCount
    in_play: Annotated[tuple[LastingCard, ...], several(100, fewest=0)] = ()


class KnownHand(msgspec.Struct, frozen=True):
    """Cards that the viewing seat knows to be in another hand (14.1.5)."""

    seat: SeatNumber
    cards: Hand
    """The known cards; the hand may have more."""


class Own(msgspec.Struct, frozen=True, omit_defaults=True):
    """The private information of the viewing seat."""

    seat: SeatNumber
    hand: Hand
    """The hand of the seat."""
    known: Annotated[tuple[KnownHand, ...], several(MAX_SEATS - 1, fewest=0)] = ()
    """The cards that the seat knows in other hands. Omitted if there are none."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the game as a seat or a spectator sees it."""

    mode: ModeName
    turn: TurnNumber
    """The number of turns that have started, across all seats."""
    round: RoundNumber
    keyless_rounds: Rounds
    """The number of complete rounds since the last Key; see the technical stop."""
    first: SeatNumber
    """The seat that took the first turn."""
    active: SeatNumber
    """The seat whose turn it is, or was when the game ended."""
    seats: Annotated[tuple[Seat, ...], several(MAX_SEATS, fewest=2)]
    """The public states of the players in turn order."""
    main_deck: CardCount
    main_discard: Pile
    """The cards of the main discard pile, in the order discarded."""
    main_played: Plays
    """The number of main cards played in this turn."""
    redirecting: bool = False
    """Whether the active seat chooses where each replaced card goes."""
    decision_kind: StepName | UnsetType = UNSET
    """The current step of the turn. Omitted once the game is over."""
    additional_deck: CardCount | UnsetType = UNSET
    """The number of cards in the additional deck. Omitted in the base game."""
    additional_discard: Pile | UnsetType = UNSET
    """The cards of the additional discard pile, in the order discarded. Omitted in the base game."""
    additional_played: Plays | UnsetType = UNSET
    """The number of additional cards played in this turn. Omitted in the base game."""
    extra_plays: Plays | UnsetType = UNSET
    """The number of plays allowed in this turn beyond one main and one additional card. Omitted in the base game."""
    own: Own | UnsetType = UNSET
    """The private information of the viewing seat. Omitted for spectators."""
