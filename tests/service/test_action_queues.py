"""Test action queues: each action is submitted once, to the decision that was meant, and no other caller sees it."""

from functools import partial

import pytest

from service.game.game import load
from service.playing import games
from service.playing.pending_jobs import pending_job
from tests.service.absence import finish, work
from tests.service.lobby import OPEN
from tests.service.notices import FUTURE, muted, reported, unmuted
from tests.service.players import player
from tests.service.races import at_once
from tests.service.rejecting import check_problem
from tests.service.table import HUMANS
from tests.service.timed import DAYS, PER_DECISION, TimedTable, timed
from tests.service.webhooks import URL, bodies
from workers.jobs import context
from workers.jobs.turns import play_turns
from workers.processes.sweeper import sweep

THREE = [HUMANS[0]] * 3
LOW, HIGH = {"type": "set_stake", "stake": 1}, {"type": "set_stake", "stake": 2}


def put(table, seat, *actions, version=None, ruleset="tiny", headers=None):
    """Replace the queue of a seat; an action is a pair with its condition, or alone."""
    queued = [each if "action" in each else {"action": each} for each in actions]
    seen = table.view(seat)["version"] if version is None else version
    body = {"ruleset": ruleset, "version": seen, "actions": queued}
    sent = {"Content-Type": "application/json"} | table.authorization(seat) | (headers or {})
    return table.service.client.put(f"/v1/games/{table.game_id}/queue", json=body, headers=sent)


def queue(table, seat):
    response = table.get("/queue", seat)
    assert response.status_code == 200, response.json
    return response.json


def seal(table, seat, index=0):
    """Return the action that seals a card of a seat's hand."""
    return {"type": "seal_card", "card": table.view(seat)["view"]["hand"][index]}


def acted(table):
    shown = ((each["seat"], each["decision"], each["action"]["type"]) for each in table.events())
    return [(seat, decision, kind.replace("concealed", "seal")) for seat, decision, kind in shown]


# What a queue does


def test_a_queued_action_is_submitted_once_its_decision_opens(table):
    queued = seal(table, 1)
    assert put(table, 1, queued).json["actions"] == [{"action": queued}]
    work(table.service, table)
    assert acted(table) == []
    table.act(0, LOW)
    work(table.service, table)
    assert acted(table) == [(0, 0, "set_stake"), (1, 1, "seal_card")]
    assert table.events(1)[1]["action"] == queued
    assert queue(table, 1)["actions"] == []
    assert "dropped" not in queue(table, 1)


def test_a_queue_answers_one_decision_after_the_other_in_its_order(table):
    queued = [seal(table, 1), HIGH]
    put(table, 1, *queued)
    table.act(0, LOW)
    work(table.service, table)
    assert queue(table, 1)["actions"] == [{"action": HIGH}]
    table.act(0)
    work(table.service, table)
    assert acted(table)[-1] == (1, 3, "set_stake")
    assert queue(table, 1)["actions"] == []


def test_a_queue_does_not_answer_the_decision_that_its_player_has_seen(table):
    put(table, 0, seal(table, 0))
    work(table.service, table)
    assert acted(table) == []
    table.act(0, LOW)
    work(table.service, table)
    assert acted(table) == [(0, 0, "set_stake"), (0, 1, "seal_card")]


def test_a_queue_that_arrives_after_its_decision_has_opened_acts_at_once(table):
    table.act(0, LOW)
    put(table, 1, seal(table, 1), version=0)
    work(table.service, table)
    assert acted(table)[-1] == (1, 1, "seal_card")


def test_an_empty_list_clears_the_queue(table):
    put(table, 1, seal(table, 1))
    assert put(table, 1).json["actions"] == []
    table.act(0, LOW)
    work(table.service, table)
    assert len(acted(table)) == 1


def test_queues_of_several_seats_act_in_one_job(service):
    table = service.table(THREE)
    for seat in range(3):
        put(table, seat, seal(table, seat))
    table.act(0, LOW)
    work(service, table)
    assert acted(table)[1:] == [(0, 1, "seal_card"), (1, 1, "seal_card"), (2, 1, "seal_card")]


def test_a_queue_and_an_ai_level_act_in_one_game(service):
    table = service.table([HUMANS[0], {"kind": "ai", "level": "random"}])
    put(table, 0, seal(table, 0))
    table.act(0, LOW)
    work(service, table)
    assert sorted(acted(table)[1:3]) == [(0, 1, "seal_card"), (1, 1, "seal_card")]


