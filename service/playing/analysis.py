"""Read and start the analysis of finished games.

An analysis evaluates each decision with the AI, and includes a chart of the game. Workers analyse the log in sections.
"""

from collections.abc import Callable

from service import problems
from service.game import deals, spectators
from service.game.game import check_finished, load
from service.installation import failed_jobs, jobs
from service.installation.installation import Installation
from service.playing.pending_jobs import enqueue_safely, lease_end
from service.resources.advice import PendingAnalysis


def read(
    installation: Installation, game_id: str, has_seat: Callable[[], bool] = lambda: False
) -> bytes | PendingAnalysis:
    """Return the analysis as JSON, or its progress.

    The first request starts the analysis. `has_seat` is as in `queries.result`. Raises GameNotOver, GameAborted,
    DealInProgress, GameNotFound, RulesNotHosted, and InternalError if the analysis keeps failing.
    """
    known = installation.store.advice.analysis(game_id)
    return known if isinstance(known, bytes) else _progress(installation, game_id, known, has_seat)


def read_chart(installation: Installation, game_id: str, has_seat: Callable[[], bool]) -> bytes | PendingAnalysis:
    """Return the chart as SVG, or the progress of the analysis."""
    found = read(installation, game_id, has_seat)
    return installation.store.advice.chart(game_id) if isinstance(found, bytes) else found


def _progress(
    installation: Installation, game_id: str, known: int | None, has_seat: Callable[[], bool]
) -> PendingAnalysis:
    """Return the progress of an analysis; start the analysis if `known` is None."""
    game = spectators.seen(installation, load(installation, game_id), has_seat)
    check_finished(game, problems.GameNotOver("Read the analysis once the game has ended."))
    deals.check_open(installation, game.header)
    job = jobs.analysis(game_id, known or 0, game.header.share)
    if known is not None and failed_jobs.is_stopped(installation, job.work):
        raise problems.InternalError(problems.STOPPED)
    if known is None:
        installation.store.advice.start_analysis(game_id, lease_end(installation))
        enqueue_safely(installation, job)
    return PendingAnalysis(game_id, "analysing", done=known or 0, total=game.position.version)
