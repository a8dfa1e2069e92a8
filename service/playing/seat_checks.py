"""Check whether a seat can still act."""

from service.game import game_info
from service.game.game import Game, check_not_aborted, check_started
from service.problems import GameOver, SeatResigned


def check_can_play(game: Game, seat: int) -> None:
    """Raise GameAborted, SeatResigned, GameOver or GameNotStarted unless the seat can act, now or later."""
    check_not_aborted(game)
    if game_info.has_resigned(game.info, seat):
        raise SeatResigned("Follow the game with `queryView`. The seat has resigned or forfeited.")
    check_undecided(game)
    check_started(game)


def check_undecided(game: Game) -> None:
    """Raise GameOver if the game is over, or if resignations decide it."""
    if game.status == "over" or game_info.is_decided(game):
        raise GameOver("Read the result with `getResult`. No seat has a pending decision.")
