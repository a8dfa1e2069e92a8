"""Test the export of all data of a player."""

import json

import pytest

from service import assembly
from service.accounts.export import CHUNK_BYTES, export
from service.installation.installation import Subject
from tests.service.helpers.games.archiving import move, settle
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.notifications import DISCORD
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import found
from tests.service.tournaments.test_claims import Disputed

NOTHING = Subject()

FIELDS = {
    "feed": "notices",
    "marks": "notices",
    "created": "created_games",
    "seated": "games",
    "history": "rated_games",
    "merges": "merged_players",
    "webhook": "webhooks",
    "player": "profile",
    "presence": "profile",
}
"""The field of an export with the data of a Redis key of a player, if its name is not the end of the key."""


@pytest.fixture
def ann(service):
    return player(service, "Ann")


def seats(*players):
    return [{"kind": "human", "player": each.id} for each in players]


def test_an_export_of_a_new_player_has_the_profile_and_the_key(service, ann):
    response = ann.get("/me/export")
    profile = service.installation.store.players.profile(ann.id)
    assert response.headers["Content-Disposition"] == f'attachment; filename="{ann.id}.json"'
    exported = response.json
    assert exported.pop("exported_at") > profile.created_at
    assert exported == {
        "profile": {"player": ann.id, "name": "Ann", "alias": profile.alias, "created_at": profile.created_at},
        "keys": ann.get("/me/keys").json["keys"],
        **{
            each: []
            for each in (
                "identities",
                "webhooks",
                "notification_targets",
                "seeks",
                "tournaments",
                "claim_texts",
                "seasons",
                "ratings",
                "rated_games",
                "games",
                "created_games",
                "blocked_players",
                "bots",
                "merged_players",
                "notices",
            )
        },
    }


def test_an_export_has_all_that_the_player_can_list(service, ann):
    bea = player(service, "Bea")
    finished = ann.create(seats(bea, ann), rated=True).json["game_id"]
    finish_and_score(service, finished)
    private = ann.create(seats(ann, bea), visibility="private").json["game_id"]
    ann.post("/me/webhooks", {"url": "https://example.org/hook"})
    ann.post("/seeks", {"ruleset": "tiny", "seats": [3]})
    creator = ann.with_scopes("play", "create", "organise")
    tournament = found(creator).removeprefix("/tournaments/")
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


def test_an_export_has_everything_that_is_stored_under_the_id_of_the_player(service, ann):
    bea = player(service, "Bea")
    game = ann.new_game(seats(ann, bea))
    card = ann.get(f"/games/{game.game_id}/view").json["view"]["hand"][0]
    queued = {"ruleset": "tiny", "version": 0, "actions": [{"action": {"type": "seal_card", "card": card}}]}
    queue = ann.send("PUT", f"/games/{game.game_id}/queue", queued).json
    target = ann.post("/me/notification-targets", {"url": DISCORD}).json
    bot = ann.post("/players", {"bot": True}).json["player"]
    hosted = ann.create(seats(bea, player(service))).json["game_id"]
    phone = player(service, "Ann's phone")
    assert ann.post("/me/merge", {"credential": phone.key}).status_code == 200
    exported = ann.get("/me/export").json
    assert exported["notification_targets"] == [target]
    assert [each.get("queue") for each in exported["games"]] == [queue]
    assert exported["created_games"] == [hosted, game.game_id]
    assert (exported["bots"], exported["merged_players"]) == ([bot], [phone.id])
    assert exported["notices"] == ann.get("/me/events").json["events"] != []
    ann.post("/me/webhooks", {"url": "https://example.org/hook"})
    finish_and_score(service, ann.create(seats(ann, bea), rated=True).json["game_id"])
    ann.post("/seeks", {"ruleset": "tiny", "seats": [3]})
    found(ann.with_scopes("play", "create", "organise"))
    service.installation.presence.write()
    exported = ann.get("/me/export").json
    assert "last_seen" in exported["profile"]
    stored = {each.partition("}:")[2].partition(":")[0] for each in keys_of(service, ann)}
    assert {part for part in stored if not exported[FIELDS.get(part, part)]} == set()


def keys_of(service, who):
    """Return the Redis keys of a player."""
    alias = service.installation.store.players.profile(who.id).alias
    client = service.installation.store.servers.client
    return [each.decode() for name in (who.id, alias) for each in client.keys(f"*{name}*")]


def test_an_export_has_archived_games(archival):
    ann = player(archival)
    game = ann.new_game(seats(ann, player(archival)))
    finish_and_score(archival, game.game_id)
    settle(archival)
    move(game)
    assert [each["game"]["game_id"] for each in ann.get("/me/export").json["games"]] == [game.game_id]


def test_a_long_export_is_written_in_chunks_while_it_is_read(service, ann):
    created = [ann.create(seats(ann, player(service)), metadata={"text": "x" * 250}).json["game_id"] for _ in range(30)]
    chunks = export(service.installation, ann.id)
    first = next(chunks)
    assert CHUNK_BYTES <= len(first) < 2 * CHUNK_BYTES
    games = json.loads(b"".join([first, *chunks]))["games"]
    assert [each["game"]["game_id"] for each in games] == created[::-1]


def test_an_export_needs_a_player_key(service, game):
    headers = {"Authorization": f"Bearer {game.tokens[0]}"}
    assert rejected(service.client.get("/v1/me/export")) == (401, "token_required")
    assert rejected(service.client.get("/v1/me/export", headers=headers)) == (403, "token_mismatch")


def test_each_subject_that_deletes_data_exports_it():
    elsewhere = {"INVITATIONS", "PROFILES", "PRESENCE"}  # in the notices, and in the profile
    lacking = set()
    for name, subject in subjects().items():
        deletes = [subject.player_leaves, subject.profile_leaves, subject.player_has_left]
        if any(each is not NOTHING.player_leaves for each in deletes) and subject.exported is NOTHING.exported:
            lacking.add(name)
    assert lacking == elsewhere


def subjects():
    """Return the subjects by their names in `service.assembly`."""
    named = {name: each for name, each in vars(assembly).items() if isinstance(each, Subject)}
    assert {id(each) for each in named.values()} == {id(each) for each in assembly.SUBJECTS}
    return named


def test_an_export_has_what_the_player_wrote_about_claims(service):
    disputed = Disputed(service).filed()
    disputed.added((disputed.bruno, "answered"), (disputed.staff[0], "rejected"), (disputed.ada, "appealed"))
    tournament = disputed.cup.path.rpartition("/")[2]
    steps = disputed.seen(disputed.ada)[0]["steps"]
    texts = disputed.ada.get("/me/export").json["claim_texts"]
    assert texts == [
        {"tournament": tournament, "claim": 1, "at": each["at"], "text": each["text"]} for each in (steps[0], steps[3])
    ]
    assert [each["text"] for each in disputed.bruno.get("/me/export").json["claim_texts"]] == [steps[1]["text"]]
    assert disputed.carla.get("/me/export").json["claim_texts"] == []
