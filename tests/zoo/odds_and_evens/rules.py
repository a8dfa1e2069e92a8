"""The rules of Odds and Evens; numbers in brackets are paragraphs of `RULES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from msgspec import UNSET

from domain.chance import pick
from domain.ruleset import Emit, Outcome, Rejection, ScoreRow, SeatOutcome
from tests.zoo.odds_and_evens import wire
from tests.zoo.odds_and_evens.wire import TEAMS, ChooseFingers, ConcealedChoice, Options, View


@dataclass
class State:
    """The true state of the game."""

    rounds_left: int
    points: list[int]
    """The points of each team."""
    fingers: list[int]
    """The choice of each seat; 0 for none."""


def teams(options: Options, seats: int) -> tuple[str, ...]:
    """Return the team of each seat (1.1)."""
    return tuple(TEAMS[seat % 2] for seat in range(seats))


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why a game cannot start with these options, or None (1.1, 1.2)."""
    if not wire.MIN_SEATS <= seats <= wire.MAX_SEATS:
        return wire.BAD_PLAYER_COUNT(seats=seats)
    if not 1 <= options.rounds <= wire.MOST_ROUNDS:
        return wire.BAD_ROUND_COUNT(rounds=options.rounds, malformed=True)
    return None


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Return the state before the first round (1.2)."""
    return State(options.rounds, [0, 0], [0] * seats)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that have not chosen; none after the last round (2.1, 3.1)."""
    return tuple(seat for seat, fingers in enumerate(state.fingers) if not fingers and state.rounds_left)


def legal_actions(state: State, seat: int) -> Sequence[ChooseFingers]:
    """List the numbers of fingers (2.1)."""
    return [ChooseFingers(1 + each) for each in range(wire.MOST_FINGERS)] if seat in to_act(state) else ()


def reject(state: State, seat: int, action: ChooseFingers) -> Rejection | None:
    """Return why an action is not legal, or None."""
    if not 1 <= action.fingers <= wire.MOST_FINGERS:
        return wire.MALFORMED_ACTION(fingers=action.fingers, malformed=True)
    if not to_act(state):
        return wire.GAME_OVER()
    return None if seat in to_act(state) else wire.ALREADY_CHOSEN()


def apply(state: State, seat: int, action: ChooseFingers, rng: Random, emit: Emit | None = None) -> None:
    """Choose; after the last choice, show all fingers and score (2.1, 2.2)."""
    state.fingers[seat] = action.fingers
    if not all(state.fingers):
        return
    scoring = sum(state.fingers) % 2
    state.points[scoring] += 1
    if emit:
        emit(wire.FingersShown(tuple(state.fingers), TEAMS[scoring]), None)
    state.fingers = [0] * len(state.fingers)
    state.rounds_left -= 1


def outcome(state: State) -> Outcome | None:
    """Rank the teams by their points: each seat has the points of its team (3.1, 3.2)."""
    if to_act(state):
        return None
    totals = [state.points[seat % 2] for seat in range(len(state.fingers))]
    ranks = [1 + sum(other > total for other in totals) for total in totals]
    return Outcome(
        tuple(
            SeatOutcome(seat, ranks[seat], total, (ScoreRow("rounds", "2.2", total),), team=TEAMS[seat % 2])
            for seat, total in enumerate(totals)
        )
    )


def view(state: State, seat: int | None) -> View:
    """Return what everybody sees, and the viewer's own choice (2.1)."""
    return View(
        rounds_left=state.rounds_left,
        points=tuple(state.points),
        has_chosen=tuple(map(bool, state.fingers)),
        decision_kind="choose_fingers" if to_act(state) and (seat is None or seat in to_act(state)) else UNSET,
        own_fingers=UNSET if seat is None or not state.fingers[seat] else state.fingers[seat],
    )


def observe(action: ChooseFingers, actor: int, viewer: int | None) -> ChooseFingers | ConcealedChoice:
    """Return the action for its seat, and only that there is a choice for others (2.1)."""
    return action if viewer == actor else ConcealedChoice()


def clone(state: State) -> State:
    """Copy a state."""
    return replace(state, points=list(state.points), fingers=list(state.fingers))


def determinize(state: State, seat: int, rng: Random) -> State:
    """Sample the secret choices of the other seats (2.1)."""
    sampled = clone(state)
    for other, fingers in enumerate(state.fingers):
        if fingers and other != seat:
            sampled.fingers[other] = pick(rng, range(1, wire.MOST_FINGERS + 1))
    return sampled


def default_action(state: State, seat: int) -> ChooseFingers:
    """Return one finger."""
    return ChooseFingers(1)
