"""Test rulesets that are hosted in two versions side by side."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from domain.verification import verify
from service.app import export_contract
from service.playing import games
from service.rating.pools import pool_of
from tests.service.helpers.client.contract import HOSTED, published
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.games.played import Client
from tests.service.helpers.games.versions import DEPRECATED, SIDE_BY_SIDE, SUNSET, TINY_2
from tests.service.helpers.players.player import player
from tests.service.helpers.players.seeks import look, new_seek, seek
from tests.service.helpers.tournaments import games_of, has_started, organiser, plan, play_round, rounds
from tests.tiny import TINY

HUMANS = [{"kind": "human"}] * 2
RUNNING = datetime(2026, 11, 20, tzinfo=UTC)
PAST_SUNSET = datetime(SUNSET.year, SUNSET.month, SUNSET.day, tzinfo=UTC)


@pytest.fixture
def service(redis_url):
    """Run the service with two versions of two rulesets, between the deprecation and the sunset of the first ones."""
    with running(settings(redis_url, sandbox=True), SIDE_BY_SIDE) as service:
        service.use(now=lambda: RUNNING)
        yield service


class AppClient(Client):
    """An app that was built for one version of a game."""

    def __init__(self, service, name, version, seed=1):
        super().__init__(service, name, {}, 2, seed, rules_version=version)


def create(service, ruleset, **body):
    return service.client.post("/v1/games", json={"ruleset": ruleset, "seats": HUMANS, **body})


@pytest.mark.parametrize(("name", "fact"), [("azul", "turn_ended"), ("tiny", None)])
def test_an_app_of_each_version_plays_at_the_same_time(service, name, fact):
    old, new = AppClient(service, name, 1), AppClient(service, name, 2, seed=2)
    views = [client.get("/view").json for client in (old, new)]
    while any(view["to_act"] for view in views):
        views = [
            client.act(client.rng.choice(view["to_act"])) if view["to_act"] else view
            for client, view in zip((old, new), views, strict=True)
        ]
    assert [(view["ruleset"], view["rules_version"], view["status"]) for view in views] == [
        (name, 1, "over"),
        (f"{name}_v2", 2, "over"),
    ]
    for client, version in ((old, 1), (new, 2)):
        games.score(service.installation, client.game_id)
        verified = verify(client.get("/record").data, SIDE_BY_SIDE)
        assert (verified["ruleset"], verified["rules_version"]) == (client.ruleset, version)
    facts = [{fact["type"] for event in log_of(client) for fact in event["facts"]} for client in (old, new)]
    assert fact is None or (fact not in facts[0] and fact in facts[1])


def log_of(client):
    return client.get("/events?limit=1000").json["events"]


def test_each_game_has_the_types_of_its_own_version(service):
    old, new = AppClient(service, "tiny", 1), AppClient(service, "tiny", 2)
    views = [client.get("/view", 0).json["view"] for client in (old, new)]
    assert ["leaders" in view for view in views] == [False, True]


def test_the_types_of_the_first_version_stay_the_same_beside_a_second():
    before, beside = (each["components"]["schemas"] for each in (json.loads(export_contract(HOSTED)), published()))
    assert before.keys() <= beside.keys()
    for name in (each for each in before if each.startswith(("Azul", "Tiny"))):
        assert beside[name] == before[name], name
    mapping = beside["GameView"]["discriminator"]["mapping"]
    assert [mapping[each] for each in ("azul", "azul_v2")] == [
        "#/components/schemas/AzulGameView",
        "#/components/schemas/AzulV2GameView",
    ]


@pytest.mark.parametrize(
    ("body", "ruleset"),
    [
        ({"ruleset": "azul"}, "azul_v2"),
        ({"ruleset": "azul", "rules_version": 1}, "azul"),
        ({"ruleset": "azul", "rules_version": 2, "options": {"welcome": False}}, "azul_v2"),
        ({"ruleset": "azul_v2"}, "azul_v2"),
        ({"ruleset": "azul_v2", "rules_version": 2}, "azul_v2"),
    ],
)
def test_a_new_game_has_the_requested_version_and_the_latest_by_default(service, body, ruleset):
    created = create(service, **body)
    assert (created.status_code, created.json["ruleset"]) == (201, ruleset)
    assert created.json["options"] == body.get("options", {})


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ruleset": "azul", "rules_version": 3}, "rules_version_not_hosted"),
        ({"ruleset": "azul_v2", "rules_version": 1}, "rules_version_not_hosted"),
        ({"ruleset": "azul", "rules_version": 1, "options": {"welcome": False}}, "invalid_request"),
        ({"ruleset": "azul", "rules_version": "1"}, "invalid_request"),
    ],
)
def test_a_version_that_is_not_hosted_and_options_of_another_are_rejected(service, body, code):
    rejected = create(service, **body)
    assert rejected.json["code"] == code
    assert code == "invalid_request" or rejected.json["rules_version"] == 2


def test_an_action_of_another_version_is_rejected(service):
    old = AppClient(service, "azul", 1)
    seat = old.get("/view").json["to_act"][0]
    body = {**old.action_body(seat), "ruleset": "azul_v2"}
    rejected = service.client.post(f"{old.path}/actions", json=body, headers=old.authorization[seat])
    assert (rejected.status_code, rejected.json["code"]) == (409, "wrong_ruleset")


@pytest.mark.parametrize("path", ["/v1/rulesets/azul", "/v1/rulesets/azul_v2"])
def test_a_ruleset_lists_the_versions_of_its_game(service, path):
    old = {"ruleset": "azul", "rules_version": 1, "deprecated": str(DEPRECATED), "sunset": str(SUNSET)}
    listed = {each["ruleset"]: each["versions"] for each in service.client.get("/v1/rulesets").json["rulesets"]}
    assert service.client.get(path).json["versions"] == listed["azul"] == listed["azul_v2"]
    assert listed["azul"] == [{"ruleset": "azul_v2", "rules_version": 2}, old]


def test_games_of_the_old_version_have_the_headers_of_deprecated_resources(service):
    expected = {"Deprecation": "@1793491200", "Sunset": "Tue, 01 Dec 2026 00:00:00 GMT"}
    old, new = AppClient(service, "tiny", 1), AppClient(service, "tiny", 2)
    for path in ("", "/view", "/events", "/events/ndjson", "/seats", "/actions"):
        with old.get(path, 0) as of_old, new.get(path, 0) as of_new:
            assert (headers_of(of_old), headers_of(of_new)) == (expected, {}), path
    assert headers_of(create(service, "tiny", rules_version=1)) == expected
    assert headers_of(create(service, "tiny")) == headers_of(service.client.get("/v1/games")) == {}
    assert headers_of(old.get("/actions")) == {}, "a problem says nothing about the game"


def headers_of(response):
    return {name: value for name, value in response.headers.items() if name in ("Deprecation", "Sunset")}


def test_after_its_sunset_no_game_starts_under_a_version_and_running_games_continue(service):
    old, over = AppClient(service, "tiny", 1), AppClient(service, "tiny", 1)
    over.play()
    old.act(old.get("/view").json["to_act"][0])
    ann = organiser(service)
    service.use(now=lambda: PAST_SUNSET)
    for response in (
        create(service, "tiny", rules_version=1),
        ann.post("/seeks", new_seek(rules_version=1)),
        ann.post("/tournaments", plan(rules_version=1)),
        service.client.post(f"{over.path}/rematch", json={}, headers=over.authorization[0]),
    ):
        assert (response.status_code, response.json["code"]) == (409, "rules_version_sunset")
        assert response.json["rules_version"] == 2
    assert create(service, "tiny").json["ruleset"] == "tiny_v2"
    assert old.play()["status"] == "over"


def test_a_game_starts_until_the_day_of_the_sunset(service):
    service.use(now=lambda: PAST_SUNSET - timedelta(microseconds=1))
    assert create(service, "tiny", rules_version=1).status_code == 201


def test_a_rematch_has_the_version_of_its_game(service):
    old = AppClient(service, "tiny", 1)
    old.play()
    rematch = service.client.post(f"{old.path}/rematch", json={}, headers=old.authorization[0]).json
    assert service.installation.store.header(rematch["game_id"]).ruleset == rematch["ruleset"] == "tiny"


def test_a_tournament_keeps_its_version_after_the_sunset(service):
    who, address = has_started(service, rules_version=1)
    service.use(now=lambda: PAST_SUNSET)
    play_round(service, who, address)
    assert len(rounds(who, address)) == 2
    assert {service.installation.store.header(each).ruleset for each in games_of(who, address)} == {"tiny"}
    assert who.get(address).json["ruleset"] == "tiny"


def test_seeks_match_within_a_version_only(service):
    ann, bea, cid = (player(service, name) for name in ("Ann", "Bea", "Cid"))
    old, new = seek(ann, rules_version=1), seek(bea)
    assert (old["ruleset"], new["ruleset"], new["status"]) == ("tiny", "tiny_v2", "waiting")
    matched = seek(cid, rules_version=1)
    assert (matched["status"], look(bea, new)["status"]) == ("matched", "waiting")
    assert service.installation.store.header(matched["game_id"]).ruleset == "tiny"


def test_each_version_has_its_own_rating_pools():
    pools = {pool_of(each, each.options_type(), 2).pool for each in (TINY, TINY_2)}
    assert len(pools) == 2
