"""Test the times until which rounds are open: late games are decided, players are reminded, and pauses count."""

from datetime import datetime, timedelta

import pytest

from service.game.game import load
from service.playing import missed_decisions
from service.tournaments import progress
from service.tournaments.rules.verification import verify
from tests.service.helpers.client.service import RemoteGame, Service
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import rejected
from tests.service.helpers.tournaments import (
    LEVEL,
    entries,
    found,
    games_of,
    new_players,
    organiser,
    plan,
    rounds,
    started_with_keys,
)
from tests.service.tournaments.test_calendars import read, summaries

ONE_ROUND = {"format": "swiss", "rounds": 1}


def after(service: Service, **passed: float) -> str:
    return f"{service.installation.sources.now() + timedelta(**passed):%Y-%m-%dT%H:%M:%S.000000Z}"


def drive(service, address):
    return progress.drive(service.installation, address.rpartition("/")[2])


def started(service, players=2, stage=ONE_ROUND, **terms):
    """Start a tournament whose first round is open for eight days; return its organiser, its URL and its players."""
    who, entrants = organiser(service), new_players(service, players)
    listed = [{"player": each.id} for each in entrants]
    address = found(who, stage, entrants=listed, **{"round_ends": [after(service, days=8)], **terms})
    assert who.post(f"{address}/start").status_code == 200
    return who, address, entrants


def only_game(who, address):
    (game_id,) = games_of(who, address)
    return game_id


def act_in(service, game_id, players, *seats):
    """Let seats act in a game one after another."""
    keys = {each.id: each.key for each in players}
    holders = load(service.installation, game_id).players
    for seat in seats:
        assert RemoteGame(service, game_id, {seat: keys[holders[seat]]}).act(seat).status_code == 200


def reminders(who):
    notices = who.get("/me/events").json["events"]
    return [each["round"] for each in notices if each.get("tournament_event") == "round_ends_soon"]


def test_the_seat_that_has_to_act_forfeits_at_the_end_of_the_round(service):
    who, address, players = started(service)
    game_id = only_game(who, address)
    act_in(service, game_id, players, 0, 0)
    (late,) = load(service.installation, game_id).to_act
    service.pass_time(days=7, hours=23)
    drive(service, address)
    assert not load(service.installation, game_id).has_ended
    service.pass_time(hours=2)
    drive(service, address)
    game = load(service.installation, game_id)
    assert (game.outcome.ended_by, game.outcome.seats[late].reason) == ("forfeit", "forfeit")
    assert [each.rank for each in game.outcome.seats] == [2 if seat == late else 1 for seat in (0, 1)]
    assert who.get(address).json["status"] == "over"
    records = {game_id: who.get(f"/games/{game_id}/record").data}
    verify(who.get(f"{address}/record").data, records, service.installation.rulesets)


def test_a_pause_of_the_players_ends_with_the_round(service):
    budget = {"kind": "budget", "seconds": 86_400}
    who, address, players = started(service, clock=budget)
    game_id = only_game(who, address)
    act_in(service, game_id, players, 0, 0)
    for each in players:
        paused = each.post(f"/games/{game_id}/clocks", {"action": "pause", "hours": 336})
    assert paused.json["pause"]["status"] == "paused"
    service.pass_time(days=7)
    drive(service, address)
    assert not load(service.installation, game_id).has_ended
    service.pass_time(days=2)
    drive(service, address)
    game = load(service.installation, game_id)
    assert (game.has_ended, game.outcome.ended_by, "pause" in who.get(f"/games/{game_id}/view").json) == (
        True,
        "forfeit",
        False,
    )


def test_the_next_round_starts_after_the_end_of_the_round_before(service):
    ends = [after(service, days=8), after(service, days=16)]
    who, address, _ = started(service, 4, {"format": "swiss", "rounds": 2}, round_ends=ends)
    assert [each["open_until"] for each in rounds(who, address)] == ends[:1]
    service.pass_time(days=8, hours=1)
    drive(service, address)
    assert [each.get("open_until") for each in rounds(who, address)] == [None, ends[1]]


@pytest.mark.parametrize("terms", [{}, {"clock": {"kind": "days", "days": 14}}])
def test_a_game_in_which_nobody_acted_is_lost_by_the_seat_to_act_and_changes_no_rating(service, terms):
    who, address, _ = started(service, **terms)
    game_id = only_game(who, address)
    service.pass_time(days=8, hours=1)
    drive(service, address)
    (match,) = rounds(who, address)[0]["tables"]
    assert match["games"][0]["ruled"]["ranks"] == [2, 1]
    assert (match["games"][0]["status"], load(service.installation, game_id).status) == ("stopped", "aborted")
    verify(who.get(f"{address}/record").data)


def test_many_late_games_are_decided_in_time_slices(service):
    who, address, _ = started(service, 4)
    service.pass_time(days=8, hours=1)
    name = address.rpartition("/")[2]
    closed = []
    for _ in range(4):
        progress.drive(service.installation, name, 0.0)
        closed.append(sum(each["status"] == "closed" for each in rounds(who, address)[0]["tables"]))
    assert (closed[0], closed[-1]) == (1, 2)
    drive(service, address)
    assert who.get(address).json["status"] == "over"


