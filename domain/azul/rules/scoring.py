"""Score during the game (2.3), final bonuses (section 8), ranks and score sheets."""

from collections.abc import Iterator

from domain.azul.rules.board import NUMBERED, on_star
from domain.azul.rules.state import OVER, State
from domain.azul.wire.constants import (
    COLOUR_COUNT,
    FULL_STAR,
    LEAST_SCORE,
    MIXED_BONUS,
    NUMBER_BONUS,
    STAR_BONUS,
    STARS,
    START_SCORE,
)
from domain.ruleset import Outcome, ScoreRow, SeatOutcome


def score(state: State, seat: int) -> int:
    """Return the score of a seat; final bonuses count once the game is over (6.5.3)."""
    return running_score(state, seat) + (final_bonus(state, seat) if state.phase == OVER else 0)


def running_score(state: State, seat: int) -> int:
    """Return the score without final bonuses."""
    return START_SCORE + state.points[seat] - state.token_losses[seat] - state.pass_losses[seat]


def lose(state: State, seat: int, loss: int, book: list[int]) -> int:
    """Book a loss in `book`, a list of the state; return the points really lost."""
    lost = lost_of(state, seat, loss)
    book[seat] += lost
    return lost


def lost_of(state: State, seat: int, loss: int) -> int:
    """Return how many points of a loss the seat would really lose, given the minimum score (2.3.2)."""
    return min(loss, running_score(state, seat) - LEAST_SCORE)


def star_bonuses(state: State, seat: int) -> Iterator[tuple[int, int]]:
    """Yield each full star of a seat with its bonus (8.1.2, 9.1.5)."""
    for star in range(len(STARS)):
        if state.star(seat, star) == FULL_STAR:
            yield star, _star_bonus(state, seat, star)


def _star_bonus(state: State, seat: int, star: int) -> int:
    """Return the bonus of a full star, of one colour or multicoloured."""
    for colour in range(COLOUR_COUNT):
        if on_star(state, seat, star, colour) == FULL_STAR:
            return STAR_BONUS[colour]
    return MIXED_BONUS


def number_bonuses(state: State, seat: int) -> Iterator[tuple[int, int]]:
    """Yield each number whose spaces a seat has all covered, with its bonus (8.1.3)."""
    for number, spaces in NUMBERED[state.side].items():
        if state.covered[seat] & spaces == spaces:
            yield number, NUMBER_BONUS[number]


def final_bonus(state: State, seat: int) -> int:
    """Return the sum of the final bonuses of a seat's current board."""
    stars = sum(points for _, points in star_bonuses(state, seat))
    return stars + sum(points for _, points in number_bonuses(state, seat))


def outcome(state: State) -> Outcome | None:
    """Return the outcome; None until the game is over."""
    return standing(state) if state.phase == OVER else None


def standing(state: State) -> Outcome:
    """Return the outcome as if the game ended now. Before the end there are no final bonuses."""
    totals = [score(state, seat) for seat in range(state.seats)]
    return Outcome(tuple(_seat_outcome(state, seat, totals) for seat in range(state.seats)))


def _seat_outcome(state: State, seat: int, totals: list[int]) -> SeatOutcome:
    """Return the rank of a seat (8.1.5) and its itemised total."""
    rank = 1 + sum(1 for other in totals if other > totals[seat])
    return SeatOutcome(seat, rank, totals[seat], tuple(_rows(state, seat)))


def _rows(state: State, seat: int) -> Iterator[ScoreRow]:
    """Yield the rows of the score sheet; final bonuses only if there are any."""
    yield ScoreRow("starting score", "2.2.7", START_SCORE)
    yield ScoreRow("placements", "6.5.1", state.points[seat])
    yield ScoreRow("tiles taken with the token", "5.3.1", -state.token_losses[seat])
    yield ScoreRow("tiles discarded when passing", "6.8.2", -state.pass_losses[seat])
    if state.phase == OVER:
        yield from _bonus_rows(state, seat)


def _bonus_rows(state: State, seat: int) -> Iterator[ScoreRow]:
    for star, points in star_bonuses(state, seat):
        yield ScoreRow(f"full star {STARS[star]}", "8.1.2", points)
    for number, points in number_bonuses(state, seat):
        yield ScoreRow(f"all spaces numbered {number}", "8.1.3", points)
