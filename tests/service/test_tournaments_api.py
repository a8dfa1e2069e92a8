"""Test tournaments over HTTP: creation, permissions, and public data."""

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

from service.game.deals import deals_of
from service.game.game import load
from service.tournaments import log, progress
from service.tournaments.rules.events import StageBegan, Started
from service.tournaments.rules.round_pairings import next_round
from service.tournaments.rules.verification import verify
from service.tournaments.store.tournaments import tournaments_in
from tests.rulesets.games import redeals
from tests.service.contract import HOSTED, committed
from tests.service.hidden_from_players import put
from tests.service.lists import finish, finish_and_score
from tests.service.players import player, rejected
from tests.service.sample_requests import operations
from tests.service.tournaments_api import (
    LEVEL,
    READS,
    SWISS,
    entries,
    found,
    games_of,
    has_started,
    organiser,
    people,
    plan,
    play_round,
    rounds,
)
from tests.tiny import TINY


def read_all(who, address):
    """Return all public responses about a tournament, without its random name."""
    return [(each.status_code, each.data) for each in (who.get(address + path) for path in READS)]


def test_a_tournament_shows_the_stated_values_and_defaults_for_the_rest(service):
    who = organiser(service)
    stated = {
        "stages": [{"format": "round_robin", "table_size": 3, "groups": 2, "qualify": 1}, {**SWISS, "table_size": 4}],
        "games": 3,
        "deal": "round",
        "tie_breaks": ["wins", "random"],
        "registration": "open",
        "clock": {"kind": "per_decision", "seconds": 60},
        "spectators": {"kind": "off"},
    }
    shown = who.get(
        found(who, **{"stages": stated["stages"], **stated}, points=[{"table_size": 2, "by_place": [1, 0]}])
    )
    assert {name: shown.json[name] for name in stated} == stated
    assert (shown.json["status"], shown.json["version"], shown.json["rated"], shown.json["bye_points"]) == (
        *("registration", 0),
        *(True, 1),
    )
    assert shown.json["points"][:2] == [
        {"table_size": 2, "by_place": [1, 0]},
        {"table_size": 3, "by_place": [1, 1, 0]},
    ]


def after(service, **passed):
    return f"{service.bottega.sources.now() + timedelta(**passed):%Y-%m-%dT%H:%M:%SZ}"


@pytest.mark.parametrize(
    "terms",
    [
        {"points": [{"table_size": 2, "by_place": [0, 12]}]},
        {"points": [{"table_size": 4, "by_place": [12, 6, 7, 0]}]},
        {"starts_at": "2020-01-01T00:00:00Z"},
        {"round_times": ["2020-01-01T00:00:00Z"]},
        {"round_times": ["2099-01-02T00:00:00Z", "2099-01-01T00:00:00Z"]},
        {"round_times": ["2099-01-02T00:00:00Z", "2099-01-02T00:00:00Z"]},
    ],
)
def test_a_plan_that_no_organiser_means_is_rejected(service, terms):
    assert rejected(organiser(service).post("/tournaments", plan(**terms))) == (409, "invalid_plan")


@pytest.mark.parametrize(
    "terms",
    [
        {"points": [{"table_size": 3, "by_place": [5, 5, 5]}]},
        {"round_times": ["2099-01-01T00:00:00Z", "2099-01-02T00:00:00Z"]},
    ],
)
def test_a_plan_with_equal_points_or_rising_times_is_accepted(service, terms):
    assert organiser(service).post("/tournaments", plan(**terms)).status_code == 201


def test_a_tournament_starts_at_the_present_minute_at_the_earliest(service):
    who = organiser(service)
    assert who.post("/tournaments", plan(starts_at=after(service, seconds=-30))).status_code == 201
    assert rejected(who.post("/tournaments", plan(starts_at=after(service, seconds=-90)))) == (409, "invalid_plan")


def test_a_retry_returns_the_tournament_after_its_time_to_start(service):
    who, body = organiser(service), plan(starts_at=after(service, minutes=5))
    first = who.post("/tournaments", body, **{"Idempotency-Key": "cup"})
    service.pass_time(hours=1)
    again = who.post("/tournaments", body, **{"Idempotency-Key": "cup"})
    assert (again.status_code, again.json) == (201, first.json)
    assert rejected(who.post("/tournaments", body, **{"Idempotency-Key": "cup 2"})) == (409, "invalid_plan")


def test_players_of_one_name_get_a_number_and_no_entrant_takes_the_name_of_another(service):
    who = organiser(service)
    address = found(who, registration="open", entrants=[{"level": LEVEL}])
    annas = [player(service, name) for name in ("Anna", "ANNA", "\uff21nna", LEVEL)]
    names = [each.post(f"{address}/entrants", {}).json["name"] for each in annas]
    assert names == ["Anna", "ANNA 2", "\uff21nna 3", f"{LEVEL} 2"]
    impostor = player(service, "Bea").post(f"{address}/entrants", {"name": "anna"})
    assert rejected(impostor) == (409, "already_entered")
    assert rejected(who.post(f"{address}/entrants", {"level": LEVEL, "name": "Anna"})) == (409, "already_entered")


