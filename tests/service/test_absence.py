"""Test absence: seats whose players do not come, resign or return, and games without any player."""

import json
import time
from threading import Thread

import jsonpatch
import pytest

from domain.record import write
from domain.resignations import Resignation, placed
from domain.ruleset import Outcome, SeatOutcome
from domain.verification import RecordMismatch, verify
from service.game.game import load
from service.players.credentials import SPECTATOR
from service.playing import games, lifetimes, missed_decisions
from service.playing.pending_jobs import pending_job
from service.problems import DecisionClosed
from service.resources.clocks import By
from service.settings import DAY
from service.store import START
from service.store.clock_list import TimedDecision
from service.streams.game_log import GameLog
from service.streams.streams import Stream
from tests.service.absence import finish, level, taken_for_good, work
from tests.service.contract import HOSTED
from tests.service.players import player
from tests.service.rejecting import check_problem
from tests.service.table import HUMANS
from tests.service.timed import PER_DECISION, TimedTable, timed
from workers.processes.clock_keeper import resolve_deadlines
from workers.processes.sweeper import expire_games, sweep

AI = {"kind": "ai", "level": "random"}
THREE, FOUR = [HUMANS[0]] * 3, [HUMANS[0]] * 4
TIME = {"kind": "clock", "reason": "time"}
BY_LEVEL = {"kind": "level", "reason": "time", "level": "random"}


def ranks(table):
    return [(each["rank"], each.get("reason")) for each in table.get("/result").json["seats"]]


# When the time is up


def test_the_default_action_completes_a_decision_after_its_deadline(sandbox):
    table = TimedTable(sandbox)
    table.wait(30)
    assert table.events() == []
    table.wait(1)
    (event,) = table.events()
    assert (event["seat"], event["by"], event["action"]) == (0, TIME, {"type": "set_stake", "stake": 1})


def test_decisions_of_players_have_no_by(table):
    table.act(0)
    assert "by" not in table.events()[0]


def test_all_decisions_after_their_deadlines_are_completed(sandbox):
    table = TimedTable(sandbox)
    table.act(0)
    table.wait(31)
    assert table.by() == [None, TIME, TIME]


def test_a_player_who_acts_in_time_is_not_replaced(sandbox):
    table = TimedTable(sandbox)
    table.act(0)
    table.act(1)
    table.wait(31)
    assert [(each["seat"], each.get("by")) for each in table.events()] == [(0, None), (1, None), (0, TIME)]


def test_a_late_action_is_rejected(service):
    table = TimedTable(service, {"kind": "per_decision", "seconds": 1}, sandbox=None)
    body = table.action_body(0)
    service.pass_time(seconds=2.1)
    check_problem(table.post("/actions", 0, body), 409, "time_expired")


