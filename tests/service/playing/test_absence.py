"""Test absence policies: default actions, takeovers by an AI level, forfeits and resignations."""

import json
from threading import Thread

import jsonpatch
import pytest

from domain.record import write
from domain.resignations import Resignation, placed
from domain.ruleset import Outcome, SeatOutcome
from domain.verification import RecordMismatch, verify
from service.game.game import load
from service.playing import missed_decisions, service_turns
from service.playing.pending_jobs import pending_job
from service.store import ConflictingWrite
from service.store.clock_list import TimedDecision
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.absence import AI, TIME
from tests.service.helpers.games.clocks import TimedGame, finish, level, taken_for_good, timed, work

THREE, FOUR = [HUMANS[0]] * 3, [HUMANS[0]] * 4
BY_LEVEL = {"kind": "level", "reason": "time", "level": "random"}


def ranks(game):
    return [(each["rank"], each.get("reason")) for each in game.get("/result").json["seats"]]


def test_the_default_action_completes_a_decision_after_its_deadline(sandbox):
    game = TimedGame(sandbox)
    game.wait(30)
    assert game.events() == []
    game.wait(1)
    (event,) = game.events()
    assert (event["seat"], event["by"], event["action"]) == (0, TIME, {"type": "set_stake", "stake": 1})


def test_decisions_of_players_have_no_by(game):
    game.act(0)
    assert "by" not in game.events()[0]


def test_all_decisions_after_their_deadlines_are_completed(sandbox):
    game = TimedGame(sandbox)
    game.act(0)
    game.wait(31)
    assert game.by() == [None, TIME, TIME]


def test_a_player_who_acts_in_time_is_not_replaced(sandbox):
    game = TimedGame(sandbox)
    game.act(0)
    game.act(1)
    game.wait(31)
    assert [(each["seat"], each.get("by")) for each in game.events()] == [(0, None), (1, None), (0, TIME)]


def test_a_late_action_is_rejected(service):
    game = TimedGame(service, {"kind": "per_decision", "seconds": 1}, sandbox=None)
    body = game.action_body(0)
    service.pass_time(seconds=2.1)
    check_problem(game.post("/actions", 0, body), 409, "time_expired")


