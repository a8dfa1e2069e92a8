"""Test clocks: the time of each seat at each version, also after a rebuild from the log."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import jsonpatch
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.clock import DAY, MINUTE, SECOND
from domain.clock import LATENCY as FREE
from domain.clock_budget import BudgetClock
from domain.clock_per_decision import PerDecisionClock
from domain.replay import GamePosition
from service.game import clocks, game_info, history, presenters
from service.game.clocks import moment, time_of
from service.game.game import load
from service.playing import games, virtual_clock
from service.resources.absence import ClockAdvance
from service.resources.clocks import By, Clock
from service.store.clock_types import SeatClock
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.clocks import BUDGET, DAYS, LATENCY, PER_DECISION, TimedGame, seconds_between, timed
from tests.submitting import submit

AI = {"kind": "ai", "level": "random"}
OPEN = {"kind": "open"}


def clock(wire):
    return msgspec.convert(wire, Clock)


def at(text):
    return moment(datetime.fromisoformat(text).replace(tzinfo=UTC))


def up(wire, since):
    """Return the deadline of a decision that started at a time, without uncounted time."""
    found = clocks.deadline(clock(wire), SeatClock(0, at(since)))
    return time_of(found - FREE).strftime("%Y-%m-%dT%H:%M")


# Arithmetic


def test_a_clock_per_decision_allows_the_same_time_for_each():
    one = PerDecisionClock(30)
    assert clocks.deadline(one, SeatClock(0, 7)) == 7 + 31 * SECOND
    assert clocks.stop_clock(one, (SeatClock(0, 7),), 0, 99 * SECOND) == (SeatClock(),)


def test_a_budget_counts_time_beyond_delay_and_latency_and_grows_by_the_increment():
    one = BudgetClock(60, increment=5, delay=2)
    (own,) = clocks.start_clocks(clocks.new_clocks(one, 1), (0,), (0,), 0)
    assert clocks.deadline(one, own) == 63 * SECOND
    assert clocks.stop_clock(one, (own,), 0, 13 * SECOND) == (SeatClock(55 * SECOND),)
    assert clocks.stop_clock(one, (own,), 0, 3 * SECOND) == (SeatClock(65 * SECOND),)
    assert clocks.stop_clock(one, (own,), 0, 1000 * SECOND) == (SeatClock(5 * SECOND),)


def test_a_running_clock_continues_while_others_act():
    running = clocks.start_clocks(clocks.new_clocks(PerDecisionClock(30), 3), (0, 2), (0, 1, 2), 5)
    assert clocks.start_clocks(running, (0, 1), (0, 1, 2), 9) == (SeatClock(0, 5), SeatClock(0, 9), SeatClock())


@pytest.mark.parametrize(
    ("days", "pause", "since", "expected"),
    [
        (2, None, "2026-11-24T21:00", "2026-11-26T21:00"),
        (1, {"from": "22:00", "to": "07:00"}, "2026-11-24T21:00", "2026-11-26T15:00"),
        (1, {"from": "22:00", "to": "07:00"}, "2026-11-24T23:30", "2026-11-26T16:00"),
        (1, {"from": "12:00", "to": "13:00"}, "2026-11-24T12:30", "2026-11-25T14:00"),
        (
            1,
            {"from": "00:00", "to": "00:00", "weekdays": ["saturday", "sunday"]},
            "2026-11-27T12:00",
            "2026-11-30T12:00",
        ),
        (
            9,
            {"from": "00:00", "to": "00:00", "weekdays": ["saturday", "sunday"]},
            "2026-11-27T12:00",
            "2026-12-10T12:00",
        ),
        (
            5,
            {"from": "00:00", "to": "00:00", "weekdays": ["saturday", "sunday"]},
            "2026-11-30T00:00",
            "2026-12-05T00:00",
        ),
        (1, {"from": "20:00", "to": "06:00", "weekdays": ["sunday"]}, "2026-11-29T10:00", "2026-11-30T20:00"),
        (
            1,
            {"from": "18:00", "to": "09:00", "weekdays": ["friday", "saturday"]},
            "2026-11-27T17:00",
            "2026-11-29T23:00",
        ),
    ],
)
def test_days_leave_out_the_pauses(days, pause, since, expected):
    wire = {"kind": "days", "days": days} | ({} if pause is None else {"pause": pause})
    assert up(wire, since) == expected


def counted_slowly(pause, since, length):
    """Count minute by minute."""
    begins, ends = (60 * int(hour[:2]) + int(hour[3:]) for hour in (pause["from"], pause["to"]))
    now = since
    while length:
        length -= not _is_paused(pause, begins, ends, now)
        now += 1
    return now


def _is_paused(pause, begins, ends, minute):
    day, within = (minute // 1440) % 7, minute % 1440
    names = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    today, yesterday = (names[each % 7] in pause.get("weekdays", names) for each in (day, day - 1))
    if ends > begins:
        return today and begins <= within < ends
    return (today and within >= begins) or (yesterday and within < ends)


HOURS = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.integers(0, 59))


@given(
    HOURS,
    HOURS,
    st.sets(st.sampled_from(["monday", "friday", "saturday", "sunday"]), min_size=1),
    st.integers(0, 20159),
)
def test_days_are_counted_as_by_a_patient_observer(begins, ends, weekdays, since):
    pause = {"from": begins, "to": ends, "weekdays": sorted(weekdays)}
    monday = moment(datetime(2026, 11, 23, tzinfo=UTC))
    one = clock({"kind": "days", "days": 3, "pause": pause})
    found = clocks.deadline(one, SeatClock(0, monday + since * MINUTE)) - FREE
    expected = counted_slowly(pause, since, 3 * 1440)
    assert (found - monday) / MINUTE == expected


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "hourglass", "seconds": 3},
        {"kind": "per_decision", "seconds": 0},
        {"kind": "budget", "seconds": 60, "increment": -1},
        {"kind": "days", "days": 1, "pause": {"from": "24:00", "to": "07:00"}},
        {"kind": "days", "days": 1, "pause": {"from": "00:00", "to": "00:00"}},
        {"kind": "days", "days": 1, "pause": {"from": "00:00", "to": "01:00", "weekdays": []}},
    ],
)
def test_a_clock_that_cannot_be_is_rejected(sandbox, wrong):
    check_problem(timed(sandbox, wrong), 422, "invalid_request")


# Responses


@pytest.mark.parametrize("kind", [PER_DECISION, BUDGET, DAYS])
def test_every_representation_of_a_game_shows_its_time_control(sandbox, kind):
    game = TimedGame(sandbox, kind)
    (listed,) = sandbox.client.get("/v1/games").json["games"]
    for shown in (game.created, game.view(), listed):
        assert (shown["clock"], shown["absence"], shown["virtual_clock"]) == (
            kind,
            {"on_timeout": "default_action"},
            True,
        )


def test_a_game_without_a_clock_shows_none(game):
    assert {"clock", "clocks", "absence", "virtual_clock"} & set(game.view()) == set()


def test_the_seat_that_is_to_act_has_a_deadline_and_no_other_has(sandbox):
    game = TimedGame(sandbox)
    own = game.clocks()
    assert seconds_between(game.created["created_at"], own[0]["deadline"]) == 30 + LATENCY
    assert own[1] == {"seat": 1}


def test_several_seats_that_are_to_act_have_each_their_own_clock(sandbox):
    game = TimedGame(sandbox)
    game.act(0)
    game.wait(7)
    game.act(1)
    assert set(game.clocks()[0]) == {"seat", "deadline"}
    assert set(game.clocks()[1]) == {"seat"}


def test_a_budget_is_shown_as_of_the_version(sandbox):
    game = TimedGame(sandbox, BUDGET)
    game.wait(13)
    assert game.clocks()[0]["seconds_left"] == 60
    game.act(0)
    assert [each["seconds_left"] for each in game.clocks().values()] == [55, 60]


def test_players_of_the_service_have_no_clock(sandbox):
    game = TimedGame(sandbox, seats=[HUMANS[0], AI])
    assert set(game.clocks()) == {0}


def test_every_response_states_the_time_of_the_service(service):
    for path in ("/v1/games", "/v1/games/none/view", "/healthz"):
        reported = service.client.get(path).headers["Bottega-Time"]
        assert abs((datetime.now(UTC) - datetime.fromisoformat(reported)).total_seconds()) < 30


def test_passing_time_changes_no_view_and_no_tag(sandbox):
    game = TimedGame(sandbox, BUDGET)
    before = game.get("/view", 0)
    game.wait(5)
    after = game.get("/view", 0)
    assert (after.data, after.headers["ETag"]) == (before.data, before.headers["ETag"])


def test_a_past_view_is_the_one_that_was_shown_with_its_clocks(sandbox):
    game = TimedGame(sandbox, BUDGET)
    shown = []
    for step in range(5):
        shown.append(game.get("/view", 0).data)
        game.wait(3 + step)
        game.act(game.view()["to_act"][0])
    assert [game.get(f"/view?at={version}", 0).data for version in range(5)] == shown


def test_patches_carry_the_clocks_on(sandbox):
    game = TimedGame(sandbox, BUDGET)
    shown = game.view(0)
    for _ in range(6):
        game.wait(2)
        game.act(game.view()["to_act"][0])
    for event in game.get("/events?include=patches", 0).json["events"]:
        shown = jsonpatch.apply_patch(shown, event["patch"])
    assert shown == game.view(0)


# Beginning


def test_no_player_acts_in_a_game_with_a_clock_before_all_seats_are_taken(sandbox):
    game = TimedGame(sandbox, seats=[HUMANS[0], OPEN])
    assert game.clocks() == {0: {"seat": 0}, 1: {"seat": 1}}
    assert game.view()["status"] == "open"
    body = {"ruleset": game.view()["ruleset"], "decision": 0, "action": {"type": "set_stake", "stake": 1}}
    check_problem(game.post("/actions", 0, body), 409, "game_not_started")
    game.wait(1000)
    game.post("/seats/1/claim", body={})
    assert "deadline" in game.clocks()[0]
    assert game.act(0).status_code == 200


def test_a_view_before_the_start_has_another_etag(sandbox):
    game = TimedGame(sandbox, seats=[HUMANS[0], OPEN])
    before = game.get("/view").headers["ETag"]
    game.post("/seats/1/claim", body={})
    assert game.get("/view").headers["ETag"] != before


def test_the_first_patch_fits_the_view_of_the_start(sandbox):
    game = TimedGame(sandbox, seats=[HUMANS[0], OPEN])
    game.post("/seats/1/claim", body={})
    shown = game.view()
    game.act(0)
    (event,) = game.get("/events?include=patches").json["events"]
    assert jsonpatch.apply_patch(shown, event["patch"]) == game.view()


def test_an_ai_player_does_not_start_before_all_seats_are_taken(sandbox):
    game = TimedGame(sandbox, seats=[AI, OPEN])
    assert [queue.job_ids for queue in sandbox.installation.queues.values() if queue.job_ids] == []
    game.post("/seats/1/claim", body={})
    assert [queue.job_ids for queue in sandbox.installation.queues.values() if queue.job_ids] == [
        [f"ai-{game.game_id}-0"]
    ]


# The log has it all


def folded(installation, game_id):
    """Rebuild the game from header and log."""
    game = load(installation, game_id)
    past = history.opening(game)
    history.apply_events(past, history.log(installation, game, 0, game.position.version))
    return past.info.clocks


@pytest.mark.parametrize("kind", [PER_DECISION, BUDGET, DAYS])
@pytest.mark.parametrize("sandboxed", [0, 2])
def test_the_stored_clocks_equal_those_of_the_log(sandbox, kind, sandboxed):
    actions = [{"seat": 0, "action": {"type": "set_stake", "stake": 1}}] if sandboxed else []
    game = TimedGame(sandbox, kind, sandbox={"clock": "virtual", "actions": actions})
    for step in range(8):
        assert folded(sandbox.installation, game.game_id) == load(sandbox.installation, game.game_id).info.clocks
        game.wait(1 + 7 * step)
        waiting = game.view()["to_act"]
        if waiting:
            game.act(waiting[-1])


def test_time_never_runs_backwards_with_any_clocks_of_the_machines():
    one = BudgetClock(60)
    (own,) = clocks.stop_clock(one, (SeatClock(60 * SECOND, 5 * DAY),), 0, 4 * DAY)
    assert own == SeatClock(60 * SECOND)


# Nothing leaks


def test_a_deadline_does_not_depend_on_hidden_data(sandbox):
    game = TimedGame(sandbox, BUDGET)
    game.act(0)
    loaded = load(sandbox.installation, game.game_id)
    shown = [game.clocks(seat) for seat in (0, 1, None)]
    assert shown[0] == shown[1] == shown[2]
    reported = game_info.deadlines(loaded.header, loaded.info, loaded.position.decisions)
    loaded.position.state.hands.reverse()
    loaded.position.state.deck.clear()
    assert game_info.deadlines(loaded.header, loaded.info, loaded.position.decisions) == reported


# Of every ruleset


@pytest.mark.parametrize("name", HOSTED)
def test_the_clocks_of_every_ruleset_follow_from_its_log_and_reveal_nothing_hidden(sandbox, name):
    ruleset, installation, rng = HOSTED[name], sandbox.installation, Random(name)
    players = [HUMANS[0]] * ruleset.max_seats
    game = TimedGame(sandbox, BUDGET, {"on_timeout": "level", "level": "random"}, players, ruleset=name)
    while (loaded := load(installation, game.game_id)).to_act and loaded.position.version < 40:
        assert folded(installation, game.game_id) == loaded.info.clocks
        seat = rng.choice(loaded.to_act)
        shown, dealt_anew = (presenters.view(each, seat) for each in (loaded, redealt(loaded, seat, rng)))
        assert msgspec.json.encode(shown) == msgspec.json.encode(dealt_anew)
        virtual_clock.move_on(installation, game.game_id, ClockAdvance(rng.randint(1, 30)))
        action = rng.choice(ruleset.legal_actions(loaded.position.state, seat))
        if rng.random() < 0.8:
            submit(installation, game.game_id, seat, loaded.position.decisions[seat], action)
        else:
            games.default_turn(installation, game.game_id, seat, loaded.position.decisions[seat], By("clock", "time"))


def redealt(game, seat, rng):
    """Deal cards hidden from the seat again."""
    state = game.ruleset.determinize(game.position.state, seat, rng)
    return replace(game, position=GamePosition(game.position.version, game.position.decisions, state))
