"""Archive finished games that do not change any more, and restore them into Redis.

Reads find a game in Redis or in the archive. A change of an archived game restores the game first.
"""

import logging
from datetime import datetime

from service.game import deals
from service.game.game import read_header
from service.installation.bottega import Bottega
from service.problems import GameNotFound
from service.runtime.throttled_log import log_once
from service.store import Event, GameInfo, GameUnreadable, Header

logger = logging.getLogger(__name__)


def archive(bottega: Bottega, game_id: str) -> bool:
    """Move a game to the archive; return whether it has left Redis.

    The game stays in Redis until it has ended and been scored, and its deal is open. It also waits for pending jobs and
    notices. A move that was interrupted can be repeated. Raises GameNotFound and ArchiveUnavailable.
    """
    header, archived = read_header(bottega, game_id), bottega.store.archived
    if archived.has(game_id):
        archived.tidy(game_id)
        return True
    return _is_settled(bottega, header) and (archived.move(game_id) or archived.has(game_id))


def restore(bottega: Bottega, game_id: str) -> bool:
    """Move a game back to Redis for some minutes at least; False if Redis has the game, or no such game exists.

    Raises ArchiveUnavailable.
    """
    return bottega.store.archived.restore(game_id)


def archive_due(bottega: Bottega, now: float) -> int:
    """Archive all games whose time in Redis has passed, without the sweeper; return how many were archived.

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
    return not bottega.store.archived.has(game_id) and _is_due(bottega, game_id, now) and archive(bottega, game_id)


def has_ended(info: GameInfo, last: Event | None) -> bool:
    """Whether a game has been finished or aborted, by its game info and its last event."""
    return bool(info.aborted_at) or (last is not None and last.over)


def since(header: Header, info: GameInfo, last: Event | None) -> float:
    """Return the time of the last change of a game, in Unix time.

    Events under a virtual clock have no real time. Such a game counts from its creation.
    """
    at = last.at if last is not None and not header.virtual else header.created_at
    return datetime.fromisoformat(info.aborted_at or at).timestamp()


def _is_due(bottega: Bottega, game_id: str, now: float) -> bool:
    """Whether a game ended at least `archive_seconds` ago."""
    header, info = read_header(bottega, game_id), bottega.store.info(game_id)
    last = bottega.store.last_event(game_id)
    return has_ended(info, last) and since(header, info, last) + bottega.settings.archive_seconds <= now


def _is_settled(bottega: Bottega, header: Header) -> bool:
    """Whether a game has ended, has its result, and has no pending job."""
    info, last = bottega.store.info(header.game_id), bottega.store.last_event(header.game_id)
    if not has_ended(info, last):
        return False
    scored = bool(info.aborted_at) or bottega.store.result(header.game_id) is not None
    return scored and not bottega.store.due.holds(header.game_id) and deals.is_open(bottega, header)
