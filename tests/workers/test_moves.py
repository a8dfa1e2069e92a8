"""Test that both clients agree about what events move on the board, in the published vectors and in whole games."""

import json
from dataclasses import asdict
from typing import Any

import pytest
from bottega_client import moves_of

from tests.client.typescript_modules import reported
from tests.rulesets.games import PLAYED, play
from tests.tools import ROOT
from workers.promises.games import readable
from workers.promises.references import as_json
from workers.promises.test_effects import DATA

FILE = json.loads((ROOT / "openapi" / "vectors" / "sentences.json").read_text())
Case = list[Any]
MOVES = "(m, ruleset, cases) => cases.map((each) => m.movesOf(ruleset, ...each))"


def in_python(ruleset: dict[str, Any], cases: list[Case]) -> list[Any]:
    """Return the moves of cases in the form of the vectors."""
    return [[_shown(asdict(move)) for move in moves_of(ruleset, *case)] for case in cases]


def _shown(move: dict[str, Any]) -> dict[str, Any]:
    ends = {"from": move.pop("origin"), "to": move.pop("to")}
    return {name: list(value) if name in ends else value for name, value in (move | ends).items() if value is not None}


def in_javascript(ruleset: dict[str, Any], cases: list[Case]) -> list[Any]:
    return list(reported("moves.js", MOVES, ruleset, cases))


@pytest.mark.parametrize("client", [in_python, in_javascript])
@pytest.mark.parametrize("vector", FILE["moves"], ids=lambda vector: vector["rule"])
def test_a_client_finds_the_moves_of_each_vector(vector: dict[str, Any], client: Any) -> None:
    ruleset = {"effects": [vector["effect"]], "references": FILE["references"]}
    assert client(ruleset, [[vector["event"], vector["before"], vector["after"]]]) == [vector["expected"]]


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_the_clients_agree_about_a_whole_game(name: str) -> None:
    ruleset, game = PLAYED[name], play(name, PLAYED[name].max_seats, 5)
    states = [*(step.before for step in game.steps), game.end]
    cases = [
        [
            {
                "seat": step.seat,
                "action": as_json(ruleset.observe(step.action, step.seat, 0)),
                "facts": as_json(readable(step.emitted, 0)),
            },
            *(as_json(ruleset.view(state, 0)) for state in states[number : number + 2]),
        ]
        for number, step in enumerate(game.steps)
    ]
    found = in_python(DATA[name], cases)
    assert in_javascript(DATA[name], cases) == found
    assert any(found) or not DATA[name]["effects"]
