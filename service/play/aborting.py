"""Aborted games: nobody plays them on, and they have no result."""

from msgspec.structs import replace

from service.play import arranging
from service.play.bottega import Bottega
from service.play.game import Game, load, timestamp
from service.play.pending_jobs import lease_end
from service.play.presenters import Wire
from service.play.tables import rearrange
from service.problems import AbortTooLate, GameOver
from service.store import Header, Table


def abort(bottega: Bottega, game_id: str, seat: int | None) -> Wire:
    """Abort a game for its creator, None, or ask for it on behalf of a seat; return what has become of it.

    Once the seats of all people have asked, the game is aborted. Raises AbortTooLate, GameOver, GameNotFound,
    RulesNotHosted and GameBusy.
    """

    def asked(game: Game) -> Table | None:
        if game.table.aborted_at:
            return None
        if game.status == "over" or arranging.is_decided(game.header, game.table):
            raise GameOver("Nobody is to act any more.")
        if seat is None:
            _check_early(bottega, game)
            return replace(game.table, aborted_at=timestamp(bottega))
        seats = tuple(sorted({*game.table.abort_asked, seat}))
        consent = set(_people(bottega, game.header)) <= set(seats)
        return replace(game.table, abort_asked=seats, aborted_at=timestamp(bottega) if consent else "")

    game = rearrange(bottega, game_id, asked, due_at=lease_end(bottega), told=True)
    tidy_up(bottega, game)
    return {"game_id": game_id, "status": game.status, "asked": game.table.abort_asked}


def tidy_up(bottega: Bottega, game: Game) -> None:
    """Move an aborted game to the others, and stop its clocks; may be called again."""
    if not game.table.aborted_at:
        return
    claimants = filter(None, bottega.store.claims(game.header.game_id).values())
    bottega.store.lists.abort(game.header, claimants)
    bottega.store.clocks.remove(arranging.running(game.header, game.table, game.position.asked))


def tidy_up_if_aborted(bottega: Bottega, game_id: str) -> None:
    """Do the same where whoever aborted the game may have died before; raises GameNotFound and RulesNotHosted."""
    tidy_up(bottega, load(bottega, game_id))


def _people(bottega: Bottega, header: Header) -> list[int]:
    """List the seats at which people sit."""
    claims = bottega.store.claims(header.game_id)
    kinds = enumerate(setup.kind for setup in header.seats)
    return [seat for seat, kind in kinds if kind == "human" or (kind == "open" and seat in claims)]


def _check_early(bottega: Bottega, game: Game) -> None:
    """Raise AbortTooLate if every person has acted."""
    _, events = bottega.store.events(game.header.game_id, game.header.sandbox_actions, game.position.version)
    acted = {event.seat for event in events if event.by is None}
    if acted >= set(arranging.timed_seats(game.header)):
        raise AbortTooLate("Everybody has acted; let every person's seat ask for it.")
