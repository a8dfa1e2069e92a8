"""Test conditional changes of resources, compressed bodies, and bodies that do not fit."""

import gzip
import json

import pytest

from tests.service.helpers.client.contract import contract
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import entries, found, organiser

REPLACING = ("put", "patch", "delete")


@pytest.fixture
def host(service):
    return player(service, "Host")


def game(host, **terms):
    return f"/games/{host.create(**terms).json['game_id']}"


def operations():
    """List each operation with its method and the other operations at its URL."""
    for methods in contract()["paths"].values():
        found = {method: each for method, each in methods.items() if "operationId" in each}
        for method, operation in found.items():
            yield method, operation, found


def is_conditional(operation):
    """Whether an operation documents `If-Match` and its problem; False where it documents neither."""
    named = "If-Match" in [each.get("name") for each in operation.get("parameters", [])]
    codes = operation["responses"].get("412", {}).get("x-codes", [])
    assert codes == (["precondition_failed"] if named else []), operation["operationId"]
    return named


def is_entity_tag(method, at_its_url):
    """Whether an operation replaces or deletes a resource that clients read and change at the same URL.

    Nothing is lost without `If-Match` where the URL has no GET, and where a resource is created and deleted only.
    """
    return method in REPLACING and "get" in at_its_url and bool({"put", "patch"} & {*at_its_url})


def test_if_match_is_documented_where_clients_read_and_change_a_resource_and_nowhere_else():
    for method, operation, at_its_url in operations():
        assert is_conditional(operation) == is_entity_tag(method, at_its_url), operation["operationId"]


def test_resources_with_conditional_updates_are_sent_with_their_entity_tag():
    for method, _, at_its_url in operations():
        if method in ("put", "patch") and is_entity_tag(method, at_its_url):
            for each in (at_its_url["get"], at_its_url[method]):
                assert "ETag" in each["responses"]["200"]["headers"], each["operationId"]


def test_of_two_changes_with_one_entity_tag_one_is_rejected(host):
    address = game(host, metadata={"round": "1"})
    tag = host.get(address).headers["ETag"]
    first = host.send("PATCH", address, {"metadata": {"round": "1", "table": "4"}}, **{"If-Match": tag})
    second = host.send("PATCH", address, {"metadata": {"round": "2"}}, **{"If-Match": tag})
    assert (first.status_code, rejected(second)) == (200, (412, "precondition_failed"))
    assert host.get(address).json["metadata"] == {"round": "1", "table": "4"}
    again = host.send("PATCH", address, {"metadata": {"round": "2"}}, **{"If-Match": first.headers["ETag"]})
    assert (again.status_code, again.json["metadata"]) == (200, {"round": "2"})


def test_one_of_many_simultaneous_changes_with_the_same_etag_succeeds(host):
    address = game(host)
    tag = {"If-Match": host.get(address).headers["ETag"]}
    changes = [lambda n=n: host.send("PATCH", address, {"label": f"label {n}"}, **tag).status_code for n in range(8)]
    assert sorted(at_once(changes)) == [200] + [412] * 7


@pytest.mark.parametrize("tag", ["*", "W/{}", '"other", {}', "{}"])
def test_any_form_of_the_right_etag_is_accepted(host, tag):
    address = game(host)
    known = tag.format(host.get(address).headers["ETag"])
    assert host.send("PATCH", address, {"label": "spring"}, **{"If-Match": known}).status_code == 200


@pytest.mark.parametrize("tag", ['"other"', "", "nonsense", 'W/"other"'])
def test_any_other_tag_is_rejected_and_nothing_is_changed(host, tag):
    address = game(host)
    assert rejected(host.send("PATCH", address, {"label": "x"}, **{"If-Match": tag})) == (412, "precondition_failed")
    assert rejected(host.send("DELETE", address, **{"If-Match": tag})) == (412, "precondition_failed")
    assert "label" not in host.get(address).json


def test_a_move_does_not_change_the_entity_tag_of_the_data_of_the_creator(service, host):
    game = host.new_game()
    address = f"/games/{game.game_id}"
    tag = host.get(address).headers["ETag"]
    game.act(0)
    assert host.send("PATCH", address, {"label": "spring"}, **{"If-Match": tag}).status_code == 200


def test_a_player_is_renamed_and_deleted_by_entity_tag(host):
    tag = host.get("/me").headers["ETag"]
    renamed = host.send("PATCH", "/me", {"name": "Nova"}, **{"If-Match": tag})
    assert (renamed.status_code, renamed.json["name"]) == (200, "Nova")
    assert rejected(host.send("PATCH", "/me", {"name": "Late"}, **{"If-Match": tag})) == (412, "precondition_failed")
    assert rejected(host.send("DELETE", "/me", **{"If-Match": tag})) == (412, "precondition_failed")
    assert host.get("/me").json["name"] == "Nova"
    assert host.send("DELETE", "/me", **{"If-Match": renamed.headers["ETag"]}).status_code == 204


