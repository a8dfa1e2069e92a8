"""What a game is owed next: an AI turn, its scoring, or nothing."""

import logging
import time

from service import jobs
from service.bottega import Bottega
from service.game import Game, load
from service.jobs import Job
from service.store import OUTAGES

logger = logging.getLogger(__name__)


def owed_job(bottega: Bottega, game_id: str) -> Job | None:
    """Say which job the game needs now: an AI turn, the scoring, or none."""
    game = load(bottega, game_id)
    job = next_job(game)
    return None if not game.to_act and bottega.store.result(game_id) is not None else job


def ai_to_act(game: Game) -> int | None:
    """Name the AI seat whose turn is owed: the lowest that is to act; None if none is."""
    return next((seat for seat in game.to_act if game.header.seats[seat].kind == "ai"), None)


def next_job(game: Game) -> Job | None:
    """Say which job follows from the position alone."""
    if not game.to_act:
        return jobs.scoring(game.header.game_id)
    if ai_to_act(game) is not None:
        return jobs.ai_turn(game.header.game_id, game.position.version)
    return None


def due(bottega: Bottega, game: Game) -> float | None:
    """Say when somebody must look whether the job that is owed now has been done; None if none is owed."""
    return None if next_job(game) is None else time.time() + bottega.settings.lease_seconds


def hand_out(bottega: Bottega, game: Game) -> None:
    """Hand out the job that is owed; if that fails, the due list brings the sweeper to it."""
    job = next_job(game)
    if job is None:
        return
    try:
        jobs.enqueue(bottega.queues, job)
    except OUTAGES as error:
        logger.warning("job %s was not handed out: %s", job.id, error)
