"""Test scenarios and rules over HTTP: one request reaches each position, which shows what the catalogue says."""

import json

import pytest

from domain.standard_rejections import framework_codes
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.service import HUMANS

SCENARIO = {"ruleset": "tiny", "seats": list(HUMANS), "sandbox": {"scenario": "not_in_hand"}}


def begin(service, ruleset, scenario):
    """Create a game at a scenario."""
    seats = [{"kind": "human"}] * scenario["seats"]
    body = {"ruleset": ruleset, "seats": seats, "sandbox": {"scenario": scenario["name"]}}
    created = service.client.post("/v1/games", json=body)
    assert (created.status_code, created.json["options"]) == (201, scenario["options"]), created.text
    return service.opened(created)


def attempt(game, ruleset, shows, query):
    """Submit the action of the scenario, unchanged even if it does not fit its schema."""
    action = json.dumps(shows["action"]) if "action" in shows else shows["malformed"]
    body = f'{{"ruleset": "{ruleset}", "decision": {shows["decision"]}, "action": {action}}}'
    authorization = game.authorization(shows["seat"]) | {"Content-Type": "application/json"}
    return game.service.client.post(f"/v1/games/{game.game_id}/actions{query}", data=body, headers=authorization)


def listed(service, ruleset, part):
    """Return the `rules` or `scenarios` of a ruleset."""
    return service.client.get(f"/v1/rulesets/{ruleset}/{part}").json


def check_rejection(response, status, rules, code):
    """Check that a rejection is the one in the rules, with its text and that of its paragraph."""
    check_problem(response, status, code)
    (rejection,) = (each for each in rules["rejections"] if each["code"] == code)
    texts = {each["paragraph"]: each["text"] for each in rules["paragraphs"]}
    assert (response.json["title"], response.json["detail"]) == (rejection["title"], rejection["text"])
    assert response.json["rule"] == texts[response.json["paragraph"]]


@pytest.mark.parametrize("ruleset", HOSTED)
def test_every_scenario_shows_its_rule_by_dry_run_and_for_real(sandbox, ruleset):
    rules = listed(sandbox, ruleset, "rules")
    for scenario in listed(sandbox, ruleset, "scenarios")["scenarios"]:
        sandbox.installation.store.servers.client.flushall()
        shows, game = scenario["attempt"], begin(sandbox, ruleset, scenario)
        view = game.view(shows["seat"])
        assert (view["version"], view["to_act"], view["sandbox"]) == (scenario["version"], scenario["to_act"], True)
        assert view.get("decision", view["version"]) == shows["decision"]
        before = game.stored
        tried = attempt(game, ruleset, shows, "?dry_run=true")
        assert game.stored == before
        done = attempt(game, ruleset, shows, "")
        if "code" in shows:
            check_rejection(done, 409 if "action" in shows else 422, rules, shows["code"])
            assert (tried.status_code, tried.data) == (done.status_code, done.data)
            assert game.stored == before
        else:
            assert (tried.status_code, tried.json) == (200, view)
            assert (done.status_code, done.json["version"]) == (200, view["version"] + 1)


@pytest.mark.parametrize("ruleset", HOSTED)
def test_every_rejection_names_a_scenario_or_a_creation_that_produces_it(sandbox, ruleset):
    rules = listed(sandbox, ruleset, "rules")
    scenarios = {each["name"]: each for each in listed(sandbox, ruleset, "scenarios")["scenarios"]}
    for rejection in rules["rejections"]:
        if "scenario" in rejection:
            assert scenarios[rejection["scenario"]]["attempt"]["code"] == rejection["code"]
            assert "creation" not in rejection
        elif "creation" in rejection:
            created = sandbox.client.post("/v1/games", data=rejection["creation"], content_type="application/json")
            check_rejection(created, created.status_code, rules, rejection["code"])
        else:
            assert rejection["code"] in framework_codes(HOSTED[ruleset])


def test_the_rules_are_returned_in_full(service):
    rules = service.client.get("/v1/rulesets/tiny/rules", headers={"Accept-Language": "it"})
    assert rules.headers["Content-Language"] == "it"
    assert rules.json["paragraphs"][0] == {"paragraph": "1.1", "text": "Two to four can play."}
    assert rules.json["rejections"][1] == {
        "code": "bad_player_count",
        "paragraph": "1.1",
        "title": HOSTED["tiny"].names.rejections["bad_player_count"].read_in("it"),
        "text": "bad player count",
        "creation": json.dumps({"ruleset": "tiny", "options": {}, "seats": [{"kind": "human"}] * 5}),
    }


def test_a_ruling_is_marked_as_one(service):
    for name in HOSTED:
        reported = service.client.get(f"/v1/rulesets/{name}/rules").json["paragraphs"]
        rulings = {each.paragraph for each in HOSTED[name].paragraphs if each.ruling}
        assert {each["paragraph"] for each in reported if each.get("ruling")} == rulings


BAD_SCENARIOS = {
    "a scenario that there is not": ({"sandbox": {"scenario": "checkmate"}}, 409, "unknown_scenario"),
    "other seats": ({"seats": [{"kind": "human"}] * 3}, 409, "scenario_seats"),
    "a scenario that is no slug": ({"sandbox": {"scenario": "Check mate"}}, 422, "invalid_request"),
    "options beside a scenario": ({"options": {}}, 409, "scenario_alone"),
    "a seed beside a scenario": ({"sandbox": {"scenario": "not_in_hand", "seed": "5e" * 32}}, 409, "scenario_alone"),
    "actions beside a scenario": ({"sandbox": {"scenario": "not_in_hand", "actions": []}}, 409, "scenario_alone"),
}


@pytest.mark.parametrize(("changes", "status", "code"), BAD_SCENARIOS.values(), ids=BAD_SCENARIOS)
def test_a_scenario_that_cannot_be_started_is_a_problem(sandbox, changes, status, code):
    check_problem(sandbox.client.post("/v1/games", json=SCENARIO | changes), status, code)
    assert sandbox.installation.store.servers.client.keys("bottega:*") == []


def test_a_scenario_needs_the_sandbox(service):
    check_problem(service.client.post("/v1/games", json=SCENARIO), 409, "sandbox_disabled")


def test_the_catalogue_is_public(service):
    listed = service.client.get("/v1/rulesets/tiny/scenarios").json["scenarios"]
    assert {"last_action", "set_stake", "not_in_hand"} <= {each["name"] for each in listed}


@pytest.mark.parametrize("part", ["rules", "scenarios", "how-to-play"])
def test_an_unknown_ruleset_has_neither(service, part):
    check_problem(service.client.get(f"/v1/rulesets/chess/{part}"), 404, "ruleset_not_found")
