"""Test the problems of rulesets, AI queues, levels and scenarios. They are examples of the contract."""

from dataclasses import replace
from datetime import date

import msgspec
import pytest

from domain.introductions import NO_INTRODUCTION
from domain.names import Text
from domain.registry import PUBLISHED
from tests.service.examples.games import (
    EXPERT,
    OPEN,
    SEED,
    WAITING,
    first_action,
    game,
    rules,
    waiting,
)
from tests.service.helpers.client.responses import reports
from tests.service.helpers.client.running import lasting
from tests.service.helpers.games.lists import finish

OLD = {name: replace(each, deprecated=date(2026, 11, 1), sunset=date(2026, 11, 1)) for name, each in PUBLISHED.items()}
LATER = [replace(each, name=f"{name}_v2", version_of=name, version=2) for name, each in PUBLISHED.items()]
SUNSET = lasting(OLD | {each.name: each for each in LATER})
"""The published rulesets after their sunset, beside later versions."""


@pytest.mark.problem("rules_version_sunset", "The sunset date of the requested version has passed.")
def test_rules_after_their_sunset_are_not_played(valid, start, operation):
    request = valid(operation)
    named = request.with_fields(rules_version=rules().version) if request.body else request
    reports(named.send(start(rulesets=SUNSET)), "rules_version_sunset")


@pytest.mark.problem("ruleset_not_found", "The ruleset is unknown.")
def test_an_unknown_ruleset_is_not_found(valid, operation):
    request = valid(operation)
    reports(request.of("chess").send() if request.owner else request.send(), "ruleset_not_found")


@pytest.mark.problem("icon_not_found", "The introduction of the ruleset names no icons.", "getPicture")
def test_a_ruleset_without_an_introduction_has_no_picture(start):
    plain = replace(rules(), introduction=NO_INTRODUCTION)
    service = start(rulesets={plain.name: plain})
    reports(service.client.get(f"/v1/rulesets/{plain.name}/picture"), "icon_not_found")


@pytest.mark.problem("icon_not_found", "The ruleset has no such item.", "getIcon")
def test_an_unknown_icon_is_not_found(service):
    path = f"/v1/rulesets/{rules().name}/icons/colour/of-money.svg"
    reports(service.client.get(path), "icon_not_found")


UNTAUGHT = lasting({name: replace(each, lesson=None) for name, each in PUBLISHED.items()})


@pytest.mark.problem("lesson_not_found", "The ruleset has no lesson.", "getLesson")
def test_a_missing_lesson_is_not_found(start):
    service = start(rulesets=UNTAUGHT)
    reports(service.client.get(f"/v1/rulesets/{rules().name}/lesson"), "lesson_not_found")


@pytest.mark.problem("board_not_found", "The ruleset brings no board.", "getBoard")
def test_a_missing_board_is_not_found(service):
    reports(service.client.get(f"/v1/rulesets/{rules().name}/board.js"), "board_not_found")


def full(service, start):
    """Fill both limits on queued AI turns, that of the IP address and that of the player; return such a service."""
    for _share in range(2):
        game(service, *[EXPERT] * rules().min_seats)
    return start(max_queued_turns=1)


QUEUE_FULL = "An AI player acts next, and the limit of queued AI turns is reached."


@pytest.mark.problem("ai_queue_full", "The caller's games have reached the limit of queued AI turns.", "createGame")
def test_a_game_is_not_created_while_too_many_ai_turns_are_queued(valid, service, start):
    request, crowded = valid("createGame"), full(service, start)
    body = {"ruleset": rules().name, "seats": [EXPERT] * rules().min_seats}
    reports(request.to(body=body).send(crowded), "ai_queue_full")


@pytest.mark.problem("ai_queue_full", QUEUE_FULL, "submitAction")
def test_a_seat_does_not_act_while_too_many_ai_turns_are_queued(service, start):
    crowded = full(service, start)
    lobby = game(service, {"kind": "human"}, *[EXPERT] * (rules().min_seats - 1))
    while waiting(lobby) != 0:
        lobby = game(service, {"kind": "human"}, *[EXPERT] * (rules().min_seats - 1))
    lobby.service = crowded
    acted = lobby.send_request("POST", "/actions", lobby.game.tokens[0], first_action(lobby))
    reports(acted, "ai_queue_full")


