"""Vacation days: while an entrant is on vacation, the clocks of its games in the tournament stand still."""

from datetime import timedelta
from typing import Any

import pytest

from service.game.game import load
from service.playing import missed_decisions
from service.store.clock_list import TimedDecision
from service.tournaments import progress
from service.tournaments.rules.verification import verify
from tests.service.examples.cups import cup
from tests.service.helpers.client.responses import reports
from tests.service.helpers.client.service import RemoteGame
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import LEVEL, entries, found, organiser, plan

DAYS: dict[str, Any] = {"clock": {"kind": "per_decision", "seconds": 7 * 86_400}, "vacation_days": 30}
WEEK = 7 * 86_400


def after(service, **passed):
    return f"{service.installation.sources.now() + timedelta(**passed):%Y-%m-%dT%H:%M:%S.%fZ}"


def leave(opened, until, entrant=0, who=None, **body):
    """Send an entrant on vacation until a time, as its player."""
    path = f"{opened.path}/entrants/{entrant}/withdraw"
    return (who or opened.players[entrant]).post(path, {"vacation_until": until, **body})


def come_back(opened, entrant=0, who=None, **body):
    """End the vacation of an entrant, as its player."""
    return (who or opened.players[entrant]).post(f"{opened.path}/entrants/{entrant}/reenter", body)


def left(opened, entrant=0):
    """Return the vacation of an entrant: its end, and the days that are left after it."""
    shown = opened.get("/entrants").json["entrants"][entrant]
    return shown.get("vacation_until"), shown.get("vacation_days_left")


def game_of(opened, entrant=0):
    """Return the latest game of an entrant, and its seat."""
    tables = [table for each in opened.get("/rounds").json["rounds"] for table in each["tables"]]
    games = [each for table in tables for each in table["games"] if entrant in each["seats"]]
    return games[-1]["game_id"], games[-1]["seats"].index(entrant)


def vacations(service, game_id):
    """List the vacations in a game by seat."""
    clocks = service.client.get(f"/v1/games/{game_id}/view").json["clocks"]
    return {each["seat"]: each["vacation_until"] for each in clocks if "vacation_until" in each}


def check_clock(service, game_id):
    """Check the pending decision of a game as a clock keeper does; return the deadline, None if it has passed."""
    game = load(service.installation, game_id)
    seat = game.to_act[0]
    timed = TimedDecision(game_id, seat, game.position.decisions[seat])
    return missed_decisions.handle_deadline(service.installation, timed, service.installation.sources.now().timestamp())


def act(opened, game_id):
    """Let the seat that has to act act; return the player."""
    game = load(opened.service.installation, game_id)
    seat = game.to_act[0]
    who = next(each for each in opened.players if each.id == game.players[seat])
    assert RemoteGame(opened.service, game_id, {seat: who.key}).act(seat).status_code == 200
    return who


def changes(service, game_id):
    log = service.client.get(f"/v1/games/{game_id}/events").json["events"]
    return [(each["seat"], each["change"]) for each in log if "change" in each]


@pytest.mark.example("withdrawEntrant", "A player goes on vacation.", called="vacation")
def test_a_player_starts_a_vacation_and_sees_the_days_that_are_left(service):
    opened = cup(service, **DAYS).start()
    until = after(service, days=10)
    shown = leave(opened, until, reason="I am in the mountains.").json
    assert (shown["vacation_until"], round(shown["vacation_days_left"], 2)) == (until, 20.0)
    game_id, seat = game_of(opened)
    assert vacations(service, game_id) == {seat: until}
    assert changes(service, game_id) == [(seat, {"kind": "vacation", "until": until})]
    entry = entries(opened.organiser, opened.path)[-1]
    assert (entry["type"], entry["entrant"], entry["until"]) == ("vacation", 0, until)
    assert opened.get().json["vacation_days"] == 30


def test_no_deadline_passes_during_a_vacation_and_the_time_is_given_back(service):
    opened = cup(service, players=2, **DAYS).start()
    game_id, _ = game_of(opened)
    service.pass_time(days=6)
    leave(opened, after(service, days=10))
    service.pass_time(days=9)
    assert check_clock(service, game_id) is not None
    service.pass_time(days=1, hours=23)
    assert check_clock(service, game_id) is not None
    service.pass_time(hours=2)
    assert check_clock(service, game_id) is None
    assert changes(service, game_id)[-1][1]["kind"] == "forfeited"


