"""Helpers that the tests of `test_going_back.py` share with others: games with undos."""

from random import Random
from typing import Any

import msgspec

from domain import record, replay
from domain.record import TimedAction
from domain.replay import GamePosition, Step
from workers.promises.games import Game, packed, play
from workers.promises.records import origin

MOST_UNDOS = 12


class Course:
    """A game with undos, and all its positions."""

    def __init__(self, game: Game) -> None:
        self.game, self.ruleset = game, game.ruleset
        self.position: GamePosition[Any] = replay.start(game.ruleset, game.options, game.seats, game.seed)
        self.steps: list[Step] = []
        self.states = [packed(self.position.state)]
        self.moves: list[TimedAction] = []

    def record_step(self, seat: int, action: Any) -> list[replay.EmittedFact]:
        emitted = replay.record_step(self.ruleset, self.position, self.steps, seat, action, self.game.seed)
        return self._note(TimedAction(seat, "2026-01-01T00:00:00Z", action), emitted)

    def undo_step(self, to: int) -> Step:
        game = self.game
        undone = replay.undo_step(self.ruleset, self.position, self.steps, to, game.options, game.seed)
        self._note(TimedAction(undone.seat, "2026-01-01T00:00:00Z", undone.action, undoes=to), [])
        return undone

    def _note(self, move: TimedAction, emitted: list[replay.EmittedFact]) -> list[replay.EmittedFact]:
        self.moves.append(move)
        self.states.append(packed(self.position.state))
        return emitted

    def record(self) -> dict[str, Any]:
        started = msgspec.structs.replace(origin(self.game), terms={"undo": "consent"})
        return record.build(self.ruleset, started, self.moves)


def wandering(name: str, seats: int, number: int) -> Course:
    """Play a game in which seats sometimes undo one or more steps."""
    game, rng = play(name, seats, number), Random(number)
    course = Course(game)
    going_back = MOST_UNDOS
    while waiting := course.ruleset.to_act(course.position.state):
        if course.steps and going_back and (going_back == MOST_UNDOS or rng.random() < 0.3):
            going_back -= 1
            far = rng.choice(course.steps[-4:])
            undone = course.undo_step(far.version - 1)
            assert undone == far
        else:
            seat = rng.choice(list(waiting))
            course.record_step(seat, rng.choice(list(course.ruleset.legal_actions(course.position.state, seat))))
    return course


def zip_decisions(course: Course) -> list[tuple[int, int]]:
    """Return the pending decision of each seat that must act."""
    return [(seat, course.position.decisions[seat]) for seat in course.ruleset.to_act(course.position.state)]