def test_a_game_of_three_is_decided_by_its_score_and_the_seat_to_act_is_last(service):
    who, address, players = started(service, 3, {**ONE_ROUND, "table_size": 3})
    game_id = only_game(who, address)
    act_in(service, game_id, players, 0, 0, 1)
    (late,) = load(service.installation, game_id).to_act
    service.pass_time(days=8, hours=1)
    drive(service, address)
    (match,) = rounds(who, address)[0]["tables"]
    ruling = match["games"][0]["ruled"]
    assert ruling["ranks"] == [3 if seat == late else 1 for seat in range(3)]
    assert ruling["reason"].startswith("The round was open until ")
    assert load(service.installation, game_id).status == "aborted"
    assert who.get(address).json["status"] == "over"
    verify(who.get(f"{address}/record").data)


def test_a_game_in_which_all_seats_have_to_act_is_a_double_loss(service):
    who, address, players = started(service)
    game_id = only_game(who, address)
    act_in(service, game_id, players, 0)
    assert len(load(service.installation, game_id).to_act) == 2
    service.pass_time(days=8, hours=1)
    drive(service, address)
    match = rounds(who, address)[0]["tables"][0]
    assert match["games"][0]["ruled"]["double_loss"]
    assert [each["points"] for each in match["entrants"]] == [0.0, 0.0]
    verify(who.get(f"{address}/record").data)


@pytest.mark.parametrize("acted", [False, True])
def test_a_series_is_decided_by_its_score_so_far(service, acted):
    who, address, players = started(service, stage={**ONE_ROUND, "series": {"kind": "best_of", "games": 3}})
    missed_decisions.resign(service.installation, only_game(who, address), 0)
    drive(service, address)
    second = games_of(who, address)[1]
    act_in(service, second, players, *([0, 1] if acted else []))
    service.pass_time(days=8, hours=1)
    drive(service, address)
    (match,) = rounds(who, address)[0]["tables"]
    assert (match["ruled"]["ranks"], len(match["games"])) == (([1, 1], 2) if acted else ([2, 1], 1))
    assert load(service.installation, second).status == ("over" if acted else "aborted")
    assert who.get(address).json["status"] == "over"
    verify(who.get(f"{address}/record").data)


def test_a_break_between_two_games_ends_with_the_round(service):
    stage = {**ONE_ROUND, "series": {"kind": "first_to", "games": 3, "break_seconds": 7 * 24 * 3600}}
    who, address, _ = started(service, stage=stage)
    service.pass_time(days=7)
    game = rounds(who, address)[0]["tables"][0]["games"][0]
    missed_decisions.resign(service.installation, game["game_id"], game["seats"].index(0))
    drive(service, address)
    service.pass_time(days=1, hours=1)
    drive(service, address)
    match = rounds(who, address)[0]["tables"][0]
    by_entrant = dict(zip((each["entrant"] for each in match["entrants"]), match["ruled"]["ranks"], strict=True))
    assert (by_entrant, len(match["games"])) == ({1: 1, 0: 2}, 1)


def test_a_game_waits_while_an_ai_level_has_to_act(service):
    who = organiser(service)
    (ann,) = new_players(service, 1)
    entrants = [{"level": LEVEL, "rating": 2000}, {"player": ann.id}]
    address = found(who, ONE_ROUND, entrants=entrants, round_ends=[after(service, days=8)])
    who.post(f"{address}/start")
    game_id = only_game(who, address)
    game = load(service.installation, game_id)
    service.pass_time(days=8, hours=1)
    drive(service, address)
    is_level = [game.seats[seat].kind == "ai" for seat in game.to_act]
    assert load(service.installation, game_id).has_ended is (not any(is_level))


def test_players_with_open_matches_are_reminded_once(service):
    ends = [after(service, days=8)]
    who, address, players = started_with_keys(service, ONE_ROUND, round_ends=ends)
    first, second = rounds(who, address)[0]["tables"]
    finish(service, first["games"][0]["game_id"])
    drive(service, address)
    service.pass_time(days=7, minutes=-1)
    assert drive(service, address) <= service.installation.sources.now().timestamp() + 61
    assert "round_ends_soon" not in [each["type"] for each in entries(who, address)]
    service.pass_time(minutes=2)
    for _ in range(2):
        drive(service, address)
    (entry,) = [each for each in entries(who, address) if each["type"] == "round_ends_soon"]
    assert (entry["round"], entry["until"]) == (1, ends[0])
    open_entrants = {each["entrant"] for each in second["entrants"]}
    names = {each["entrant"]: each["player"] for each in who.get(f"{address}/entrants").json["entrants"]}
    for entrant, player in names.items():
        reader = who.__class__(who.service, player, players[player])
        assert reminders(reader) == ([1] if entrant in open_entrants else [])


