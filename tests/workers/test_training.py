"""Test that values of positions are learned from games, by the command `bottega train` and by its recipe."""

from dataclasses import replace
from math import log
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.learned_values import read_values
from domain.registry import RULESETS
from tests import zoo
from tests.workers.packages import install, packaged
from tests.workers.running import environ_for, run
from workers.command import cli
from workers.thinking.learning import CannotLearn, learn, surprise, tables_of
from workers.thinking.regression import Sums, solve

GAMES = {"connect_four": 400, "goofspiel": 4000}
"""The games from which the committed values of the zoo are learned."""


@pytest.fixture(scope="module")
def environ(tmp_path_factory):
    """Install the games of the zoo that declare facts, and return the environment of commands."""
    directory = tmp_path_factory.mktemp("packages")
    for name in GAMES:
        packaged(name, directory / name)
    install([directory / name for name in GAMES], directory / "installed")
    return environ_for(directory / "data", PYTHONPATH=str(directory / "installed"))


@pytest.mark.parametrize("name", GAMES)
def test_the_command_makes_the_committed_values_again_byte_for_byte(name, environ, tmp_path):
    output = tmp_path / "values.json"
    done = run("train", name, "--games", str(GAMES[name]), "--output", str(output), environ=environ)
    assert done.returncode == 0, done.stderr
    assert output.read_bytes() == (Path(zoo.__file__).parent / name / "values.json").read_bytes()
    assert "default, 2 seats: surprise about the winner 0." in done.stderr


def test_another_seed_gives_other_values(tmp_path):
    written = []
    for seed in ("first", "first", "second"):
        output = tmp_path / "values.json"
        assert cli.main(["train", "azul", "--seed", seed, "--games", "8", "--output", str(output)]) == 0
        written.append(output.read_bytes())
    assert written[0] == written[1] != written[2]
    assert msgspec.json.decode(written[0]).keys() == {"A", "B"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["halma"], "there is no ruleset 'halma'; available: azul, leonardo, riddle"),
        (["leonardo"], "leonardo declares no facts of a seat: add `VALUE_FACTS` to its `heuristics`"),
        (["azul", "--games", "3"], "--games must be at least 4"),
        (["azul", "--output", "/nowhere/values.json"], "the file /nowhere/values.json cannot be written"),
    ],
)
def test_a_command_that_cannot_learn_says_why_in_one_line(arguments, message, capsys):
    assert cli.main(["train", *arguments]) == 1
    assert capsys.readouterr().err == f"bottega: {message}\n"


def test_a_stage_that_no_game_reaches_is_named():
    ruleset = zoo.ZOO["goofspiel"]
    declared = replace(ruleset.heuristics.value_facts, rounds=range(2, 10))
    longer = replace(ruleset, heuristics=replace(ruleset.heuristics, value_facts=declared))
    with pytest.raises(CannotLearn, match="too few games with 2 seats reach round 8: play more games, or declare"):
        learn(longer, "default", 2, "any", 8)


def test_a_cooperative_game_has_no_value_of_a_seat():
    fireworks, declared = zoo.ZOO["fireworks"], zoo.ZOO["goofspiel"].heuristics.value_facts
    with pytest.raises(CannotLearn, match="fireworks is cooperative"):
        tables_of(replace(fireworks, heuristics=replace(fireworks.heuristics, value_facts=declared)))


def test_values_are_learned_for_each_table():
    assert tables_of(RULESETS["azul"]) == [(side, seats) for side in "AB" for seats in (2, 3, 4)]
    assert {side: [*tables] for side, tables in read_values("domain.azul").items()} == {"A": [2, 3, 4], "B": [2, 3, 4]}


def test_the_surprise_is_that_of_the_odds_and_a_shared_victory_counts_in_parts():
    assert surprise([([3.0, 3.0], [5, 1])], 1) == pytest.approx(log(2))
    assert surprise([([log(3), 0.0], [5, 1])], 1) == pytest.approx(log(4 / 3))
    assert surprise([([log(3), 0.0], [5, 5])], 1) == pytest.approx((log(4 / 3) + log(4)) / 2)


def test_weights_of_many_rows_are_those_that_made_them():
    rng, sums, made = Random(1), Sums(6), [5.0, -3.0, 0.5, 2.0, 0.0, 9.0]
    for _ in range(4000):
        facts = [rng.randrange(2), 2 + rng.randrange(3), 2]
        sums.add(facts, sum(made[each] for each in facts))
    mean, weights = sums.fitted(0.001)
    assert weights[5] == 0
    assert weights[0] - weights[1] == pytest.approx(8, abs=0.01)
    assert mean + weights[0] + weights[3] + weights[2] == pytest.approx(5 + 2 + 0.5, abs=0.01)
    assert mean + weights[1] + 2 * weights[2] == pytest.approx(-3 + 2 * 0.5, abs=0.01)


def test_a_symmetric_system_of_equations_is_solved():
    rng = Random(3)
    rows = [[rng.random() for _ in range(5)] for _ in range(5)]
    squares = [[sum(row[one] * row[two] for row in rows) + (one == two) for two in range(5)] for one in range(5)]
    right = [rng.random() for _ in range(5)]
    solved = solve([row[: number + 1] for number, row in enumerate(squares)], right)
    assert [sum(map(float.__mul__, row, solved)) for row in squares] == pytest.approx(right)
