"""Abort games."""

from msgspec.structs import replace

from service.game import game_info, history
from service.game.game import Game, load, timestamp
from service.installation.after_commit import follow_up
from service.installation.bottega import Bottega
from service.leaderboards import rating
from service.playing import notices
from service.playing.game_info_updates import update_game_info
from service.playing.pending_jobs import enqueue_safely, lease_end
from service.playing.seat_checks import check_undecided
from service.problems import AbortTooLate, GameNotFound
from service.resources.absence import AbortStatus
from service.store import GameInfo


def abort(bottega: Bottega, game_id: str, seat: int | None, *, creator: bool) -> AbortStatus:
    """Abort a game for its creator, or note the consent of a seat; return the status and the seats that agree.

    The game is aborted once the seats of all human players agree. If it is too late for the creator to abort alone, the
    call counts as the consent of the creator's seat. Raises AbortTooLate, GameOver, GameNotFound, RulesNotHosted and
    GameBusy.
    """

    def agreed(game: Game) -> GameInfo | None:
        if game.info.aborted_at:
            return None
        check_undecided(game)
        if creator and _is_early(bottega, game):
            return replace(game.info, aborted_at=timestamp(bottega))
        if seat is None:
            raise AbortTooLate("Let the seat of every human player call `abortGame`. Every human player has acted.")
        seats = tuple(sorted({*game.info.abort_requests, seat}))
        consent = set(game.human_seats) <= set(seats)
        return replace(game.info, abort_requests=seats, aborted_at=timestamp(bottega) if consent else "")

    game = update_game_info(bottega, game_id, agreed, due_at=lease_end(bottega), announce=True)
    _end(bottega, game)
    if game.info.aborted_at:
        for extension in bottega.extensions:
            with follow_up("end", game_id):
                enqueue_safely(bottega, extension.game_ends(bottega, game.header))
    return AbortStatus(game_id, game.status, game.info.abort_requests)


def stop(bottega: Bottega, game_id: str) -> Game | None:
    """Abort a game whose result does not count any more, and return it; None if the game does not exist.

    A finished game stays as it is. Raises RulesNotHosted and GameBusy.
    """

    def stopped(game: Game) -> GameInfo | None:
        if game.has_ended:
            return None
        return replace(game.info, aborted_at=timestamp(bottega))

    try:
        game = update_game_info(bottega, game_id, stopped, due_at=lease_end(bottega), announce=True)
    except GameNotFound:
        return None
    _end(bottega, game)
    return game


def _end(bottega: Bottega, game: Game) -> None:
    """Finish the abort of a game, if it was aborted, and send its notices. After an error, the sweeper does."""
    if game.info.aborted_at:
        with follow_up("end", game.header.game_id):
            finish_abort(bottega, game)
        notices.send_now(bottega, game.header.game_id)


def finish_abort(bottega: Bottega, game: Game) -> None:
    """List an aborted game as aborted, stop its clocks, and rate games that waited for its end. Idempotent."""
    if not game.info.aborted_at:
        return
    bottega.store.lists.abort(game.header, bottega.store.claims(game.header.game_id))
    running = game_info.deadlines(game.header, game.info, game.position.decisions)
    bottega.store.clocks.remove([*running, *(each.low for each in running)])
    rating.rate_waiting(bottega, game.header)


def resume_abort(bottega: Bottega, game_id: str) -> None:
    """Finish an abort that a crash may have interrupted. Raises GameNotFound and RulesNotHosted."""
    finish_abort(bottega, load(bottega, game_id))


def _is_early(bottega: Bottega, game: Game) -> bool:
    """Whether some human player has not acted yet."""
    return not history.acted_seats(bottega, game) >= set(game_info.timed_seats(game.header, game.info))