def test_an_action_that_the_player_submits_replaces_the_queue_without_a_notice(table):
    put(table, 1, seal(table, 1), HIGH)
    table.act(0, LOW)
    table.act(1, seal(table, 1, 1))
    assert queue(table, 1) == {"ruleset": "tiny", "game_id": table.game_id, "version": 2, "actions": []}


def test_the_queued_action_submitted_by_the_player_counts_as_that_of_the_queue(table):
    put(table, 1, seal(table, 1), HIGH)
    table.act(0, LOW)
    table.act(1, seal(table, 1))
    assert queue(table, 1)["actions"] == [{"action": HIGH}]


# What drops a queue


def test_an_illegal_action_drops_the_whole_queue_and_the_decision_stays_pending(table):
    put(table, 1, HIGH, seal(table, 1))
    table.act(0, LOW)
    work(table.service, table)
    assert acted(table) == [(0, 0, "set_stake")]
    assert table.view(1)["decision"] == 1
    shown = queue(table, 1)
    assert shown["actions"] == []
    assert shown["dropped"] == {"version": 1, "reason": "illegal", "code": "wrong_decision"}
    put(table, 1)
    assert "dropped" not in queue(table, 1)


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
def test_an_action_is_submitted_if_all_its_conditions_hold(table, condition, holds):
    queued = {"action": seal(table, 1), "condition": condition}
    assert put(table, 1, queued).json["actions"] == [queued]
    table.act(0, LOW)
    work(table.service, table)
    assert len(acted(table)) == 1 + holds
    assert queue(table, 1).get("dropped") == (None if holds else {"version": 1, "reason": "condition"})


def test_the_last_action_of_another_seat_is_compared_as_the_log_shows_it(service):
    table = service.table(THREE)
    concealed = {"type": "concealed_card"}
    put(table, 2, {"action": seal(table, 2), "condition": {"last_action": concealed}})
    table.act(0, LOW)
    work(service, table)
    assert queue(table, 2)["dropped"]["reason"] == "condition"
    put(table, 2, {"action": seal(table, 2), "condition": {"last_action": concealed}}, version=0)
    work(service, table)
    assert queue(table, 2)["dropped"]["reason"] == "condition"
    table.act(0)
    put(table, 2, {"action": seal(table, 2), "condition": {"last_action": concealed}}, version=0)
    work(service, table)
    assert acted(table)[-1] == (2, 1, "seal_card")


def test_a_condition_names_the_kind_of_the_decision(service):
    created = service.client.post("/v1/games", json={"ruleset": "riddle", "seats": list(HUMANS)})
    table = service.opened(created)
    first = table.view()["to_act"][0]
    kind = table.view(first)["view"]["decision_kind"]
    other = next(each for each in service.bottega.rulesets["riddle"].names.things["decision"] if each != kind)
    action = table.get("/actions", first).json["actions"][0]
    bad = {"action": action, "condition": {"decision_kind": "dance"}}
    refused = put(table, first, bad, version=0, ruleset="riddle")
    check_problem(refused, 422, "invalid_request")
    assert refused.json["errors"][0]["path"] == "/actions/0/condition/decision_kind"
    following = 1 - first
    own = {"action": action, "condition": {"decision_kind": kind}}
    put(table, following, {**own, "condition": {"decision_kind": other}}, version=0, ruleset="riddle")
    while following not in table.view()["to_act"]:
        game = load(service.bottega, table.game_id)
        games.act(
            service.bottega,
            table.game_id,
            first,
            game.position.decisions[first],
            game.ruleset.default_action(game.position.state, first),
        )
    assert table.view(following)["view"]["decision_kind"] == kind
    work(service, table)
    assert queue(table, following)["dropped"]["reason"] == "condition"
    legal = table.get("/actions", following).json["actions"][0]
    put(table, following, {"action": legal, "condition": {"decision_kind": kind}}, version=0, ruleset="riddle")
    work(service, table)
    assert table.events(following)[-1]["action"] == legal


def test_an_undo_to_the_version_of_a_queue_drops_it(service):
    table = service.opened(
        service.client.post("/v1/games", json={"ruleset": "tiny", "seats": THREE, "undo": "consent"})
    )
    put(table, 1, seal(table, 1), HIGH)
    table.act(0, LOW)
    put(table, 0, seal(table, 0), version=0)
    work(service, table)
    put(table, 2, HIGH)
    for seat in range(3):
        assert table.post("/undo", seat, {"to": 1}).status_code == 200
    version = table.view()["version"]
    assert table.events()[-1]["undoes"] == 1
    assert "dropped" not in queue(table, 0)  # its queue was empty
    for seat in (1, 2):
        assert queue(table, seat)["dropped"] == {"version": version, "reason": "undone"}


