"""Going back: a game stands as it stood, and goes on; what a seat takes back alone has told nobody anything."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from domain import record, replay
from domain.record import TimedAction, write
from domain.replay import NothingToUndo, Position, Step
from domain.ruleset import AnyRuleset, Audience, reveals
from domain.verification import Altered, verify
from tests.rulesets.games import NAMES, PLAYED, TABLES, Game, act, packed, play, readable, redeals
from tests.rulesets.records import origin
from tests.rulesets.test_records import fault, parts

REDEALT = 60
"""Steps of a game looked at with what is hidden dealt anew."""


def told_nothing(ruleset: AnyRuleset, told: Sequence[tuple[Any, Audience]]) -> bool:
    """Whether facts tell nobody anything but what was done."""
    return not any(reveals(ruleset, fact.__struct_config__.tag, audience) for fact, audience in told)


# What a seat takes back alone


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_is_taken_back_alone_has_told_nobody_what_was_hidden(name: str, seats: int) -> None:
    ruleset = PLAYED[name]
    for number in range(2):
        game = play(name, seats, 50 * seats + number)
        quiet = [index for index, step in enumerate(game.steps) if told_nothing(ruleset, step.told)]
        for index in quiet[:: 1 + len(quiet) // REDEALT]:
            for viewer in range(seats):
                step, end = game.steps[index], game.states[index + 1]
                for dealt, told in otherwise(game, index, viewer):
                    assert readable(told, viewer) == readable(step.told, viewer)
                    assert packed(ruleset.view(dealt, viewer)) == packed(ruleset.view(end, viewer))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_whether_something_can_be_taken_back_alone_is_no_secret(name: str, seats: int) -> None:
    ruleset = PLAYED[name]
    game = play(name, seats, 70 * seats)
    for index in range(0, len(game.steps), 1 + len(game.steps) // REDEALT):
        for viewer in range(seats):
            step = game.steps[index]
            for _, told in otherwise(game, index, viewer):
                if readable(told, viewer) == readable(step.told, viewer):
                    assert told_nothing(ruleset, told) == told_nothing(ruleset, step.told)


def otherwise(game: Game, index: int, viewer: int) -> list[tuple[Any, list[tuple[Any, Audience]]]]:
    """Take a step with what the viewer does not know dealt anew, and what it cannot read of the action chosen anew."""
    ruleset, step, found = game.ruleset, game.steps[index], []
    shown = ruleset.observe(step.action, step.seat, viewer)
    for dealt in redeals(ruleset, step.before, viewer, f"{index} {viewer}"):
        if shown == step.action:
            assert told_something(game, index) or ruleset.refuse(dealt, step.seat, step.action) is None
            alike = [step.action] if ruleset.refuse(dealt, step.seat, step.action) is None else []
        else:
            legal = ruleset.legal_actions(dealt, step.seat)
            alike = [each for each in legal if ruleset.observe(each, step.seat, viewer) == shown]
        if alike:
            told: list[tuple[Any, Audience]] = []
            state = ruleset.clone(dealt)
            act(ruleset, state, step.seat, Random(index).choice(alike), game.seed.dice(index + 1), told)
            found.append((state, told))
    return found


def told_something(game: Game, index: int) -> bool:
    """Whether a step told somebody something."""
    return not told_nothing(game.ruleset, game.steps[index].told)


@pytest.mark.parametrize("name", NAMES)
def test_every_revealing_fact_is_a_fact_of_the_ruleset_and_happens(name: str) -> None:
    ruleset = PLAYED[name]
    told = {
        type(fact)
        for seats in range(ruleset.min_seats, ruleset.max_seats + 1)
        for number in range(3)
        for step in play(name, seats, 10 * seats + number).steps
        for fact, _ in step.told
    }
    assert set(ruleset.revealing_facts) <= told
    assert not set(ruleset.revealing_facts) & set(ruleset.chance_facts)


# Going back, and on


class Course:
    """A game that goes on and back, with all that it has been through."""

    def __init__(self, game: Game) -> None:
        self.game, self.ruleset = game, game.ruleset
        self.position: Position[Any] = replay.start(game.ruleset, game.options, game.seats, game.seed)
        self.steps: list[Step] = []
        self.states = [packed(self.position.state)]
        self.moves: list[TimedAction] = []

    def go_on(self, seat: int, action: Any) -> list[replay.Told]:
        told = replay.go_on(self.ruleset, self.position, self.steps, seat, action, self.game.seed)
        return self._note(TimedAction(seat, "2026-01-01T00:00:00Z", action), told)

    def go_back(self, to: int) -> Step:
        game = self.game
        undone = replay.go_back(self.ruleset, self.position, self.steps, to, game.options, game.seed)
        self._note(TimedAction(undone.seat, "2026-01-01T00:00:00Z", undone.action, undoes=to), [])
        return undone

    def _note(self, move: TimedAction, told: list[replay.Told]) -> list[replay.Told]:
        self.moves.append(move)
        self.states.append(packed(self.position.state))
        return told

    def record(self) -> dict[str, Any]:
        return record.build(self.ruleset, origin(self.game), self.moves)


def wandering(name: str, seats: int, number: int) -> Course:
    """Play a game on which somebody takes something back now and then, however far."""
    game, rng = play(name, seats, number), Random(number)
    course = Course(game)
    going_back = 12
    while waiting := course.ruleset.to_act(course.position.state):
        if course.steps and going_back and rng.random() < 0.3:
            going_back -= 1
            far = rng.choice(course.steps[-4:])
            undone = course.go_back(far.version - 1)
            assert undone == far
        else:
            seat = rng.choice(list(waiting))
            course.go_on(seat, rng.choice(list(course.ruleset.legal_actions(course.position.state, seat))))
    return course


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_after_going_back_the_state_is_the_one_that_it_was(name: str, seats: int) -> None:
    course = wandering(name, seats, 100 + seats)
    taken_back = [(version, move.undoes) for version, move in enumerate(course.moves, 1) if move.undoes is not None]
    assert taken_back
    assert all(course.states[version] == course.states[to] for version, to in taken_back)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_with_things_taken_back_has_a_record_that_is_verified(name: str, seats: int) -> None:
    value = wandering(name, seats, 200 + seats).record()
    assert value["format_version"] == (4 if "salt" in value else 3)
    assert verify(write(value), PLAYED) == value


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_whoever_goes_back_meets_the_same_dice_again(name: str, seats: int) -> None:
    game = play(name, seats, seats)
    course = Course(game)
    for step in game.steps:
        told = course.go_on(step.seat, step.action)
        course.go_back(course.position.version - 1)
        again = course.go_on(step.seat, step.action)
        assert packed(again) == packed(told) == packed(step.told)
    assert packed(course.position.state) == packed(game.end)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_decision_taken_back_is_asked_anew_and_one_still_open_stays_what_it_is(name: str, seats: int) -> None:
    game = play(name, seats, seats)
    course = Course(game)
    for step in game.steps:
        open_before = dict(zip_asked(course))
        course.go_on(step.seat, step.action)
        course.go_back(course.position.version - 1)
        now = dict(zip_asked(course))
        assert now.pop(step.seat) == course.position.version
        del open_before[step.seat]
        assert now == open_before
        course.go_on(step.seat, step.action)


def zip_asked(course: Course) -> list[tuple[int, int]]:
    """Name the open decision of each seat that is to act."""
    return [(seat, course.position.asked[seat]) for seat in course.ruleset.to_act(course.position.state)]


def test_positions_of_games_in_which_nothing_was_taken_back_are_stored_as_they_ever_were() -> None:
    course = Course(play("tiny", 2, 0))
    assert set(msgspec.msgpack.decode(replay.encode(course.position))) == {"version", "asked", "state"}


@pytest.mark.parametrize("to", [-1, 1, 2, 3, 99])
def test_nothing_is_taken_back_where_no_step_that_stands_begins(to: int) -> None:
    game = play("tiny", 2, 0)
    course = Course(game)
    for step in game.steps[:2]:
        course.go_on(step.seat, step.action)
    course.go_back(1)
    with pytest.raises(NothingToUndo):
        course.go_back(to)


# Tampering


def going_back_once() -> Course:
    """Play a game of the tiny ruleset whose first action is taken back once."""
    game = play("tiny", 2, 1)
    course = Course(game)
    course.go_on(game.steps[0].seat, game.steps[0].action)
    course.go_back(0)
    for step in game.steps:
        course.go_on(step.seat, step.action)
    return course


VALUE = going_back_once().record()


def forged(number: int, **changes: Any) -> bytes:
    """Change members of an event, or remove them, and make all hashes anew."""
    head, entries = parts(VALUE)
    entries[number + 1] = {name: each for name, each in (entries[number + 1] | changes).items() if each is not None}
    return write(record.seal(head, entries))


FORGERIES = [
    (forged(1, undoes=1), "events[1].undoes: the seat has nothing to take back there"),
    (forged(1, undoes=-1), "events[1].undoes: the seat has nothing to take back there"),
    (forged(1, seat=1), "events[1].undoes: the seat has nothing to take back there"),
    (forged(1, undoes=None), "events[1].action: the rules refuse it: "),
    (forged(1, undoes="0"), "events[1].undoes: Expected `int`"),
    (forged(1, action={"type": "seal_card", "card": 1}), "events[1].action.card: found 1, expected nothing"),
    (forged(1, decision=1), "events[1].decision: found 1, expected 0"),
    (forged(1, facts=[{"fact": {}}]), "events[1].facts[0]: found "),
    (forged(1, by={"kind": "clock", "reason": "time"}), "events[1].by: found "),
    (forged(3, undoes=0), "events[3].undoes: the seat has nothing to take back there"),
]


@pytest.mark.parametrize(("text", "said"), FORGERIES)
def test_a_forged_taking_back_is_found(text: bytes, said: str) -> None:
    assert said in fault(text)


@pytest.mark.parametrize("version", [1, 2])
def test_a_record_with_something_taken_back_is_of_the_third_format(version: int) -> None:
    head, entries = parts(VALUE)
    with pytest.raises(Altered):
        verify(write(record.seal(head | {"format_version": version}, entries)), PLAYED)
