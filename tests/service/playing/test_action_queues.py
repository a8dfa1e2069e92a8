"""Test action queues: each action is submitted once, to the decision that was meant."""

from functools import partial

import pytest

from service.game.game import load
from service.playing.pending_jobs import pending_job
from tests.service.helpers.client.responses import at_once, check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.clocks import work
from tests.service.helpers.games.queues import HIGH, LOW, THREE, acted, put, queue, seal
from tests.service.helpers.players.notices import FUTURE
from tests.submitting import submit
from workers.jobs import context
from workers.jobs.turns import play_turns
from workers.processes.sweeper import sweep


def test_a_queued_action_is_submitted_once_its_decision_opens(game):
    queued = seal(game, 1)
    assert put(game, 1, queued).json["actions"] == [{"action": queued}]
    work(game.service, game)
    assert acted(game) == []
    game.act(0, LOW)
    work(game.service, game)
    assert acted(game) == [(0, 0, "set_stake"), (1, 1, "seal_card")]
    assert game.events(1)[1]["action"] == queued
    assert queue(game, 1)["actions"] == []
    assert "dropped" not in queue(game, 1)


def test_a_queue_makes_one_decision_after_the_other_in_its_order(game):
    queued = [seal(game, 1), HIGH]
    put(game, 1, *queued)
    game.act(0, LOW)
    work(game.service, game)
    assert queue(game, 1)["actions"] == [{"action": HIGH}]
    game.act(0)
    work(game.service, game)
    assert acted(game)[-1] == (1, 3, "set_stake")
    assert queue(game, 1)["actions"] == []


def test_a_queue_does_not_make_the_decision_that_its_player_has_seen(game):
    put(game, 0, seal(game, 0))
    work(game.service, game)
    assert acted(game) == []
    game.act(0, LOW)
    work(game.service, game)
    assert acted(game) == [(0, 0, "set_stake"), (0, 1, "seal_card")]


def test_a_queue_that_arrives_after_its_decision_has_opened_acts_at_once(game):
    game.act(0, LOW)
    put(game, 1, seal(game, 1), version=0)
    work(game.service, game)
    assert acted(game)[-1] == (1, 1, "seal_card")


def test_an_empty_list_clears_the_queue(game):
    put(game, 1, seal(game, 1))
    assert put(game, 1).json["actions"] == []
    game.act(0, LOW)
    work(game.service, game)
    assert len(acted(game)) == 1


def test_queues_of_several_seats_act_in_one_job(service):
    game = service.new_game(THREE)
    for seat in range(3):
        put(game, seat, seal(game, seat))
    game.act(0, LOW)
    work(service, game)
    assert acted(game)[1:] == [(0, 1, "seal_card"), (1, 1, "seal_card"), (2, 1, "seal_card")]


def test_a_queue_and_an_ai_level_act_in_one_game(service):
    game = service.new_game([HUMANS[0], {"kind": "ai", "level": "random"}])
    put(game, 0, seal(game, 0))
    game.act(0, LOW)
    work(service, game)
    assert sorted(acted(game)[1:3]) == [(0, 1, "seal_card"), (1, 1, "seal_card")]


def test_an_action_that_the_player_submits_replaces_the_queue_without_a_notice(game):
    put(game, 1, seal(game, 1), HIGH)
    game.act(0, LOW)
    game.act(1, seal(game, 1, 1))
    assert queue(game, 1) == {"ruleset": "tiny", "game_id": game.game_id, "version": 2, "actions": []}


def test_the_queued_action_submitted_by_the_player_counts_as_that_of_the_queue(game):
    put(game, 1, seal(game, 1), HIGH)
    game.act(0, LOW)
    game.act(1, seal(game, 1))
    assert queue(game, 1)["actions"] == [{"action": HIGH}]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"last_action": LOW}, True),
        ({"last_action": HIGH}, False),
        ({"latest_version": 1}, True),
        ({"latest_version": 0}, False),
        ({"last_action": LOW, "latest_version": 0}, False),
    ],
)
def test_an_action_is_submitted_if_all_its_conditions_hold(game, condition, holds):
    queued = {"action": seal(game, 1), "condition": condition}
    assert put(game, 1, queued).json["actions"] == [queued]
    game.act(0, LOW)
    work(game.service, game)
    assert len(acted(game)) == 1 + holds
    assert queue(game, 1).get("dropped") == (None if holds else {"version": 1, "reason": "condition"})