def test_a_short_round_has_its_reminder_after_three_quarters(service):
    _, address, (ann, _) = started(service, round_ends=[after(service, hours=4)])
    service.pass_time(hours=2, minutes=58)
    drive(service, address)
    assert reminders(ann) == []
    service.pass_time(minutes=5)
    drive(service, address)
    assert reminders(ann) == [1]


def test_a_pause_moves_the_end_of_a_round_by_its_length(service):
    who, address, _ = started(service)
    until = rounds(who, address)[0]["open_until"]
    assert who.post(f"{address}/pause", {}).status_code == 200
    service.pass_time(days=10)
    drive(service, address)
    assert who.post(f"{address}/resume", {}).status_code == 200
    drive(service, address)
    (shown,) = rounds(who, address)
    moved = datetime.fromisoformat(shown["open_until"]) - datetime.fromisoformat(until)
    assert (shown["status"], round(moved / timedelta(minutes=10))) == ("running", 10 * 24 * 6)
    service.pass_time(days=8, hours=1)
    drive(service, address)
    assert rounds(who, address)[0]["status"] == "closed"
    verify(who.get(f"{address}/record").data)


def test_a_new_end_replaces_the_old_one_and_has_a_reminder_of_its_own(service):
    who, address, (ann, _) = started(service)
    service.pass_time(days=7, hours=1)
    drive(service, address)
    later = after(service, days=3)
    changed = who.send("PATCH", address, {"round_ends": [later]})
    assert (changed.status_code, changed.json["round_ends"]) == (200, [later])
    service.pass_time(days=2)
    drive(service, address)
    assert rounds(who, address)[0]["open_until"] == later
    service.pass_time(hours=1)
    drive(service, address)
    assert reminders(ann) == [1, 1]
    assert who.send("PATCH", address, {"round_ends": []}).json.get("round_ends") is None
    service.pass_time(days=30)
    drive(service, address)
    assert rounds(who, address)[0]["status"] == "running"


def test_an_end_that_a_late_round_has_already_passed_does_not_count(service):
    ends = [after(service, days=8), after(service, days=16)]
    stage = {"format": "swiss", "rounds": 2}
    who, address, _ = started(service, 4, stage, round_ends=ends, next_round="organiser")
    who.post(f"{address}/rounds", {})
    for game_id in games_of(who, address):
        finish(service, game_id)
    service.pass_time(days=20)
    drive(service, address)
    assert who.post(f"{address}/rounds", {}).status_code in (201, 202)
    drive(service, address)
    second = rounds(who, address)[1]
    assert (second["status"], second.get("open_until")) == ("running", None)


@pytest.mark.parametrize(
    "terms",
    [
        {"round_ends": ["2020-01-01T00:00:00Z"]},
        {"round_ends": ["2099-01-02T00:00:00Z", "2099-01-01T00:00:00Z"]},
        {"round_ends": ["2099-01-02T00:00:00Z"], "round_times": ["2099-01-03T00:00:00Z"]},
        {"round_ends": ["2099-01-02T00:00:00Z"], "starts_at": "2099-01-03T00:00:00Z"},
        {"round_ends": ["2099-01-02T00:00:00Z"], "stages": [{"format": "arena", "matches": 3}]},
    ],
)
def test_ends_that_no_organiser_means_are_rejected(service, terms):
    assert rejected(organiser(service).post("/tournaments", {**plan(), **terms})) == (409, "invalid_plan")


@pytest.mark.parametrize("ends", [["2020-01-01T00:00:00Z"], ["2099-01-02T00:00:00Z", "2099-01-01T00:00:00Z"]])
def test_new_ends_that_no_organiser_means_are_rejected_and_change_nothing(service, ends):
    who, address, _ = started(service)
    before = who.get(address).json
    assert rejected(who.send("PATCH", address, {"round_ends": ends})) == (409, "invalid_change")
    assert who.get(address).json == before


def test_an_end_that_does_not_exist_is_rejected(service):
    terms = {"round_ends": ["2099-02-30T00:00:00Z"]}
    assert rejected(organiser(service).post("/tournaments", {**plan(), **terms})) == (422, "invalid_request")


def test_the_calendar_shows_the_ends_of_open_and_later_rounds(service):
    ends = ["2099-02-08T18:00:00Z", "2099-02-15T18:00:00Z"]
    who, address, (ann, _) = started(service, stage={"format": "swiss", "rounds": 2}, round_ends=ends)
    shown = summaries(read(who, address))[2:]
    expected = [("Round 1 ends: Cup", "20990208T180000Z"), ("Round 2 ends: Cup", "20990215T180000Z")]
    assert shown == expected
    own = read(ann, f"/players/{ann.id}")[2:]
    assert [each.get("DESCRIPTION", "").partition(":")[0] for each in own] == ["Table 1", ""]
    for game_id in games_of(who, address):
        finish(service, game_id)
    drive(service, address)
    assert summaries(read(who, address))[-1:] == expected[1:]