def test_an_undo_to_a_version_after_that_of_a_queue_leaves_it(service):
    table = service.opened(
        service.client.post("/v1/games", json={"ruleset": "tiny", "seats": THREE, "undo": "consent"})
    )
    put(table, 2, seal(table, 2), version=0)
    table.act(0, LOW)
    work(service, table)
    put(table, 1, HIGH, version=1)
    table.act(0)
    assert table.post("/undo", 0, {"to": 2}).status_code == 200
    assert table.events()[-1]["undoes"] == 2
    assert queue(table, 1)["actions"] == [{"action": HIGH}]


def test_a_decision_whose_deadline_has_passed_drops_the_queue(service):
    table = TimedTable(service, {"kind": "per_decision", "seconds": 1}, sandbox=None, queued_actions=True)
    put(table, 1, seal(table, 1))
    table.act(0, LOW)
    service.pass_time(seconds=2.1)
    work(service, table)
    assert queue(table, 1)["dropped"] == {"version": 1, "reason": "late"}


def test_a_default_action_drops_the_queue(sandbox):
    table = TimedTable(sandbox, queued_actions=True)
    put(table, 1, seal(table, 1))
    table.act(0, LOW)
    table.wait(31)
    assert queue(table, 1)["dropped"]["reason"] == "answered"


def test_a_queued_action_stops_the_clock_of_its_decision(sandbox):
    table = TimedTable(sandbox, queued_actions=True)
    put(table, 1, seal(table, 1))
    table.act(0, LOW)
    assert "deadline" in table.clocks()[1]
    work(sandbox, table)
    assert "deadline" not in table.clocks()[1]
    assert not [each for each in sandbox.bottega.store.clocks.all() if each.seat == 1]


def test_a_resignation_clears_the_queue(service):
    table = service.table(THREE)
    put(table, 1, seal(table, 1))
    assert table.post("/resign", 1).status_code == 200
    assert load(service.bottega, table.game_id).info.queues == {}
    check_problem(put(table, 1, LOW), 409, "seat_resigned")


def test_a_new_token_of_the_seat_does_not_get_the_queue(service):
    created = service.client.post("/v1/games", json={"ruleset": "tiny", "seats": THREE})
    table = service.opened(created)
    put(table, 1, seal(table, 1))
    creator = {"Authorization": f"Bearer {created.json['creator_token']}"}
    table.tokens[1] = table.post("/seats/1/token", None, None, creator).json["token"]
    assert queue(table, 1)["actions"] == []
    tag = table.get("/queue", 1).headers["ETag"]
    assert tag == put(table, 1).headers["ETag"]
    table.act(0, LOW)
    work(service, table)
    assert acted(table) == [(0, 0, "set_stake")]


# What is rejected


def test_games_with_short_clocks_have_no_queues_unless_their_creator_allows_them(service):
    allowed = [
        timed(service, clock, sandbox=None, **more).json.get("queued_actions", False)
        for clock, more in (
            (None, {}),
            (DAYS, {}),
            ({"kind": "budget", "seconds": 86_400}, {}),
            ({"kind": "per_decision", "seconds": 86_399}, {}),
            (PER_DECISION, {"queued_actions": True}),
            (DAYS, {"queued_actions": False}),
            (DAYS, {"rated": True}),
        )
    ]
    assert allowed == [True, True, True, False, True, False, True]
    table = TimedTable(service, PER_DECISION, sandbox=None)
    check_problem(put(table, 1, LOW), 409, "action_queue_disabled")
    check_problem(table.get("/queue", 1), 409, "action_queue_disabled")


def test_a_queue_for_a_decision_that_was_answered_in_the_meantime_is_rejected(table):
    table.act(0, LOW)
    table.act(1)
    check_problem(put(table, 1, seal(table, 1), version=0), 409, "decision_closed")
    check_problem(put(table, 1, seal(table, 1), version=9), 404, "version_not_reached")
    assert put(table, 1, seal(table, 1), version=2).status_code == 200


