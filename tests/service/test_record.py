"""The record of a finished game tells everything, and whoever reads its description can check it."""

import hashlib

import msgspec
import pytest
import rfc8785

from service import games
from tests.service.contract import HOSTED
from tests.service.past import Past


@pytest.fixture(params=HOSTED)
def past(service, request):
    """Give a finished game of people and AI levels."""
    return Past(service, request.param, HOSTED[request.param].min_seats, number=5)


def test_a_record_is_canonical_json_and_its_hashes_are_those_of_its_description(past):
    body = past.get(None, "/record").data
    record = msgspec.json.decode(body)
    assert body == rfc8785.dumps(record) + b"\n"
    head = {name: value for name, value in record.items() if name not in ("setup", "events", "result", "hash")}
    entries = [head, record["setup"], *record["events"], record["result"]]
    written = [entry.pop("hash") for entry in entries[1:-1]]
    last, hashes = "", []
    for entry in entries:
        last = hashlib.sha256(last.encode() + rfc8785.dumps(entry)).hexdigest()
        hashes.append(last)
    assert hashes[1:] == [*written, record["hash"]]
    assert hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest() == record["commitment"]


def test_a_record_tells_the_game_as_it_was_stored(past):
    record, store = past.get(None, "/record").json, past.service.bottega.store
    header, (version, events) = store.header(past.game_id), store.events(past.game_id, 0, 10_000)
    view = msgspec.json.decode(past.served[0][0][0])
    assert {name: record[name] for name in ("game_id", "rules_version", "seats", "commitment")} == {
        name: view[name] for name in ("game_id", "rules_version", "seats", "commitment")
    }
    assert record["options"] == msgspec.json.decode(header.options)
    assert (record["seed"], record["created_at"]) == (header.seed, header.created_at)
    assert len(record["events"]) == version == len(past.served) - 1
    for told, event in zip(record["events"], events, strict=True):
        facts = [
            {"fact": msgspec.json.decode(fact)} | ({} if audience is None else {"audience": list(audience)})
            for fact, audience in event.facts
        ]
        assert told == {
            "version": event.version,
            "seat": event.seat,
            "decision": event.decision,
            "at": event.at,
            "action": msgspec.json.decode(event.action),
            "facts": facts,
            "hash": told["hash"],
        }


def test_a_record_ends_with_the_score_sheet(past):
    games.score(past.service.bottega, past.game_id)
    result = past.get(None, "/result").json
    assert past.get(None, "/record").json["result"] == {"seats": result["seats"], "winners": result["winners"]}


def test_a_running_game_has_no_record(table):
    problem = table.get("/record", 0)
    assert (problem.status_code, problem.json["code"]) == (409, "game_not_over")


def test_a_record_never_changes(table):
    table.play_to_the_end()
    first, second = table.get("/record"), table.get("/record", 1)
    assert first.data == second.data
    assert first.headers["Cache-Control"] == "public, max-age=86400, immutable"
