"""Games that were begun under an older version of the rules go on under those that play them on."""

import pytest

from domain.registry import RULESETS
from domain.verification import verify
from service.play import games
from tests.service.test_whole_games import RICHEST, Client

OLDER = {
    name: ruleset.plays_since
    for name, ruleset in RULESETS.items()
    if ruleset.plays_since not in (None, ruleset.version)
}
every_older = pytest.mark.parametrize(("ruleset", "since"), OLDER.items())


def begun_under(service, ruleset, since):
    """Return a game in the middle whose header says that it was begun under an older version."""
    client = Client(service, ruleset, RICHEST.get(ruleset, {}), RULESETS[ruleset].max_seats)
    for _ in range(20):
        client.act(client.get("/view").json["to_act"][0])
    age(service, client, since)
    return client


def age(service, client, since):
    """Write into the header of a game that it was begun under this version."""
    redis = service.bottega.store.servers.client
    (key,) = redis.keys(f"bottega:{{{client.game_id}}}:header")
    header = redis.get(key)
    now = b'"rules_version":%d' % RULESETS[client.ruleset].version
    assert now in header
    redis.set(key, header.replace(now, b'"rules_version":%d' % since))


@every_older
def test_an_older_game_is_played_to_its_end_and_its_record_verifies(service, ruleset, since):
    client = begun_under(service, ruleset, since)
    assert client.play()["rules_version"] == since
    games.score(service.bottega, client.game_id)
    record = client.get("/record")
    assert (record.json["rules_version"], client.get("/result").status_code) == (since, 200)
    assert verify(record.data, RULESETS)["rules_version"] == since


@every_older
def test_an_older_game_is_shown_in_the_types_of_the_version_hosted(service, ruleset, since):
    client = begun_under(service, ruleset, since)
    view = client.get("/view").json
    assert view["rules_version"] == since
    assert "decision_kind" in view["view"]
    assert client.get("/view?at=3").json["view"]["decision_kind"]
    assert client.get("/events?limit=5").status_code == client.get("/events?limit=5&patches=true").status_code == 200


@every_older
def test_an_older_game_is_listed_and_its_record_exported(service, ruleset, since):
    client = begun_under(service, ruleset, since)
    (listed,) = service.client.get("/v1/games?status=running").json["games"]
    assert (listed["game_id"], listed["rules_version"]) == (client.game_id, since)
    client.play()
    games.score(service.bottega, client.game_id)
    page = service.client.get(f"/v1/records?ruleset={ruleset}").json
    assert [each["rules_version"] for each in page["records"]] == [since]


@every_older
def test_a_game_is_begun_under_the_version_hosted_alone(service, ruleset, since):
    seats = [{"kind": "human"}] * 2
    body = {"ruleset": ruleset, "options": {}, "seats": seats, "rules_version": since}
    rejected = service.client.post("/v1/games", json=body)
    assert (rejected.status_code, rejected.json["code"]) == (409, "rules_version_not_hosted")
    assert rejected.json["rules_version"] == RULESETS[ruleset].version


@every_older
def test_a_game_older_than_those_that_go_on_is_not_played(service, ruleset, since):
    client = begun_under(service, ruleset, since - 1)
    assert client.get("/view").json["code"] == "rules_not_hosted"


def test_what_others_read_of_declared_work_has_the_shape_of_the_declaration(service):
    client = Client(service, "leonardo", {}, 2)
    declared = {}
    for _ in range(2):
        seat = client.get("/view").json["to_act"][0]
        legal = client.get("/actions", seat).json
        starts = next(each for each in legal["actions"] if each["start"])
        body = {"ruleset": "leonardo", "decision": legal["decision"], "action": starts}
        client.http.post(f"{client.path}/actions", json=body, headers=client.bearer[seat])
        declared[seat] = starts
    told = {each["seat"]: each["action"] for each in client.get("/events").json["events"]}
    for seat, mine in declared.items():
        assert told[seat] == {"type": "concealed_work", "interrupt": [], "start": dict.fromkeys(mine["start"], 0)}
        own = client.get("/events", seat).json["events"]
        assert mine in [each["action"] for each in own]
