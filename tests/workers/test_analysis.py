"""Test analyses in workers: computed in parts, with the same result wherever a job ends or fails."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import inf
from random import Random
from threading import Barrier

import msgspec
import pytest

from domain.levels import SearchBudget
from domain.replay import GamePosition
from service.game.game import Game, load, read_stored
from service.installation.jobs import ANALYSIS
from service.installation.shares import shares_of
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.playing import analysis as use_case
from service.playing import undo_requests
from service.store import Header, SeatSetup
from tests.submitting import submit
from tests.tiny import TINY
from tests.workers.ai_games import due_at, lose_all_jobs, now_of, play_to_the_end, waiting_jobs
from workers.jobs import analysis, context
from workers.jobs.analysis import continue_analysis, review_decision
from workers.jobs.scoring import score_game
from workers.processes.sweeper import sweep

QUEUE = ANALYSIS[shares_of("")[0]]
"""The queue of games without an account."""


@pytest.fixture
def brief(installation):
    """Return an installation with the tiny ruleset and very short searches."""
    opened = replace(
        installation, rulesets={TINY.name: TINY}, settings=replace(installation.settings, analysis_iterations=10)
    )
    context.use(opened)
    return opened


def ended(installation):
    """Play and score a game."""
    created, _ = creation.create_game(installation, TINY, TINY.options_type(), [SeatSetup("ai", "easy")] * 2)
    game_id = created.game_id
    play_to_the_end(installation, game_id)
    score_game(game_id)
    sweep(installation, now_of(installation, game_id))
    assert due_at(installation, game_id) is None
    lose_all_jobs(installation)
    return game_id


def started(installation):
    """Request the analysis of a finished game."""
    game_id = ended(installation)
    use_case.read(installation, game_id)
    return game_id


def run_jobs(installation):
    """Run the jobs of an analysis one after the other, as a worker would; return their number."""
    count = 0
    while waiting := [queue for name in ANALYSIS if (queue := installation.queues[name]).count]:
        job = waiting[0].fetch_job(waiting[0].connection.lpop(waiting[0].key).decode())
        job.delete()
        continue_analysis(*job.args)
        count += 1
    return count


def progress(installation, game_id):
    return installation.store.advice.analysis(game_id)


def test_a_chain_of_jobs_leads_to_the_report(brief):
    game_id = started(brief)
    assert waiting_jobs(brief) == {QUEUE: [f"analysis-{game_id}-0"]}
    assert run_jobs(brief) >= 2
    report = msgspec.json.decode(progress(brief, game_id))
    assert (report["game_id"], report["iterations"]) == (game_id, 10)
    assert brief.store.advice.reviews(game_id) == []
    sweep(brief, now_of(brief, game_id))
    assert due_at(brief, game_id) is None


def test_the_reviews_do_not_depend_on_where_one_job_ends_and_the_next_starts(brief, monkeypatch):
    game_id, found, jobs = started(brief), [], []
    for seconds in (0.0, 1000.0):
        monkeypatch.setattr(analysis, "SECTION_SECONDS", seconds)
        jobs.append(run_jobs(brief))
        found.append((progress(brief, game_id), brief.store.advice.chart(game_id)))
        brief.store.servers.client.delete(*brief.store.servers.client.keys("*:analysis"))
        use_case.read(brief, game_id)
    assert found[0] == found[1]
    assert jobs[0] > jobs[1] == 2


def test_a_job_that_runs_twice_or_late_changes_nothing(brief, monkeypatch):
    monkeypatch.setattr(analysis, "SECTION_SECONDS", 0.0)
    game_id = started(brief)
    continue_analysis(game_id, 0)
    first = brief.store.advice.reviews(game_id)
    for done in (0, 7, -1):
        continue_analysis(game_id, done)
    assert brief.store.advice.reviews(game_id) == first
    assert (len(first), progress(brief, game_id)) == (1, 1)


def test_jobs_at_the_same_moment_review_each_event_once(brief, monkeypatch):
    monkeypatch.setattr(analysis, "SECTION_SECONDS", 0.0)
    game_id, together = started(brief), Barrier(4)

    def at_once(_):
        together.wait()
        continue_analysis(game_id, 0)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(at_once, range(4)))
    assert progress(brief, game_id) == 1


def test_a_lost_job_is_enqueued_again_at_the_progress_of_the_analysis(brief, monkeypatch):
    monkeypatch.setattr(analysis, "SECTION_SECONDS", 0.0)
    game_id = started(brief)
    continue_analysis(game_id, 0)
    lose_all_jobs(brief)
    sweep(brief, now_of(brief, game_id))
    assert waiting_jobs(brief) == {QUEUE: [f"analysis-{game_id}-1"]}


def test_a_finished_game_without_a_requested_analysis_has_no_pending_job(brief):
    game_id = ended(brief)
    assert progress(brief, game_id) is None


def last_round():
    """Return the last round of Stakes: seat 0 wins it with 36, and loses it with 1 to any card of seat 1."""
    state = TINY.setup(TINY.options_type(), 2, Random(0))
    state.stake, state.round, state.hands = 2, 3, [[1, 36], [2, 3]]
    seats = (SeatSetup("human"), SeatSetup("human"))
    header = Header(
        game_id="a" * 20,
        ruleset="tiny",
        rules_version=1,
        options=msgspec.Raw(b"{}"),
        seats=seats,
        seed=bytes(32).hex(),
        created_at="",
    )
    return Game(header, TINY, GamePosition(7, [7, 7], state))


def test_a_decision_that_loses_the_game_costs_its_value():
    game = last_round()
    worst, best = TINY.legal_actions(game.position.state, 0)
    blunder, right = (review_decision(game, 0, action, SearchBudget(40, inf)) for action in (worst, best))
    assert (blunder.version, blunder.seat, blunder.best.card) == (8, 0, 36)
    assert blunder.loss == pytest.approx(blunder.before[0] - blunder.after[0])
    assert blunder.loss > 0.8
    assert (right.loss, right.before) == (0.0, right.after)


def test_a_single_legal_action_is_not_reviewed():
    game = last_round()
    game.position.state.hands[0] = [36]
    (only,) = TINY.legal_actions(game.position.state, 0)
    assert review_decision(game, 0, only, SearchBudget(40, inf)) is None


def test_an_analysis_leaves_undone_decisions_out(brief):
    terms = Terms(undo="own")
    created, _ = creation.create_game(brief, TINY, TINY.options_type(), [SeatSetup("human")] * 2, terms=terms)
    game_id = created.game_id
    play(brief, game_id)
    undo_requests.undo(brief, read_stored(brief, game_id), 0)
    while load(brief, game_id).to_act:
        play(brief, game_id)
    score_game(game_id)
    use_case.read(brief, game_id)
    run_jobs(brief)
    stored = use_case.read(brief, game_id)
    assert isinstance(stored, bytes)
    found = msgspec.json.decode(stored)
    versions = [each["version"] for each in found["decisions"]]
    assert found["version"] == load(brief, game_id).position.version
    assert versions
    assert not {1, 2} & set(versions)  # the first action, and its undo


def play(installation, game_id):
    """Play the first legal action of the first seat that must act."""
    game = load(installation, game_id)
    seat = game.to_act[0]
    action = game.ruleset.legal_actions(game.position.state, seat)[0]
    submit(installation, game_id, seat, game.position.decisions[seat], action)
