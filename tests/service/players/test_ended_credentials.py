"""Test that every credential of a player ends when the player is deleted."""

import json
from datetime import timedelta

import pytest

from service.players import tombstones
from tests.service.helpers.client.contract import contract
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.stored import READERS, texts_of
from tests.service.helpers.players.player import agree, player
from tests.service.helpers.tournaments import found, new_players, organiser

HOOK = {"url": "https://example.org/hook"}
OPEN = {"kind": "open"}
BODIES = {
    "createWebhook": HOOK,
    "advanceClock": {"seconds": 1},
    "changeClocks": {"action": "pause"},
    "startGame": {"level": "random"},
    "updateGame": {"name": "Mine"},
    "createInvitation": {},
}


def operations(scheme):
    """List the operations that a credential of this kind authorizes: id, method, path."""
    for path, methods in contract()["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and {scheme: []} in operation.get("security", []):
                yield operation["operationId"], method.upper(), path


def sent(service, credential, operation, game_id):
    name, method, path = operation
    values = {"game_id": game_id, "seat": "1", "webhook_id": "wh_" + "a" * 20, "delivery_id": "msg_" + "a" * 32}
    headers = {"Authorization": f"Bearer {credential}"} | ({} if method == "GET" else {"If-Match": "*"})
    body = None if method in ("GET", "DELETE") else BODIES.get(name, {})
    return service.client.open(path.format(**values), method=method, json=body, headers=headers)


def is_open_to_all(operation):
    name = operation[0]
    found = next(each for path in contract()["paths"].values() for each in path.values() if _is(each, name))
    return {} in found["security"]


def _is(operation, name):
    return isinstance(operation, dict) and operation.get("operationId") == name


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_the_creator_token_of_a_deleted_player_authorizes_no_operation(service, visibility):
    ann = player(service, "Ann")
    made = ann.create([HUMANS[0], HUMANS[0], OPEN], starts="when_seated", visibility=visibility).json
    before = {each[0]: sent(service, made["creator_token"], each, "g" * 20).json["code"] for each in _creators()}
    assert before == {each[0]: "token_mismatch" for each in _creators()}
    assert ann.send("DELETE", "/me").status_code == 204
    after = {each[0]: sent(service, made["creator_token"], each, made["game_id"]) for each in _creators()}
    assert {name: (each.status_code, each.json["code"]) for name, each in after.items()} == {
        each[0]: (401, "invalid_token") for each in _creators()
    }
    assert service.installation.store.header(made["game_id"]).creator_left


def _creators():
    """List the operations for creators that are not open to everybody."""
    return [each for each in operations("creatorToken") if not is_open_to_all(each)]


def test_a_private_game_is_hidden_from_the_creator_token_of_a_deleted_player(service):
    ann = player(service, "Ann")
    made = ann.create(visibility="private").json
    ann.send("DELETE", "/me")
    headers = {"Authorization": f"Bearer {made['creator_token']}"}
    assert service.client.get(f"/v1/games/{made['game_id']}/view", headers=headers).status_code == 403
    assert service.client.get(f"/v1/games/{made['game_id']}", headers=headers).status_code == 401


def test_the_creator_token_of_a_game_without_a_player_stays(service):
    made = service.create().json
    headers = {"Authorization": f"Bearer {made['creator_token']}"}
    assert service.client.post(f"/v1/games/{made['game_id']}/abort", headers=headers, json={}).status_code == 200


def test_the_guests_of_a_deleted_creator_keep_their_seats(service):
    ann = player(service, "Ann")
    game = service.opened(ann.create())
    ann.send("DELETE", "/me")
    game.play_to_the_end()
    assert game.view()["status"] == "over"


def test_webhooks_that_a_deleted_player_added_end(service):
    ann, olga = player(service, "Ann"), organiser(service)
    game_id = ann.create().json["game_id"]
    ann.post(f"/games/{game_id}/webhooks", HOOK)
    address = found(olga, entrants=[{"player": each.id} for each in new_players(service)])
    olga.post(f"{address}/webhooks", HOOK)
    olga.post("/me/webhooks", HOOK)
    owners = [game_id, address.rpartition("/")[2], olga.id]
    assert [len(service.installation.store.webhooks.of(each)) for each in owners] == [1, 1, 1]
    for who in (ann, olga):
        assert who.send("DELETE", "/me").status_code == 204
    assert [service.installation.store.webhooks.of(each) for each in owners] == [[], [], []]


def test_keys_tickets_and_seats_of_a_deleted_player_end(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    agree(service, ann.id)
    game_id = bea.create([{"kind": "human", "player": each.id} for each in (ann, bea)]).json["game_id"]
    other = ann.post("/me/keys", {"scopes": ["play"]}).json["key"]
    tickets = [ann.post(path, {}).json["ticket"] for path in (f"/games/{game_id}/stream-ticket", "/me/stream-ticket")]
    ann.send("DELETE", "/me")
    paths = (f"/games/{game_id}/stream", "/me/stream")
    codes = [
        service.client.get(f"/v1{path}?ticket={ticket}").json["code"]
        for path, ticket in zip((f"/games/{game_id}/events/stream", "/me/events/stream"), tickets, strict=True)
    ]
    assert (codes, len(paths)) == (["invalid_ticket"] * 2, 2)
    for key in (ann.key, other):
        for path in ("/me", f"/games/{game_id}/actions"):
            response = service.client.get(f"/v1{path}", headers={"Authorization": f"Bearer {key}"})
            assert (response.status_code, response.json["code"]) == (401, "invalid_token")


def platform_user(service):
    platform = organiser(service)
    return platform.acting_for("user 7")


def test_a_late_request_of_a_platform_brings_no_deleted_user_back(service):
    user = platform_user(service)
    assert user.send("DELETE", "/me").status_code == 204
    late = user.get("/me")
    assert (late.status_code, late.json["code"]) == (401, "invalid_token")
    assert service.installation.store.players.profile(user.id) is None


def test_a_user_comes_back_as_a_new_player_after_a_day(service):
    user = platform_user(service)
    game_id = user.create().json["game_id"]
    user.send("DELETE", "/me")
    client = service.installation.store.servers.client
    (tombstone,) = client.keys("bottega:{tombstone:*")
    assert timedelta(hours=23) < timedelta(seconds=client.ttl(tombstone)) <= timedelta(days=1)
    client.delete(tombstone)  # as its expiry does
    assert user.get("/me").status_code == 200
    assert (user.games(), user.get("/me/events").json["events"]) == ([], [])
    assert user.send("DELETE", f"/games/{game_id}").status_code == 403


def test_a_tombstone_shows_neither_the_player_nor_the_user(service):
    user = platform_user(service)
    user.send("DELETE", "/me")
    client = service.installation.store.servers.client
    (tombstone,) = client.keys("bottega:{tombstone:*")
    parts = [tombstone, *READERS[client.type(tombstone)](client, tombstone)]
    texts = json.dumps([text for part in parts for text in texts_of(part)])
    assert not [each for each in (user.id, user.id.removeprefix("pl_"), "user 7") if each in texts]


def test_a_tombstone_is_found_after_a_new_secret(service):
    user = platform_user(service)
    user.send("DELETE", "/me")
    assert tombstones.is_there(service.installation, user.id)
    assert not tombstones.is_there(service.installation, "pl_" + "x" * 20)