def test_a_retry_with_the_same_key_returns_the_same_tournament(service):
    who = organiser(service)
    first, again = (who.post("/tournaments", plan(), **{"Idempotency-Key": "cup"}) for _ in range(2))
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize("waits", ["round_times", "pause_seconds"])
def test_a_round_does_not_start_automatically_before_its_time(service, waits):
    now = datetime.now(UTC)
    times = [f"{now + timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}" for hours in (0, 1)]
    terms = {"round_times": times, "pause_seconds": 3600}
    who, address = has_started(service, **{waits: terms[waits]})
    play_round(service, who, address)
    assert len(rounds(who, address)) == 1
    later = replace(service.bottega.sources, now=lambda: now + timedelta(hours=1, minutes=1))
    progress.drive(replace(service.bottega, sources=later), address.rpartition("/")[2])
    assert len(rounds(who, address)) == 2


def test_an_organiser_needs_a_key_with_the_scope(service):
    assert rejected(player(service).post("/tournaments", plan())) == (403, "insufficient_scope")


@pytest.mark.parametrize(
    "terms",
    [
        {"entrants": [{"name": "Nobody"}]},
        {"entrants": [{"player": f"pl_{'a' * 20}", "level": LEVEL}]},
        {"tie_breaks": ["wins", "wins"]},
        {"points": [{"table_size": 2, "by_place": [1, 0]}, {"table_size": 2, "by_place": [2, 0]}]},
        {"starts_at": "2026-02-30T18:00:00Z"},
        {"round_times": ["2026-02-28T18:00:00Z", "2026-02-30T18:00:00Z"]},
        {"stages": []},
        {"stages": [{"format": "swiss", "table_size": 8}]},
        {"games": 25},
    ],
)
def test_a_plan_that_does_not_fit_its_schema_is_rejected(service, terms):
    assert rejected(organiser(service).post("/tournaments", {**plan(), **terms})) == (422, "invalid_request")


@pytest.mark.parametrize(
    "terms",
    [
        {"stages": [{"format": "swiss"}]},
        {"stages": [{"format": "arena"}]},
        {"stages": [{"format": "knockout", "groups": 2}]},
        {"stages": [{"format": "knockout", "table_size": 3, "advance": 2}]},
        {"stages": [{"format": "double_knockout", "table_size": 3}]},
        {"stages": [SWISS, SWISS]},
        {"stages": [{**SWISS, "qualify": 1}]},
        {"late_entries": True, "stages": [{"format": "knockout"}]},
        {"points": [{"table_size": 2, "by_place": [2, 1, 0]}]},
    ],
)
def test_a_plan_that_cannot_be_played_is_rejected(service, terms):
    assert rejected(organiser(service).post("/tournaments", {**plan(), **terms})) == (409, "invalid_plan")


@pytest.mark.parametrize("ruleset", HOSTED)
def test_a_tournament_uses_the_deals_that_its_ruleset_lists(service, ruleset):
    """Only a ruleset without random facts lists `match`."""
    listed = {each["ruleset"]: each["deals"] for each in service.client.get("/v1/rulesets").json["rulesets"]}
    assert listed[ruleset] == list(deals_of(HOSTED[ruleset]))
    who = organiser(service)
    for deal in listed[ruleset]:
        assert who.post("/tournaments", {**plan(ruleset=ruleset), "deal": deal, "games": 2}).status_code == 201
    if "match" in listed[ruleset]:
        return
    response = who.post("/tournaments", {**plan(ruleset=ruleset), "deal": "match", "games": 2})
    assert rejected(response) == (409, "invalid_plan")
    assert response.json["detail"].endswith("Send `deal` as `game` or `round`.")


def test_a_match_shares_a_deal_only_if_no_card_is_dealt_or_drawn():
    assert deals_of(TINY) == ("game", "round")
    assert deals_of(replace(TINY, chance_facts=())) == ("game", "match", "round")


@pytest.mark.parametrize("body", [{"tables": [{"entrants": [0, 1]}]}, {"byes": [0]}])
def test_rounds_are_seated_by_hand_with_a_reason_and_with_tables(service, body):
    who = organiser(service)
    assert rejected(who.post(f"{found(who)}/rounds", body)) == (422, "invalid_request")


