"""Test that the rules of packages run in processes of their own, within limits, with the same results."""

import os
import re
import signal
from dataclasses import fields, replace
from functools import partial
from importlib import import_module
from random import Random

import pytest

from domain.dice import Dice
from domain.package import FUNCTIONS
from domain.ruleset import Apply, Ruleset, Setup, teams_of
from service.isolation.calls import SIGNATURES
from service.isolation.faults import RuleFault
from service.isolation.isolation import guarded
from service.isolation.processes import REMEMBERED_BYTES, Limits, _all
from tests.hostile import LEAK, RULESET, STAKES
from tests.tiny import TINY, SetStake

LIMITS = Limits(1, 256)
ZOO = ("connect_four", "fireworks", "gomoku", "goofspiel", "liars_dice", "odds_and_evens", "spies")
WHY = {
    "loop": "needed more than 1 s of processor time",
    "loop_in_a_pattern": "needed more than 1 s of processor time",
    "loop_in_c": "needed more than 1 s of processor time",
    "wait": "has used no processor time for 5 s",
    "divide": "ZeroDivisionError in tests/hostile/__init__.py",
    "leave": "SystemExit in tests/hostile/__init__.py",
    "end": "ended its process (status 3)",
    "crash": "ended its process (SIGSEGV)",
    "give_up": "ended its process (SIGTERM)",
    "grow": "needed more than 256 MB of memory",
    "swell": "its result has more than 4 MB",
    "recurse": "RecursionError in tests/hostile/__init__.py",
    "interrupt": "KeyboardInterrupt in tests/hostile/__init__.py",
    "flood": "needed more than 1 s of processor time",
    "spoil": "TypeError in service/isolation/calls.py",
    "confuse": "its result has the wrong type",
}


@pytest.fixture(scope="module")
def hostile():
    return guarded({"tiny": RULESET}, LIMITS)["tiny"]


def deal(rules):
    return rules.setup(rules.options_type(), 2, Dice(bytes(32)))


@pytest.mark.parametrize("way", STAKES)
def test_a_function_that_fails_is_named_and_the_next_call_succeeds(hostile, way):
    state = deal(hostile)
    with pytest.raises(RuleFault) as failed:
        hostile.apply(state, 0, SetStake(STAKES[way]), Dice(bytes(32)))
    why = re.sub(r":\d+$", "", failed.value.why)
    assert (failed.value.ruleset, failed.value.function, why) == ("tiny", "apply", WHY[way])
    assert state == deal(TINY)
    hostile.apply(state, 0, SetStake(1), Dice(bytes(32)))
    assert state.stake == 1


def test_a_process_that_is_ended_from_outside_is_no_fault_of_the_rules(hostile):
    state = deal(hostile)
    for each in _all.values():
        for process in each._idle:
            os.kill(process._process.pid, signal.SIGTERM)
    assert hostile.view(state, 1) == TINY.view(deal(TINY), 1)


def test_rules_that_leak_memory_continue_in_another_process(hostile):
    for _ in range(8):
        state = deal(hostile)
        hostile.apply(state, 0, SetStake(LEAK), Dice(bytes(32)))
        assert state.stake == LEAK


def test_a_large_state_is_not_remembered(hostile):
    state = deal(hostile)
    state.deck = [7] * (REMEMBERED_BYTES + 1)
    hostile.to_act(state)
    remembered = [request for each in _all.values() for request in each._remembered]
    assert max(map(len, remembered)) <= REMEMBERED_BYTES


def test_all_functions_of_the_interface_but_the_copy_run_in_a_rule_process():
    functions = {each.name for each in fields(Ruleset) if callable_in(each)}
    assert functions == {*FUNCTIONS, "standing"} == {*SIGNATURES, "clone"}


def callable_in(field):
    """Whether a field of the interface is a function of the rules."""
    return "Callable" in str(field.type) or field.type in (Setup, Apply)


@pytest.mark.parametrize("name", ZOO)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_the_same_in_a_rule_process(name, seed):
    own = import_module(f"tests.zoo.{name}").RULESET
    apart = guarded({name: own}, LIMITS)[name]
    assert apart.apply is not own.apply
    assert teams_of(apart, own.options_type(), own.max_seats) == teams_of(own, own.options_type(), own.max_seats)
    dice, choices = Dice(bytes([seed]) * 32), Random(seed)
    here, there = ([], deal_with(own, dice)), ([], deal_with(apart, dice))
    while own.to_act(here[1]):
        assert apart.to_act(there[1]) == own.to_act(here[1])
        seat = own.to_act(here[1])[-1]
        legal = own.legal_actions(here[1], seat)
        action = choices.choice(legal)
        assert list(apart.legal_actions(there[1], seat)) == list(legal)
        assert apart.default_action(there[1], seat) == own.default_action(here[1], seat)
        assert [apart.reject(there[1], seat, action), apart.reject(there[1], seat + 9, action)] == [
            own.reject(here[1], seat, action),
            own.reject(here[1], seat + 9, action),
        ]
        for viewer in (None, 0, 1):
            assert apart.view(there[1], viewer) == own.view(here[1], viewer)
            assert apart.observe(action, seat, viewer) == own.observe(action, seat, viewer)
        assert apart.determinize(there[1], seat, Random(7)) == own.determinize(
            here[1], seat, Random(Random(7).getrandbits(64))
        )
        for rules, (facts, state) in ((own, here), (apart, there)):
            rules.apply(state, seat, action, dice, partial(note, facts))
        assert there == here
        assert apart.clone(there[1]) == here[1]
    assert apart.outcome(there[1]) == own.outcome(here[1]) is not None


def note(facts, fact, audience):
    facts.append((fact, audience))


def deal_with(rules, dice):
    return rules.setup(rules.options_type(), max(2, rules.min_seats), dice)


def test_setup_gives_the_same_facts_in_a_rule_process(hostile):
    facts = ([], [])
    for rules, found in zip((TINY, hostile), facts, strict=True):
        rules.setup(rules.options_type(), 3, Dice(bytes(32)), lambda *fact, found=found: found.append(fact))
    assert facts[1] == facts[0] != []


def test_the_message_of_an_error_is_not_shown(hostile):
    state = deal(hostile)
    hostile.apply(state, 0, SetStake(40), Dice(bytes(32)))
    with pytest.raises(RuleFault) as failed:
        hostile.view(state, 0)
    assert "secret" not in str(failed.value)


def test_a_built_in_ruleset_runs_in_the_process_of_the_service_and_its_errors_are_named():
    def fail(state, seat):
        raise KeyError("the hand of seat 1")

    rules = guarded({"tiny": replace(TINY, view=fail)}, LIMITS)["tiny"]
    with pytest.raises(RuleFault) as failed:
        rules.view(deal(TINY), 0)
    assert str(failed.value).startswith("`view` of tiny has failed: KeyError in tests/service/isolation/")
