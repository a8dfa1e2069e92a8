"""Test that the record of a finished game is complete, public and immutable."""

import msgspec
import pytest

from service.playing import games
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.games.played import Past
from tests.service.helpers.players.player import player


@pytest.fixture(params=HOSTED)
def past(service, request):
    """Return a finished game of human players and AI levels."""
    return Past(service, request.param, HOSTED[request.param].min_seats, number=5)


def test_a_record_contains_the_game_as_it_was_stored(past):
    record, store = past.get(None, "/record").json, past.service.installation.store
    header, (version, events) = store.header(past.game_id), store.events(past.game_id, 0, 10_000)
    view = msgspec.json.decode(past.served[0][0][0])
    assert {name: record[name] for name in ("game_id", "rules_version", "seats", "commitment")} == {
        name: view[name] for name in ("game_id", "rules_version", "seats", "commitment")
    }
    assert record["options"] == msgspec.json.decode(header.options)
    assert (record["seed"], record["created_at"]) == (header.seed, header.created_at)
    assert len(record["events"]) == version == len(past.served) - 1
    for reported, event in zip(record["events"], events, strict=True):
        facts = [
            {"fact": msgspec.json.decode(fact)} | ({} if audience is None else {"audience": list(audience)})
            for fact, audience in event.facts
        ]
        assert reported == {
            "version": event.version,
            "seat": event.seat,
            "decision": event.decision,
            "at": event.at,
            "action": msgspec.json.decode(event.action),
            "facts": facts,
            "hash": reported["hash"],
        }


def test_a_record_ends_with_the_score_sheet(game):
    game.play_to_the_end()
    games.score(game.service.installation, game.game_id)
    result = game.get("/result").json
    sheets = [{name: value for name, value in seat.items() if name != "result"} for seat in result["seats"]]
    assert game.get("/record").json["result"] == {"seats": sheets, "winners": result["winners"]}


def test_a_running_game_has_no_record(game):
    problem = game.get("/record", 0)
    assert (problem.status_code, problem.json["code"]) == (409, "game_not_over")


def test_the_record_of_a_rated_game_keeps_only_the_aliases_of_its_players(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seats = [{"kind": "human", "player": ann.id}, {"kind": "human", "player": bea.id}]
    game_id = ann.create(seats, rated=True).json["game_id"]
    finish_and_score(service, game_id)
    before = service.client.get(f"/v1/games/{game_id}/record")
    aliases = [service.installation.store.players.note_alias(each.id) for each in (ann, bea)]
    ann.send("DELETE", "/me")
    assert service.client.get(f"/v1/games/{game_id}/record").data == before.data
    assert before.json["rated"] is True
    assert before.json["seats"] == [
        {"seat": seat, "kind": "human", "player": alias} for seat, alias in enumerate(aliases)
    ]


def test_a_record_never_changes(game):
    game.play_to_the_end()
    first, second = game.get("/record"), game.get("/record", 1)
    assert first.data == second.data
    assert first.headers["Cache-Control"] == "public, max-age=86400, immutable"
