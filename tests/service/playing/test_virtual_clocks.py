"""Test virtual clocks, and the list of clocks that the sweeper reads."""

import time

import pytest

from service.retention import lifetimes
from service.settings import DAY
from service.store.clock_list import TimedDecision
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.absence import TIME
from tests.service.helpers.games.clocks import PER_DECISION, TimedGame, timed
from workers.processes.clock_keeper import resolve_deadlines


@pytest.mark.problem("clock_not_virtual", "The game uses real time.", "advanceClock")
def test_a_clock_that_is_not_virtual_is_not_moved(service):
    created = service.create()
    headers = {"Authorization": f"Bearer {created.json['creator_token']}"}
    response = service.client.post(f"/v1/games/{created.json['game_id']}/clock", json={"seconds": 1}, headers=headers)
    check_problem(response, 409, "clock_not_virtual")


def test_virtual_clocks_are_of_the_sandbox(service):
    check_problem(timed(service), 409, "sandbox_disabled")


def test_events_have_the_time_of_the_virtual_clock(sandbox):
    game = TimedGame(sandbox)
    reported = game.wait(20)
    game.act(0)
    assert game.events()[0]["at"] == reported["time"]


def test_a_virtual_clock_runs_in_a_scenario_too(sandbox):
    body = {"ruleset": "tiny", "seats": list(HUMANS), "clock": PER_DECISION}
    name = HOSTED["tiny"].catalogue.scenarios[0]
    body["seats"] = [HUMANS[0]] * name.seats
    created = sandbox.client.post("/v1/games", json=body | {"sandbox": {"scenario": name.name, "clock": "virtual"}})
    assert created.status_code == 201
    assert created.json["virtual_clock"]


def test_the_sweeper_acts_after_the_deadline_and_not_before(service):
    game = TimedGame(service, {"kind": "per_decision", "seconds": 1}, sandbox=None)
    (when,) = service.installation.store.clocks.all().values()
    assert resolve_deadlines(service.installation, when - 0.01) == 0
    service.pass_time(seconds=when - time.time() + 0.01)
    assert resolve_deadlines(service.installation, when + 0.01) == 1
    assert game.by() == [TIME]
    assert TimedDecision(game.game_id, 0, 0) not in service.installation.store.clocks.all()


def test_a_decision_that_was_announced_too_early_is_put_off(service):
    game = TimedGame(service, PER_DECISION, sandbox=None)
    store = service.installation.store
    announced = store.clocks.all()
    assert announced.keys() == {TimedDecision(game.game_id, 0, 0), TimedDecision(game.game_id, 0, 0).low}
    store.servers.client.zadd("bottega:clocks", {due.member: 1.0 for due in announced})
    resolve_deadlines(service.installation, time.time())
    assert (store.clocks.all(), game.events()) == (announced, [])


def test_a_clock_entry_of_a_failed_commit_stays_until_the_game_has_passed_it(service):
    game = TimedGame(service, PER_DECISION, sandbox=None)
    store, lost = service.installation.store, TimedDecision(game.game_id, 1, 1)
    store.servers.client.zadd("bottega:clocks", {lost.member: 1.0})
    resolve_deadlines(service.installation, time.time())
    assert lost in store.clocks.all()
    game.act(0)
    game.act(1)
    store.servers.client.zadd("bottega:clocks", {lost.member: 1.0})
    resolve_deadlines(service.installation, time.time())
    assert lost not in store.clocks.all()


def test_a_decision_of_a_deleted_game_is_removed(service):
    game = TimedGame(service, PER_DECISION, sandbox=None)
    game.service.client.delete(
        f"/v1/games/{game.game_id}", headers={"Authorization": f"Bearer {game.created['creator_token']}"}
    )
    store = service.installation.store
    for due in store.clocks.all():
        store.servers.client.zadd("bottega:clocks", {due.member: 1.0})
    resolve_deadlines(service.installation, time.time())
    assert store.clocks.all() == {}


def test_a_completed_decision_leaves_the_list_of_clocks(service):
    game = TimedGame(service, PER_DECISION, sandbox=None)
    game.act(0)
    running = [TimedDecision(game.game_id, seat, 1) for seat in (0, 1)]
    assert {*service.installation.store.clocks.all()} == {*running, *(each.low for each in running)}


def test_a_game_of_a_virtual_clock_lives_from_its_creation(sandbox):
    game = TimedGame(sandbox)
    game.wait(300 * DAY)
    (listed,) = sandbox.installation.store.listed.read_many([game.game_id])
    assert lifetimes._steps(sandbox.installation, listed)[0].at < time.time() + 91 * DAY