@pytest.mark.problem("ai_queue_full", QUEUE_FULL, "startGame")
def test_a_game_does_not_start_while_too_many_ai_turns_are_queued(service, start):
    crowded = full(service, start)
    lobby = game(service, *[OPEN] * rules().min_seats, **WAITING)
    lobby.service = crowded
    reports(lobby.host("POST", "/start", {"level": EXPERT["level"]}), "ai_queue_full")


@pytest.mark.problem("ai_queue_full", QUEUE_FULL, "claimSeat")
def test_the_last_seat_is_not_claimed_while_too_many_ai_turns_are_queued(service, start):
    crowded = full(service, start)
    while True:
        lobby = game(service, EXPERT, OPEN, **WAITING)
        lobby.service = crowded
        if (rejection := lobby.claim(1, "Bruno")).status_code == 429:
            reports(rejection, "ai_queue_full")
            return


@pytest.mark.problem("ai_queue_full", QUEUE_FULL, "createRematch")
def test_a_rematch_is_not_created_while_too_many_ai_turns_are_queued(service, start):
    lobby = game(service, *[EXPERT] * rules().min_seats)
    finish(service, lobby.game_id)
    lobby.service = full(service, start)
    reports(lobby.host("POST", "/rematch"), "ai_queue_full")


@pytest.mark.problem("unknown_level", "The ruleset has no such AI level.", "createGame")
def test_a_game_with_an_unknown_level_is_rejected(valid):
    request = valid("createGame")
    seats = [*request.body["seats"][1:], {"kind": "ai", "level": "grandmaster"}]
    reports(request.with_fields(seats=seats).send(), "unknown_level")


@pytest.mark.problem("unknown_level", "The ruleset has no such AI level.", "startGame")
def test_a_start_with_an_unknown_level_is_rejected(valid):
    reports(valid("startGame").to(body={"level": "grandmaster"}).send(), "unknown_level")


@pytest.mark.problem("sandbox_disabled", "This installation has no sandbox.", "createGame")
def test_an_installation_without_a_sandbox_creates_no_game_in_it(valid):
    reports(valid("createGame").with_fields(sandbox={}).send(), "sandbox_disabled")


@pytest.mark.problem("sandbox_unrated", "A rated game cannot have a chosen seed or chosen first actions.", "createGame")
def test_a_rated_game_has_no_sandbox(valid, sandbox):
    rated = valid("createGame").with_fields(rated=True, sandbox={})
    reports(rated.send(sandbox), "sandbox_unrated")


ONE_TEAM = {"team": {"all": Text.of(en="All players")}}
COOPERATIVE = lasting(
    {
        name: replace(each, names=msgspec.structs.replace(each.names, things={**each.names.things, **ONE_TEAM}))
        for name, each in PUBLISHED.items()
    }
)


@pytest.mark.problem("cooperative_unrated", "The players of the game win or lose together.", "createGame", "createSeek")
def test_a_rated_game_is_not_cooperative(valid, start, operation):
    rated = valid(operation).with_fields(rated=True)
    reports(rated.send(start(rulesets=COOPERATIVE)), "cooperative_unrated")


@pytest.mark.problem("rated_not_public", "A rated game cannot be private.")
def test_a_rated_game_is_public(valid, operation):
    reports(valid(operation).with_fields(rated=True, visibility="unlisted").send(), "rated_not_public")


def at_scenario(sandbox, seats, name, **more):
    body = {"ruleset": rules().name, "seats": [{"kind": "human"}] * seats, "sandbox": {"scenario": name, **more}}
    return sandbox.client.post("/v1/games", json=body)


@pytest.mark.problem("unknown_scenario", "The ruleset has no scenario of this name.", "createGame")
def test_a_game_at_an_unknown_scenario_is_rejected(sandbox):
    reports(at_scenario(sandbox, 2, "checkmate"), "unknown_scenario")


@pytest.mark.problem("scenario_seats", "The scenario has fewer seats.", "createGame")
def test_a_game_with_more_seats_than_its_scenario_is_rejected(sandbox):
    scenario = rules().catalogue.scenarios[0]
    reports(at_scenario(sandbox, scenario.seats + 1, scenario.name), "scenario_seats")


@pytest.mark.problem("scenario_alone", "The scenario has a fixed seed.", "createGame")
def test_a_scenario_has_no_other_seed(sandbox):
    scenario = rules().catalogue.scenarios[0]
    reports(at_scenario(sandbox, scenario.seats, scenario.name, seed=SEED), "scenario_alone")
