"""Test undo with a tiny ruleset: positions, rejected undos, and forged records."""

from typing import Any

import msgspec
import pytest

from domain import record, replay
from domain.record import write
from domain.replay import NothingToUndo
from tests.rulesets.records_helpers import fault, parts
from workers.promises.games import play
from workers.promises.going_back import Course


def test_a_position_is_stored_with_its_version_its_decisions_and_its_state() -> None:
    course = Course(play("tiny", 2, 0))
    assert set(msgspec.msgpack.decode(replay.encode(course.position))) == {"version", "asked", "state"}


@pytest.mark.parametrize("to", [-1, 1, 2, 3, 99])
def test_an_undo_requires_the_start_of_a_step_that_is_not_undone(to: int) -> None:
    game = play("tiny", 2, 0)
    course = Course(game)
    for step in game.steps[:2]:
        course.record_step(step.seat, step.action)
    course.undo_step(1)
    with pytest.raises(NothingToUndo):
        course.undo_step(to)


def going_back_once() -> Course:
    """Play a game of the tiny ruleset whose first action is undone once."""
    game = play("tiny", 2, 1)
    course = Course(game)
    course.record_step(game.steps[0].seat, game.steps[0].action)
    course.undo_step(0)
    for step in game.steps:
        course.record_step(step.seat, step.action)
    return course


VALUE = going_back_once().record()


def forged(number: int, **changes: Any) -> bytes:
    """Change or remove fields of an event, and compute all hashes again."""
    head, entries = parts(VALUE)
    entries[number + 1] = {name: each for name, each in (entries[number + 1] | changes).items() if each is not None}
    return write(record.seal(head, entries))


def rules_forged(**changes: Any) -> bytes:
    """Change or remove fields of the head, and compute all hashes again."""
    head, entries = parts(VALUE)
    return write(record.seal({name: each for name, each in (head | changes).items() if each is not None}, entries))


FORGERIES = [
    (forged(1, undoes=1), "events[1].undoes: the seat has no action to undo there"),
    (forged(1, undoes=-1), "events[1].undoes: the seat has no action to undo there"),
    (forged(1, seat=1), "events[1].undoes: the seat has no action to undo there"),
    (forged(1, undoes=None), "events[1].action: the rules reject it: "),
    (forged(1, undoes="0"), "events[1].undoes: Expected `int`"),
    (forged(1, action={"type": "seal_card", "card": 1}), "events[1].action.card: found 1, expected nothing"),
    (forged(1, decision=1), "events[1].decision: found 1, expected 0"),
    (forged(1, facts=[{"fact": {}}]), "events[1].facts[0]: found "),
    (forged(1, by={"kind": "clock", "reason": "time"}), "events[1].by: found "),
    (rules_forged(undo=None), "events[1].undoes: nothing is taken back in this game"),
    (rules_forged(undo="none"), "undo: Invalid enum value 'none'"),
    (forged(3, undoes=0), "events[3].undoes: the seat has no action to undo there"),
]


@pytest.mark.parametrize(("text", "said"), FORGERIES)
def test_a_forged_undo_is_detected(text: bytes, said: str) -> None:
    assert said in fault(text)
