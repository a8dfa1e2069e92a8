"""The analysis of finished games: a chain of short jobs of the queue `analysis`.

Each job reviews a stretch of the log and hands out the next one; the last puts the report together and draws the
picture. What each decision is found to be worth follows from the game alone, wherever one job ends and the next begins.
"""

import time
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

import msgspec

from domain.levels import SearchBudget
from service.play import history, jobs
from service.play.game import Game, load
from service.play.pending_jobs import enqueue_safely, lease_end
from service.store import Event
from workers.jobs import context
from workers.jobs.analysis_report import DecisionReview, course, report, review
from workers.jobs.lease import leasing
from workers.thinking.choice import ai_dice
from workers.thinking.search import CheckIn, evaluate_action, no_check_in, search

STRETCH_SECONDS = 1.0
"""Of CPU time; after that a job ends with the decision that it is at, so that players never wait long for a worker."""


def go_on(game_id: str, done: int) -> None:
    """Review the events of a finished game that come after the first `done`, or conclude the analysis after the last.

    Late or double jobs do nothing; whoever has begun at the same time comes to the same reviews. Raises Stopped when
    the worker is to end before that.
    """
    bottega = context.bottega()
    if bottega.store.advice.analysis(game_id) != done:
        return
    game = load(bottega, game_id)
    _, events = bottega.store.events(game_id, 0, game.position.version)
    if done == len(events):
        _conclude(game)
        return
    past = history.opening(game)
    history.apply_events(past, events[:done])
    budget, check_in = SearchBudget(bottega.settings.analysis_iterations, inf), leasing(bottega, game_id)
    reviews = list(_stretch(past, events[done:], budget, check_in))
    bottega.store.advice.append_reviews(
        game_id, done, [msgspec.json.encode(each) for each in reviews], lease_end(bottega)
    )
    enqueue_safely(bottega, jobs.analysis(game_id, done + len(reviews)))


def _conclude(game: Game) -> None:
    """Write the report on a game all of whose events have been reviewed, and draw its picture."""
    from workers.jobs.analysis_chart import draw  # noqa: PLC0415  # matplotlib: half a second, which few workers ever need

    bottega, game_id = context.bottega(), game.header.game_id
    stored = bottega.store.advice.reviews(game_id)
    if len(stored) != game.position.version:
        return  # somebody else has concluded a moment ago
    read = msgspec.json.Decoder(DecisionReview | None)
    reviews = [found for found in map(read.decode, stored) if found is not None]
    written = msgspec.json.encode(report(game, reviews, bottega.settings.analysis_iterations))
    bottega.store.advice.finish_analysis(game_id, written, draw(course(game, reviews)))


def _stretch(
    game: Game, events: Sequence[Event], budget: SearchBudget, check_in: CheckIn
) -> Iterator[DecisionReview | None]:
    """Review one event after the other, at least one, until the time is up; plays the game on in place.

    None stands for an event that is no decision: with one legal action only, given when the game was created, or a
    change of who plays a seat.
    """
    began = time.thread_time()
    for event in events:
        yield _reviewed(game, event, budget, check_in)
        history.apply_events(game, (event,))
        if time.thread_time() - began > STRETCH_SECONDS:
            return


def _reviewed(game: Game, event: Event, budget: SearchBudget, check_in: CheckIn) -> DecisionReview | None:
    """Review an event; None for one that is no decision."""
    if event.change is not None or event.version <= game.header.sandbox_actions:
        return None
    return review_decision(game, event.seat, history.read(game.ruleset, event), budget, check_in)


def review_decision(
    game: Game, seat: int, action: Any, budget: SearchBudget, check_in: CheckIn = no_check_in
) -> DecisionReview | None:
    """Return what an action of `seat` is worth beside the best, as far as the seat can know; None without a choice."""
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
