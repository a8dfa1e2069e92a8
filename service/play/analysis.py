"""The analysis of a finished game: what each decision was worth, as the AI sees it, and a picture of its course.

Workers judge one stretch of the log after the other; here it is asked for and read.
"""

import msgspec

from service.play import deals, jobs
from service.play.bottega import Bottega
from service.play.game import check_over, load
from service.play.pending_jobs import enqueue_safely, lease_end
from service.problems import GameNotOver


def read(bottega: Bottega, game_id: str) -> tuple[bytes, bool]:
    """Return the analysis and True, or while it is being worked out how far that has come and False.

    The first who asks has it begun, once its deal is decided. Raises GameNotOver, GameAborted, DealInProgress,
    GameNotFound and RulesNotHosted.
    """
    known = bottega.store.advice.analysis(game_id)
    return (known, True) if isinstance(known, bytes) else (_progress(bottega, game_id, known), False)


def read_picture(bottega: Bottega, game_id: str) -> tuple[bytes, bool]:
    """Return the picture and True, or what `read` returns while there is none and False."""
    body, complete = read(bottega, game_id)
    return (bottega.store.advice.picture(game_id), True) if complete else (body, False)


def _progress(bottega: Bottega, game_id: str, known: int | None) -> bytes:
    """Return how far an analysis has come; if it was not known, have it begun."""
    game = load(bottega, game_id)
    check_over(game, GameNotOver("A game is analysed once nobody is to act any more."))
    deals.check_open(bottega, game.header)
    if known is None:
        bottega.store.advice.begin_analysis(game_id, lease_end(bottega))
        enqueue_safely(bottega, jobs.analysis(game_id, 0))
    progress = {"game_id": game_id, "status": "analysing", "done": known or 0, "total": game.position.version}
    return msgspec.json.encode(progress)
