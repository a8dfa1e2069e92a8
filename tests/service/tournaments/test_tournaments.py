"""Test tournaments over HTTP: rounds, permissions, and public data."""

import csv
import io
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count

import msgspec
import pytest

from service.game.game import load
from service.tournaments import due_times, log, progress
from service.tournaments.rules.round_pairings import next_round
from service.tournaments.rules.verification import verify
from service.tournaments.store.tournaments import tournaments_in
from tests.rulesets.games import redeals
from tests.service.helpers.client.contract import HOSTED, committed
from tests.service.helpers.client.sample_requests import operations
from tests.service.helpers.games.lists import finish, finish_and_score
from tests.service.helpers.games.stored import put
from tests.service.helpers.players.player import rejected
from tests.service.helpers.tournaments import (
    LEVEL,
    READS,
    entries,
    found,
    games_of,
    has_started,
    new_players,
    organiser,
    play_round,
    rounds,
)


def read_all(who, address):
    """Return all public responses about a tournament, without its random name."""
    return [(each.status_code, each.data) for each in (who.get(address + path) for path in READS)]


def without_progress(responses):
    """Decode responses in JSON, without the progress of the next round."""
    shown = [(status, msgspec.json.decode(data) if data[:1] == b"{" else data) for status, data in responses]
    return [(status, {**data, "seating": None} if isinstance(data, dict) else data) for status, data in shown]


@pytest.mark.parametrize("waits", ["round_times", "pause_seconds"])
def test_a_round_does_not_start_automatically_before_its_time(service, waits):
    now = datetime.now(UTC)
    times = [f"{now + timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}" for hours in (0, 1)]
    terms = {"round_times": times, "pause_seconds": 3600}
    who, address = has_started(service, **{waits: terms[waits]})
    play_round(service, who, address)
    assert len(rounds(who, address)) == 1
    later = replace(service.installation.sources, now=lambda: now + timedelta(hours=1, minutes=1))
    progress.drive(replace(service.installation, sources=later), address.rpartition("/")[2])
    assert len(rounds(who, address)) == 2


@pytest.mark.parametrize("body", [{"tables": [{"entrants": [0, 1]}]}, {"byes": [0]}])
def test_rounds_are_seated_by_hand_with_a_reason_and_with_tables(service, body):
    who = organiser(service)
    assert rejected(who.post(f"{found(who)}/rounds", body)) == (422, "invalid_request")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/start", None),
        ("POST", "/pause", {}),
        ("POST", "/resume", {}),
        ("POST", "/cancel", {}),
        ("POST", "/rounds", {}),
        ("POST", "/entrants/0/check-in", None),
        ("POST", "/entrants/0/withdraw", {}),
        ("GET", "/pairings:preview", None),
        ("PUT", "/rounds/1/tables/1/result", {"ranks": [1, 2], "reason": "Because."}),
    ],
)
def test_only_the_organiser_changes_a_tournament(service, method, path, body):
    who, address = has_started(service)
    before = read_all(who, address)
    stranger = organiser(service)
    assert rejected(stranger.send(method, address + path, body)) == (403, "not_organiser")
    assert read_all(who, address) == before


def test_the_organisers_own_key_needs_the_scope_to_rule(service):
    who, address = has_started(service)
    playing = who.with_scopes("play")
    assert rejected(playing.post(f"{address}/cancel", {})) == (403, "insufficient_scope")
    assert rejected(playing.post(f"{address}/entrants", {"level": LEVEL}))[0] in (403, 409)


def test_the_seed_is_revealed_at_the_start_and_the_secret_of_the_dice_at_the_end(service):
    who = organiser(service)
    address = found(who, entrants=[{"player": each.id} for each in new_players(service)])
    before = who.get(address).json
    assert not {"seed", "deal_secret"} & set(before)
    started = who.post(f"{address}/start").json
    assert sha256(bytes.fromhex(started["seed"])).hexdigest() == before["commitment"]
    for _ in range(2):
        assert "deal_secret" not in who.get(address).json
        play_round(service, who, address)
    over = who.get(address).json
    assert over["status"] == "over"
    assert sha256(bytes.fromhex(over["deal_secret"])).hexdigest() == before["deal_commitment"]


