"""Requests of clients: create games, poll a game, act, or play whole games."""

from random import Random
from typing import Any

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from tests.lab.load.clients import Answer, Script, request

AZUL = RULESETS["azul"] if "azul" in RULESETS else next(iter(RULESETS.values()))
LEVEL = "greedy"


def game_of(ruleset: AnyRuleset, kind: str) -> dict[str, Any]:
    """Create a game of human players, or of AI players."""
    seat = {"kind": "ai", "level": LEVEL} if kind == "ai" else {"kind": kind}
    return {"ruleset": ruleset.name, "options": {}, "seats": [seat] * ruleset.min_seats}


def new_game(ruleset: AnyRuleset) -> bytes:
    """Return the request that creates a game of human players."""
    return request("POST", "/v1/games", game_of(ruleset, "human"))


def create(_number: int) -> Script:
    """Create games."""
    while True:
        yield "create", new_game(AZUL)


def look(_number: int) -> Script:
    """Poll a game in which nothing happens; the responses are 304."""
    game = (yield "first", new_game(AZUL)).read()
    path, token = f"/v1/games/{game['game_id']}/view", game["tokens"][0]["token"]
    known = (yield "first", request("GET", path, token=token)).etag
    while True:
        yield "view", request("GET", path, token=token, known=known)


def act(number: int, ruleset: AnyRuleset = AZUL) -> Script:
    """Play games at random, for all seats: two requests per move. A rejected move starts a new game."""
    rng = Random(number)
    while True:
        response = yield "create", new_game(ruleset)
        if response.status < 400:
            game = response.read()
            path, tokens = f"/v1/games/{game['game_id']}", {each["seat"]: each["token"] for each in game["tokens"]}
            yield from _play(rng, ruleset, path, tokens)


def _play(rng: Random, ruleset: AnyRuleset, path: str, tokens: dict[int, str]) -> Script:
    """Play one game to its end."""
    view = yield "whole view", request("GET", f"{path}/view")
    while view.status < 400 and (to_act := view.read()["to_act"]):
        token = tokens[to_act[0]]
        legal = yield "actions", request("GET", f"{path}/actions", token=token)
        if legal.status >= 400:
            return
        view = yield "act", request("POST", f"{path}/actions", _chosen(rng, ruleset, legal), token=token)


def _chosen(rng: Random, ruleset: AnyRuleset, legal: Answer) -> dict[str, Any]:
    """Choose a legal action."""
    found = legal.read()
    return {"ruleset": ruleset.name, "decision": found["decision"], "action": rng.choice(found["actions"])}


def mixed(number: int) -> Script:
    """Play whole games of all rulesets in turn."""
    rulesets = [*RULESETS.values()]
    return act(number, rulesets[number % len(rulesets)])
