"""Test what a game gets that it does not write: functions, rejections, names and heuristics."""

from dataclasses import replace
from functools import partial
from math import inf
from random import Random
from typing import Annotated, Any

import msgspec
import pytest

from domain import defaults
from domain.actions import IllegalAction, check
from domain.fields import numbers, several, words
from domain.languages import LANGUAGES
from domain.levels import SearchBudget
from domain.names import Text, read_texts
from domain.published_limits import keeps_limits
from domain.ruleset import Rejection
from domain.standard_rejections import CODES, framework_codes
from domain.wire import TaggedAction
from tests.zoo import connect_four, goofspiel, liars_dice
from tests.zoo.connect_four.game import DropDisc, Options, State
from workers.thinking.search import search

FOUR = connect_four.RULESET
UNLEARNED = replace(FOUR, heuristics=defaults.heuristics(vars(FOUR)))
"""Connect Four without its learned values."""


def after(columns: str) -> State:
    """Drop discs into these columns."""
    state: State = FOUR.setup(Options(), 2, Random(0))
    for number, column in enumerate(columns):
        FOUR.apply(state, number % 2, DropDisc(int(column)), Random(0))
    return state


def test_an_open_game_leaves_seven_functions_and_its_heuristics_to_the_defaults() -> None:
    functions = {"clone", "default_action", "determinize", "observe", "reject", "reject_setup", "reveals_nothing"}
    assert FOUR.defaults == {*functions, "heuristics"}
    assert goofspiel.RULESET.defaults == frozenset()


def test_an_action_is_rejected_with_a_standard_code() -> None:
    full = after("444444")
    cases: list[tuple[State, int, int, Rejection | None]] = [
        (full, 0, 1, None),
        (full, 0, 4, Rejection("illegal_action", "0.6")),
        (full, 0, 8, Rejection("malformed_action", "0.6", malformed=True)),
        (full, 1, 1, Rejection("not_your_turn", "0.4", {"to_act": [0]})),
        (after("1212121"), 1, 1, Rejection("game_over", "0.5")),
    ]
    assert [FOUR.reject(state, seat, DropDisc(column)) for state, seat, column, _ in cases] == [
        expected for *_, expected in cases
    ]


def test_a_set_up_is_rejected_with_a_standard_code() -> None:
    assert FOUR.reject_setup(Options(), 2) is None
    assert FOUR.reject_setup(Options(), 3) == Rejection("bad_player_count", "0.1", {"seats": 3})
    assert FOUR.reject_setup(Options(2), 2) == Rejection("bad_first_seat", "0.2", {"first_seat": 2}, malformed=True)


def test_an_option_beyond_its_published_limits_is_rejected() -> None:
    class Sized(msgspec.Struct):
        size: Annotated[int, numbers(5, 19, "The number of lines.")] = 9

    fields: dict[str, Any] = {"min_seats": 2, "max_seats": 2, "options_type": Sized}
    reject = partial(defaults.rejected_setup, fields, CODES)
    assert reject(Sized(), 2) is None
    assert reject(Sized(20), 2) == Rejection("bad_options", "0.3", malformed=True)


def test_each_standard_rejection_has_a_title_a_text_and_a_paragraph_in_every_language() -> None:
    with pytest.raises(IllegalAction) as caught:
        check(FOUR, after(""), 1, DropDisc(1))
    error = caught.value
    assert {error.title.read_in(each) for each in LANGUAGES} == {
        "Not your turn",
        "Nejste na tahu",
        "Non è il tuo turno",
        "Сейчас не ваш ход",
    }
    assert len({error.text_in(each) for each in LANGUAGES}) == len({error.rule_in(each) for each in LANGUAGES}) == 4
    assert FOUR.paragraphs[0].text == "Number of players: 2."


def test_no_function_of_the_game_raises_a_standard_code() -> None:
    assert framework_codes(FOUR) == {each.code for each in FOUR.rejections}
    assert framework_codes(goofspiel.RULESET) == {"malformed_action"}