def test_page_stream_files_and_record_of_a_finished_tournament_agree(service):
    who, address = has_started(service)
    for _ in range(2):
        play_round(service, who, address)
    reported = entries(who, address)
    assert [each["number"] for each in reported] == [*range(1, len(reported) + 1)]
    stream = service.client.get(f"/v1{address}/events/stream", headers={"Last-Event-ID": "3"})
    assert stream.text.count("event: event\n") == len(reported) - 3
    assert stream.text.endswith('event: over\ndata: {"status":"over"}\n\n')
    end = service.client.get(f"/v1{address}/events/stream", headers={"Last-Event-ID": str(len(reported))})
    assert end.status_code == 204
    standings = who.get(f"{address}/standings").json["standings"]
    rows = csv.DictReader(io.StringIO(who.get(f"{address}/standings/csv").text))
    assert [int(row["entrant"]) for row in rows] == [each["entrant"] for each in standings]
    crosstable = who.get(f"{address}/crosstable").json["rows"]
    assert [(each["entrant"], each["points"]) for each in crosstable] == [
        (each["entrant"], each["points"]) for each in standings
    ]
    record = who.get(f"{address}/record")
    verify(record.data)
    assert [each["entrant"] for each in record.json["standings"]] == [each["entrant"] for each in standings]


@pytest.mark.parametrize(
    "name",
    [
        entry["operationId"]
        for path in committed()["paths"].values()
        for entry in path.values()
        if "operationId" in entry and "text/csv" in entry["responses"].get("200", {}).get("content", {})
    ],
)
def test_the_columns_of_a_table_have_different_names(service, name):
    who, address = has_started(service)
    url = operations()[name].url({"tournament": address.rpartition("/")[2]})
    (header, *_) = csv.reader(io.StringIO(who.get(url).data.decode("utf-8-sig"), newline=""))
    assert len({*header}) == len(header) > 1


def test_a_ruling_counts_at_once_and_is_in_the_log_with_its_reason(service):
    who, address = has_started(service)
    ruled = who.send("PUT", f"{address}/rounds/1/tables/2/result", {"ranks": [2, 1], "reason": "Nobody came."}).json
    loser, winner = (each["entrant"] for each in ruled["table"]["entrants"])
    assert [each["points"] for each in ruled["table"]["entrants"]] == [0.0, 12.0]
    assert {each["entrant"]: each["points"] for each in ruled["changes"]}[winner] == 12.0
    assert who.get(f"{address}/standings").json["standings"][0]["entrant"] == winner != loser
    last = [(each["type"], each.get("reason")) for each in entries(who, address)[-2:]]
    assert last == [("ruled", "Nobody came."), ("stopped", None)]


def test_a_tournament_is_checked_within_a_lease_after_the_end_of_a_game_even_without_the_job(service):
    who, address = has_started(service)
    due = tournaments_in(service.installation.store).due
    due.put(address.rpartition("/")[2], time.time() + due_times.CHECK_SECONDS)
    finish_and_score(service, games_of(who, address)[0])
    assert len(due.before(time.time() + service.installation.settings.lease_seconds, 1)) == 1


def test_a_round_that_a_clock_ahead_closed_is_followed_by_the_next_once_it_is_right_again(service):
    who, address = has_started(service, pause_seconds=10)
    service.pass_time(hours=1)
    play_round(service, who, address)
    service.pass_time(hours=-1)
    assert len(rounds(who, address)) == 1
    progress.drive(service.installation, address.rpartition("/")[2])
    assert len(rounds(who, address)) == 2


def test_an_arena_started_by_a_fast_clock_lasts_no_longer_than_its_time(service):
    service.pass_time(hours=1)
    who, address = has_started(service, {"format": "arena", "minutes": 1})
    service.pass_time(hours=-1)
    play_round(service, who, address)
    service.pass_time(minutes=2)
    play_round(service, who, address)
    assert who.get(address).json["status"] == "over"


