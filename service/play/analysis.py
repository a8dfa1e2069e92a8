"""Read and start the analysis of finished games.

An analysis evaluates each decision with the AI, and includes a chart of the game. Workers analyse the log in sections.
"""

import msgspec

from service.play import deals, jobs
from service.play.bottega import Bottega
from service.play.game import check_finished, load
from service.play.pending_jobs import enqueue_safely, lease_end
from service.problems import GameNotOver


def read(bottega: Bottega, game_id: str) -> tuple[bytes, bool]:
    """Return the analysis and True, or the progress of the analysis and False.

    The first request starts the analysis. Raises GameNotOver, GameAborted, DealInProgress, GameNotFound and
    RulesNotHosted.
    """
    known = bottega.store.advice.analysis(game_id)
    return (known, True) if isinstance(known, bytes) else (_progress(bottega, game_id, known), False)


def read_picture(bottega: Bottega, game_id: str) -> tuple[bytes, bool]:
    """Return the chart and True, or the progress of the analysis and False."""
    body, complete = read(bottega, game_id)
    return (bottega.store.advice.picture(game_id), True) if complete else (body, False)


def _progress(bottega: Bottega, game_id: str, known: int | None) -> bytes:
    """Return the progress of an analysis; start the analysis if `known` is None."""
    game = load(bottega, game_id)
    check_finished(game, GameNotOver("Read the analysis once the game has ended."))
    deals.check_open(bottega, game.header)
    if known is None:
        bottega.store.advice.start_analysis(game_id, lease_end(bottega))
        enqueue_safely(bottega, jobs.analysis(game_id, 0))
    progress = {"game_id": game_id, "status": "analysing", "done": known or 0, "total": game.position.version}
    return msgspec.json.encode(progress)
