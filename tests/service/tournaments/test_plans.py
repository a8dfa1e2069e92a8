"""Test the plans of new tournaments: stated values, defaults, and plans that are rejected."""

from dataclasses import replace
from datetime import timedelta

import pytest

from service.game.deals import deals_of
from service.tournaments import log
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import (
    LEVEL,
    SWISS,
    found,
    organiser,
    plan,
)
from tests.tiny import TINY


def test_a_tournament_shows_the_stated_values_and_defaults_for_the_rest(service):
    who = organiser(service)
    stated = {
        "stages": [{"format": "round_robin", "table_size": 3, "groups": 2, "qualify": 1}, {**SWISS, "table_size": 4}],
        "games": 3,
        "deal": "round",
        "tie_breaks": ["wins", "random"],
        "registration": "open",
        "clock": {"kind": "per_decision", "seconds": 60},
        "spectators": {"kind": "off"},
    }
    shown = who.get(
        found(who, **{"stages": stated["stages"], **stated}, points=[{"table_size": 2, "by_place": [1, 0]}])
    )
    assert {name: shown.json[name] for name in stated} == stated
    assert (shown.json["status"], shown.json["version"], shown.json["rated"], shown.json["bye_points"]) == (
        *("registration", 0),
        *(True, 1),
    )
    assert shown.json["points"][:2] == [
        {"table_size": 2, "by_place": [1, 0]},
        {"table_size": 3, "by_place": [1, 1, 0]},
    ]


NEWER = {"pairing_priority": "points", "replacement": "group", "shared_places": True}
OTHER = {"pairing_priority": "seats", "replacement": "none", "shared_places": False}


@pytest.mark.parametrize(("stated", "stored"), [({}, NEWER), (OTHER, OTHER)])
def test_a_new_plan_stores_its_defaults_of_pairing_and_places(service, stated, stored):
    who = organiser(service)
    address = found(who, **stated)
    plan = log.load(service.installation, address.rpartition("/")[2]).header.plan
    assert {name: getattr(plan, name) for name in stored} == stored
    assert {name: who.get(address).json[name] for name in stored} == stored


def after(service, **passed):
    return f"{service.installation.sources.now() + timedelta(**passed):%Y-%m-%dT%H:%M:%SZ}"


@pytest.mark.parametrize(
    "terms",
    [
        {"points": [{"table_size": 2, "by_place": [0, 12]}]},
        {"points": [{"table_size": 4, "by_place": [12, 6, 7, 0]}]},
        {"starts_at": "2020-01-01T00:00:00Z"},
        {"round_times": ["2020-01-01T00:00:00Z"]},
        {"round_times": ["2099-01-02T00:00:00Z", "2099-01-01T00:00:00Z"]},
        {"round_times": ["2099-01-02T00:00:00Z", "2099-01-02T00:00:00Z"]},
    ],
)
def test_a_plan_that_no_organiser_means_is_rejected(service, terms):
    assert rejected(organiser(service).post("/tournaments", plan(**terms))) == (409, "invalid_plan")


@pytest.mark.parametrize(
    "terms",
    [
        {"points": [{"table_size": 3, "by_place": [5, 5, 5]}]},
        {"round_times": ["2099-01-01T00:00:00Z", "2099-01-02T00:00:00Z"]},
    ],
)
def test_a_plan_with_equal_points_or_rising_times_is_accepted(service, terms):
    assert organiser(service).post("/tournaments", plan(**terms)).status_code == 201


def test_a_tournament_starts_at_the_present_minute_at_the_earliest(service):
    who = organiser(service)
    assert who.post("/tournaments", plan(starts_at=after(service, seconds=-30))).status_code == 201
    assert rejected(who.post("/tournaments", plan(starts_at=after(service, seconds=-90)))) == (409, "invalid_plan")


def test_a_retry_returns_the_tournament_after_its_time_to_start(service):
    who, body = organiser(service), plan(starts_at=after(service, minutes=5))
    first = who.post("/tournaments", body, **{"Idempotency-Key": "cup"})
    service.pass_time(hours=1)
    again = who.post("/tournaments", body, **{"Idempotency-Key": "cup"})
    assert (again.status_code, again.json) == (201, first.json)
    assert rejected(who.post("/tournaments", body, **{"Idempotency-Key": "cup 2"})) == (409, "invalid_plan")


def test_a_retry_with_the_same_key_returns_the_same_tournament(service):
    who = organiser(service)
    first, again = (who.post("/tournaments", plan(), **{"Idempotency-Key": "cup"}) for _ in range(2))
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"


def test_an_organiser_needs_a_key_with_the_scope(service):
    assert rejected(player(service).post("/tournaments", plan())) == (403, "insufficient_scope")


@pytest.mark.parametrize(
    "terms",
    [
        {"entrants": [{"name": "Nobody"}]},
        {"entrants": [{"player": f"pl_{'a' * 20}", "level": LEVEL}]},
        {"tie_breaks": ["wins", "wins"]},
        {"points": [{"table_size": 2, "by_place": [1, 0]}, {"table_size": 2, "by_place": [2, 0]}]},
        {"starts_at": "2026-02-30T18:00:00Z"},
        {"round_times": ["2026-02-28T18:00:00Z", "2026-02-30T18:00:00Z"]},
        {"stages": []},
        {"stages": [{"format": "swiss", "table_size": 8}]},
        {"games": 25},
    ],
)
def test_a_plan_that_does_not_fit_its_schema_is_rejected(service, terms):
    assert rejected(organiser(service).post("/tournaments", {**plan(), **terms})) == (422, "invalid_request")


@pytest.mark.parametrize(
    "terms",
    [
        {"stages": [{"format": "swiss"}]},
        {"stages": [{"format": "arena"}]},
        {"stages": [{"format": "knockout", "groups": 2}]},
        {"stages": [{"format": "knockout", "table_size": 3, "advance": 2}]},
        {"stages": [{"format": "double_knockout", "table_size": 3}]},
        {"stages": [SWISS, SWISS]},
        {"stages": [{**SWISS, "qualify": 1}]},
        {"late_entries": True, "stages": [{"format": "knockout"}]},
        {"points": [{"table_size": 2, "by_place": [2, 1, 0]}]},
    ],
)
def test_a_plan_that_cannot_be_played_is_rejected(service, terms):
    assert rejected(organiser(service).post("/tournaments", {**plan(), **terms})) == (409, "invalid_plan")


@pytest.mark.parametrize("ruleset", HOSTED)
def test_a_tournament_uses_the_deals_that_its_ruleset_lists(service, ruleset):
    """Only a ruleset without random facts lists `match`."""
    listed = {each["ruleset"]: each["deals"] for each in service.client.get("/v1/rulesets").json["rulesets"]}
    assert listed[ruleset] == list(deals_of(HOSTED[ruleset]))
    who = organiser(service)
    for deal in listed[ruleset]:
        assert who.post("/tournaments", {**plan(ruleset=ruleset), "deal": deal, "games": 2}).status_code == 201
    if "match" in listed[ruleset]:
        return
    response = who.post("/tournaments", {**plan(ruleset=ruleset), "deal": "match", "games": 2})
    assert rejected(response) == (409, "invalid_plan")
    assert response.json["detail"].endswith("Send `deal` as `game` or `round`.")


def test_a_match_shares_a_deal_only_if_no_card_is_dealt_or_drawn():
    assert deals_of(TINY) == ("game", "round")
    assert deals_of(replace(TINY, chance_facts=())) == ("game", "match", "round")
