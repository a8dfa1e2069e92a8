"""Test the export of all data of a player."""

import json

import pytest

from service.accounts.export import CHUNK_BYTES, export
from tests.service.archiving import move, settle
from tests.service.lists import finish_and_score
from tests.service.players import player, rejected
from tests.service.tournaments_api import found


@pytest.fixture
def ann(service):
    return player(service, "Ann")


def seats(*players):
    return [{"kind": "human", "player": each.id} for each in players]


def test_an_export_of_a_new_player_has_the_profile_and_the_key(service, ann):
    response = ann.get("/me/export")
    profile = service.bottega.store.players.profile(ann.id)
    assert response.headers["Content-Disposition"] == f'attachment; filename="{ann.id}.json"'
    exported = response.json
    assert exported.pop("exported_at") > profile.created_at
    assert exported == {
        "profile": {"player": ann.id, "name": "Ann", "alias": profile.alias, "created_at": profile.created_at},
        "keys": ann.get("/me/keys").json["keys"],
        **{each: [] for each in ("identities", "webhooks", "seeks", "tournaments", "ratings", "rated_games", "games")},
    }


def test_an_export_has_all_that_the_player_can_list(service, ann):
    bea = player(service, "Bea")
    finished = ann.create(seats(bea, ann), rated=True).json["game_id"]
    finish_and_score(service, finished)
    private = ann.create(seats(ann, bea), visibility="private").json["game_id"]
    ann.post("/me/webhooks", {"url": "https://example.org/hook"})
    ann.post("/seeks", {"ruleset": "tiny", "seats": [3]})
    host = ann.with_scopes("play", "create", "organise")
    tournament = found(host).removeprefix("/tournaments/")
    exported = ann.get("/me/export").json
    mine = {each["game"]["game_id"]: each for each in exported["games"]}
    result = ann.get(f"/games/{finished}/result").json["seats"][1]
    assert [*mine] == [private, finished]
    assert {name: mine[finished][name] for name in ("seat", "rank", "total")} == {
        name: result[name] for name in ("seat", "rank", "total")
    }
    assert mine[private].keys() == {"game", "seat"}
    assert [each["game"] for each in exported["games"]] == ann.get("/me/games").json["games"]
    assert exported["webhooks"] == ann.get("/me/webhooks").json["webhooks"]
    assert exported["seeks"] == ann.get("/seeks").json["seeks"]
    assert exported["tournaments"] == [tournament]
    assert exported["ratings"] == ann.get(f"/players/{ann.id}/ratings").json["ratings"]
    (rated,) = exported["rated_games"]
    pool = rated.pop("pool")
    assert [rated] == ann.get(f"/ratings/{pool}/players/{ann.id}/history").json["games"]


def test_an_export_has_archived_games(archival):
    ann = player(archival)
    table = ann.table(seats(ann, player(archival)))
    finish_and_score(archival, table.game_id)
    settle(archival)
    move(table)
    assert [each["game"]["game_id"] for each in ann.get("/me/export").json["games"]] == [table.game_id]


def test_a_long_export_is_written_in_chunks_while_it_is_read(service, ann):
    created = [ann.create(seats(ann, player(service)), metadata={"text": "x" * 250}).json["game_id"] for _ in range(30)]
    chunks = export(service.bottega, ann.id)
    first = next(chunks)
    assert CHUNK_BYTES <= len(first) < 2 * CHUNK_BYTES
    games = json.loads(b"".join([first, *chunks]))["games"]
    assert [each["game"]["game_id"] for each in games] == created[::-1]


def test_an_export_needs_a_player_key(service, table):
    headers = {"Authorization": f"Bearer {table.tokens[0]}"}
    assert rejected(service.client.get("/v1/me/export")) == (401, "token_required")
    assert rejected(service.client.get("/v1/me/export", headers=headers)) == (403, "token_mismatch")