def test_the_time_of_a_decision_is_acted_on_once(service):
    table = TimedTable(service, {"kind": "per_decision", "seconds": 1}, sandbox=None)
    service.pass_time(seconds=2.1)
    wanted = TimedDecision(table.game_id, 0, 0)
    threads = [Thread(target=missed_decisions.handle_deadline, args=(service.bottega, wanted)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert table.by() == [TIME]


def test_a_level_decides_this_decision_only(sandbox):
    table = TimedTable(sandbox, absence=level("level_once"))
    table.wait(31)
    work(sandbox, table)
    assert table.by() == [BY_LEVEL]
    table.act(0)
    assert table.by() == [BY_LEVEL, None]


def changes(table):
    return [(each["seat"], each["change"]) for each in table.events() if "change" in each]


def test_after_a_decision_of_a_level_the_next_is_the_players_again(sandbox):
    table = TimedTable(sandbox, absence=level("level"))
    table.wait(31)
    work(sandbox, table)
    assert (table.by(), table.view()["to_act"]) == ([BY_LEVEL], [0, 1])
    assert changes(table) == [(0, {"kind": "taken_over", "level": "random", "decision": 0})]
    assert table.act(0).status_code == 200
    table.act(1)
    assert table.by() == [BY_LEVEL, None, None]


def test_a_player_who_has_acted_in_between_is_offered_the_next_decision_once_more(sandbox):
    table = TimedTable(sandbox, absence=level("level"))
    table.wait(31)
    work(sandbox, table)
    table.act(0)
    table.act(1)
    seat = table.view()["to_act"][0]
    table.wait(31)
    work(sandbox, table)
    assert [change.get("decision") is None for _, change in changes(table)] == [False, False]
    assert changes(table)[-1][0] == seat


@pytest.mark.parametrize("twice", [False, True])
def test_a_player_who_returns_while_a_level_thinks_is_offered_the_next_decision_once_more(sandbox, twice):
    table = TimedTable(sandbox, absence=level("level"))
    table.wait(31)
    if twice:
        work(sandbox, table)
        table.act(1)
        table.wait(31)
    for _ in range(2):  # the second request changes nothing
        assert table.post("/return", 0).status_code == 200
    returned = [each for each in changes(table) if each[1]["kind"] == "returned"]
    assert returned == [(0, {"kind": "returned", "decision": 2 if twice else 0})]
    work(sandbox, table)
    while 0 not in table.view()["to_act"]:
        table.act(table.view()["to_act"][0])
    if 1 in table.view()["to_act"]:
        table.act(1)
    table.wait(31)
    last = [change for seat, change in changes(table) if seat == 0][-1]
    assert (last["kind"], "decision" in last) == ("taken_over", True)


def test_a_player_who_returned_in_between_is_offered_the_next_decision_once_more(sandbox):
    table = TimedTable(sandbox, absence=level("level"))
    table.wait(31)
    work(sandbox, table)
    for _ in range(2):  # the second request changes nothing
        assert table.post("/return", 0).status_code == 200
    assert changes(table)[1:] == [(0, {"kind": "returned"})]
    table.act(1)
    table.wait(31)
    assert changes(table)[2:] == [(0, {"kind": "taken_over", "level": "random", "decision": 2})]


def test_a_level_plays_until_the_player_acts_after_two_timeouts_in_a_row(sandbox):
    table = taken_for_good(sandbox)
    assert changes(table)[-1] == (0, {"kind": "taken_over", "level": "random"})
    while table.view()["to_act"] == [1]:
        table.act(1)
        work(sandbox, table)
    assert load(sandbox.bottega, table.game_id).status == "over"
    assert {event["seat"] for event in table.events() if event.get("by")} == {0}


def test_a_player_returns_without_acting(sandbox):
    table = taken_for_good(sandbox)
    assert table.post("/return", 0).status_code == 200
    table.act(1)
    assert table.view()["to_act"] == [0, 1]
    assert pending_job(sandbox.bottega, table.game_id) is None
    assert changes(table)[-1] == (0, {"kind": "returned"})


def test_a_player_who_returns_too_late_for_this_decision_plays_from_the_next_one_on(sandbox):
    table = TimedTable(sandbox, absence=level("level"))
    table.wait(31)
    assert table.post("/return", 0).status_code == 200
    work(sandbox, table)
    assert (table.by(), table.view()["to_act"]) == ([BY_LEVEL], [0, 1])


def test_the_action_of_a_level_is_dropped_if_its_player_has_returned(sandbox):
    table = taken_for_good(sandbox)
    table.act(1)
    assert table.post("/return", 0).status_code == 200
    before = len(table.events())
    game = load(sandbox.bottega, table.game_id)
    action = game.ruleset.default_action(game.position.state, 0)
    with pytest.raises(DecisionClosed, match="returned"):
        games.act(
            sandbox.bottega, table.game_id, 0, game.position.decisions[0], action, by=By("level", "time", "random")
        )
    assert len(table.events()) == before


def test_returning_to_a_seat_without_a_takeover_changes_nothing(table):
    before = table.stored
    assert table.post("/return", 0).json == table.view(0)
    assert table.stored == before


def test_a_level_that_there_is_not_is_rejected(sandbox):
    check_problem(timed(sandbox, absence={"on_timeout": "level", "level": "genius"}), 409, "unknown_level")


@pytest.mark.parametrize(
    "wrong", [{"on_timeout": "level"}, {"on_timeout": "hope"}, {"level": "random", "when": "late"}]
)
def test_an_invalid_policy_is_rejected(sandbox, wrong):
    check_problem(timed(sandbox, absence=wrong), 422, "invalid_request")


# Giving up


def test_a_seat_forfeits_after_its_deadline_and_is_played_on(sandbox):
    table = TimedTable(sandbox, absence={"on_timeout": "forfeit"}, seats=THREE)
    table.wait(31)
    work(sandbox, table)
    assert table.by() == [TIME, TIME]
    check_problem(table.post("/return", 0), 409, "seat_resigned")
    finish(sandbox, table)
    reported = {each["seat"]: each for each in table.view()["outcome"]}
    assert (reported[0]["rank"], reported[0]["reason"]) == (3, "forfeit")
    assert {reported[1]["rank"], reported[2]["rank"]} <= {1, 2}


def test_a_resigned_seat_no_longer_acts(service):
    table = service.table(THREE)
    body = table.action_body(0)
    assert table.post("/resign", 0).status_code == 200
    check_problem(table.post("/actions", 0, body), 409, "decision_closed")


def test_resigning_again_changes_nothing(service):
    table = service.table(THREE)
    table.post("/resign", 1)
    before = table.stored
    assert table.post("/resign", 1).status_code == 200
    assert table.stored == before


def test_a_seat_that_has_resigned_is_played_on_by_the_level_of_the_game(sandbox):
    table = TimedTable(sandbox, None, level("default_action"), THREE)
    table.post("/resign", 0)
    work(sandbox, table)
    assert table.by() == [{"kind": "level", "reason": "resigned", "level": "random"}] * 2


def test_resigned_seats_rank_behind_all_others_and_the_latest_resignation_is_the_best(service):
    table = service.table(FOUR)
    for seat in (2, 0):
        table.post("/resign", seat)
    finish(service, table)
    found = ranks(table)
    assert (found[2], found[0]) == ((4, "resigned"), (3, "resigned"))
    assert {found[1][0], found[3][0]} <= {1, 2}


def sheet(*ranks):
    return Outcome(tuple(SeatOutcome(seat, rank, 10 - rank, ()) for seat, rank in enumerate(ranks)))


@pytest.mark.parametrize(
    ("ranks", "resigned", "expected"),
    [
        ((1, 2, 3, 4, 5), (), (1, 2, 3, 4, 5)),
        ((1, 2, 3, 4, 5), (0,), (5, 1, 2, 3, 4)),
        ((1, 2, 3, 4, 5), (0, 4), (5, 1, 2, 3, 4)),
        ((1, 2, 3, 4, 5), (4, 0), (4, 1, 2, 3, 5)),
        ((1, 1, 3, 3, 5), (0, 2), (5, 1, 4, 2, 3)),
        ((1, 1, 1, 4, 4), (3,), (1, 1, 1, 5, 4)),
        ((1, 1, 1, 1, 1), (0, 1, 2, 3), (5, 4, 3, 2, 1)),
        ((2, 2, 1, 4, 4), (2, 0, 1), (4, 3, 5, 1, 1)),
    ],
)
def test_places_in_a_game_of_five(ranks, resigned, expected):
    outcome = placed(sheet(*ranks), [Resignation(seat, "resigned") for seat in resigned])
    assert tuple(each.rank for each in outcome.seats) == expected
    assert [each.total for each in outcome.seats] == [each.total for each in sheet(*ranks).seats]


def test_the_last_seat_that_has_not_resigned_wins(service):
    table = service.table(THREE)
    table.post("/resign", 1)
    table.post("/resign", 2)
    work(service, table)
    assert table.view()["status"] == "over"
    assert ranks(table) == [(1, None), (3, "resigned"), (2, "resigned")]
    assert {json.dumps(each) for each in (event["by"] for event in table.events() if "change" not in event)} == {
        json.dumps({"kind": "clock", "reason": reason}) for reason in ("decided", "resigned")
    }
    check_problem(table.post("/resign", 0), 409, "game_over")


def test_the_last_seat_cannot_resign(table):
    table.post("/resign", 1)
    check_problem(table.post("/resign", 0), 409, "game_over")


def test_of_two_seats_that_resign_simultaneously_only_one_loses(service):
    table = service.table()
    responses = []
    threads = [
        Thread(target=lambda own=seat: responses.append(table.post("/resign", own).status_code)) for seat in (0, 1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(responses) == [200, 409]


def test_a_human_player_who_resigns_leaves_the_game_to_the_ai_players(service):
    table = service.table([HUMANS[0], AI, AI])
    table.post("/resign", 0)
    work(service, table)
    assert ranks(table)[0] == (3, "resigned")
    assert None in {event["seat"]: event.get("by") for event in table.events()}.values()


def test_patches_and_past_views_show_who_has_resigned(service):
    table = service.table(THREE)
    shown = table.view()
    table.post("/resign", 1)
    finish(service, table)
    for event in table.get("/events?include=patches&limit=50").json["events"]:
        shown = jsonpatch.apply_patch(shown, event["patch"])
    assert shown == table.view()


# The record


def test_the_record_shows_who_decided_and_who_resigned_and_is_verified(service):
    table = service.table(THREE)
    table.post("/resign", 1)
    finish(service, table)
    text = table.get("/record").data
    record = json.loads(text)
    assert [(event["seat"], event["change"]) for event in record["events"] if "change" in event] == [
        (1, {"kind": "resigned"})
    ]
    assert write(verify(text, HOSTED)) == text
    with pytest.raises(RecordMismatch):
        verify(text.replace(b'"reason":"resigned"', b'"reason":"time"'), HOSTED)


# Aborting


def test_the_creator_aborts_a_game_before_all_players_have_acted(sandbox):
    table = TimedTable(sandbox)
    table.act(0)
    reported = table.creator("/abort").json
    assert reported == {"game_id": table.game_id, "status": "aborted", "requested_by": []}
    view = table.view(1)
    assert (view["status"], view["to_act"], "decision" in view) == ("aborted", [], False)
    check_problem(
        table.post("/actions", 1, {"ruleset": "tiny", "decision": 1, "action": {"type": "seal_card", "card": 1}}),
        409,
        "decision_closed",
    )
    for path in ("/result", "/record", "/analysis"):
        check_problem(table.get(path), 409, "game_aborted")
    assert sandbox.bottega.store.clocks.all() == {}


def test_the_creator_cannot_abort_once_all_players_have_acted(sandbox):
    table = TimedTable(sandbox)
    for seat in (0, 0, 1):
        table.act(seat)
    check_problem(table.creator("/abort"), 409, "abort_too_late")


def test_an_action_of_the_clock_is_none_of_the_player(sandbox):
    table = TimedTable(sandbox)
    table.act(0)
    table.wait(31)
    assert table.creator("/abort").json["status"] == "aborted"


def test_all_human_players_together_abort_a_game_at_any_time_even_a_rated_one(service):
    created = service.client.post("/v1/games", json={"ruleset": "tiny", "seats": [*HUMANS, AI], "rated": True})
    table = service.opened(created)
    for seat in (0, 0, 1):
        table.act(seat)
    assert table.post("/abort", 1).json == {"game_id": table.game_id, "status": "running", "requested_by": [1]}
    assert table.post("/abort", 1).json["requested_by"] == [1]
    assert table.post("/abort", 0).json == {"game_id": table.game_id, "status": "aborted", "requested_by": [0, 1]}
    assert table.post("/abort", 0).json["status"] == "aborted"


def test_a_game_that_is_over_is_not_aborted(table):
    table.play_to_the_end()
    check_problem(table.post("/abort", 0), 409, "game_over")


def test_no_other_caller_aborts_a_game(service, table):
    check_problem(table.post("/abort"), 401, "token_required")
    other = service.table()
    response = service.client.post(f"/v1/games/{table.game_id}/abort", headers=other.authorization(0))
    check_problem(response, 403, "token_mismatch")


def hosted(service):
    """Create a game by a player who has one seat; another player has a second seat."""
    ann, ben = (player(service, name) for name in ("Ann", "Ben"))
    return ann, ben, ann.create([{"kind": "human", "player": each.id} for each in (ann, ben)]).json["game_id"]


def test_a_host_aborts_a_game_before_all_players_have_acted(service):
    ann, ben, game_id = hosted(service)
    assert ben.post(f"/games/{game_id}/abort").json["requested_by"] == [1]
    assert ann.post(f"/games/{game_id}/abort").json["status"] == "aborted"


def test_a_host_who_is_too_late_requests_the_abort_for_their_seat(service):
    ann, ben, game_id = hosted(service)
    play_around(service.bottega, game_id)
    assert ann.post(f"/games/{game_id}/abort").json == {"game_id": game_id, "status": "running", "requested_by": [0]}
    assert ben.post(f"/games/{game_id}/abort").json["status"] == "aborted"


def test_a_host_without_the_scope_to_create_cannot_abort_alone(service):
    ann, _, game_id = hosted(service)
    assert ann.with_scopes("play").post(f"/games/{game_id}/abort").json["status"] == "running"


def test_a_player_lists_their_aborted_games(service):
    ann, ben, game_id = hosted(service)
    for each in (ben, ann):
        each.post(f"/games/{game_id}/abort")
    assert (ben.games("?status=aborted"), ben.games("?status=running")) == ([game_id], [])


def play_around(bottega, game_id):
    """Let each of two seats act."""
    acted = set()
    while acted != {0, 1}:
        game = load(bottega, game_id)
        seat = game.to_act[0]
        action = game.ruleset.legal_actions(game.position.state, seat)[0]
        games.act(bottega, game_id, seat, game.position.decisions[seat], action)
        acted.add(seat)


def test_an_aborted_game_is_listed_as_such(service):
    table = service.table()
    for seat in (0, 1):
        table.post("/abort", seat)
    listed = {
        status: service.client.get(f"/v1/games?status={status}").json["games"]
        for status in ("running", "over", "aborted")
    }
    assert [len(games) for games in listed.values()] == [0, 0, 1]
    assert listed["aborted"][0]["status"] == "aborted"
    assert service.client.get("/v1/records").json["records"] == []


def test_an_aborted_game_has_no_pending_job_after_a_sweep(service):
    table = service.table([HUMANS[0], HUMANS[1]])
    for seat in (0, 1):
        table.post("/abort", seat)
    for _ in range(2):
        sweep(service.bottega, time.time() + 100)
    assert service.bottega.store.due.before(float("inf"), 10) == []


def test_an_aborted_game_is_kept_as_long_as_a_finished_one(service):
    table = service.table()
    for seat in (0, 1):
        table.post("/abort", seat)
    expire_games(service.bottega, time.time() + 31 * DAY)
    assert service.client.get("/v1/games").json["games"] == []
    assert table.get("/view").status_code == 200
    expire_games(service.bottega, time.time() + 366 * DAY)
    assert table.get("/view").status_code == 404


@pytest.mark.parametrize("acts", [0, 1])
def test_streams_and_waiting_requests_end_with_an_aborted_game(service, acts):
    table = service.table()
    for _ in range(acts):
        table.act(0)
    bottega = service.bottega
    stream = Stream(GameLog(bottega, table.game_id, SPECTATOR), START)
    seen = []
    reader = Thread(target=lambda: seen.extend(message.type for message in stream if message))
    reader.start()
    for seat in (0, 1):
        table.post("/abort", seat)
    reader.join(5)
    stream.close()
    assert (reader.is_alive(), seen) == (False, ["event"] * acts + ["aborted", "over"])
    assert table.get(f"/events?wait=20&after={acts}").json["status"] == "aborted"
    assert table.get(f"/events/stream?after={acts}").status_code == 204


# Virtual clocks


def test_a_clock_that_is_not_virtual_is_not_moved(service):
    created = service.create()
    headers = {"Authorization": f"Bearer {created.json['creator_token']}"}
    response = service.client.post(f"/v1/games/{created.json['game_id']}/clock", json={"seconds": 1}, headers=headers)
    check_problem(response, 409, "clock_not_virtual")


def test_virtual_clocks_are_of_the_sandbox(service):
    check_problem(timed(service), 409, "sandbox_disabled")


def test_events_have_the_time_of_the_virtual_clock(sandbox):
    table = TimedTable(sandbox)
    reported = table.wait(20)
    table.act(0)
    assert table.events()[0]["at"] == reported["time"]


def test_a_virtual_clock_runs_in_a_scenario_too(sandbox):
    body = {"ruleset": "tiny", "seats": list(HUMANS), "clock": PER_DECISION}
    name = HOSTED["tiny"].catalogue.scenarios[0]
    body["seats"] = [HUMANS[0]] * name.seats
    created = sandbox.client.post("/v1/games", json=body | {"sandbox": {"scenario": name.name, "clock": "virtual"}})
    assert created.status_code == 201
    assert created.json["virtual_clock"]


# By the clock on the wall


def test_the_sweeper_acts_after_the_deadline_and_not_before(service):
    table = TimedTable(service, {"kind": "per_decision", "seconds": 1}, sandbox=None)
    (when,) = service.bottega.store.clocks.all().values()
    assert resolve_deadlines(service.bottega, when - 0.01) == 0
    service.pass_time(seconds=when - time.time() + 0.01)
    assert resolve_deadlines(service.bottega, when + 0.01) == 1
    assert table.by() == [TIME]
    assert TimedDecision(table.game_id, 0, 0) not in service.bottega.store.clocks.all()


def test_a_decision_that_was_announced_too_early_is_put_off(service):
    table = TimedTable(service, PER_DECISION, sandbox=None)
    store = service.bottega.store
    announced = store.clocks.all()
    assert announced.keys() == {TimedDecision(table.game_id, 0, 0), TimedDecision(table.game_id, 0, 0).low}
    store.servers.client.zadd("bottega:clocks", {wanted.member: 1.0 for wanted in announced})
    resolve_deadlines(service.bottega, time.time())
    assert (store.clocks.all(), table.events()) == (announced, [])


def test_a_clock_entry_of_a_failed_commit_stays_until_the_game_has_passed_it(service):
    table = TimedTable(service, PER_DECISION, sandbox=None)
    store, lost = service.bottega.store, TimedDecision(table.game_id, 1, 1)
    store.servers.client.zadd("bottega:clocks", {lost.member: 1.0})
    resolve_deadlines(service.bottega, time.time())
    assert lost in store.clocks.all()
    table.act(0)
    table.act(1)
    store.servers.client.zadd("bottega:clocks", {lost.member: 1.0})
    resolve_deadlines(service.bottega, time.time())
    assert lost not in store.clocks.all()


def test_a_decision_of_a_deleted_game_is_removed(service):
    table = TimedTable(service, PER_DECISION, sandbox=None)
    table.service.client.delete(
        f"/v1/games/{table.game_id}", headers={"Authorization": f"Bearer {table.created['creator_token']}"}
    )
    store = service.bottega.store
    for wanted in store.clocks.all():
        store.servers.client.zadd("bottega:clocks", {wanted.member: 1.0})
    resolve_deadlines(service.bottega, time.time())
    assert store.clocks.all() == {}


def test_a_completed_decision_leaves_the_list_of_clocks(service):
    table = TimedTable(service, PER_DECISION, sandbox=None)
    table.act(0)
    running = [TimedDecision(table.game_id, seat, 1) for seat in (0, 1)]
    assert {*service.bottega.store.clocks.all()} == {*running, *(each.low for each in running)}


def test_a_game_of_a_virtual_clock_lives_from_its_creation(sandbox):
    table = TimedTable(sandbox)
    table.wait(300 * DAY)
    (listed,) = sandbox.bottega.store.listed.read_many([table.game_id])
    assert lifetimes._steps(sandbox.bottega, listed)[0].at < time.time() + 91 * DAY
