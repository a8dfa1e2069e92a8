"""Analyse finished games: a chain of short jobs of the queue `analysis`.

Each job reviews a part of the log and enqueues the next job. The last job writes the report and draws the chart. The
reviews depend on the game alone, not on where one job ends and the next starts.
"""

import time
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

import msgspec
from msgspec import UNSET

from domain.levels import SearchBudget
from service.game import history
from service.game.game import Game, load
from service.installation import jobs
from service.playing.pending_jobs import enqueue_safely, lease_end
from service.resources.advice import AnalysedDecision
from service.store import Event
from workers.jobs import context
from workers.jobs.analysis_chart import draw
from workers.jobs.analysis_report import course, report, review
from workers.jobs.lease import leasing
from workers.thinking.choice import ai_dice
from workers.thinking.search import CheckIn, evaluate_action, no_check_in, search

SECTION_SECONDS = 1.0
"""CPU seconds of a job. A job then ends after its current decision, so that players do not wait long for a worker."""


def continue_analysis(game_id: str, done: int) -> None:
    """Review the events of a finished game after the first `done`, or write the report if none are left.

    Late or duplicate jobs do nothing; concurrent jobs produce the same reviews. Raises WorkerStopping if the worker
    stops first.
    """
    installation = context.installation()
    if installation.store.advice.analysis(game_id) != done:
        return
    game = load(installation, game_id)
    events = history.whole_log(installation, game)
    if done == len(events):
        _conclude(game, events)
        return
    past = history.opening(game)
    history.apply_events(past, events[:done])
    budget, check_in = SearchBudget(installation.settings.analysis_iterations, inf), leasing(installation, game_id)
    reviews = list(_review_section(past, events[done:], budget, check_in))
    installation.store.advice.append_reviews(
        game_id, done, [msgspec.json.encode(each) for each in reviews], lease_end(installation)
    )
    enqueue_safely(installation, jobs.analysis(game_id, done + len(reviews), game.header.share))


def _conclude(game: Game, events: Sequence[Event]) -> None:
    """Write the report on a completely reviewed game, and draw the chart. Undone decisions are left out."""
    installation, game_id = context.installation(), game.header.game_id
    stored = installation.store.advice.reviews(game_id)
    if len(stored) != game.position.version:
        return  # another worker has just concluded
    read = msgspec.json.Decoder(AnalysedDecision | None)
    stayed = {step.version for step in history.steps_of(game.ruleset, events)}
    reviews = [found for found in map(read.decode, stored) if found is not None and found.version in stayed]
    written = msgspec.json.encode(report(game, reviews, installation.settings.analysis_iterations))
    installation.store.advice.finish_analysis(game_id, written, draw(course(game, reviews)))


def _review_section(
    game: Game, events: Sequence[Event], budget: SearchBudget, check_in: CheckIn
) -> Iterator[AnalysedDecision | None]:
    """Review one event after the other, at least one, until SECTION_SECONDS have passed; changes the game in place.

    Yields None for an event that is no decision: a single legal action, an action from the creation of the game, an
    undo, or a change of a seat's player.
    """
    started = time.thread_time()
    for event in events:
        yield _reviewed(game, event, budget, check_in)
        history.apply_events(game, (event,))
        if time.thread_time() - started > SECTION_SECONDS:
            return


def _reviewed(game: Game, event: Event, budget: SearchBudget, check_in: CheckIn) -> AnalysedDecision | None:
    """Review an event; None if the event is no decision."""
    is_action = event.change is UNSET and event.undoes is UNSET
    if not is_action or event.version <= game.header.sandbox_actions:
        return None
    return review_decision(game, event.seat, history.read(game.ruleset, event), budget, check_in)


def review_decision(
    game: Game, seat: int, action: Any, budget: SearchBudget, check_in: CheckIn = no_check_in
) -> AnalysedDecision | None:
    """Compare an action of `seat` with the best one, from what the seat knows; None with a single legal action."""
    ruleset, state, version = game.ruleset, game.position.state, game.position.version
    if len(ruleset.legal_actions(state, seat)) == 1:
        return None
    rng = ai_dice(game.seed, version, seat, "analysis")
    imagined = ruleset.determinize(state, seat, rng)
    best = search(ruleset, imagined, seat, rng, budget, check_in).best
    before = after = evaluate_action(ruleset, imagined, seat, best, rng, budget.iterations, check_in)
    if action != best:
        after = evaluate_action(ruleset, imagined, seat, action, rng, budget.iterations, check_in)
    return review(version + 1, seat, action, best, before, after)