def test_the_time_of_a_decision_is_acted_on_once(service):
    game = TimedGame(service, {"kind": "per_decision", "seconds": 1}, sandbox=None)
    service.pass_time(seconds=2.1)
    due = TimedDecision(game.game_id, 0, 0)
    threads = [Thread(target=missed_decisions.handle_deadline, args=(service.installation, due)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert game.by() == [TIME]


def test_a_level_decides_this_decision_only(sandbox):
    game = TimedGame(sandbox, absence=level("level_once"))
    game.wait(31)
    work(sandbox, game)
    assert game.by() == [BY_LEVEL]
    game.act(0)
    assert game.by() == [BY_LEVEL, None]


def changes(game):
    return [(each["seat"], each["change"]) for each in game.events() if "change" in each]


def test_after_a_decision_of_a_level_the_next_is_the_players_again(sandbox):
    game = TimedGame(sandbox, absence=level("level"))
    game.wait(31)
    work(sandbox, game)
    assert (game.by(), game.view()["to_act"]) == ([BY_LEVEL], [0, 1])
    assert changes(game) == [(0, {"kind": "taken_over", "level": "random", "decision": 0})]
    assert game.act(0).status_code == 200
    game.act(1)
    assert game.by() == [BY_LEVEL, None, None]


def test_a_player_who_has_acted_in_between_is_offered_the_next_decision_once_more(sandbox):
    game = TimedGame(sandbox, absence=level("level"))
    game.wait(31)
    work(sandbox, game)
    game.act(0)
    game.act(1)
    seat = game.view()["to_act"][0]
    game.wait(31)
    work(sandbox, game)
    assert [change.get("decision") is None for _, change in changes(game)] == [False, False]
    assert changes(game)[-1][0] == seat


@pytest.mark.parametrize("twice", [False, True])
def test_a_player_who_returns_while_a_level_thinks_is_offered_the_next_decision_once_more(sandbox, twice):
    game = TimedGame(sandbox, absence=level("level"))
    game.wait(31)
    if twice:
        work(sandbox, game)
        game.act(1)
        game.wait(31)
    for _ in range(2):  # the second request changes nothing
        assert game.post("/return", 0).status_code == 200
    returned = [each for each in changes(game) if each[1]["kind"] == "returned"]
    assert returned == [(0, {"kind": "returned", "decision": 2 if twice else 0})]
    work(sandbox, game)
    while 0 not in game.view()["to_act"]:
        game.act(game.view()["to_act"][0])
    if 1 in game.view()["to_act"]:
        game.act(1)
    game.wait(31)
    last = [change for seat, change in changes(game) if seat == 0][-1]
    assert (last["kind"], "decision" in last) == ("taken_over", True)


def test_a_player_who_returned_in_between_is_offered_the_next_decision_once_more(sandbox):
    game = TimedGame(sandbox, absence=level("level"))
    game.wait(31)
    work(sandbox, game)
    for _ in range(2):  # the second request changes nothing
        assert game.post("/return", 0).status_code == 200
    assert changes(game)[1:] == [(0, {"kind": "returned"})]
    game.act(1)
    game.wait(31)
    assert changes(game)[2:] == [(0, {"kind": "taken_over", "level": "random", "decision": 2})]


def test_a_level_plays_until_the_player_acts_after_two_timeouts_in_a_row(sandbox):
    game = taken_for_good(sandbox)
    assert changes(game)[-1] == (0, {"kind": "taken_over", "level": "random"})
    while game.view()["to_act"] == [1]:
        game.act(1)
        work(sandbox, game)
    assert load(sandbox.installation, game.game_id).status == "over"
    assert {event["seat"] for event in game.events() if event.get("by")} == {0}


def test_a_player_returns_without_acting(sandbox):
    game = taken_for_good(sandbox)
    assert game.post("/return", 0).status_code == 200
    game.act(1)
    assert game.view()["to_act"] == [0, 1]
    assert pending_job(sandbox.installation, game.game_id) is None
    assert changes(game)[-1] == (0, {"kind": "returned"})


def test_a_player_who_returns_too_late_for_this_decision_plays_from_the_next_one_on(sandbox):
    game = TimedGame(sandbox, absence=level("level"))
    game.wait(31)
    assert game.post("/return", 0).status_code == 200
    work(sandbox, game)
    assert (game.by(), game.view()["to_act"]) == ([BY_LEVEL], [0, 1])


def test_the_action_of_a_level_is_dropped_if_its_player_has_returned(sandbox):
    game = taken_for_good(sandbox)
    game.act(1)
    loaded = load(sandbox.installation, game.game_id)
    assert game.post("/return", 0).status_code == 200
    before = len(game.events())

    def default_action(loaded, seat):
        return loaded.ruleset.default_action(loaded.position.state, seat)

    with pytest.raises(ConflictingWrite):
        service_turns.play(sandbox.installation, loaded, default_action, lambda: False)
    assert len(game.events()) == before


def test_returning_to_a_seat_without_a_takeover_changes_nothing(game):
    before = game.stored
    assert game.post("/return", 0).json == game.view(0)
    assert game.stored == before


def test_a_level_that_there_is_not_is_rejected(sandbox):
    check_problem(timed(sandbox, absence={"on_timeout": "level", "level": "genius"}), 409, "unknown_level")


@pytest.mark.parametrize(
    "wrong", [{"on_timeout": "level"}, {"on_timeout": "hope"}, {"level": "random", "when": "late"}]
)
def test_an_invalid_policy_is_rejected(sandbox, wrong):
    check_problem(timed(sandbox, absence=wrong), 422, "invalid_request")


def test_a_seat_forfeits_after_its_deadline_and_is_played_on(sandbox):
    game = TimedGame(sandbox, absence={"on_timeout": "forfeit"}, seats=THREE)
    game.wait(31)
    work(sandbox, game)
    assert game.by() == [TIME, TIME]
    check_problem(game.post("/return", 0), 409, "seat_resigned")
    finish(sandbox, game)
    reported = {each["seat"]: each for each in game.view()["outcome"]}
    assert (reported[0]["rank"], reported[0]["reason"]) == (3, "forfeit")
    assert {reported[1]["rank"], reported[2]["rank"]} <= {1, 2}


def test_a_resigned_seat_no_longer_acts(service):
    game = service.new_game(THREE)
    body = game.action_body(0)
    assert game.post("/resign", 0).status_code == 200
    check_problem(game.post("/actions", 0, body), 409, "decision_closed")


def test_resigning_again_changes_nothing(service):
    game = service.new_game(THREE)
    game.post("/resign", 1)
    before = game.stored
    assert game.post("/resign", 1).status_code == 200
    assert game.stored == before


def test_a_seat_that_has_resigned_is_played_on_by_the_level_of_the_game(sandbox):
    game = TimedGame(sandbox, None, level("default_action"), THREE)
    game.post("/resign", 0)
    work(sandbox, game)
    assert game.by() == [{"kind": "level", "reason": "resigned", "level": "random"}] * 2


def test_resigned_seats_rank_behind_all_others_and_the_latest_resignation_is_the_best(service):
    game = service.new_game(FOUR)
    for seat in (2, 0):
        game.post("/resign", seat)
    finish(service, game)
    found = ranks(game)
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
    game = service.new_game(THREE)
    game.post("/resign", 1)
    game.post("/resign", 2)
    work(service, game)
    assert game.view()["status"] == "over"
    assert ranks(game) == [(1, None), (3, "resigned"), (2, "resigned")]
    assert [(event["change"]["kind"], event["to_act"]) for event in game.events()] == [
        ("resigned", game.events()[0]["to_act"]),
        ("resigned", []),
    ]
    check_problem(game.post("/resign", 0), 409, "game_over")


def test_the_last_seat_cannot_resign(game):
    game.post("/resign", 1)
    check_problem(game.post("/resign", 0), 409, "game_over")


def test_of_two_seats_that_resign_simultaneously_only_one_loses(service):
    game = service.new_game()
    responses = []
    threads = [
        Thread(target=lambda own=seat: responses.append(game.post("/resign", own).status_code)) for seat in (0, 1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(responses) == [200, 409]


def test_a_human_player_who_resigns_leaves_the_game_to_the_ai_players(service):
    game = service.new_game([HUMANS[0], AI, AI])
    game.post("/resign", 0)
    work(service, game)
    assert ranks(game)[0] == (3, "resigned")
    assert None in {event["seat"]: event.get("by") for event in game.events()}.values()


def test_patches_and_past_views_show_who_has_resigned(service):
    game = service.new_game(THREE)
    shown = game.view()
    game.post("/resign", 1)
    finish(service, game)
    for event in game.get("/events?include=patches&limit=50").json["events"]:
        shown = jsonpatch.apply_patch(shown, event["patch"])
    assert shown == game.view()


def test_the_record_shows_who_decided_and_who_resigned_and_is_verified(service):
    game = service.new_game(THREE)
    game.post("/resign", 1)
    finish(service, game)
    text = game.get("/record").data
    record = json.loads(text)
    assert [(event["seat"], event["change"]) for event in record["events"] if "change" in event] == [
        (1, {"kind": "resigned"})
    ]
    assert write(verify(text, HOSTED)) == text
    with pytest.raises(RecordMismatch):
        verify(text.replace(b'"reason":"resigned"', b'"reason":"time"'), HOSTED)