def test_a_round_seated_by_hand_is_as_requested(service):
    who, address = has_started(service, next_round="organiser")
    tables = [{"entrants": [3, 0]}, {"entrants": [1, 2]}]
    created = who.post(f"{address}/rounds", {"tables": tables, "reason": "Old friends."})
    (shown,) = rounds(who, address)
    assert (created.status_code, created.json, created.headers["Location"]) == (201, shown, f"/v1{address}/rounds/1")
    assert [[each["entrant"] for each in table["entrants"]] for table in shown["tables"]] == [[3, 0], [1, 2]]
    assert shown["manual"] is True
    assert who.get(f"{address}/rounds/1").json == shown


def test_a_round_is_hidden_until_all_its_games_exist(service):
    who, address = has_started(service, next_round="organiser")
    name = address.rpartition("/")[2]
    before, listed = read_all(who, address), service.client.get("/v1/tournaments").json
    running = log.load(service.installation, name)
    paired = progress.pairing(service.installation, running, next_round(running.tournament))
    assert log.append(service.installation, running, [paired])
    assert without_progress(read_all(who, address)) == without_progress(before)
    assert service.client.get("/v1/tournaments").json == listed
    for path in ("", "/events"):
        assert who.get(address + path).json["seating"] == {"round": 1, "games_created": 0, "games": 2}
    progress.drive(service.installation, name)
    assert len(rounds(who, address)) == 1


def test_the_record_of_a_cancelled_tournament_waits_until_no_game_is_played(service):
    who, address = has_started(service)
    who.post(f"{address}/cancel", {"reason": "Fire."})
    games = games_of(who, address)
    for game_id in games:
        assert rejected(who.get(f"{address}/record")) == (409, "tournament_not_over")
        finish(service, game_id)
    verify(who.get(f"{address}/record").data)


def test_tournament_responses_reveal_nothing_of_running_games(service):
    who, address = has_started(service)
    before = read_all(who, address)
    for game_id in games_of(who, address):
        true = load(service.installation, game_id).position
        for dealt in redeals(HOSTED["tiny"], true.state, 0, game_id):
            put(service, game_id, msgspec.structs.replace(true, state=dealt))
            assert read_all(who, address) == before


def test_a_private_tournament_is_visible_to_its_participants_only(service):
    who, (ann, bea) = organiser(service), new_players(service, 2)
    address = found(who, visibility="private", entrants=[{"player": ann.id}])
    for path in READS:
        assert rejected(bea.get(address + path)) == (404, "tournament_not_found")
        assert ann.get(address + path).status_code == who.get(address + path).status_code
    assert ann.get(address).status_code == 200
    found(who, visibility="unlisted")
    assert service.client.get("/v1/tournaments").json["tournaments"] == []


def test_lists_contain_each_public_tournament_once_the_newest_first(service):
    who = organiser(service)
    names = [found(who).rpartition("/")[2] for _ in range(3)]
    who.post(f"/tournaments/{names[1]}/cancel", {})
    listed, after = [], ""
    for _ in count():
        page = service.client.get(f"/v1/tournaments?limit=2{after}").json
        listed += [each["tournament"] for each in page["tournaments"]]
        if "next_cursor" not in page:
            break
        after = f"&cursor={page['next_cursor']}"
    assert listed == names[::-1]
    cancelled = service.client.get("/v1/tournaments?status=cancelled").json["tournaments"]
    assert [each["tournament"] for each in cancelled] == [names[1]]


def test_a_long_poll_returns_the_next_entry_as_soon_as_it_exists(service):
    who = organiser(service)
    address = found(who)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(service.client.get, f"/v1{address}/events?wait=30")
        who.post(f"{address}/entrants", {"level": LEVEL})
        page = waiting.result().json
    assert [(each["type"], each["name"]) for each in page["events"]] == [("entered", LEVEL)]
    assert page["after"] == 1