def test_a_vacation_counts_to_the_second_and_the_rest_stays(service):
    opened = cup(service, **DAYS).start()
    leave(opened, after(service, days=10))
    service.pass_time(days=2, hours=12)
    ended = come_back(opened).json
    assert "vacation_until" not in ended
    assert 27.49 < ended["vacation_days_left"] <= 27.5
    game_id, seat = game_of(opened)
    assert vacations(service, game_id) == {}
    assert changes(service, game_id)[-1] == (seat, {"kind": "vacation"})


def test_a_vacation_uses_all_days_and_a_retry_changes_nothing(service):
    opened = cup(service, **DAYS).start()
    until = after(service, days=30)
    first = leave(opened, until).json
    assert first["vacation_days_left"] < 0.001
    version = opened.get().json["version"]
    service.pass_time(days=1)
    assert leave(opened, until).json == first
    assert opened.get().json["version"] == version
    service.pass_time(days=29, seconds=1)
    assert rejected(leave(opened, after(service, hours=1))) == (409, "vacation_not_allowed")
    assert come_back(opened).json == first


def test_a_vacation_gets_a_new_end(service):
    opened = cup(service, **DAYS).start()
    leave(opened, after(service, days=10))
    service.pass_time(days=1)
    until = after(service, days=2)
    assert leave(opened, until).json["vacation_until"] == until
    assert 26.9 < left(opened)[1] <= 27
    game_id, seat = game_of(opened)
    assert vacations(service, game_id) == {seat: until}


def test_games_that_start_during_a_vacation_stand_still(service):
    opened = cup(service, **DAYS).start()
    until = after(service, days=20)
    leave(opened, until)
    before, _ = game_of(opened)
    opened.play()
    game_id, seat = game_of(opened)
    assert (game_id != before, vacations(service, game_id)) == (True, {seat: until})


def test_the_next_game_of_a_series_stands_still(service):
    series = {"format": "knockout", "table_size": 2, "series": {"kind": "best_of", "games": 3}}
    opened = cup(service, series, players=2, **DAYS).start()
    until = after(service, days=20)
    leave(opened, until)
    first, _ = game_of(opened)
    finish(service, first)
    progress.drive(service.installation, opened.name)
    second = opened.get("/rounds").json["rounds"][-1]["tables"][0]["games"][1]
    assert vacations(service, second["game_id"]) == {second["seats"].index(0): until}


def test_a_vacation_before_the_start_holds_in_the_first_round(service):
    opened = cup(service, **DAYS)
    until = after(service, days=20)
    assert leave(opened, until).status_code == 200
    opened.start()
    game_id, seat = game_of(opened)
    assert vacations(service, game_id) == {seat: until}


def test_an_own_action_ends_the_vacation_in_this_game_only(service):
    opened = cup(service, players=2, games=2, **DAYS).start()
    until = after(service, days=10)
    (first, second) = opened.get("/rounds").json["rounds"][0]["tables"][0]["games"]
    mover = load(service.installation, first["game_id"]).to_act[0]
    entrant = first["seats"][mover]
    leave(opened, until, entrant)
    act(opened, first["game_id"])
    assert vacations(service, first["game_id"]) == {}
    assert vacations(service, second["game_id"]) == {second["seats"].index(entrant): until}
    progress.drive(service.installation, opened.name)
    assert vacations(service, first["game_id"]) == {}


def test_an_action_of_the_opponent_does_not_end_the_vacation(service):
    opened = cup(service, players=2, **DAYS).start()
    game_id, seat = game_of(opened)
    mover = load(service.installation, game_id).to_act[0]
    away = 0 if mover != seat else 1
    until = after(service, days=10)
    leave(opened, until, away)
    act(opened, game_id)
    assert [*vacations(service, game_id).values()] == [until]
    service.pass_time(days=9)
    assert check_clock(service, game_id) is not None


