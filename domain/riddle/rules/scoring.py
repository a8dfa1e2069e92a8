"""The end of the game: ranks by the number of Keys (9.2.4), and what they came from."""

from domain.riddle.rules.state import OVER, State
from domain.ruleset import Outcome, ScoreRow, SeatOutcome


def outcome(state: State) -> Outcome | None:
    """Rank the seats; None until the game is over."""
    if state.step != OVER:
        return None
    totals = [owned.bit_count() for owned in state.keys]
    return Outcome(tuple(_seat_outcome(state, seat, totals) for seat in range(state.seats)))


def _seat_outcome(state: State, seat: int, totals: list[int]) -> SeatOutcome:
    """Rank a seat behind those that own more Keys."""
    rank = 1 + sum(1 for total in totals if total > totals[seat])
    free = int(state.free_used[seat])
    rows = (ScoreRow("line keys", "6.1.5", totals[seat] - free), ScoreRow("free key", "7.1.1", free))
    return SeatOutcome(seat, rank, totals[seat], rows)
