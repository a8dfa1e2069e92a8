"""Test that each message of a stream matches the union of messages that the contract names for it."""

import json

import pytest
from jsonpatch import apply_patch

from service.contract.openapi_streams import EXTENSION
from tests.service.contract import published, validator_of
from tests.service.feed import joined
from tests.service.lobby import OPEN
from tests.service.notices import FUTURE
from tests.service.players import player
from tests.service.streams import VIEWERS, opened
from tests.service.table import HUMANS
from tests.service.tournaments_api import has_started, play_round
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
    table = service.opened(created)
    _, chunks = opened(table, "stream", 0, query)
    table.tokens[1] = table.post("/seats/1/claim").json["token"]
    started = next(chunks)
    table.play_to_the_end()
    found = types(GAME, read(b"".join([started, *chunks])))
    offered = ["next_decision"] if query else []
    assert found == ["started", *offered, *["event"] * len(table.events()), "over"]


def test_the_pending_decision_and_an_aborted_game_match_the_contract(table):
    _, chunks = opened(table, "stream", 0, "?include=actions")
    first = next(chunks)
    abort(table)
    assert types(GAME, read(b"".join([first, *chunks]))) == ["next_decision", "aborted", "over"]


def abort(table):
    """Let both seats agree to abort a game."""
    assert [table.post("/abort", seat).status_code for seat in (0, 1)] == [200, 200]


@pytest.mark.parametrize("seat", VIEWERS)
def test_the_patch_of_an_abort_leads_to_the_view_of_the_aborted_game(table, seat):
    table.act(0)
    _, chunks = opened(table, "stream", seat, "?include=patches")
    before = table.view(seat)
    event = next(chunks)
    abort(table)
    _, aborted, over = read(b"".join([event, *chunks]))
    assert aborted["data"].keys() == {"version", "status", "at", "patch"}
    assert apply_patch(before, aborted["data"]["patch"]) == table.view(seat)
    assert (aborted["id"], over["data"]) == (over["id"], {"version": 1, "status": "aborted"})


def test_the_lines_and_the_page_of_an_aborted_game_end_with_the_same_abort(table):
    table.act(0)
    abort(table)
    _, chunks = opened(table, "ndjson", 0, "?include=patches")
    lines = [json.loads(chunk) for chunk in chunks]
    page = table.get("/events?include=patches", 0).json
    assert [*page["events"], page["aborted"]] == lines
    assert page["status"] == lines[-1]["status"] == "aborted"
    assert "aborted" not in table.get("/events?limit=1", 0).json
    assert "aborted" in table.get("/events?after=1", 0).json


@pytest.mark.parametrize("seat", VIEWERS)
def test_an_abort_changes_no_view_of_an_earlier_version_to_the_byte(table, seat):
    table.act(0)
    before = [table.get(f"/view?at={version}", seat).data for version in (0, 1)]
    abort(table)
    assert [table.get(f"/view?at={version}", seat).data for version in (0, 1)] == before


def test_each_line_is_the_data_of_a_message(table):
    assert union_of(LINES) == union_of(GAME)
    table.play_to_the_end()
    _, chunks = opened(table, "ndjson", 0)
    lines = [json.loads(chunk) for chunk in chunks]
    _, chunks = opened(table, "stream", 0)
    assert [each["data"] for each in read(b"".join(chunks)) if each["type"] == "event"] == lines


def test_each_notice_of_a_feed_matches_the_contract(service):
    ada = player(service)
    table = joined(ada)
    table.play_to_the_end()
    sweep(service.bottega, FUTURE)
    expected = [each["type"] for each in ada.get("/me/events").json["events"]]
    service.bottega.hub.ended.set()
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
