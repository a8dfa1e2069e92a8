"""Test the list of seeks: a client follows it by long polling with its entity tag."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.service.helpers.players.credentials import key_id
from tests.service.helpers.players.player import rejected
from tests.service.helpers.players.seeks import seek
from tests.service.matchmaking.seekers import new_players
from tests.workers.waiting import until

WAIT = "/v1/seeks?wait=30"


def known(response):
    """Return the header of a client that has this list."""
    return {"If-None-Match": response.headers["ETag"]}


def listed_after(service, change, token=None):
    """Return the response of a client that waits for a change of the list, with or without a player key."""
    client = service.client
    signed = {"Authorization": f"Bearer {token}"} if token else {}
    headers = signed | known(client.get("/v1/seeks", headers=signed))
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(client.get, WAIT, headers=headers)
        until(lambda: len(service.installation.hub) == 1, "the client waits")
        change()
        return waiting.result()


def counts(response):
    """Return the numbers of waiting players, by number of seats."""
    return [{each["seats"]: each["waiting"] for each in kind["table_sizes"]} for kind in response.json["waiting_seeks"]]


def test_a_client_that_knows_no_list_does_not_wait(service):
    seek(new_players(service)[0])
    assert counts(service.client.get(WAIT)) == [{2: 1}]


def test_a_waiting_client_gets_the_list_when_a_player_seeks_a_game(service):
    ann, _ = new_players(service)
    assert counts(listed_after(service, lambda: seek(ann))) == [{2: 1}]


def test_a_waiting_client_gets_the_list_when_a_seek_is_withdrawn(service):
    ann, _ = new_players(service)
    sought = seek(ann)
    assert counts(listed_after(service, lambda: ann.send("DELETE", f"/seeks/{sought['seek']}"))) == []


def test_a_waiting_client_gets_the_list_when_seeks_are_matched(service):
    ann, bea = new_players(service)
    seek(ann)
    assert counts(listed_after(service, lambda: seek(bea))) == []


def test_a_waiting_player_gets_the_own_seek_with_its_game(service):
    ann, bea = new_players(service)
    seek(ann)
    games = []
    listed = listed_after(service, lambda: games.append(seek(bea)["game_id"]), ann.key)
    while listed.json["seeks"][0]["status"] == "waiting":  # the match is announced before its game exists
        listed = service.client.get(WAIT, headers={"Authorization": f"Bearer {ann.key}"} | known(listed))
    assert [each["game_id"] for each in listed.json["seeks"]] == games


@pytest.mark.example("listSeeks", "The list has not changed since the response with this `ETag`.", status=304)
def test_a_wait_without_a_change_ends_with_304(service):
    seek(new_players(service)[0])
    listed = service.client.get("/v1/seeks")
    again = service.client.get("/v1/seeks?wait=1", headers=known(listed))
    assert (again.status_code, again.headers["ETag"], again.data) == (304, listed.headers["ETag"], b"")


def test_a_player_whose_key_is_revoked_during_the_wait_gets_no_list(service):
    ann, bea = new_players(service)

    def revoke():
        assert ann.send("DELETE", f"/me/keys/{key_id(ann)}").status_code == 204
        seek(bea)

    assert rejected(listed_after(service, revoke, ann.key)) == (401, "invalid_token")