def test_an_action_or_condition_that_cannot_be_decoded_rejects_the_queue(table):
    refused = put(table, 1, LOW, {"type": "fly"})
    check_problem(refused, 422, "invalid_request")
    assert refused.json["errors"][0]["path"] == "/actions/1/action"
    bad = {"action": LOW, "condition": {"last_action": {"type": "fly"}}}
    refused = put(table, 1, bad)
    check_problem(refused, 422, "invalid_request")
    assert refused.json["errors"][0]["path"] == "/actions/0/condition/last_action"
    assert queue(table, 1)["actions"] == []


def test_an_ended_game_has_no_queue(table):
    put(table, 1, seal(table, 1))
    table.play_to_the_end()
    assert load(table.service.bottega, table.game_id).info.queues == {}
    check_problem(put(table, 1, LOW), 409, "game_over")


# Who sees it


def seen_by_others(table, seat):
    """Return everything about a game that others than a seat can read."""
    others = [each for each in (None, *table.tokens) if each != seat]
    paths = ("/view", "/view?include=actions,events,patches", "/events", "/seats", "", "/presence", "/events?after=0")
    return {(who, path): table.get(path, who).data for who in others for path in paths}


def test_other_seats_and_spectators_never_see_a_queue(service):
    table = service.table(THREE)
    before = seen_by_others(table, 1), table.stored.keys()
    put(table, 1, seal(table, 1), HIGH)
    assert seen_by_others(table, 1) == before[0]
    put(table, 1, HIGH)
    table.act(0, LOW)
    before = seen_by_others(table, 1)
    work(service, table)
    assert queue(table, 1)["dropped"]["reason"] == "illegal"
    assert seen_by_others(table, 1) == before
    for other in (None, 0, 2):
        assert table.get("/queue", other).json.get("actions", []) == []
    assert table.get("/queue").status_code == 401


def test_nothing_of_a_queue_is_logged(table, caplog):
    caplog.set_level("DEBUG")
    put(table, 1, seal(table, 1))
    put(table, 1, HIGH)
    table.act(0, LOW)
    work(table.service, table)
    assert queue(table, 1)["dropped"]["reason"] == "illegal"
    assert not [each for each in caplog.records if "set_stake" in each.getMessage() or "dropped" in each.getMessage()]


def test_the_record_of_a_game_does_not_show_that_an_action_was_queued(table):
    put(table, 1, seal(table, 1))
    table.act(0, LOW)
    work(table.service, table)
    finish(table.service, table)
    _, queued, other, *_ = table.get("/record").json["events"]
    assert (queued["seat"], other["seat"]) == (1, 0)
    assert set(queued) == set(other)


# Notices


class Seated:
    """A game of two players, created by a third; its host and the second player have a webhook each."""

    def __init__(self, service):
        self.service, (self.host, self.ann, self.ben) = service, [player(service, name) for name in ("H", "A", "B")]
        self.game_id = self.host.create((OPEN, OPEN)).json["game_id"]
        self.hooks = {
            each.id: each.post("/me/webhooks", {"url": URL, "scope": scope}).json["webhook_id"]
            for each, scope in ((self.host, "created"), (self.ben, "seats"))
        }
        for seat, each in enumerate((self.ann, self.ben)):
            assert each.claim(self.game_id, seat).status_code == 201

    def put(self, *actions, version=0):
        body = {"ruleset": "tiny", "version": version, "actions": [{"action": each} for each in actions]}
        response = self.ben.send("PUT", f"/games/{self.game_id}/queue", body)
        assert response.status_code == 200, response.json

    def act(self, who, action):
        body = {"ruleset": "tiny", "decision": load(self.service.bottega, self.game_id).position.version}
        return who.post(f"/games/{self.game_id}/actions", body | {"action": action})

    def seal(self):
        return {"type": "seal_card", "card": self.ben.get(f"/games/{self.game_id}/view").json["view"]["hand"][0]}

    def hooked(self, who):
        return bodies(self.service.bottega, who.id, self.hooks[who.id])


def test_a_player_gets_no_turn_that_the_queue_answers_but_the_host_does(service):
    game = Seated(service)
    game.put(game.seal())
    game.act(game.ann, LOW)
    work(service, game)
    assert len(service.bottega.store.events(game.game_id, 0, 9)[1]) == 2
    assert reported(service, game.ben.id) == [("seated", 0, 1)]
    assert game.hooked(game.ben) == [("seated", 1, None)]
    assert ("your_turn", 1, 1) in game.hooked(game.host)


