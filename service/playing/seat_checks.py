"""Check whether a seat can still act, or get a player."""

from service import problems
from service.game import game_info
from service.game.game import Game, check_not_aborted, check_not_faulty, check_started


def check_can_play(game: Game, seat: int) -> None:
    """Raise GameAborted, GameFaulty, SeatResigned, GameOver or GameNotStarted unless the seat can act, now or later."""
    check_not_aborted(game)
    check_not_faulty(game)
    _check_present(game, seat)
    check_running(game)
    check_started(game)


def check_can_join(game: Game, seat: int) -> None:
    """Raise GameAborted, GameOver or SeatResigned unless a new player of a free seat can still play.

    A seat of a started game is also free after the deletion of its player, which resigns the seat.
    """
    check_not_aborted(game)
    _check_present(game, seat)
    if game.status == "over":
        raise problems.GameOver("Choose another game. This game is over.")


def _check_present(game: Game, seat: int) -> None:
    """Raise SeatResigned if a seat has resigned or forfeited."""
    if game_info.has_resigned(game.info, seat):
        raise problems.SeatResigned("Follow the game with `queryView`. The seat has resigned or forfeited.")


def check_running(game: Game) -> None:
    """Raise GameOver if the game is over."""
    if game.status == "over":
        raise problems.GameOver("Read the result with `getResult`. No seat has a pending decision.")
