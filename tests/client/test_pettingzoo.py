"""Test the PettingZoo environments of all games: those of the registry, of the zoo, and of an installed package."""

import copy
import json
import os
import pickle
import re
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from bottega_client import pettingzoo_env
from bottega_client.pettingzoo_env import bottega_env
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

from tests.guides.programs import program
from tests.rulesets.games import HELD, packed, redeals
from tests.tools.operations import PYTHON_MODULE
from tests.workers.packages import install, packaged

SIZES = [(name, seats) for name, each in HELD.items() for seats in sorted({each.min_seats, each.max_seats})]
EVERY = 7
"""So many steps of a game are between two that are dealt again."""
OF_OTHER_FORMS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",  # PettingZoo knows its own environments with masks only
    "ignore:Observation space for each agent probably should be:UserWarning",
)
CHECKED = """
from pettingzoo.test import api_test, seed_test
from bottega_client.pettingzoo_env import bottega_env

api_test(bottega_env("goofspiel", 3))
seed_test(lambda: bottega_env("goofspiel", 3))
print("checked")
"""


@pytest.fixture(autouse=True)
def zoo(monkeypatch):
    """Find the games of the tests beside those of the registry."""
    monkeypatch.setattr(pettingzoo_env, "RULESETS", HELD)


@pytest.fixture
def env():
    """Return an environment of a game with two seats, at its first decision."""
    made = bottega_env("azul", 2)
    made.reset(seed=7)
    return made


def chosen(env, rng):
    """Return a random legal action of the selected agent; None after the end."""
    return None if env.last()[2] else rng.choice(list(env.infos[env.agent_selection]["legal_actions"]))


def inside(env) -> Any:
    """Return the environment without its wrapper."""
    return env.unwrapped


def situation(env, agent):
    """Return all that an environment lets an agent know."""
    seen = {name: value.tolist() for name, value in env.observe(agent).items()}
    info = env.infos[agent]
    return env.agent_selection, seen, info["view"], info["legal_actions"], info["action_mask"].tolist()


def played(env, rng):
    """Play to the end; return the reward of each agent."""
    rewards = {}
    for agent in env.agent_iter():
        rewards[agent] = env.last()[1]
        env.step(chosen(env, rng))
    return rewards


@OF_OTHER_FORMS
@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_an_environment_passes_the_tests_of_pettingzoo(name, seats):
    api_test(bottega_env(name, seats))
    seed_test(lambda: bottega_env(name, seats))


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_an_agent_learns_nothing_about_hidden_information(name, seats):
    rng, env = Random(name), bottega_env(name, seats)
    env.reset(seed=3)
    for step, agent in enumerate(env.agent_iter()):
        if step % EVERY == 0 and not env.terminations[agent]:
            for number, viewer in enumerate(env.possible_agents):
                known = situation(env, viewer)
                for state in redeals(HELD[name], inside(env)._state, number, f"{step}"):
                    dealt = copy.deepcopy(inside(env))
                    dealt._state = state
                    dealt._select()
                    assert situation(dealt, viewer) == known
        env.step(chosen(env, rng))


def test_a_sealed_choice_is_hidden_from_the_seat_that_acts_next():
    seen = set()
    for choice in range(5):
        env = bottega_env("goofspiel", 2)
        env.reset(seed=1)
        env.step(list(env.infos["seat_0"]["legal_actions"])[choice])
        assert env.agent_selection == "seat_1"
        seen.add(json.dumps(situation(env, "seat_1")))
    assert len(seen) == 1


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_the_rewards_are_those_of_the_ranks(name, seats):
    env = bottega_env(name, seats)
    env.reset(seed=5)
    rewards = played(env, Random(name))
    outcome = HELD[name].outcome(inside(env)._state)
    ranks = {f"seat_{each.seat}": each.rank for each in outcome.seats}
    assert sorted(ranks, key=ranks.get) == sorted(ranks, key=lambda agent: (-rewards[agent], ranks[agent]))
    if HELD[name].is_cooperative:
        assert {*rewards.values()} == ({1.0} if outcome.winners else {-1.0})
    else:
        assert sum(rewards.values()) == pytest.approx(0)


def test_games_without_a_seed_follow_from_the_last_one():
    first, second = bottega_env("azul", 2), bottega_env("azul", 2)
    dealt = []
    for env in (first, second):
        for seed in (7, None, None):
            env.reset(seed=seed)
            dealt.append(packed(inside(env)._state))
    assert dealt[:3] == dealt[3:]
    assert len(set(dealt)) == 3


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("name", HELD)
def test_a_copy_continues_the_game(name, copied):
    env = bottega_env(name, HELD[name].min_seats)
    env.reset(seed=2)
    env.step(chosen(env, Random(1)))
    other = copied(env)
    assert played(other, Random(3)) == played(env, Random(3))
    assert packed(inside(other)._state) == packed(inside(env)._state)


def test_an_action_that_is_not_legal_changes_nothing(env):
    before = situation(env, "seat_0")
    illegal = next(
        index for index, is_legal in enumerate(env.infos[env.agent_selection]["action_mask"]) if not is_legal
    )
    for action in (illegal, -1, None):
        with pytest.raises(ValueError, match=f"^{action} is no legal action of {env.agent_selection}: choose an index"):
            env.step(action)
    assert situation(env, "seat_0") == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", 2), f"No ruleset 'chess' is installed. There are: {', '.join(HELD)}."),
        (("azul", 5), "The game is for 2 to 4 players. (bad_player_count, paragraph 2.2.1)"),
        (("azul", 2, {"side": "C"}), "The board side is A or B. (bad_side, paragraph 4.1.1)"),
        (("azul", 2, {"seats": 2}), "The options are not valid: Object contains unknown field `seats`"),
    ],
)
def test_a_game_that_cannot_be_played_is_rejected(arguments, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        bottega_env(*arguments)


def test_an_action_space_that_is_too_small_is_rejected():
    with pytest.raises(ValueError, match=r"actions are legal: pass `actions=[0-9]+` or more to the environment"):
        bottega_env("azul", 2, actions=2).reset()


def run(text, *paths):
    """Run a program, and return what it prints."""
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [PYTHON_MODULE.parents[1], *paths]))}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", text], env=environ, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_the_environment_of_an_installed_package_passes_the_tests_of_pettingzoo(tmp_path):
    packaged("goofspiel", tmp_path / "source")
    install([tmp_path / "source"], tmp_path / "installed")
    assert run(CHECKED, tmp_path / "installed").endswith("checked\n")


def test_the_program_of_the_guide_plays_a_game():
    text = program("pettingzoo.md", "python")
    assert len(text.splitlines()) <= 20
    rewards = dict(line.split() for line in run(text).splitlines())
    assert sorted(rewards) == ["seat_0", "seat_1", "seat_2"]
    assert sum(map(float, rewards.values())) == pytest.approx(0)


def test_without_the_rules_the_message_says_what_to_install():
    text = "import sys; sys.modules['domain'] = None; import bottega_client.pettingzoo_env"
    assert run(text).endswith("ModuleNotFoundError: The rules are missing: install the package `bottega`.\n")
