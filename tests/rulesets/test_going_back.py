"""Test undo: the game returns to its earlier position, and continues from there."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain import record, replay
from domain.record import TimedAction, write
from domain.replay import GamePosition, NothingToUndo, Step
from domain.verification import verify
from tests.rulesets.games import PLAYED, TABLES, Game, packed, play
from tests.rulesets.records import origin
from tests.rulesets.records_helpers import fault, parts

MOST_UNDOS = 12

# Going back, and on


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


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_after_going_back_the_state_is_the_one_that_it_was(name: str, seats: int) -> None:
    """Keep everything in the state: `setup` and `apply` must repeat a game from its log."""
    course = wandering(name, seats, 100 + seats)
    taken_back = [(version, move.undoes) for version, move in enumerate(course.moves, 1) if move.undoes is not None]
    assert taken_back
    assert all(course.states[version] == course.states[to] for version, to in taken_back)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_with_undone_moves_has_a_record_that_is_verified(name: str, seats: int) -> None:
    """Keep everything in the state: `setup` and `apply` must repeat a game from its log."""
    value = wandering(name, seats, 200 + seats).record()
    assert value["undo"] == "consent"
    assert verify(write(value), PLAYED) == value


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_player_who_undoes_gets_the_same_dice_again(name: str, seats: int) -> None:
    """Draw for a purpose that follows from the state: `random_for(rng, "dice", state.round, seat)`."""
    game = play(name, seats, seats)
    course = Course(game)
    for step in game.steps:
        emitted = course.record_step(step.seat, step.action)
        course.undo_step(course.position.version - 1)
        again = course.record_step(step.seat, step.action)
        assert packed(again) == packed(emitted) == packed(step.emitted)
    assert packed(course.position.state) == packed(game.end)


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_undone_decision_gets_a_new_id_and_a_pending_one_keeps_its_id(name: str, seats: int) -> None:
    """Let an action of one seat leave the pending decisions of other seats pending."""
    game = play(name, seats, seats)
    course = Course(game)
    for step in game.steps:
        open_before = dict(zip_decisions(course))
        course.record_step(step.seat, step.action)
        course.undo_step(course.position.version - 1)
        now = dict(zip_decisions(course))
        assert now.pop(step.seat) == course.position.version
        del open_before[step.seat]
        assert now == open_before
        course.record_step(step.seat, step.action)


def zip_decisions(course: Course) -> list[tuple[int, int]]:
    """Return the pending decision of each seat that must act."""
    return [(seat, course.position.decisions[seat]) for seat in course.ruleset.to_act(course.position.state)]


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


# Tampering


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