def test_only_the_organiser_gets_the_code_and_it_lets_players_in(service):
    who, ann = organiser(service), player(service, "Ann")
    address = found(who, registration="code")
    code = who.get(address).json["code"]
    assert "code" not in ann.get(address).json
    assert "code" not in service.client.get(f"/v1{address}").json
    assert rejected(ann.post(f"{address}/entrants", {"code": code + "x"})) == (403, "wrong_code")
    assert rejected(ann.post(f"{address}/entrants", {})) == (403, "wrong_code")
    assert ann.post(f"{address}/entrants", {"code": code}).json["player"] == ann.id


def test_a_player_enters_once_and_no_other_player(service):
    who, (ann, bea) = organiser(service), people(service, 2)
    address = found(who, registration="open")
    first, again = (ann.post(f"{address}/entrants", {}) for _ in range(2))
    assert (again.json, again.headers["Idempotent-Replayed"]) == (first.json, "true")
    assert rejected(ann.post(f"{address}/entrants", {"player": bea.id})) == (403, "not_organiser")
    assert [each["name"] for each in who.get(f"{address}/entrants").json["entrants"]] == ["Ann"]


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
    address = found(who, entrants=[{"player": each.id} for each in people(service)])
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
    due = tournaments_in(service.bottega.store).due
    due.put(address.rpartition("/")[2], time.time() + progress.CHECK_SECONDS)
    finish_and_score(service, games_of(who, address)[0])
    assert len(due.before(time.time() + service.bottega.settings.lease_seconds, 1)) == 1


def test_a_round_that_a_clock_ahead_closed_is_followed_by_the_next_once_it_is_right_again(service):
    who, address = has_started(service, pause_seconds=10)
    service.pass_time(hours=1)
    play_round(service, who, address)
    service.pass_time(hours=-1)
    assert len(rounds(who, address)) == 1
    progress.drive(service.bottega, address.rpartition("/")[2])
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
    running = log.load(service.bottega, name)
    paired = progress.pairing(service.bottega, running, next_round(running.tournament))
    assert log.append(service.bottega, running, [paired])
    assert read_all(who, address)[1:] == before[1:]
    assert service.client.get("/v1/tournaments").json == listed
    shown = who.get(address).json
    assert shown.pop("seating") == {"round": 1, "games_created": 0, "games": 2}
    assert shown == msgspec.json.decode(before[0][1])
    progress.drive(service.bottega, name)
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
        true = load(service.bottega, game_id).position
        for dealt in redeals(HOSTED["tiny"], true.state, 0, game_id):
            put(service, game_id, msgspec.structs.replace(true, state=dealt))
            assert read_all(who, address) == before


def test_a_private_tournament_is_visible_to_its_participants_only(service):
    who, (ann, bea) = organiser(service), people(service, 2)
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


def test_late_entries_start_with_the_stated_points(service):
    who, address = has_started(service, late_entries=True, late_points=3)
    late = [who.post(f"{address}/entrants", {"level": LEVEL, **given}).json for given in ({}, {"points": 5})]
    assert [each["points"] for each in late] == [3.0, 5.0]


@pytest.mark.parametrize(("registration", "enters"), [("open", 201), ("code", 201), ("organiser", 403)])
def test_players_enter_late_as_registration_permits(service, registration, enters):
    who, address = has_started(service, late_entries=True, late_points=3, registration=registration)
    code = {"code": who.get(address).json["code"]} if registration == "code" else {}
    eve = player(service, "Eve")
    response = eve.post(f"{address}/entrants", {**code, "points": 50})
    assert response.status_code == enters
    if enters == 201:
        assert (response.json["player"], response.json["points"]) == (eve.id, 3.0)


@pytest.mark.parametrize("terms", [{"late_entries": False}, {"late_entries": True}])
def test_no_player_enters_late_without_permission_or_during_a_pause(service, terms):
    who, address = has_started(service, registration="open", **terms)
    assert who.post(f"{address}/pause", {}).status_code == 200
    eve = player(service, "Eve")
    assert rejected(eve.post(f"{address}/entrants", {})) == (409, "registration_closed")
    added = who.post(f"{address}/entrants", {"player": eve.id}).status_code
    assert added == (201 if terms["late_entries"] else 409)


def test_a_tournament_has_no_entrants_at_first_and_starts_with_two(service):
    who, (ann, bea) = organiser(service), people(service, 2)
    address = found(who, check_in=True, entrants=[{"player": ann.id}, {"player": bea.id}])
    ann.post(f"{address}/entrants/0/check-in")
    assert rejected(who.post(f"{address}/start")) == (409, "too_few_entrants")
    assert who.get(f"{address}/standings").json["standings"] == []
    bea.post(f"{address}/entrants/1/check-in")
    assert who.post(f"{address}/start").json["status"] == "running"
    running = log.load(service.bottega, address.rpartition("/")[2])
    assert [type(each) for each in running.log[4:6]] == [Started, StageBegan]
