"""Test hints in workers: they use only what the seat sees, are computed once, and survive failed jobs."""

from dataclasses import replace
from math import inf

import pytest

from domain.dice import Seed
from domain.levels import SearchBudget
from domain.replay import GamePosition
from service.installation import jobs
from service.lobby import creation
from service.problems import HintNotReady
from service.reading import hints
from service.resources.advice import HintRequest
from service.store import SeatSetup
from tests.rulesets.games import PLAYED, TABLES, packed, play, redeals
from tests.tiny import TINY
from tests.workers.ai_games import lose_all_jobs, waiting_jobs
from workers.jobs import context
from workers.jobs.hints import advise, find_hint
from workers.promises.hidden import hides_anything
from workers.thinking.choice import ai_dice

BRIEF = SearchBudget(12, inf)
SEED = Seed(bytes(32))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_hint_does_not_depend_on_hidden_data(name, seats):
    ruleset, different = PLAYED[name], 0
    open_ones = [step for step in play(name, seats, 2).steps if len(ruleset.legal_actions(step.before, step.seat)) > 1]
    for version, step in enumerate(open_ones[:: 1 + len(open_ones) // 3]):
        expected = advise(ruleset, GamePosition(version, [], step.before), step.seat, SEED, BRIEF)
        assert len(expected.actions) == len(ruleset.legal_actions(step.before, step.seat))
        for redealt in redeals(ruleset, step.before, step.seat, str(version)):
            assert packed(advise(ruleset, GamePosition(version, [], redealt), step.seat, SEED, BRIEF)) == packed(
                expected
            )
            different += packed(redealt) != packed(step.before)
    assert different or not hides_anything(name, seats)


def test_hints_are_thought_out_with_other_dice_than_the_turns_of_ai_players():
    moments = [(version, seat) for version in range(50) for seat in range(5)]
    drawn = {ai_dice(SEED, *moment, purpose).random() for moment in moments for purpose in ("ai", "hint", "analysis")}
    assert len(drawn) == 3 * len(moments)


@pytest.fixture
def people(bottega):
    """Return an installation with the tiny ruleset and human players."""
    opened = replace(bottega, rulesets={TINY.name: TINY})
    context.use(opened)
    return opened


def open_game(bottega):
    """Create a game of human players; return its id, the seat that must act, and its decision."""
    created, _ = creation.create_game(bottega, TINY, TINY.options_type(), [SeatSetup("human")] * 2)
    return created.game_id, 0, 0


def request_hint(bottega, game_id, seat, decision):
    return hints.request_hint(bottega, game_id, seat, HintRequest(decision))


def in_haste(people, lease):
    """Return a request for a hint that does not wait, with a short lease."""
    return replace(people, settings=replace(people.settings, hint_seconds=0, lease_seconds=lease))


def test_a_job_that_runs_twice_finds_one_hint(people):
    wanted = open_game(people)
    find_hint(*wanted)
    first = people.store.advice.hint(*wanted)
    find_hint(*wanted)
    people.store.advice.store_hint(*wanted, b"another")
    assert people.store.advice.hint(*wanted) == first
    assert request_hint(people, *wanted).hints_left == 9
    assert waiting_jobs(people) == {}


def test_a_job_for_a_closed_decision_finds_no_hint(people):
    game_id, seat, decision = open_game(people)
    for other in ((seat, decision + 1), (1 - seat, decision)):
        find_hint(game_id, *other)
        assert people.store.advice.hint(game_id, *other) is None


def test_a_hint_precedes_the_turns_of_ai_players(people):
    game_id, seat, decision = open_game(people)
    with pytest.raises(HintNotReady):
        request_hint(in_haste(people, 1000), game_id, seat, decision)
    (job_id,) = waiting_jobs(people)["hints"]
    assert job_id.startswith(f"hint-{game_id}-{seat}-{decision}-")
    assert "hints" in jobs.WORKERS["thinking"].first


def test_a_hint_whose_worker_died_is_enqueued_again_on_a_request_after_the_lease(people):
    wanted = open_game(people)
    with pytest.raises(HintNotReady):
        request_hint(in_haste(people, 1000), *wanted)
    queue = people.queues["hints"]
    queue.connection.lpop(queue.key)
    with pytest.raises(HintNotReady):
        request_hint(in_haste(people, 1000), *wanted)
    assert waiting_jobs(people) == {}
    with pytest.raises(HintNotReady):
        request_hint(in_haste(people, 999), *wanted)
    assert len(waiting_jobs(people)["hints"]) == 1
    lose_all_jobs(people)
    assert people.store.advice.hints_requested(*wanted[:2]) == 1
