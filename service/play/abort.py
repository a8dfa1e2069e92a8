"""Aborted games: nobody plays them on, and they have no result."""

from msgspec.structs import replace

from service.play import game_info, notices, rating
from service.play.bottega import Bottega
from service.play.game import Game, load, timestamp
from service.play.game_info_updates import rearrange
from service.play.jobs import tournament_result
from service.play.pending_jobs import enqueue_safely, lease_end
from service.play.presenters import Wire
from service.problems import AbortTooLate, GameNotFound, GameOver
from service.store import GameInfo


def abort(bottega: Bottega, game_id: str, seat: int | None, *, creator: bool) -> Wire:
    """Abort a game for its creator, or ask for it on behalf of a seat; return what has become of it.

    Once the seats of all people have asked, the game is aborted. A creator who has a seat asks for it where it is too
    late to do it alone. Raises AbortTooLate, GameOver, GameNotFound, RulesNotHosted and GameBusy.
    """

    def asked(game: Game) -> GameInfo | None:
        if game.table.aborted_at:
            return None
        if game.status == "over" or game_info.is_decided(game.header, game.table):
            raise GameOver("Nobody is to act any more.")
        if creator and _is_early(bottega, game):
            return replace(game.table, aborted_at=timestamp(bottega))
        if seat is None:
            raise AbortTooLate("Everybody has acted; let every person's seat ask for it.")
        seats = tuple(sorted({*game.table.abort_asked, seat}))
        consent = set(_people(game)) <= set(seats)
        return replace(game.table, abort_asked=seats, aborted_at=timestamp(bottega) if consent else "")

    game = rearrange(bottega, game_id, asked, due_at=lease_end(bottega), told=True)
    tidy_up(bottega, game)
    if game.table.aborted_at:
        notices.tell_now(bottega, game_id)
        if game.header.tournament is not None:
            enqueue_safely(bottega, tournament_result(game_id))
    return {"game_id": game_id, "status": game.status, "requested_by": game.table.abort_asked}


def stop(bottega: Bottega, game_id: str) -> Game | None:
    """Abort a game that counts no more, and return it; None if there is no such game.

    A game that is over stays as it is. Raises RulesNotHosted and GameBusy.
    """

    def stopped(game: Game) -> GameInfo | None:
        if game.status in ("over", "aborted"):
            return None
        return replace(game.table, aborted_at=timestamp(bottega))

    try:
        game = rearrange(bottega, game_id, stopped, due_at=lease_end(bottega), told=True)
    except GameNotFound:
        return None
    tidy_up(bottega, game)
    if game.table.aborted_at:
        notices.tell_now(bottega, game_id)
    return game


def tidy_up(bottega: Bottega, game: Game) -> None:
    """Move an aborted game to the others, stop its clocks, and rate what waited for its end; may be called again."""
    if not game.table.aborted_at:
        return
    bottega.store.lists.abort(game.header, bottega.store.claims(game.header.game_id))
    running = game_info.running(game.header, game.table, game.position.asked)
    bottega.store.clocks.remove([*running, *(each.low for each in running)])
    rating.rate_waiting(bottega, game.header)


def tidy_up_if_aborted(bottega: Bottega, game_id: str) -> None:
    """Do the same where whoever aborted the game may have died before; raises GameNotFound and RulesNotHosted."""
    tidy_up(bottega, load(bottega, game_id))


def _people(game: Game) -> list[int]:
    """List the seats at which people sit."""
    return [seat for seat, setup in enumerate(game.seats) if setup.kind != "ai" and seat in game.claims]


def _is_early(bottega: Bottega, game: Game) -> bool:
    """Whether not every person has acted."""
    _, events = bottega.store.events(game.header.game_id, game.header.sandbox_actions, game.position.version)
    acted = {event.seat for event in events if event.by is None and event.change is None}
    return not acted >= set(game_info.timed_seats(game.header, game.table))
