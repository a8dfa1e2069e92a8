"""What follows in a tournament from the end of one of its games: jobs of the queue `scoring`."""

from service.play.game import load
from service.play.tournaments import progress
from workers.jobs import context


def note_result(game_id: str) -> None:
    """Note how a game has ended, and seat the next round if its round is closed with it; again does nothing."""
    bottega = context.bottega()
    progress.note_result(bottega, load(bottega, game_id))
