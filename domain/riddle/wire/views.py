"""The shapes of what a seat or an spectator may see (14.1). A field that does not apply is left out."""

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

ModeName = Annotated[str, words(MODES, "The base game, or with the additional cards.", named="mode")]
UntilName = Annotated[str, words(DURATIONS[2:], "When a lasting card leaves.", named="duration")]
CardCount = Annotated[int, numbers(0, 1000, "A number of cards.")]
Plays = Annotated[int, numbers(0, 100, "A number of plays.")]
Rounds = Annotated[int, numbers(0, 1000, "A number of complete rounds.")]
Pile = Annotated[tuple[CardId, ...], Meta(extra_json_schema={"maxItems": 1000})]
Hand = Annotated[tuple[CardId, ...], several(HAND_MOST, fewest=0)]


class ZoneCard(msgspec.Struct, frozen=True):
    """A card in a zone; empty zones have none."""

    zone: ZoneNumber
    card: CardId


class LastingCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lasting action card in front of its user, with what it was used on (11.3.1)."""

    card: CardId
    until: UntilName
    target_seat: SeatNumber | UnsetType = UNSET
    zone: ZoneNumber | UnsetType = UNSET


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's side of the table as everybody sees it."""

    seat: SeatNumber
    zones: Annotated[tuple[ZoneCard, ...], several(ZONES, fewest=0)]
    """The cards on the table."""
    keys: Annotated[tuple[SymbolName, ...], several(SYMBOL_COUNT, fewest=0)]
    """The symbols of its Keys."""
    free_key_used: bool
    """Whether the free Key has been taken."""
    main_in_hand: CardCount
    additional_in_hand: CardCount
    in_play: Annotated[tuple[LastingCard, ...], several(100, fewest=0)] = ()


class KnownHand(msgspec.Struct, frozen=True):
    """Cards that the viewing seat knows to be in another hand (14.1.5)."""

    seat: SeatNumber
    cards: Hand
    """At least these."""


class Own(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the viewing seat alone sees."""

    seat: SeatNumber
    hand: Hand
    """The own cards."""
    known: Annotated[tuple[KnownHand, ...], several(MAX_SEATS - 1, fewest=0)] = ()


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as one seat or an spectator sees it."""

    mode: ModeName
    turn: TurnNumber
    """Turns begun, over all seats."""
    round: RoundNumber
    keyless_rounds: Rounds
    """Complete rounds without a Key since the last one; see the technical stop."""
    first: SeatNumber
    """Who had the first turn."""
    active: SeatNumber
    """Whose turn it is, or was when the game ended."""
    seats: Annotated[tuple[Seat, ...], several(MAX_SEATS, fewest=2)]
    """Every player's side of the table, in turn order."""
    main_deck: CardCount
    main_discard: Pile
    """In the order discarded."""
    main_played: Plays
    """In this turn."""
    redirecting: bool = False
    """Whether the active seat says where each replaced card goes."""
    decision_kind: StepName | UnsetType = UNSET
    """Left out once the game is over."""
    additional_deck: CardCount | UnsetType = UNSET
    """This and the following belong to the expansion."""
    additional_discard: Pile | UnsetType = UNSET
    """In the order discarded."""
    additional_played: Plays | UnsetType = UNSET
    extra_plays: Plays | UnsetType = UNSET
    """Plays allowed this turn beyond one main and one additional card."""
    own: Own | UnsetType = UNSET
    """Left out for spectators."""
