"""The pending job of a game: the turn, the scoring or the analysis that it waits for."""

import logging
from contextlib import suppress

from domain.levels import LEVELS, SearchBudget
from service.play import game_info, jobs, notices
from service.play.bottega import Bottega
from service.play.game import Game, load
from service.play.jobs import Job
from service.problems import AiQueueFull
from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES, RunningClocks
from service.store.clock_list import TimedDecision
from service.store.clock_types import StandIn

logger = logging.getLogger(__name__)


def pending_job(bottega: Bottega, game_id: str) -> Job | None:
    """Return the job that the game waits for: a turn to be played, the scoring, an analysis asked for, or None."""
    game = load(bottega, game_id)
    if game.status != "over" or bottega.store.result(game_id) is None:
        return next_job(game)
    analysis = bottega.store.advice.analysis(game_id)
    return jobs.analysis(game_id, analysis) if isinstance(analysis, int) else None


def seat_to_play(game: Game) -> int | None:
    """Name the seat whose turn the service owes: the lowest that is to act without its player; None if none is."""
    return next((seat for seat in game.to_act if _is_played(game, seat)), None)


def level_of(game: Game, seat: int) -> str:
    """Return at which level the service plays a seat that is to act; empty for default actions."""
    who = stand_in_of(game, seat)
    return str(game.seats[seat].level) if who is None else who.level


def stand_in_of(game: Game, seat: int) -> StandIn | None:
    """Return who answers the decision of a seat in place of its player; None if its own player is to."""
    return game_info.stand_in(game.table, seat, game.position.asked[seat])


def next_job(game: Game) -> Job | None:
    """Return which job follows from the position and what is arranged around it; none before the game has begun."""
    status = game.status
    if status in ("open", "aborted"):
        return None
    if status == "over":
        return jobs.scoring(game.header.game_id)
    if game_info.is_decided(game.header, game.table):
        return jobs.playing_out(game.header.game_id, game.header.share)
    seat = seat_to_play(game)
    if seat is None:
        return None
    searches = isinstance(LEVELS.get(level_of(game, seat)), SearchBudget)
    return jobs.ai_turn(game.header.game_id, game.position.version, game.header.share, searches=searches)


def _is_played(game: Game, seat: int) -> bool:
    """Whether the service plays a seat that is to act."""
    return game.seats[seat].kind == "ai" or stand_in_of(game, seat) is not None


def quieter_share(bottega: Bottega, creator: str) -> int:
    """Return in which of a creator's shares fewer turns wait to be thought about; the first while nobody can say."""
    first, second = jobs.shares_of(creator)
    try:
        return min(first, second, key=lambda share: bottega.queues[jobs.SEARCH[share]].count)
    except OUTAGES:
        return first


def check_thinking(bottega: Bottega, game: Game) -> None:
    """Raise AiQueueFull if an AI player is to think now and too many of the same share wait to think already."""
    job, most = next_job(game), bottega.settings.max_queued_turns
    if job is None or job.queue not in jobs.SEARCH or not most:
        return
    try:
        waiting = bottega.queues[job.queue].count
    except OUTAGES:
        return
    if waiting >= most:
        raise AiQueueFull(
            "{waiting} turns of AI players in games that were created from here wait already.", {"waiting": waiting}
        )


def due(bottega: Bottega, game: Game) -> float | None:
    """Return when somebody must look whether what is owed now has been done; None if nothing is.

    That is a job, or a notice to a player.
    """
    return lease_end(bottega) if next_job(game) or notices.concerned(game) else None


def lease_end(bottega: Bottega) -> float:
    """Return when a job that is handed out now should long have been done."""
    return bottega.sources.now().timestamp() + bottega.settings.lease_seconds


def enqueue_safely(bottega: Bottega, job: Job | None) -> None:
    """Enqueue a job, if there is one; if Redis cannot take it, the due list brings the sweeper to the game later."""
    if job is None:
        return
    try:
        jobs.enqueue(bottega.queues, job)
    except OUTAGES as error:
        warn_sparsely(logger, "job %s was not handed out: %s", job.id, error)


def clock_entries(bottega: Bottega, game: Game) -> RunningClocks:
    """Return what must be known of the clocks of a game before it is written as it is now."""
    now = bottega.sources.now().timestamp()
    looks = game_info.announced(game.header, game.table, game.position.asked, now)
    return RunningClocks(looks, game_info.last_asked(game.header, game.table))


def forget_clock(bottega: Bottega, answered: TimedDecision) -> None:
    """Take an answered decision off the list of clocks; if Redis is away, it is looked at once more, in its time."""
    with suppress(*OUTAGES):
        bottega.store.clocks.remove([answered, answered.low])
