"""Test that every action counts exactly once, through four web server processes; `make races` runs more races."""

from collections import Counter
from itertools import cycle

import pytest

from domain.registry import RULESETS
from tests.races.racers import Post, Racers
from tests.races.rounds import Opening, RacedGame, simultaneous
from tests.races.running import racing

TOGETHER = 64
ROUNDS = 12
"""Number of rounds: each kind of race with each kind of fault."""
TABLES = [Opening(name, each.max_seats) for name, each in RULESETS.items()]


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with racing(tmp_path_factory.mktemp("races")) as (served, proxy):
        yield served, proxy


@pytest.fixture
def racers(service):
    racers = Racers(service[0].address)
    yield racers
    racers.close()


def test_64_identical_actions_with_one_key_are_one_event_and_63_replays(racers):
    game = RacedGame(racers, Opening("azul", 2), 0)
    seat = game.view["to_act"][0]
    offered = racers.get(f"{game.path}/actions", game.tokens[seat])
    body = {"ruleset": "azul", "decision": offered["decision"], "action": offered["actions"][0]}
    replies = racers.race([Post(f"{game.path}/actions", body, game.tokens[seat], "the same key")] * TOGETHER)
    assert Counter((reply.status, reply.replayed) for reply in replies) == {(200, False): 1, (200, True): TOGETHER - 1}
    assert all(reply.body == replies[0].body for reply in replies)
    events = racers.get(f"{game.path}/events", game.tokens[seat])["events"]
    assert [(event["seat"], event["action"]) for event in events] == [(seat, body["action"])]


def test_64_identical_creations_with_one_key_are_one_game_and_63_replays_with_the_same_tokens(racers):
    body = {"ruleset": "azul", "seats": [{"kind": "human", "name": "Race"}, {"kind": "human"}]}
    replies = racers.race([Post("/v1/games", body, key="3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817")] * TOGETHER)
    assert Counter((reply.status, reply.replayed) for reply in replies) == {(201, False): 1, (201, True): TOGETHER - 1}
    assert all(reply.body == replies[0].body for reply in replies)
    assert len(replies[0].body["tokens"]) == 2
    made = [each for each in racers.get("/v1/games?limit=50")["games"] if each["seats"][0].get("name") == "Race"]
    assert [each["game_id"] for each in made] == [replies[0].body["game_id"]]


@pytest.mark.parametrize("opening", TABLES, ids=list(RULESETS))
def test_racing_rounds_lose_no_action_and_double_none(service, racers, opening):
    counted: Counter[str] = Counter()
    while counted["rounds"] < ROUNDS:
        game = RacedGame(racers, opening, counted["rounds"])
        while counted["rounds"] < ROUNDS and game.view["to_act"]:
            counted += game.play_round(service[1])
    _check(counted)


def test_races_for_simultaneous_decisions_lose_no_action_and_double_none(service, racers):
    openings = cycle(simultaneous(racers, RULESETS))
    games = [RacedGame(racers, next(openings), number) for number in range(ROUNDS)]
    counted = sum((game.play_round(service[1]) for game in games), Counter())
    assert counted["simultaneous"] == ROUNDS
    assert counted["events"] >= 2 * ROUNDS
    _check(counted)


def _check(counted):
    """Check that each kind of race and fault has occurred."""
    assert counted["rounds"] == ROUNDS
    assert counted["events"] >= ROUNDS
    assert counted["replays"] > 0
    assert counted["hang_ups"] > 0
    assert counted["lost_replies"] > 0
