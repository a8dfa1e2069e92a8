"""Test sampled positions over HTTP: they reveal no hidden information and can be played elsewhere."""

from dataclasses import replace
from random import Random

import pytest

from domain import play_out, read_state, replay
from domain.replay import GamePosition
from service.game.game import load
from tests.rulesets.games import packed, redeals
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import until_limited
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import HUMANS, settings
from workers.promises.hidden import hides_anything

EXACT = 2**53
"""Larger integers lose precision in JavaScript."""
MOMENTS = (1, 7, 20, 60)
"""The numbers of actions after which positions are sampled."""


def draw(game, seat=0, **body):
    return game.post("/position-samples", seat, body)


def states(game, seat=0, **body):
    """Sample positions and return their states."""
    return [read_state(HOSTED[game.ruleset], each["state"]) for each in draw(game, seat, **body).json["positions"]]


def played(service, name, actions):
    """Play a game with the most seats for some actions, each chosen at random."""
    ruleset, rng = HOSTED[name], Random(f"{name} {actions}")
    body = {"ruleset": name, "seats": [{"kind": "human"}] * ruleset.max_seats}
    game = replace(service.opened(service.client.post("/v1/games", json=body)), ruleset=name)
    for _ in range(actions):
        if waiting := game.view()["to_act"]:
            seat = rng.choice(waiting)
            game.act(seat, rng.choice(game.get("/actions", seat).json["actions"]))
    return game


def put(game, position):
    """Replace the position of a game."""
    client = game.service.installation.store.servers.client
    client.set(f"bottega:{{{game.game_id}}}:state", replay.encode(position))


def test_sampled_positions_include_all_that_is_needed_to_play_on(service):
    game = service.new_game()
    game.act(0)
    response = draw(game, count=3).json
    assert [set(sample) for sample in response.pop("positions")] == [{"state"}] * 3
    assert response == {"ruleset": "tiny", "game_id": game.game_id, "version": 1, "rules_version": 1, "seat": 0}
    assert len(draw(game).json["positions"]) == 1


@pytest.mark.parametrize("name", HOSTED)
def test_a_sampled_position_is_consistent_with_what_its_seat_knows(service, name):
    ruleset = HOSTED[name]
    for actions in MOMENTS:
        game = played(service, name, actions)
        true = load(service.installation, game.game_id).position.state
        for seat in game.tokens:
            for state in states(game, seat, count=4):
                assert packed(ruleset.view(state, seat)) == packed(ruleset.view(true, seat))
                assert list(ruleset.legal_actions(state, seat)) == list(ruleset.legal_actions(true, seat))


@pytest.mark.parametrize("name", HOSTED)
def test_the_response_depends_on_the_knowledge_of_the_seat_only(service, name):
    """With each seed, the response is the same byte for byte, whatever is hidden."""
    games = [played(service, name, actions) for actions in MOMENTS]
    installation = service.installation
    service.use(seed=lambda: b"the same dice for each request")
    different = 0
    for game in games:
        true = load(installation, game.game_id).position
        for seat in game.tokens:
            before = draw(game, seat, count=16).data
            for state in redeals(HOSTED[name], true.state, seat, f"{name} {seat}"):
                put(game, GamePosition(true.version, true.decisions, state))
                assert draw(game, seat, count=16).data == before
                different += packed(state) != packed(true.state)
            put(game, true)
    assert bool(different) == hides_anything(name, HOSTED[name].max_seats)


def test_a_planted_leak_is_detected(redis_url):
    """Planted leak: the sampled positions are the true state."""
    leaking = replace(HOSTED["tiny"], determinize=lambda state, seat, rng: HOSTED["tiny"].clone(state))
    with running(settings(redis_url), {"tiny": leaking}) as service:
        game = service.new_game()
        true = load(service.installation, game.game_id).position
        before = draw(game).json["positions"]
        put(game, GamePosition(true.version, true.decisions, redeals(HOSTED["tiny"], true.state, 0, "planted")[0]))
        assert draw(game).json["positions"] != before


def test_each_request_uses_new_dice(service):
    game = service.new_game()
    drawn = {packed(state) for _ in range(8) for state in states(game, count=16)}
    assert len(drawn) > 100


def test_sampling_changes_nothing(service):
    game = service.new_game()
    before = game.stored
    draw(game, count=16)
    assert game.stored == before


@pytest.mark.parametrize("name", HOSTED)
def test_sampled_positions_are_played_to_the_end(service, name):
    for state in states(played(service, name, 7), count=2):
        play_out(HOSTED[name], state, Random(1))
        assert HOSTED[name].outcome(state) is not None


@pytest.mark.parametrize("name", HOSTED)
def test_the_numbers_of_a_sampled_position_are_exact_in_every_language(service, name):
    assert max(numbers(draw(played(service, name, 60), count=16).json["positions"])) < EXACT


def numbers(part):
    """List the numbers within a JSON value."""
    if isinstance(part, dict | list):
        return [each for value in (part.values() if isinstance(part, dict) else part) for each in numbers(value)]
    return [abs(part)] if isinstance(part, int) else []


def test_a_rated_game_has_no_sampled_positions(service):
    body = {"ruleset": "tiny", "seats": list(HUMANS), "rated": True}
    rejected = draw(service.opened(service.client.post("/v1/games", json=body)))
    assert (rejected.status_code, rejected.json["code"]) == (409, "sampling_disabled")


def test_a_spectator_gets_none(game):
    assert draw(game, None).json["code"] == "token_required"


@pytest.mark.parametrize("count", [0, 17, "2", None, 1.5])
def test_there_are_one_to_sixteen(game, count):
    rejected = draw(game, count=count)
    assert (rejected.status_code, rejected.json["code"]) == (422, "invalid_request")


def test_the_requests_of_a_seat_are_limited(redis_url):
    with running(settings(redis_url, legal_actions_per_minute=3)) as service:
        game = service.new_game()
        accepted, rejected = until_limited(lambda: draw(game), 3)
        assert (accepted, rejected.json["code"], draw(game, 1).status_code) == (3, "too_many_requests", 200)
        assert game.get("/actions", 0).status_code == 200
