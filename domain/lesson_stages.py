"""Play a lesson: the positions of its parts, for each way through the choices of the learner."""

from typing import Any, NamedTuple

import msgspec

from domain.actions import check, read_action
from domain.dice import Seed
from domain.lessons import LEARNER, Lesson, LessonChoice, LessonPart
from domain.names import Text
from domain.ruleset import AnyRuleset
from domain.scenarios import SeatAction


class Stage(NamedTuple):
    """A part of a lesson as it is reached by certain choices of the learner."""

    step: int
    """The index of its step."""
    part: LessonPart
    after: int
    """The index of the stage before; -1 for the first one."""
    reply: Text | None
    """What the teacher says about the learner's choice in the stage before. None: nothing."""
    moves: tuple[SeatAction, ...]
    """The actions from the stage before to this one, with the learner's choice."""
    state: Any
    """The state of the game after these actions."""
    choices: tuple[LessonChoice, ...]
    """The choices of its decision that are legal here; empty without a decision."""


class Reached(NamedTuple):
    """A part of a lesson, the stage before it, and the choice in that stage."""

    step: int
    part: LessonPart
    after: int
    choice: LessonChoice | None


def stages(ruleset: AnyRuleset, lesson: Lesson) -> tuple[Stage, ...]:
    """Return all stages of a lesson in the order of its parts; each legal choice leads to stages of its own.

    Raises IllegalAction for a move that is not legal.
    """
    seed = Seed(bytes.fromhex(lesson.seed))
    opening = ruleset.setup(msgspec.convert(lesson.options, ruleset.options_type), lesson.seats, seed.dice)
    found: list[Stage] = []
    ways: list[tuple[int, LessonChoice | None]] = [(-1, None)]
    for step, part in ((number, part) for number, each in enumerate(lesson.steps) for part in each.parts):
        first = len(found)
        for after, choice in ways:
            before = opening if after < 0 else found[after].state
            found.append(_stage(ruleset, seed, Reached(step, part, after, choice), before))
        numbered = enumerate(found[first:], first)
        ways = [(index, choice) for index, stage in numbered for choice in stage.choices or (None,)]
    return tuple(found)


def _stage(ruleset: AnyRuleset, seed: Seed, reached: Reached, before: Any) -> Stage:
    """Play the moves to a part, and return its stage."""
    step, part, after, choice = reached
    own = () if choice is None else (SeatAction(LEARNER, choice.action),)
    state, moves = ruleset.clone(before), (*own, *part.moves)
    for seat, action in ((each.seat, read_action(ruleset, each.action)) for each in moves):
        check(ruleset, state, seat, action)
        ruleset.apply(state, seat, action, seed.dice)
    choices = part.decision.choices if part.decision else ()
    legal = tuple(each for each in choices if ruleset.reject(state, LEARNER, read_action(ruleset, each.action)) is None)
    return Stage(step, part, after, choice.reply if choice else None, moves, state, legal)