def test_the_last_action_of_another_seat_is_compared_as_the_log_shows_it(service):
    game = service.new_game(THREE)
    concealed = {"type": "concealed_card"}
    put(game, 2, {"action": seal(game, 2), "condition": {"last_action": concealed}})
    game.act(0, LOW)
    work(service, game)
    assert queue(game, 2)["dropped"]["reason"] == "condition"
    put(game, 2, {"action": seal(game, 2), "condition": {"last_action": concealed}}, version=0)
    work(service, game)
    assert queue(game, 2)["dropped"]["reason"] == "condition"
    game.act(0)
    put(game, 2, {"action": seal(game, 2), "condition": {"last_action": concealed}}, version=0)
    work(service, game)
    assert acted(game)[-1] == (2, 1, "seal_card")


def test_a_condition_names_the_kind_of_the_decision(service):
    created = service.client.post("/v1/games", json={"ruleset": "riddle", "seats": list(HUMANS)})
    game = service.opened(created)
    first = game.view()["to_act"][0]
    kind = game.view(first)["view"]["decision_kind"]
    other = next(each for each in service.installation.rulesets["riddle"].names.things["decision"] if each != kind)
    action = game.get("/actions", first).json["actions"][0]
    bad = {"action": action, "condition": {"decision_kind": "dance"}}
    refused = put(game, first, bad, version=0, ruleset="riddle")
    check_problem(refused, 422, "invalid_request")
    assert refused.json["errors"][0]["path"] == "/actions/0/condition/decision_kind"
    following = 1 - first
    own = {"action": action, "condition": {"decision_kind": kind}}
    put(game, following, {**own, "condition": {"decision_kind": other}}, version=0, ruleset="riddle")
    while following not in game.view()["to_act"]:
        loaded = load(service.installation, game.game_id)
        submit(
            service.installation,
            game.game_id,
            first,
            loaded.position.decisions[first],
            loaded.ruleset.default_action(loaded.position.state, first),
        )
    assert game.view(following)["view"]["decision_kind"] == kind
    work(service, game)
    assert queue(game, following)["dropped"]["reason"] == "condition"
    legal = game.get("/actions", following).json["actions"][0]
    put(game, following, {"action": legal, "condition": {"decision_kind": kind}}, version=0, ruleset="riddle")
    work(service, game)
    assert game.events(following)[-1]["action"] == legal


def test_many_jobs_at_the_same_moment_submit_a_queued_action_once(game):
    put(game, 1, seal(game, 1), HIGH)
    game.act(0, LOW)
    context.use(game.service.installation)
    at_once([lambda: play_turns(game.game_id, 1)] * 16)
    assert acted(game) == [(0, 0, "set_stake"), (1, 1, "seal_card")]
    assert queue(game, 1)["actions"] == [{"action": HIGH}]


def test_a_queue_that_is_replaced_while_it_acts_makes_its_decision_once(service):
    for _ in range(8):
        game = service.new_game()
        cards = [seal(game, 1, index) for index in range(3)]
        put(game, 1, cards[0])
        game.act(0, LOW)
        context.use(service.installation)
        body = {"ruleset": "tiny", "decision": 1, "action": cards[2]}
        job = partial(play_turns, game.game_id, 1)
        replacing = partial(put, game, 1, cards[1], version=0)
        replaced, submitted, _ = at_once([replacing, partial(game.post, "/actions", 1, body), job])
        work(service, game)
        events = [each for each in game.events(1) if each["seat"] == 1]
        assert len(events) == 1
        taken = events[0]["action"]
        assert (taken == cards[2]) == (submitted.status_code == 200)
        assert taken != cards[1] or replaced.status_code == 200
        assert queue(game, 1)["actions"] == []


def test_a_queue_survives_a_lost_job(game):
    put(game, 1, seal(game, 1))
    game.act(0, LOW)
    job = pending_job(game.service.installation, game.game_id)
    game.service.installation.queues[job.queue].empty()
    sweep(game.service.installation, FUTURE)
    assert game.service.installation.queues[job.queue].job_ids == [job.id]


def test_a_queue_set_while_its_decision_opens_has_a_job(service):
    for _ in range(8):
        game = service.new_game()
        card, body = seal(game, 1), game.action_body(0, LOW)
        at_once([partial(put, game, 1, card, version=0), partial(game.post, "/actions", 0, body)])
        job = pending_job(service.installation, game.game_id)
        assert job.id in service.installation.queues[job.queue].job_ids
