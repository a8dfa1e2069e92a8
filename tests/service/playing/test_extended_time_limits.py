"""Test that time limits are extended by the duration of an outage."""

import time

import pytest
import redis
from redis.client import Pipeline

from domain.clock import SECOND
from domain.clock_budget import BudgetClock
from domain.clock_days import DaysClock
from domain.clock_per_decision import PerDecisionClock
from service import problems
from service.game import clocks
from service.game.clocks import deadline
from service.game.game import load
from service.store.clock_types import SeatClock
from service.store.outages import LEAST_SECONDS, Outage
from tests.service.helpers.players.low_clocks import put_back, running
from tests.service.helpers.players.notices import ADA, BEN, act
from tests.submitting import submit
from workers.processes.clock_keeper import resolve_deadlines

NOW = 1_800_000_000.0
BUDGET = BudgetClock(60, 5, 2)
EACH = [PerDecisionClock(60), BUDGET, DaysClock(1)]


def test_a_long_gap_between_two_checks_is_an_outage_and_a_short_one_is_none(service):
    recorded = service.installation.store.outages
    for moment in (NOW, NOW + 1, NOW + 2 + LEAST_SECONDS / 2, NOW + 100, NOW + 101):
        recorded.note(moment)
    assert recorded.since(0) == [Outage(NOW + 2 + LEAST_SECONDS / 2, NOW + 100)]
    assert recorded.since(NOW + 100.5) == []


def test_the_first_keeper_after_an_outage_says_when_it_ended(service):
    recorded = service.installation.store.outages
    recorded.note(NOW)
    recorded.note(NOW + 50)
    recorded.note(NOW + 50.01)
    assert recorded.since(0) == [Outage(NOW, NOW + 50)]


def test_a_keeper_whose_connection_breaks_during_a_write_notes_the_outage(service, monkeypatch):
    recorded, execute, broken = service.installation.store.outages, Pipeline.execute, []

    def break_once(pipeline, *arguments, **named):
        if not broken:
            broken.append(True)
            raise redis.ConnectionError("broken")
        return execute(pipeline, *arguments, **named)

    recorded.note(NOW)
    with monkeypatch.context() as patch:
        patch.setattr(Pipeline, "execute", break_once)
        recorded.note(NOW + 50)
    assert (broken, recorded.since(0)) == ([True], [Outage(NOW, NOW + 50)])


@pytest.mark.parametrize("clock", EACH, ids=["per_decision", "budget", "days"])
def test_an_outage_puts_the_deadline_off_by_as_much_as_the_decision_saw_of_it(clock):
    own = SeatClock(60 * SECOND, 1000 * SECOND)
    outages = [(900 * SECOND, 1010 * SECOND), (1020 * SECOND, 1025 * SECOND)]
    (given,) = clocks.credit_outages((own,), outages, 1060 * SECOND)
    assert deadline(clock, given) - deadline(clock, own) == 15 * SECOND
    assert clocks.credit_outages((given,), outages, 1070 * SECOND) == (given,)


def test_credited_time_costs_no_budget_and_ends_with_the_decision():
    (own,) = clocks.stop_clock(BUDGET, (SeatClock(60 * SECOND, 0, 40 * SECOND),), 0, 53 * SECOND)
    assert own == SeatClock((60 - 10 + 5) * SECOND)


def test_a_decision_with_time_lost_by_an_outage_gets_a_later_deadline(service):
    game = running(service, ADA, BEN)
    recorded = service.installation.store.outages
    put_back(service, game, 700)
    recorded.note(time.time() - 650)
    recorded.note(time.time() - 350)
    resolve_deadlines(service.installation, time.time())
    loaded = load(service.installation, game.game_id)
    assert (loaded.position.version, loaded.to_act[0]) == (0, 0)
    assert loaded.info.clocks[0].back == pytest.approx(300 * SECOND, abs=SECOND)
    (shown,) = (each for each in game.view()["clocks"] if "deadline" in each)
    assert shown["seat"] == 0
    act(game, 0)
    assert load(service.installation, game.game_id).position.version == 1


def test_an_action_before_the_clocks_are_corrected_requests_a_retry(service):
    game = running(service, ADA, BEN)
    put_back(service, game, 700)
    service.installation.store.outages.note(time.time() - 650)
    service.installation.store.outages.note(time.time() - 350)
    loaded = load(service.installation, game.game_id)
    action = loaded.ruleset.legal_actions(loaded.position.state, 0)[0]
    with pytest.raises(problems.GameBusy):
        submit(service.installation, game.game_id, 0, 0, action)
    resolve_deadlines(service.installation, time.time())
    submit(service.installation, game.game_id, 0, 0, action)
    assert load(service.installation, game.game_id).position.version == 1


def test_a_decision_that_started_after_an_outage_gets_no_credit(service):
    game = running(service, ADA, BEN)
    recorded = service.installation.store.outages
    put_back(service, game, 700)
    recorded.note(time.time() - 900)
    recorded.note(time.time() - 800)
    resolve_deadlines(service.installation, time.time())
    assert load(service.installation, game.game_id).position.version > 0
