"""Archiving: finished games with which nothing is done any more leave Redis for the archive, and come back.

Whoever reads a game finds it in either; what changes one that is in the archive has the store take it back first.
"""

import logging
from datetime import datetime

from service.play import deals
from service.play.bottega import Bottega
from service.play.game import read_header
from service.problems import GameNotFound
from service.runtime.throttled_log import log_once
from service.store import Event, GameInfo, GameUnreadable, Header

logger = logging.getLogger(__name__)


def archive(bottega: Bottega, game_id: str) -> bool:
    """Move a game to the archive; whether Redis holds it no more.

    It stays until it has ended and been scored and its deal is open, and while anything of it is owed to anybody.
    Whoever is killed here has moved it or not: it may be done again. Raises GameNotFound and ArchiveUnavailable.
    """
    header, archived = read_header(bottega, game_id), bottega.store.archived
    if archived.has(game_id):
        archived.tidy(game_id)
        return True
    return _is_settled(bottega, header) and (archived.move(game_id) or archived.has(game_id))


def recall(bottega: Bottega, game_id: str) -> bool:
    """Take a game back from the archive, for some minutes at least; False if Redis holds it, or there is none.

    Raises ArchiveUnavailable.
    """
    return bottega.store.archived.recall(game_id)


def archive_due(bottega: Bottega, now: float) -> int:
    """Move all games whose time in Redis is over, whenever the sweeper would; return how many that were.

    For an installation that had no archive before. Raises ArchiveUnavailable.
    """
    moved = 0
    for game_id in bottega.store.lists.all_games():
        try:
            moved += _archive_if_due(bottega, game_id, now)
        except GameNotFound:
            continue
        except GameUnreadable as error:
            log_once(logger, "%s", error)
    return moved


def _archive_if_due(bottega: Bottega, game_id: str, now: float) -> bool:
    """Move a game whose time in Redis is over; whether it was moved."""
    return not bottega.store.archived.has(game_id) and _is_due(bottega, game_id, now) and archive(bottega, game_id)


def has_ended(table: GameInfo, last: Event | None) -> bool:
    """Whether nobody acts in a game any more, by its table and its last event."""
    return bool(table.aborted_at) or (last is not None and last.over)


def since(header: Header, table: GameInfo, last: Event | None) -> float:
    """Return since when nobody has done anything in a game, as Unix time.

    By a virtual clock, events tell no time, so since the creation.
    """
    at = last.at if last is not None and not header.virtual else header.created_at
    return datetime.fromisoformat(table.aborted_at or at).timestamp()


def _is_due(bottega: Bottega, game_id: str, now: float) -> bool:
    """Whether a game has ended long enough ago."""
    header, table = read_header(bottega, game_id), bottega.store.info(game_id)
    last = bottega.store.last_event(game_id)
    return has_ended(table, last) and since(header, table, last) + bottega.settings.archive_seconds <= now


def _is_settled(bottega: Bottega, header: Header) -> bool:
    """Whether a game has ended, and all that follows from that has been done."""
    table, last = bottega.store.info(header.game_id), bottega.store.last_event(header.game_id)
    if not has_ended(table, last):
        return False
    scored = bool(table.aborted_at) or bottega.store.result(header.game_id) is not None
    return scored and not bottega.store.due.holds(header.game_id) and deals.is_open(bottega, header)
