"""Test pauses of the clocks by agreement, and time that players give each other."""

from datetime import datetime

from domain.verification import verify
from service.playing import missed_decisions
from service.store.clock_list import TimedDecision
from tests.service.helpers.client.responses import at_once, check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.clocks import BUDGET, DAYS, LATENCY, TimedGame, finish, timed, work
from tests.service.helpers.games.undo import AI, THREE, undo

HOUR = 3600
WHOLE = 60


def change(game, seat, action, key=None, **more):
    headers = {"Idempotency-Key": key} if key else {}
    return game.post("/clocks", seat, {"action": action} | more, headers)


def paused(sandbox, *arguments, hours=None, **named):
    """Create a game of two whose players have paused it after 10 seconds."""
    game = TimedGame(sandbox, *arguments, **named)
    game.wait(10)
    length = {} if hours is None else {"hours": hours}
    for seat in range(len(game.view()["seats"])):
        assert change(game, seat, "pause", **length).status_code == 200
    return game


def checked(service, game):
    """Check the first decision of a game as a clock keeper does; return when it is checked again."""
    now = service.installation.sources.now().timestamp()
    return missed_decisions.handle_deadline(service.installation, TimedDecision(game.game_id, 0, 0), now)


def changes(game):
    return [(each["seat"], each["change"]) for each in game.events() if "change" in each]


def test_a_game_is_paused_once_all_players_agree(sandbox):
    game = TimedGame(sandbox, seats=THREE)
    requested = change(game, 1, "pause", hours=24).json["pause"]
    assert requested == {"status": "requested", "seat": 1, "agreed": [1], "hours": 24}
    assert change(game, 0, "pause", hours=24).json["pause"]["agreed"] == [0, 1]
    found = change(game, 2, "pause", hours=24).json["pause"]
    assert {**found, "until": ""} == {
        "status": "paused",
        "seat": 1,
        "agreed": [0, 1, 2],
        "hours": 24,
        "until": "",
    }
    assert [each["kind"] for _, each in changes(game)] == ["pause_requested", "pause_requested", "paused"]


def test_spectators_see_a_pause(sandbox):
    game = paused(sandbox)
    assert game.view()["pause"] == {"status": "paused", "seat": 0, "agreed": [0, 1]}


def test_no_deadline_passes_in_a_pause_without_an_end(sandbox):
    game = paused(sandbox)
    assert "deadline" not in game.clocks()[0]
    game.wait(1000 * HOUR)
    assert game.by() == []


def test_the_clock_continues_with_the_time_that_was_left(sandbox):
    game = paused(sandbox)
    game.wait(100)
    assert "pause" not in change(game, 1, "resume").json
    game.wait(20)
    assert game.by() == []
    game.wait(1)
    assert game.by() == [{"kind": "clock", "reason": "time"}]


def test_a_pause_ends_at_its_time_without_an_event(sandbox):
    game = paused(sandbox, hours=2)
    game.wait(2 * HOUR + 20)
    assert (game.by(), game.view()["version"]) == ([], 2)
    game.wait(1)
    assert game.by() == [{"kind": "clock", "reason": "time"}]
    assert "pause" not in game.view()


def test_a_pause_that_is_resumed_early_ends_at_that_time(sandbox):
    game = paused(sandbox, hours=2)
    game.wait(HOUR)
    change(game, 0, "resume")
    game.wait(20)
    assert game.by() == []
    game.wait(1)
    assert game.by() == [{"kind": "clock", "reason": "time"}]


def test_an_action_resumes_the_game_and_costs_no_time_of_the_pause(sandbox):
    game = paused(sandbox, BUDGET)
    game.wait(1000)
    assert "pause" not in game.act(0).json
    assert game.clocks()[0]["seconds_left"] == WHOLE - (10 - 2 - LATENCY) + 5
    assert [each["kind"] for _, each in changes(game)] == ["pause_requested", "paused"]


def test_days_stand_still(sandbox):
    game = paused(sandbox, DAYS)
    game.wait(30 * 24 * HOUR)
    assert game.by() == []
    game.act(0)
    assert game.by() == [None]