def test_a_pause_by_agreement_and_two_vacations_end_with_the_last_of_them(service):
    opened = cup(service, players=2, **DAYS).start()
    game_id, _ = game_of(opened)
    for each in opened.players:
        each.post(f"/games/{game_id}/clocks", {"action": "pause", "hours": 48})
    leave(opened, after(service, days=5), 0)
    leave(opened, after(service, days=9), 1)
    assert len(vacations(service, game_id)) == 2
    view = opened.players[0].post(f"/games/{game_id}/clocks", {"action": "resume"}).json
    assert "pause" not in view
    service.pass_time(days=9, seconds=WEEK - 60)
    assert check_clock(service, game_id) is not None
    service.pass_time(minutes=2)
    assert check_clock(service, game_id) is None


def test_a_player_resumes_a_game_and_an_opponent_cannot(service):
    opened = cup(service, players=2, **DAYS).start()
    game_id, seat = game_of(opened)
    leave(opened, after(service, days=5))
    opened.players[1].post(f"/games/{game_id}/clocks", {"action": "resume"})
    assert [*vacations(service, game_id)] == [seat]
    opened.players[0].post(f"/games/{game_id}/clocks", {"action": "resume"})
    assert vacations(service, game_id) == {}


@pytest.mark.parametrize("operation", ["withdraw", "disqualify", "reenter"])
def test_a_withdrawal_a_disqualification_and_a_substitute_end_a_vacation(service, operation):
    opened, gina = cup(service, players=3, **DAYS).start(), player(service, "Gina")
    leave(opened, after(service, days=5))
    body = {"player": gina.id} if operation == "reenter" else {"reason": "Ada is ill."}
    assert opened.send_request("POST", f"/entrants/0/{operation}", body).status_code == 200
    progress.drive(service.installation, opened.name)
    assert left(opened)[0] is None
    for each in opened.get("/rounds").json["rounds"][-1]["tables"]:
        assert vacations(service, each["games"][0]["game_id"]) == {}


def test_games_follow_after_a_crash_between_two_of_them(service):
    opened = cup(service, {"format": "swiss", "rounds": 1}, players=2, games=5, **DAYS).start()
    until = after(service, days=5)
    leave(opened, until)
    games = [each["game_id"] for each in opened.get("/rounds").json["rounds"][0]["tables"][0]["games"]]
    assert all(vacations(service, each) for each in games)
    installation = service.installation
    for _ in range(7):
        come_back(opened) if vacations(service, games[0]) else None
        progress.drive(installation, opened.name, 0.0)
    assert not any(vacations(service, each) for each in games)
    assert [len(changes(service, each)) for each in games] == [2] * 5


def test_the_end_of_a_round_does_not_move(service):
    ends = {"round_ends": [after(service, days=8)]}
    opened = cup(service, {"format": "swiss", "rounds": 1}, players=2, **DAYS, **ends).start()
    leave(opened, after(service, days=20))
    service.pass_time(days=8, hours=1)
    progress.drive(service.installation, opened.name)
    assert opened.get().json["status"] == "over"
    verify(opened.get("/record").data)


def test_a_pause_of_the_tournament_changes_no_vacation(service):
    opened = cup(service, players=2, **DAYS).start()
    assert opened.send_request("POST", "/pause", {"reason": "supper"}).status_code == 200
    until = after(service, days=5)
    assert leave(opened, until).status_code == 200
    game_id, seat = game_of(opened)
    assert vacations(service, game_id) == {seat: until}
    assert opened.send_request("POST", "/resume", {"reason": "supper is over"}).status_code == 200
    assert left(opened)[0] == until


def test_the_games_of_a_deleted_player_on_vacation_go_on(service):
    opened = cup(service, {"format": "swiss", "table_size": 3, "rounds": 1}, players=3, **DAYS).start()
    leave(opened, after(service, days=5))
    game_id, _ = game_of(opened)
    assert opened.players[0].send("DELETE", "/me").status_code == 204
    assert (vacations(service, game_id), left(opened)[0]) == ({}, None)
    opened.play()
    assert opened.get().json["status"] == "over"
    verify(opened.get("/record").data)