def test_of_two_changes_of_one_entity_tag_of_a_tournament_one_is_rejected(service):
    who = organiser(service)
    address = found(who)
    tag = who.get(address).headers["ETag"]
    first = who.send("PATCH", address, {"name": "Autumn Cup"}, **{"If-Match": tag})
    second = who.send("PATCH", address, {"name": "Late Cup", "max_entrants": 9}, **{"If-Match": tag})
    assert (first.status_code, rejected(second)) == (200, (412, "precondition_failed"))
    shown = who.get(address)
    assert (shown.json["name"], shown.headers["ETag"]) == ("Autumn Cup", first.headers["ETag"])
    assert [each["type"] for each in entries(who, address)] == ["changed"]
    known = {"If-Match": first.headers["ETag"]}
    assert who.send("PATCH", address, {"max_entrants": 9}, **known).json["max_entrants"] == 9


def test_one_of_many_simultaneous_changes_of_a_tournament_with_the_same_etag_succeeds(service):
    who = organiser(service)
    address = found(who)
    tag = {"If-Match": who.get(address).headers["ETag"]}
    changes = [lambda n=n: who.send("PATCH", address, {"name": f"Cup {n}"}, **tag).status_code for n in range(8)]
    assert sorted(at_once(changes)) == [200] + [412] * 7


def test_another_entrant_does_not_change_the_entity_tag_of_a_tournament(service):
    who = organiser(service)
    address = found(who, registration="open")
    tag = who.get(address).headers["ETag"]
    assert player(service).post(f"{address}/entrants", {}).status_code == 201
    assert who.send("PATCH", address, {"name": "Autumn Cup"}, **{"If-Match": tag}).status_code == 200


def test_another_player_learns_nothing_of_the_entity_tag_of_a_tournament(service):
    address = found(organiser(service))
    response = player(service).send("PATCH", address, {"name": "Mine"}, **{"If-Match": '"other"'})
    assert rejected(response) == (403, "not_organiser")


@pytest.mark.parametrize("path", ["/rulesets", "/rulesets/tiny", "/rulesets/tiny/rules", "/games"])
def test_a_get_does_not_read_if_match(service, path):
    plain = service.client.get(f"/v1{path}")
    conditional = service.client.get(f"/v1{path}", headers={"If-Match": '"other"'})
    assert (conditional.status_code, conditional.data) == (200, plain.data)


def test_a_get_is_confirmed_by_its_tag_still(service):
    tag = service.client.get("/v1/rulesets").headers["ETag"]
    confirmed = service.client.get("/v1/rulesets", headers={"If-None-Match": tag})
    assert (confirmed.status_code, confirmed.data, confirmed.headers["ETag"]) == (304, b"", tag)


BODY = {"ruleset": "tiny", "options": {}, "seats": [{"kind": "human"}] * 2}


@pytest.mark.parametrize("coding", ["gzip", "GZIP", "br", "identity, gzip", "x-unknown"])
def test_a_compressed_body_is_rejected(service, coding):
    sent = {"data": gzip.compress(json.dumps(BODY).encode()), "content_type": "application/json"}
    response = service.client.post("/v1/games", headers={"Content-Encoding": coding}, **sent)
    assert rejected(response) == (415, "unsupported_content_coding")
    assert service.client.get("/v1/games").json["games"] == []


@pytest.mark.parametrize("coding", ["identity", "Identity", ""])
def test_a_body_that_is_named_as_it_is_is_read(service, coding):
    assert service.client.post("/v1/games", json=BODY, headers={"Content-Encoding": coding}).status_code == 201


@pytest.mark.parametrize(
    ("metadata", "path"),
    [
        ({"good": "x", "k": 1}, "/metadata/k"),
        ({"k": ["x"]}, "/metadata/k"),
        ({"k": None}, "/metadata/k"),
        ({"not allowed": "x"}, "/metadata/not allowed"),
        ({"a/b~c": "x"}, "/metadata/a~1b~0c"),
        ([], "/metadata"),
    ],
)
def test_a_fault_in_a_mapping_is_reported_at_its_key(host, metadata, path):
    for response in (
        host.post("/games", BODY | {"metadata": metadata}),
        host.send("PATCH", game(host), {"metadata": metadata}),
    ):
        assert [each["path"] for each in response.json["errors"]] == [path]