def test_a_pause_counts_for_decisions_that_others_open(sandbox):
    game = TimedGame(sandbox, seats=[HUMANS[0], AI])
    change(game, 0, "pause", hours=1)
    assert game.view()["pause"]["status"] == "paused"
    game.wait(HOUR // 2)
    game.act(0)
    work(sandbox, game)
    assert "pause" not in game.view()


def test_a_player_declines_a_pause(sandbox):
    game = TimedGame(sandbox)
    change(game, 0, "pause")
    assert "pause" not in change(game, 1, "decline").json
    assert changes(game)[-1] == (1, {"kind": "pause_declined"})
    assert change(game, 1, "decline").json["version"] == 2


def test_another_length_is_a_new_request(sandbox):
    game = TimedGame(sandbox)
    change(game, 0, "pause", hours=24)
    found = change(game, 1, "pause", hours=12).json["pause"]
    assert found == {"status": "requested", "seat": 1, "agreed": [1], "hours": 12}


def test_requests_without_an_effect_change_nothing(sandbox):
    game = TimedGame(sandbox)
    assert change(game, 0, "resume").json["version"] == 0
    change(game, 0, "pause")
    assert change(game, 0, "pause").json["version"] == 1
    change(game, 1, "pause")
    assert change(game, 1, "pause").json["version"] == 2


def test_a_request_outlasts_actions(sandbox):
    game = TimedGame(sandbox)
    change(game, 1, "pause", hours=24)
    game.act(0)
    assert game.view()["pause"]["status"] == "requested"
    assert change(game, 0, "pause", hours=24).json["pause"]["status"] == "paused"


def test_a_resigned_player_need_not_agree(sandbox):
    game = TimedGame(sandbox, seats=THREE)
    game.post("/resign", 2)
    change(game, 0, "pause")
    assert change(game, 1, "pause").json["pause"]["status"] == "paused"


def test_given_time_is_added_to_the_budgets_of_the_others(sandbox):
    game = TimedGame(sandbox, BUDGET, seats=[*HUMANS, AI])
    before = game.clocks()
    found = change(game, 0, "give_time", seconds=15).json
    assert [each["seconds_left"] for each in found["clocks"]] == [WHOLE, WHOLE + 15]
    assert "deadline" in before[0]
    assert changes(game) == [(0, {"kind": "time_given", "seconds": 15})]


def test_given_time_moves_a_pending_deadline(sandbox):
    game = TimedGame(sandbox, {"kind": "budget", "seconds": 60})
    change(game, 1, "give_time", seconds=30)
    game.wait(90)
    assert game.by() == []
    game.wait(1)
    assert game.by() == [{"kind": "clock", "reason": "time"}]


def test_a_repeated_request_gives_time_once(sandbox):
    game = TimedGame(sandbox, BUDGET)
    first = change(game, 0, "give_time", "once", seconds=15)
    again = change(game, 0, "give_time", "once", seconds=15)
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"
    assert game.view()["version"] == 1


def test_simultaneous_agreements_all_count(sandbox):
    game = TimedGame(sandbox, seats=THREE)
    at_once([lambda seat=seat: change(game, seat, "pause", hours=1) for seat in range(3)])
    assert game.view()["pause"]["status"] == "paused"


def test_past_views_have_the_clocks_of_their_time(sandbox):
    game = TimedGame(sandbox, BUDGET)
    shown = []
    for step in (
        lambda: change(game, 0, "pause", hours=1),
        lambda: change(game, 1, "pause", hours=1),
        lambda: change(game, 1, "give_time", seconds=20),
        lambda: change(game, 0, "resume"),
        lambda: game.act(0),
    ):
        game.wait(7)
        step()
        shown.append(game.view(0))
    game.act(1)
    assert [game.get(f"/view?at={view['version']}", 0).json for view in shown] == shown


def test_a_paused_game_has_a_record_that_verifies(sandbox):
    game = paused(sandbox, BUDGET, hours=1)
    change(game, 0, "give_time", seconds=20)
    change(game, 1, "resume")
    finish(sandbox, game)
    record = game.get("/record").data
    verify(record, sandbox.installation.rulesets)
    kinds = [each["change"]["kind"] for each in game.get("/record").json["events"] if "change" in each]
    assert kinds == ["pause_requested", "paused", "time_given", "resumed"]
    assert "pause" not in game.view()


def test_an_undo_does_not_count_the_time_of_a_pause(sandbox):
    game = TimedGame(sandbox, undo="own")
    game.wait(10)
    for seat in (0, 1):
        change(game, seat, "pause")
    game.wait(500)
    game.act(0)
    undo(game, 0)
    game.wait(20)
    assert game.by() == [None, None]
    game.wait(1)
    assert game.by() == [None, None, {"kind": "clock", "reason": "time"}]


def test_a_sole_human_player_cannot_pause_a_rated_game(service):
    game = timed(service, BUDGET, seats=[HUMANS[0], AI], rated=True, sandbox=None)
    game = service.opened(game)
    check_problem(change(game, 0, "pause"), 409, "clock_change_not_allowed")


def test_two_players_pause_a_rated_game(service):
    game = service.opened(timed(service, BUDGET, rated=True, sandbox=None))
    assert change(game, 0, "pause").json["pause"]["status"] == "requested"
    assert change(game, 1, "pause").json["pause"]["status"] == "paused"


def test_a_deadline_before_a_pause_is_checked_again_and_does_not_pass(service):
    game = service.opened(timed(service, sandbox=None))
    for seat in (0, 1):
        change(game, seat, "pause")
    service.pass_time(hours=5)
    assert checked(service, game) > service.installation.sources.now().timestamp()
    assert game.view()["version"] == 2
    change(game, 0, "resume")
    service.pass_time(minutes=5)
    assert checked(service, game) is None
    assert game.events()[-1]["by"] == {"kind": "clock", "reason": "time"}


def test_a_deadline_comes_after_the_end_of_a_pause(service):
    game = service.opened(timed(service, sandbox=None))
    for seat in (0, 1):
        change(game, seat, "pause", hours=2)
    service.pass_time(hours=1)
    until = datetime.fromisoformat(game.view()["pause"]["until"]).timestamp()
    assert checked(service, game) >= until
    assert game.view()["version"] == 2


def test_a_seat_changes_the_clocks_a_limited_number_of_times(sandbox, monkeypatch):
    monkeypatch.setattr("service.playing.clock_changes.MOST_CHANGES", 2)
    game = TimedGame(sandbox, BUDGET)
    for _ in range(2):
        change(game, 0, "give_time", seconds=1)
    check_problem(change(game, 0, "give_time", seconds=1), 409, "clock_change_not_allowed")
    assert change(game, 1, "give_time", seconds=1).status_code == 200


def test_only_budgets_take_given_time(sandbox):
    check_problem(change(TimedGame(sandbox), 0, "give_time", seconds=1), 409, "clock_change_not_allowed")


def test_times_have_limits(sandbox):
    game = TimedGame(sandbox, BUDGET)
    for body in ({"action": "give_time", "seconds": 3601}, {"action": "give_time", "seconds": 0}, {"action": "stop"}):
        assert game.post("/clocks", 0, body).status_code == 422
    for hours in (0, 337):
        assert change(game, 0, "pause", hours=hours).status_code == 422
