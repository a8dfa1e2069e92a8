"""The result of a finished game: jobs of the queue `scoring`."""

from service.play import games
from workers.jobs import context


def score_game(game_id: str) -> None:
    """Score a finished game and keep the result; the first result stays."""
    games.score(context.bottega(), game_id)
