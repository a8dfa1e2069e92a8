"""Run the jobs of the queue `scoring` that score finished games."""

from service.playing import games
from workers.jobs import context


def score_game(game_id: str) -> None:
    """Score a finished game and store the result; an existing result stays."""
    games.score(context.installation(), game_id)
