"""Test that each message of a stream matches the union of messages that the contract names for it."""

import json

import pytest
from jsonpatch import apply_patch

from service.contract.openapi_streams import EXTENSION
from service.playing.abort import stop
from tests.service.helpers.client.contract import published, validator_of
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.client.streams import VIEWERS, opened
from tests.service.helpers.games.lobby import OPEN
from tests.service.helpers.players.notices import FUTURE, joined
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import has_started, play_round
from workers.processes.sweeper import sweep


def union_of(path):
    """Return the reference to the union of a stream's messages."""
    (content,) = published()["paths"][path]["get"]["responses"]["200"]["content"].values()
    return content[EXTENSION]["$ref"]


def read(text):
    """Parse server-sent events into messages, as a client does."""
    blocks = [block for block in text.decode().split("\n\n") if block.startswith("id: ")]
    fields = [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]
    return [{"type": each["event"], "id": each["id"], "data": json.loads(each["data"])} for each in fields]


def types(path, messages):
    """Return the types of messages, all of which match the contract."""
    validator = validator_of(union_of(path))
    assert [error.message for each in messages for error in validator.iter_errors(each)] == []
    return [each["type"] for each in messages]


GAME, LINES = "/v1/games/{game_id}/events/stream", "/v1/games/{game_id}/events/ndjson"


@pytest.mark.parametrize("query", ["", "?include=actions,patches"])
def test_each_message_of_a_game_matches_the_contract(service, query):
    created = service.client.post(
        "/v1/games", json={"ruleset": "tiny", "seats": [HUMANS[0], OPEN], "starts": "when_seated"}
    )
    game = service.opened(created)
    _, chunks = opened(game, "stream", 0, query)
    game.tokens[1] = game.post("/seats/1/claim").json["token"]
    started = next(chunks)
    game.play_to_the_end()
    found = types(GAME, read(b"".join([started, *chunks])))
    offered = ["next_decision"] if query else []
    assert found == ["started", *offered, *["event"] * len(game.events()), "over"]


def test_the_pending_decision_and_an_aborted_game_match_the_contract(game):
    _, chunks = opened(game, "stream", 0, "?include=actions")
    first = next(chunks)
    abort(game)
    assert types(GAME, read(b"".join([first, *chunks]))) == ["next_decision", "aborted", "over"]


def abort(game):
    """Let both seats agree to abort a game."""
    assert [game.post("/abort", seat).status_code for seat in (0, 1)] == [200, 200]


@pytest.mark.parametrize("seat", VIEWERS)
def test_the_patch_of_an_abort_leads_to_the_view_of_the_aborted_game(game, seat):
    game.act(0)
    _, chunks = opened(game, "stream", seat, "?include=patches")
    before = game.view(seat)
    event = next(chunks)
    abort(game)
    _, aborted, over = read(b"".join([event, *chunks]))
    assert aborted["data"].keys() == {"version", "status", "at", "patch"}
    assert apply_patch(before, aborted["data"]["patch"]) == game.view(seat)
    assert (aborted["id"], over["data"]) == (over["id"], {"version": 1, "status": "aborted"})


@pytest.mark.parametrize("seat", VIEWERS)
def test_a_stream_that_was_open_says_why_the_organiser_stopped_the_game(game, seat):
    game.act(0)
    _, chunks = opened(game, "stream", seat, "?include=patches")
    before, event = game.view(seat), next(chunks)
    stop(game.service.installation, game.game_id, "The semi-final was wrong.")
    aborted = read(b"".join([event, *chunks]))[1]["data"]
    after = apply_patch(before, aborted["patch"])
    assert [each["abort_reason"] for each in (aborted, after)] == ["The semi-final was wrong."] * 2
    assert after == game.view(seat)


def test_the_lines_and_the_page_of_an_aborted_game_end_with_the_same_abort(game):
    game.act(0)
    abort(game)
    _, chunks = opened(game, "ndjson", 0, "?include=patches")
    lines = [json.loads(chunk) for chunk in chunks]
    page = game.get("/events?include=patches", 0).json
    assert [*page["events"], page["aborted"]] == lines
    assert page["status"] == lines[-1]["status"] == "aborted"
    assert "aborted" not in game.get("/events?limit=1", 0).json
    assert "aborted" in game.get("/events?after=1", 0).json


@pytest.mark.parametrize("seat", VIEWERS)
def test_an_abort_changes_no_view_of_an_earlier_version_to_the_byte(game, seat):
    game.act(0)
    before = [game.get(f"/view?at={version}", seat).data for version in (0, 1)]
    abort(game)
    assert [game.get(f"/view?at={version}", seat).data for version in (0, 1)] == before


def test_each_line_is_the_data_of_a_message(game):
    assert union_of(LINES) == union_of(GAME)
    game.play_to_the_end()
    _, chunks = opened(game, "ndjson", 0)
    lines = [json.loads(chunk) for chunk in chunks]
    _, chunks = opened(game, "stream", 0)
    assert [each["data"] for each in read(b"".join(chunks)) if each["type"] == "event"] == lines


def test_each_notice_of_a_feed_matches_the_contract(service):
    ada = player(service)
    game = joined(ada)
    game.play_to_the_end()
    sweep(service.installation, FUTURE)
    expected = [each["type"] for each in ada.get("/me/events").json["events"]]
    service.installation.hub.ended.set()
    response = service.client.get("/v1/me/events/stream", headers=ada.authorization)
    found = read(response.data)
    assert types("/v1/me/events/stream", found) == ["notice"] * len(expected)
    assert [each["data"]["type"] for each in found] == expected


def test_each_message_of_a_tournament_matches_the_contract(service):
    who, address = has_started(service)
    for _ in range(2):
        play_round(service, who, address)
    response = who.get(f"{address}/events/stream")
    found = types("/v1/tournaments/{tournament}/events/stream", read(response.data))
    assert found == [*["event"] * (len(found) - 1), "over"]
    assert len(found) > 4
