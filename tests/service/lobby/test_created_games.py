"""A game is created with its seats and terms; a creation that the rules reject creates nothing."""

import pytest

from tests.service.examples.games import (
    ADA,
    LEAGUE,
    OPEN,
    SEED,
    WAITING,
    first_actions,
    human_seats,
    rules,
    unknown_options,
)
from tests.service.helpers.players.player import player

KEY = {"Idempotency-Key": "0c6fd4b8-a1e9-4f0b-9d27-5e83b1c6a4f0"}


def created(service, *seats, headers=None, **terms):
    """Create a game; return the response body."""
    body = {"ruleset": rules().name, "options": {}, "seats": list(seats) or human_seats(), **terms}
    response = service.client.post("/v1/games", json=body, headers=headers)
    assert response.status_code == 201, response.text
    return response.json


@pytest.mark.example("createGame", "A game of human players. Each seat gets a token.", each=True)
def test_each_seat_of_a_human_player_gets_a_token(service):
    game = created(service)
    assert [each["seat"] for each in game["tokens"]] == [*range(rules().min_seats)]


@pytest.mark.example(
    "createGame",
    "A human player, an open seat and an AI level. A retry with the same key returns the same game.",
    called="against_ai",
    each=True,
)
def test_a_retried_creation_returns_the_same_game(service):
    others = [OPEN] if rules().max_seats > 2 else []
    seats = [ADA, *others, {"kind": "ai", "level": "normal"}]
    assert created(service, *seats, headers=KEY) == created(service, *seats, headers=KEY)


@pytest.mark.example(
    "createGame",
    "Sandbox: a game with a chosen seed that starts after chosen first actions.",
    called="sandbox",
    each=True,
)
def test_a_game_in_a_sandbox_starts_after_its_first_actions(sandbox):
    game = created(sandbox, sandbox={"seed": SEED, "actions": first_actions(SEED, 2)})
    assert sandbox.client.get(f"/v1/games/{game['game_id']}/view").json["version"] == 2


@pytest.mark.example(
    "createGame", "Sandbox: a game that starts at a scenario of the ruleset.", called="scenario", each=True
)
def test_a_game_in_a_sandbox_starts_at_a_scenario(sandbox):
    scenario = rules().catalogue.scenarios[0]
    body = {"ruleset": rules().name, "seats": [{"kind": "human"}] * scenario.seats}
    response = sandbox.client.post("/v1/games", json={**body, "sandbox": {"scenario": scenario.name}})
    assert (response.status_code, len(response.json["tokens"])) == (201, scenario.seats)


@pytest.mark.example("createGame", "A rated game, without hints.", called="rated", each=True)
def test_a_rated_game_is_created_without_hints(service):
    assert created(service, rated=True)["hints"] == 0


@pytest.mark.example(
    "createGame", "A player creates the game with a key and has a seat without a token.", called="host", each=True
)
def test_the_seat_of_a_player_gets_no_token(service):
    ada = player(service, "Ada")
    game = ada.post(
        "/games",
        {"ruleset": rules().name, "seats": [{"kind": "human", "player": ada.id}, *[OPEN] * (rules().min_seats - 1)]},
    )
    assert (game.status_code, game.json["tokens"]) == (201, [])


@pytest.mark.example(
    "createGame",
    "Clocks: 5 minutes for each seat, 10 seconds more for each decision. A seat without time loses.",
    called="clocks",
    each=True,
)
def test_a_game_has_a_clock_for_each_seat(service):
    clock = {"kind": "budget", "seconds": 300, "increment": 10}
    assert created(service, clock=clock, absence={"on_timeout": "forfeit"})["tokens"] != []


@pytest.mark.example(
    "createGame", "A game that waits for its players, one of them by invitation.", called="waiting", each=True
)
def test_a_game_waits_for_players_and_invitations(service):
    seats = [ADA, *[OPEN] * (rules().min_seats - 2), {"kind": "open", "invited": True}]
    game = created(service, *seats, spectators={"kind": "delayed", "events": 4}, **WAITING, **LEAGUE)
    assert service.client.get(f"/v1/games/{game['game_id']}").json["status"] == "open"


@pytest.mark.example("createGame", "Rejected by the rules: too many seats.", called="rejected", status=409, each=True)
def test_the_rules_reject_a_game_with_too_many_seats(service):
    body = {"ruleset": rules().name, "options": {}, "seats": [{"kind": "human"}] * (rules().max_seats + 1)}
    rejection = service.client.post("/v1/games", json=body)
    assert rejection.status_code == 409
    assert rejection.json["paragraph"]


@pytest.mark.example(
    "createGame", "Rejected by the rules: unknown set-up choice.", called="rejected", status=422, each=True
)
def test_the_rules_reject_an_unknown_choice_at_creation(service):
    body = {"ruleset": rules().name, "options": unknown_options(rules()), "seats": human_seats()}
    rejection = service.client.post("/v1/games", json=body)
    assert rejection.status_code == 422
    assert rejection.json["paragraph"]
