"""Run the jobs of the queue `scoring` that record results in tournaments."""

from service.game.game import load
from service.tournaments import progress
from workers.jobs import context


def note_result(game_id: str) -> None:
    """Record the result of a game; create the next round if this result completes the round. Idempotent."""
    installation = context.installation()
    progress.note_result(installation, load(installation, game_id))
