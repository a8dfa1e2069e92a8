"""Test hints in workers: they use only what the seat sees, are computed once, and survive failed jobs."""

from dataclasses import replace
from math import inf

import pytest

from domain.dice import Seed
from domain.levels import SearchBudget
from domain.replay import GamePosition
from service import problems
from service.game import hints
from service.installation import jobs
from service.lobby import creation
from service.resources.advice import HintRequest
from service.store import SeatSetup
from tests.rulesets.games import GAME_SIZES, PLAYED, packed, play, redeals
from tests.tiny import TINY
from tests.workers.ai_games import lose_all_jobs, waiting_jobs
from workers.jobs import context
from workers.jobs.hints import advise, find_hint
from workers.promises.hidden import hides_anything
from workers.thinking.choice import ai_dice

BRIEF = SearchBudget(12, inf)
SEED = Seed(bytes(32))


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
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
def played(installation):
    """Return an installation with the tiny ruleset and human players."""
    opened = replace(installation, rulesets={TINY.name: TINY})
    context.use(opened)
    return opened


def open_game(installation):
    """Create a game of human players; return its id, the seat that must act, and its decision."""
    created, _ = creation.create_game(installation, TINY, TINY.options_type(), [SeatSetup("human")] * 2)
    return created.game_id, 0, 0


def request_hint(installation, game_id, seat, decision):
    return hints.request_hint(installation, game_id, seat, HintRequest(decision))


def in_haste(played, lease):
    """Return a request for a hint that does not wait, with a short lease."""
    return replace(played, settings=replace(played.settings, hint_seconds=0, lease_seconds=lease))


def test_a_job_that_runs_twice_finds_one_hint(played):
    requested = open_game(played)
    find_hint(*requested)
    first = played.store.advice.hint(*requested)
    find_hint(*requested)
    played.store.advice.store_hint(*requested, b"another")
    assert played.store.advice.hint(*requested) == first
    assert request_hint(played, *requested).hints_left == 9
    assert waiting_jobs(played) == {}


def test_a_job_for_a_closed_decision_finds_no_hint(played):
    game_id, seat, decision = open_game(played)
    for other in ((seat, decision + 1), (1 - seat, decision)):
        find_hint(game_id, *other)
        assert played.store.advice.hint(game_id, *other) is None


def test_a_hint_precedes_the_turns_of_ai_players(played):
    game_id, seat, decision = open_game(played)
    with pytest.raises(problems.HintNotReady):
        request_hint(in_haste(played, 1000), game_id, seat, decision)
    ((name, (job_id,)),) = waiting_jobs(played).items()
    assert job_id.startswith(f"hint-{game_id}-{seat}-{decision}-")
    assert name in jobs.WORKERS["thinking"].first


def test_a_hint_whose_worker_died_is_enqueued_again_on_a_request_after_the_lease(played):
    requested = open_game(played)
    with pytest.raises(problems.HintNotReady):
        request_hint(in_haste(played, 1000), *requested)
    (queue,) = (played.queues[name] for name in waiting_jobs(played))
    queue.connection.lpop(queue.key)
    with pytest.raises(problems.HintNotReady):
        request_hint(in_haste(played, 1000), *requested)
    assert waiting_jobs(played) == {}
    with pytest.raises(problems.HintNotReady):
        request_hint(in_haste(played, 999), *requested)
    assert [len(each) for each in waiting_jobs(played).values()] == [1]
    lose_all_jobs(played)
    assert played.store.advice.hints_requested(*requested[:2]) == 1
