"""Helpers that the tests of `test_going_back.py` share with others: games with undos."""

from dataclasses import dataclass
from functools import cache
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


@dataclass(frozen=True)
class Repeated:
    """A step that was carried out, undone, and carried out again."""

    seat: int
    facts: bytes
    """The facts of the step in the game."""
    first: bytes
    """The facts before the undo."""
    again: bytes
    """The facts after the undo."""
    version: int
    """The version after the undo."""
    before: dict[int, int]
    """The pending decisions before the step, by seat."""
    undone: dict[int, int]
    """The pending decisions after the undo, by seat."""


@cache
def repeating(name: str, seats: int) -> tuple[list[Repeated], Course]:
    """Play a game in which each step is undone and carried out again, up to a repetition with other facts."""
    game, steps = play(name, seats, seats), list[Repeated]()
    course = Course(game)
    for step in game.steps:
        before = pending(course)
        first = packed(course.record_step(step.seat, step.action))
        course.undo_step(course.position.version - 1)
        version, undone = course.position.version, pending(course)
        again = packed(course.record_step(step.seat, step.action))
        steps.append(Repeated(step.seat, packed(step.emitted), first, again, version, before, undone))
        if not again == first == steps[-1].facts:
            break
    return steps, course


def pending(course: Course) -> dict[int, int]:
    """Return the pending decision of each seat that must act."""
    return {seat: course.position.decisions[seat] for seat in course.ruleset.to_act(course.position.state)}
