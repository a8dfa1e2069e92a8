"""Rank seats by the number of Keys (9.2.4), and list the score sheets."""

from domain.riddle.rules.state import OVER, State
from domain.ruleset import Outcome, ScoreRow, SeatOutcome


def outcome(state: State) -> Outcome | None:
    """Return the outcome; None until the game is over."""
    return standing(state) if state.step == OVER else None


def standing(state: State) -> Outcome:
    """Return the outcome as if the game ended now."""
    totals = [owned.bit_count() for owned in state.keys]
    return Outcome(tuple(_seat_outcome(state, seat, totals) for seat in range(state.seats)))


def _seat_outcome(state: State, seat: int, totals: list[int]) -> SeatOutcome:
    """Return the rank of a seat, by the number of seats with more Keys, and its total."""
    rank = 1 + sum(1 for total in totals if total > totals[seat])
    free = int(state.free_used[seat])
    rows = (ScoreRow("line keys", "6.1.5", totals[seat] - free), ScoreRow("free key", "7.1.1", free))
    return SeatOutcome(seat, rank, totals[seat], rows)
