"""Step `play`: legal plays, and their effects (section 5, 10.1.3 to 10.1.7)."""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Any, Final

from msgspec import UNSET

from domain.riddle.rules.cards import CARD, CARDS, SORT
from domain.riddle.rules.piles import discard, take_from_hand
from domain.riddle.rules.protection import bars_passing, prohibited
from domain.riddle.rules.state import EMPTY, State
from domain.riddle.wire.actions import EndStep, PlayCard
from domain.riddle.wire.constants import ACTION, CORNER, CORNERS, CROSS, MAIN, OPPONENTS, SORTS, ZONES, ZONES_OF
from domain.riddle.wire.facts import CardPassed, CardPlayed
from domain.ruleset import Emit

END_STEP: Final = EndStep()
THE_END: Final = (END_STEP,)

# By card number: its plays into all zones of its kind, ascending; empty for action cards.
PLAYS: Final = tuple(
    () if sort == ACTION else tuple(PlayCard(CARDS[card], zone) for zone in ZONES_OF[sort])
    for card, sort in enumerate(SORT)
)
CROSS_BITS: Final = sum(1 << zone for zone in CROSS)
CORNER_BITS: Final = sum(1 << zone for zone in CORNERS)
ALL_BITS: Final = CROSS_BITS | CORNER_BITS


@cache
def _passed_to(play: PlayCard, opponents: tuple[int, ...]) -> tuple[PlayCard, ...]:
    """List the variants of a play: the replaced card goes to each of these seats, and last to its discard pile."""
    ways = [PlayCard(play.card, play.zone, pass_to=seat) for seat in opponents]
    return (*ways, PlayCard(play.card, play.zone, pass_to_discard=True))


def within_allowance(state: State, sort: int) -> bool:
    """Whether one more card of this sort may be played this turn (10.1.4)."""
    main, additional = state.played_main, state.played_additional
    if sort == MAIN:
        main += 1
    else:
        additional += 1
    beyond = (main - 1 if main else 0) + (additional - 1 if additional else 0)
    return beyond <= state.extra


def has_played(state: State) -> bool:
    """Whether a card was played this turn (6.1.2)."""
    return bool(state.played_main or state.played_additional)


def legal_actions(state: State, seat: int) -> Sequence[Any]:
    """List the plays of the expansion, main cards first, and the end of the step if it may end."""
    main, corner = playable(state, seat)
    if state.played_main or state.played_additional:
        return [*_plays(state, seat, main + corner), END_STEP]
    return _plays(state, seat, main + corner) or THE_END


def playable(state: State, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the main and the corner cards of a hand; empty for a sort that may not be played any more."""
    row = SORTS * seat
    main = state.hand[row] if within_allowance(state, MAIN) else ()
    corner = state.hand[row + CORNER] if within_allowance(state, CORNER) else ()
    return main, corner


def into_all_zones(cards: tuple[int, ...]) -> list[PlayCard]:
    """List the plays of these cards into all zones of their kinds."""
    plays: list[PlayCard] = []
    for card in cards:
        plays += PLAYS[card]
    return plays


def _plays(state: State, seat: int, cards: tuple[int, ...]) -> list[PlayCard]:
    """List the plays of these cards in the expansion."""
    plays = into_all_zones(cards)
    if state.in_play and (barred := prohibited(state, seat)):
        plays = [play for play in plays if not barred >> play.zone & 1]
    if state.redirecting:
        return list(chain.from_iterable([_redirected(state, seat, play) for play in plays]))
    return plays


def _redirected(state: State, seat: int, play: PlayCard) -> tuple[PlayCard, ...]:
    """List the variants of a play whose player chooses where the replaced card goes (12.3.2, 12.3.3)."""
    if state.table[ZONES * seat + play.zone] == EMPTY:
        return (play,)
    return _passed_to(play, OPPONENTS[state.seats][seat])


def can_play(state: State, seat: int) -> bool:
    """Whether any play is legal (5.3.1)."""
    main, corner = state.hand[SORTS * seat], state.hand[SORTS * seat + CORNER]
    barred = prohibited(state, seat) if state.in_play else 0
    if corner and barred & CORNER_BITS != CORNER_BITS and within_allowance(state, CORNER):
        return True
    return bool(main) and barred & CROSS_BITS != CROSS_BITS and within_allowance(state, MAIN)


def has_choice(state: State, seat: int) -> bool:
    """Whether step `play` has more than one legal action; after a play, ending the step is one (16.1.3)."""
    if state.played_main or state.played_additional:
        return can_play(state, seat)
    if state.in_play:
        return len(legal_actions(state, seat)) > 1
    return bool(state.hand[SORTS * seat] or state.hand[SORTS * seat + CORNER])


def apply(state: State, seat: int, action: PlayCard, rng: Random, emit: Emit | None) -> None:
    """Play a card and pass on the card that it replaces (5.1, 5.2)."""
    card, zone = CARD[action.card], action.zone
    take_from_hand(state, seat, card)
    if SORT[card] == MAIN:
        state.played_main += 1
    else:
        state.played_additional += 1
    replaced = lay(state, seat, card, zone, emit)
    if replaced == EMPTY:
        return
    if not state.redirecting:
        pass_on(state, (seat + 1) % state.seats, zone, replaced, emit)
    elif action.pass_to is UNSET:
        discard(state, replaced, emit)
    else:
        pass_on(state, action.pass_to, zone, replaced, emit)


def lay(state: State, seat: int, card: int, zone: int, emit: Emit | None) -> int:
    """Lay a card into a zone; return the replaced card."""
    at = ZONES * seat + zone
    replaced = state.table[at]
    state.table[at] = card
    if emit:
        emit(CardPlayed(seat, CARDS[card], zone), None)
    return replaced


def pass_on(state: State, seat: int, zone: int, card: int, emit: Emit | None) -> None:
    """Put a replaced card into the same zone of another table, or on its discard pile if that is forbidden."""
    if state.in_play and bars_passing(state, seat, zone):
        discard(state, card, emit)
        return
    at = ZONES * seat + zone
    displaced = state.table[at]
    state.table[at] = card
    if emit:
        emit(CardPassed(seat, CARDS[card], zone), None)
    if displaced != EMPTY:
        discard(state, displaced, emit)
