"""The pending job of a game: the AI turn, the scoring or the analysis that it waits for."""

import logging
import time

from domain.levels import LEVELS, Budget
from service.play import jobs, notices
from service.play.bottega import Bottega
from service.play.game import Game, load
from service.play.jobs import Job
from service.problems import TooMuchThinking
from service.runtime.sparse_log import warn_sparsely
from service.store import OUTAGES

logger = logging.getLogger(__name__)


def pending_job(bottega: Bottega, game_id: str) -> Job | None:
    """Return the job that the game waits for: an AI turn, the scoring, an analysis that was asked for, or None."""
    game = load(bottega, game_id)
    if game.status != "over" or bottega.store.result(game_id) is None:
        return next_job(game)
    analysis = bottega.store.advice.analysis(game_id)
    return jobs.analysis(game_id, analysis) if isinstance(analysis, int) else None


def ai_to_act(game: Game) -> int | None:
    """Name the AI seat whose turn is owed: the lowest that is to act; None if none is."""
    return next((seat for seat in game.to_act if game.seats[seat].kind == "ai"), None)


def next_job(game: Game) -> Job | None:
    """Return which job follows from the position alone; none before the game has begun."""
    if game.status == "over":
        return jobs.scoring(game.header.game_id)
    seat = ai_to_act(game)
    if seat is None:
        return None
    searches = isinstance(LEVELS.get(str(game.seats[seat].level)), Budget)
    return jobs.ai_turn(game.header.game_id, game.position.version, game.header.share, searches=searches)


def quieter_share(bottega: Bottega, creator: str) -> int:
    """Return in which of a creator's shares fewer turns wait to be thought about; the first while nobody can say."""
    first, second = jobs.shares_of(creator)
    try:
        return min(first, second, key=lambda share: bottega.queues[jobs.SEARCH[share]].count)
    except OUTAGES:
        return first


def check_thinking(bottega: Bottega, game: Game) -> None:
    """Raise TooMuchThinking if an AI player is to think now and too many of the same share wait to think already."""
    job, most = next_job(game), bottega.settings.waiting_turns
    if job is None or job.queue not in jobs.SEARCH or not most:
        return
    try:
        waiting = bottega.queues[job.queue].count
    except OUTAGES:
        return
    if waiting >= most:
        raise TooMuchThinking(
            "{waiting} turns of AI players in games that were created from here wait already.", {"waiting": waiting}
        )


def due(bottega: Bottega, game: Game) -> float | None:
    """Return when somebody must look whether what is owed now has been done; None if nothing is.

    That is a job, or a notice to a player.
    """
    return lease_end(bottega) if next_job(game) or notices.concerned(game) else None


def lease_end(bottega: Bottega) -> float:
    """Return when a job that is handed out now should long have been done."""
    return time.time() + bottega.settings.lease_seconds


def enqueue_safely(bottega: Bottega, job: Job | None) -> None:
    """Enqueue a job, if there is one; if Redis cannot take it, the due list brings the sweeper to the game later."""
    if job is None:
        return
    try:
        jobs.enqueue(bottega.queues, job)
    except OUTAGES as error:
        warn_sparsely(logger, "job %s was not handed out: %s", job.id, error)