def test_a_player_whose_queue_is_dropped_gets_the_reason_and_the_turn_and_nobody_else_does(service):
    game = Seated(service)
    game.put(HIGH)
    game.act(game.ann, LOW)
    before = game.hooked(game.host), reported(service, game.ann.id)
    work(service, game)
    assert reported(service, game.ben.id) == [("seated", 0, 1), ("queue_dropped", 1, 1), ("your_turn", 1, 1, 1)]
    assert game.hooked(game.ben) == [("seated", 1, None), ("queue_dropped", 1, None), ("your_turn", 1, 1)]
    assert (game.hooked(game.host), reported(service, game.ann.id)) == before
    sweep(service.bottega, FUTURE)
    assert (game.hooked(game.host), reported(service, game.ann.id)) == before
    (notice,) = [each for each in game.ben.get("/me/events").json["events"] if each["type"] == "queue_dropped"]
    assert notice["reason"] == "illegal"


def test_the_sweeper_sends_a_lost_notice_of_a_dropped_queue(service):
    game = Seated(service)
    game.put(HIGH)
    game.act(game.ann, LOW)
    muted(service)
    work(service, game)
    unmuted(service)
    assert reported(service, game.ben.id)[1:] == [("queue_dropped", 1, 1), ("your_turn", 1, 1, 1)]


def test_each_queue_that_is_dropped_after_the_notice_of_its_turn_has_a_notice_of_its_own(service):
    game = Seated(service)
    game.act(game.ann, LOW)
    turn = [("seated", 0, 1), ("your_turn", 1, 1, 1)]
    assert reported(service, game.ben.id) == turn
    for times in (1, 2):
        game.put(HIGH)
        work(service, game)
        assert reported(service, game.ben.id) == [*turn, *[("queue_dropped", 1, 1)] * times]
        assert game.hooked(game.ben).count(("queue_dropped", 1, None)) == times
        sweep(service.bottega, FUTURE)
        assert reported(service, game.ben.id) == [*turn, *[("queue_dropped", 1, 1)] * times]
    assert game.hooked(game.ben).count(("queue_dropped", 1, None)) == 2


def test_a_removed_game_leaves_no_record_of_notices_about_dropped_queues(service):
    game = Seated(service)
    game.put(HIGH)
    game.act(game.ann, LOW)
    work(service, game)
    assert reported(service, game.ben.id)[1] == ("queue_dropped", 1, 1)
    service.bottega.store.remove(load(service.bottega, game.game_id).header)
    assert service.bottega.store.servers.client.hkeys(f"bottega:{{{game.ben.id}}}:marks") == [b"latest"]


# Races and crashes


def test_many_jobs_at_the_same_moment_submit_a_queued_action_once(table):
    put(table, 1, seal(table, 1), HIGH)
    table.act(0, LOW)
    context.use(table.service.bottega)
    at_once([lambda: play_turns(table.game_id, 1)] * 16)
    assert acted(table) == [(0, 0, "set_stake"), (1, 1, "seal_card")]
    assert queue(table, 1)["actions"] == [{"action": HIGH}]


def test_a_queue_that_is_replaced_while_it_acts_answers_its_decision_once(service):
    for _ in range(8):
        table = service.table()
        cards = [seal(table, 1, index) for index in range(3)]
        put(table, 1, cards[0])
        table.act(0, LOW)
        context.use(service.bottega)
        body = {"ruleset": "tiny", "decision": 1, "action": cards[2]}
        job = partial(play_turns, table.game_id, 1)
        replacing = partial(put, table, 1, cards[1], version=0)
        replaced, submitted, _ = at_once([replacing, partial(table.post, "/actions", 1, body), job])
        work(service, table)
        events = [each for each in table.events(1) if each["seat"] == 1]
        assert len(events) == 1
        taken = events[0]["action"]
        assert (taken == cards[2]) == (submitted.status_code == 200)
        assert taken != cards[1] or replaced.status_code == 200
        assert queue(table, 1)["actions"] == []


def test_a_queue_survives_a_lost_job(table):
    put(table, 1, seal(table, 1))
    table.act(0, LOW)
    job = pending_job(table.service.bottega, table.game_id)
    table.service.bottega.queues[job.queue].empty()
    sweep(table.service.bottega, FUTURE)
    assert table.service.bottega.queues[job.queue].job_ids == [job.id]


def test_a_queue_set_while_its_decision_opens_has_a_job(service):
    for _ in range(8):
        table = service.table()
        card, body = seal(table, 1), table.action_body(0, LOW)
        at_once([partial(put, table, 1, card, version=0), partial(table.post, "/actions", 0, body)])
        job = pending_job(service.bottega, table.game_id)
        assert job.id in service.bottega.queues[job.queue].job_ids
