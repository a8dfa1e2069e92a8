"""Abort games."""

from msgspec.structs import replace

from service import problems
from service.game import game_info, history
from service.game.game import Game, load, timestamp
from service.installation.after_commit import follow_up
from service.installation.installation import Installation
from service.playing import faulty_games, notices
from service.playing.game_info_updates import update_game_info
from service.playing.pending_jobs import enqueue_safely, lease_end
from service.playing.seat_checks import check_running
from service.resources.absence import AbortStatus
from service.store import GameInfo


def abort(installation: Installation, game_id: str, seat: int | None, *, creator: bool) -> AbortStatus:
    """Abort a game for its creator, or note the consent of a seat; return the status and the seats that agree.

    The game is aborted once the seats of all human players agree. If it is too late for the creator to abort alone, the
    call counts as the consent of the creator's seat. Raises AbortTooLate, GameOver, GameNotFound, RulesNotHosted and
    GameBusy.
    """

    def agreed(game: Game) -> GameInfo | None:
        if game.info.aborted_at:
            return None
        check_running(game)
        if creator and (game.is_faulty or _is_early(installation, game)):
            return replace(game.info, aborted_at=timestamp(installation))
        if seat is None:
            raise problems.AbortTooLate(
                "Let the seat of every human player call `abortGame`. Every human player has acted."
            )
        seats = tuple(sorted({*game.info.abort_requests, seat}))
        consent = set(game.human_seats) <= set(seats)
        return replace(game.info, abort_requests=seats, aborted_at=timestamp(installation) if consent else "")

    game = update_game_info(installation, game_id, agreed, due_at=lease_end(installation), announce=True)
    _end(installation, game)
    if game.info.aborted_at:
        for subject in installation.subjects:
            with follow_up("end", game_id):
                enqueue_safely(installation, subject.game_is_aborted(installation, game.header))
    return AbortStatus(game_id, game.status, game.info.abort_requests)


def stop(installation: Installation, game_id: str, reason: str = "") -> Game | None:
    """Abort a game whose result does not count any more, and return it; None if the game does not exist.

    Its players and spectators see the reason. A finished game stays as it is. Raises RulesNotHosted and GameBusy.
    """

    def stopped(game: Game) -> GameInfo | None:
        if game.has_ended:
            return None
        return replace(game.info, aborted_at=timestamp(installation), abort_reason=reason)

    def update() -> Game | None:
        try:
            return update_game_info(installation, game_id, stopped, due_at=lease_end(installation), announce=True)
        except problems.GameNotFound:
            return None

    game = faulty_games.or_stop(installation, game_id, update)
    if game is not None:
        _end(installation, game)
    return game


def _end(installation: Installation, game: Game) -> None:
    """Finish the abort of a game, if it was aborted, and send its notices. After an error, the sweeper does."""
    if game.info.aborted_at:
        with follow_up("end", game.header.game_id):
            finish_abort(installation, game)
        notices.send_now(installation, game.header.game_id)


def finish_abort(installation: Installation, game: Game) -> None:
    """List an aborted game as aborted, stop its clocks, and let all subjects stop it. Idempotent."""
    if not game.info.aborted_at:
        return
    installation.store.lists.abort(game.header, installation.store.claims(game.header.game_id))
    running = game_info.deadlines(game.header, game.info, game.position.decisions)
    installation.store.clocks.remove([*running, *(each.low for each in running)])
    for subject in installation.subjects:
        subject.game_stops(installation, game.header)


def resume_abort(installation: Installation, game_id: str) -> None:
    """Finish an abort that a crash may have interrupted. Raises GameNotFound and RulesNotHosted."""
    finish_abort(installation, load(installation, game_id))


def _is_early(installation: Installation, game: Game) -> bool:
    """Whether some human player has not acted yet."""
    return not history.acted_seats(installation, game) >= set(game_info.timed_seats(game.header, game.info))