def test_a_substitute_has_the_vacation_days_that_are_left(service):
    opened, gina = cup(service, **DAYS).start(), player(service, "Gina")
    leave(opened, after(service, days=5))
    service.pass_time(days=2)
    assert opened.send_request("POST", "/entrants/0/reenter", {"player": gina.id}).status_code == 200
    assert 27.9 < left(opened)[1] <= 28
    assert leave(opened, after(service, days=27), who=gina).status_code == 200
    game_id, seat = game_of(opened)
    assert [*vacations(service, game_id)] == [seat]


def test_opponents_in_open_matches_get_a_notice(service):
    opened = cup(service, **DAYS).start()
    until = after(service, days=5)
    leave(opened, until)
    come_back(opened)
    (table,) = [
        each
        for each in opened.get("/rounds").json["rounds"][0]["tables"]
        if 0 in [entrant["entrant"] for entrant in each["entrants"]]
    ]
    near = {each["entrant"] for each in table["entrants"]}
    for number, each in enumerate(opened.players):
        notices = [one.get("tournament_event") for one in each.get("/me/events").json["events"]]
        assert [one for one in notices if one in ("vacation", "vacation_ended")] == (
            ["vacation", "vacation_ended"] if number in near else []
        )


def test_a_referee_ends_a_vacation_and_other_players_cannot(service):
    opened, rita = cup(service, **DAYS).start(), player(service, "Rita")
    staff = {"staff": [{"player": rita.id, "right": "referee"}]}
    assert opened.send_request("PATCH", "", staff).status_code == 200
    assert leave(opened, after(service, days=5), who=rita).status_code == 200
    assert rejected(come_back(opened, who=opened.players[1])) == (403, "not_organiser")
    assert "vacation_until" not in come_back(opened, who=rita, reason="Ada is back.").json


def test_the_record_with_vacations_is_verified(service):
    opened = cup(service, {"format": "swiss", "rounds": 1}, **DAYS).start()
    leave(opened, after(service, days=5))
    service.pass_time(days=1)
    come_back(opened)
    names = [table["games"][0]["game_id"] for table in opened.get("/rounds").json["rounds"][0]["tables"]]
    opened.play()
    assert opened.get().json["status"] == "over"
    games = {each: service.client.get(f"/v1/games/{each}/record").data for each in names}
    record = verify(opened.get("/record").data, games, service.installation.rulesets)
    assert [each["type"] for each in record["log"]].count("vacation") == 2
    assert record["plan"]["vacation_days"] == 30


def test_vacation_days_need_a_clock(service):
    who = organiser(service)
    assert rejected(who.post("/tournaments", plan(vacation_days=3))) == (409, "invalid_plan")


def test_the_time_of_a_vacation_must_exist(service):
    opened = cup(service, **DAYS).start()
    assert rejected(leave(opened, "2030-02-30T12:00:00Z")) == (422, "invalid_request")


@pytest.mark.problem("vacation_not_allowed", "The vacation is longer than the days that are left.", "withdrawEntrant")
def test_a_vacation_is_not_longer_than_the_days_that_are_left(service):
    opened = cup(service, **DAYS).start()
    reports(leave(opened, after(service, days=31)), "vacation_not_allowed")


def test_only_players_who_take_part_have_vacations(service):
    who, entrant = organiser(service), player(service, "Ann")
    address, body = found(who, entrants=[{"level": LEVEL}, {"player": entrant.id}], **DAYS), {}
    body["vacation_until"] = after(service, days=1)
    assert rejected(who.post(f"{address}/entrants/0/withdraw", body)) == (409, "vacation_not_allowed")
    assert entrant.post(f"{address}/entrants/1/withdraw", {}).status_code == 200
    assert rejected(entrant.post(f"{address}/entrants/1/withdraw", body)) == (409, "vacation_not_allowed")


def test_another_player_sends_nobody_on_vacation_and_nobody_leaves_after_the_end(service):
    opened = cup(service, **DAYS).start()
    until = after(service, days=1)
    assert rejected(leave(opened, until, who=opened.players[1])) == (403, "not_organiser")
    assert leave(opened, until).status_code == 200
    assert opened.send_request("POST", "/cancel", {}).status_code == 200
    assert rejected(leave(opened, after(service, days=2))) == (409, "tournament_not_running")
    version = opened.get().json["version"]
    assert come_back(opened).status_code == 200
    assert opened.get().json["version"] == version
