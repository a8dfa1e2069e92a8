"""The games that requests refer to: created before schemathesis starts, or by its own requests.

Runs in the environment of the tools.
"""

import json
import os
import time
import urllib.request
from dataclasses import dataclass
from random import Random

ADDRESS = os.environ["BOTTEGA_ADDRESS"]
HUMAN, OPEN = {"kind": "human"}, {"kind": "open"}
ADA = {"kind": "human", "name": "Ada"}
TABLES = ((ADA, HUMAN), (ADA, OPEN))

rng = Random(2026)
tokens = {}
"""Tokens by game and seat."""


@dataclass(frozen=True)
class Pool:
    """Games to choose from."""

    levels: dict
    """The quickest AI level of each ruleset."""
    running: list
    finished: list
    icons: list
    """The path parameters of each icon."""

    @property
    def rulesets(self):
        return [*self.levels]

    @property
    def known(self):
        return {*self.running, *self.finished, *(game for game, _ in tokens)}


def send_request(method, path, body=None, token=None):
    """Send a request; return the response."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ADDRESS + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def create(ruleset, *seats):
    """Create a game, and store its tokens."""
    created = send_request("POST", "/v1/games", {"ruleset": ruleset, "seats": [*seats]})
    remember(created)
    return created["game_id"]


def remember(created):
    """Store the tokens of a new game."""
    for each in created["tokens"]:
        tokens[created["game_id"], each["seat"]] = each["token"]


def to_act(game):
    """List the seats of a game that must act."""
    return send_request("GET", f"/v1/games/{game}/view")["to_act"]


def result(game, token):
    """Choose a legal action of the token's seat, and return the request body."""
    legal = send_request("GET", f"/v1/games/{game}/actions", token=token)
    return {"ruleset": legal["ruleset"], "decision": legal["decision"], "action": rng.choice(legal["actions"])}


def make_pool():
    """Create running games of human players, and games of AI players that are finished and scored."""
    levels = {each["ruleset"]: each["levels"][0] for each in send_request("GET", "/v1/rulesets")["rulesets"]}
    running = [create(name, *seats) for name in levels for seats in TABLES for _ in range(3)]
    finished = [create(name, *[{"kind": "ai", "level": level}] * 2) for name, level in levels.items()]
    wait_until(lambda: all(map(scored, finished)))
    return Pool(levels, running, finished, [icon for name in levels for icon in icons_of(name)])


def wait_until(done):
    """Wait until the workers have done something."""
    while not done():
        time.sleep(0.1)


def icons_of(ruleset):
    """List the icons of a ruleset."""
    looks = send_request("GET", f"/v1/rulesets/{ruleset}")["appearances"]
    return [{"ruleset": ruleset, "kind": each["kind"], "icon": f"{each['id']}.svg"} for each in looks]


def scored(game):
    """Whether a game has finished and has its score sheet."""
    return send_request("GET", f"/v1/games/{game}/view")["status"] == "over" and "winners" in send_request(
        "GET", f"/v1/games/{game}/result"
    )


pool = make_pool()