def test_names_follow_from_ids_and_a_text_in_english_is_a_string() -> None:
    things = FOUR.names.things
    assert (things["action"]["drop_disc"].words, FOUR.names.title.words) == (
        {"en": "Drop disc"},
        {"en": "Connect Four"},
    )
    assert things["option"]["first_seat"].read_in("it") == "Primo giocatore"
    assert read_texts(b'{"a": "Key", "b": {"en": "Key", "cs": "K"}}', dict[str, Text]) == {
        "a": Text.of(en="Key"),
        "b": Text.of(en="Key", cs="K"),
    }


def test_a_copy_is_equal_and_independent() -> None:
    state = after("123")
    copy = FOUR.clone(state)
    FOUR.apply(copy, 1, DropDisc(1), Random(0))
    assert (state, copy) == (after("123"), after("1231"))


def test_a_sampled_state_is_a_copy_and_each_seat_and_spectator_sees_the_action() -> None:
    state = after("123")
    assert FOUR.determinize(state, 0, Random(0)) == state
    assert FOUR.reveals_nothing is not None
    assert FOUR.reveals_nothing(state, 1, DropDisc(1), after("1231"))
    assert [FOUR.observe(DropDisc(1), 0, viewer) for viewer in (0, 1, None)] == [DropDisc(1)] * 3


def test_the_function_that_a_game_needs_for_a_hidden_action_is_named() -> None:
    found = defaults.needs_observe(1, DropDisc(1))
    assert found.startswith(
        "your game hides DropDisc from seat 1, so it needs `observe(action, actor, viewer)`: return"
    )


def test_the_default_evaluation_is_the_points_of_a_game_that_goes_on_at_random() -> None:
    assert UNLEARNED.heuristics.evaluate(after("1212121")) == [1.0, 0.0]
    assert sum(UNLEARNED.heuristics.evaluate(after(""))) == 1.0


def test_the_default_action_follows_from_the_view_and_varies() -> None:
    states = [after(columns) for columns in ("", "1", "12", "123", "1234")]
    chosen = [FOUR.default_action(state, FOUR.to_act(state)[0]) for state in states]
    assert chosen == [FOUR.default_action(FOUR.clone(state), FOUR.to_act(state)[0]) for state in states]
    assert len(set(chosen)) > 1


def test_a_search_without_heuristics_blocks_a_row_of_four() -> None:
    found = search(UNLEARNED, after("12121"), 1, Random(0), SearchBudget(iterations=400, seconds=inf))
    assert found.best == DropDisc(1)


def test_a_start_that_hides_something_needs_another_function_than_the_default() -> None:
    assert defaults.lacking(FOUR, 2) is None
    dice = liars_dice.RULESET
    missing = defaults.lacking(replace(dice, defaults=frozenset({"determinize"})), 2)
    assert missing is not None
    assert missing.startswith("your game hides `dice` from spectators, so it needs `determinize(state, seat, rng)`: ")
    sealed = replace(goofspiel.RULESET, defaults=frozenset({"observe"}))
    assert defaults.lacking(sealed, 2) == defaults.NEEDS_OBSERVE_AT_ONCE


class Paint(TaggedAction, frozen=True):
    """An action with every kind of limit."""

    colour: Annotated[str, words(("red", "blue"), "A colour.")]
    sizes: Annotated[tuple[Annotated[int, numbers(1, 3, "A size.")], ...], several(2, fewest=1)]


class Wait(TaggedAction, frozen=True):
    """An action without fields."""


@pytest.mark.parametrize(
    ("action", "keeps"),
    [
        (Paint("red", (1, 3)), True),
        (Wait(), True),
        (Paint("pink", (1,)), False),
        (Paint("red", ()), False),
        (Paint("red", (1, 2, 3)), False),
        (Paint("red", (0,)), False),
    ],
)
def test_a_value_keeps_the_limits_that_its_type_publishes(action: Any, *, keeps: bool) -> None:
    assert keeps_limits(Paint | Wait, action) == keeps
