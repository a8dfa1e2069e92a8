"""Archive finished games that do not change any more, and restore them into Redis.

Reads find a game in Redis or in the archive. A change of an archived game restores the game first.
"""

import logging

from service import problems
from service.game import deals, last_change
from service.game.game import read_header
from service.installation.installation import Installation
from service.runtime.throttled_log import log_once
from service.store import GameUnreadable, Header

logger = logging.getLogger(__name__)


def archive(installation: Installation, game_id: str) -> bool:
    """Move a game to the archive; return whether it has left Redis.

    The game stays in Redis until it has ended and been scored, and its deal is open. It also waits for pending jobs and
    notices. A move that was interrupted can be repeated. Raises GameNotFound and ArchiveUnavailable.
    """
    header, archived = read_header(installation, game_id), installation.store.archived
    if archived.has(game_id):
        archived.tidy(game_id)
        return True
    return _is_settled(installation, header) and (archived.move(game_id) or archived.has(game_id))


def restore(installation: Installation, game_id: str) -> bool:
    """Move a game back to Redis for some minutes at least; False if Redis has the game, or no such game exists.

    Raises ArchiveUnavailable.
    """
    return installation.store.archived.restore(game_id)


def archive_due(installation: Installation, now: float) -> int:
    """Archive all games whose time in Redis has passed, without the sweeper; return how many were archived.

    For an installation that had no archive before. Raises ArchiveUnavailable.
    """
    moved = 0
    for game_id in installation.store.lists.all_games():
        try:
            moved += _archive_if_due(installation, game_id, now)
        except problems.GameNotFound:
            continue
        except GameUnreadable as error:
            log_once(logger, "%s", error)
    return moved


def _archive_if_due(installation: Installation, game_id: str, now: float) -> bool:
    return (
        not installation.store.archived.has(game_id)
        and _is_due(installation, game_id, now)
        and archive(installation, game_id)
    )


def _is_due(installation: Installation, game_id: str, now: float) -> bool:
    """Whether a game ended at least `archive_seconds` ago."""
    header, info = read_header(installation, game_id), installation.store.info(game_id)
    last = installation.store.last_event(game_id)
    return (
        last_change.has_ended(info, last)
        and last_change.since(header, info, last) + installation.settings.archive_seconds <= now
    )


def _is_settled(installation: Installation, header: Header) -> bool:
    """Whether a game has ended, has its result, and has no pending job."""
    info, last = installation.store.info(header.game_id), installation.store.last_event(header.game_id)
    if not last_change.has_ended(info, last):
        return False
    scored = bool(info.aborted_at) or installation.store.results.of(header.game_id) is not None
    return scored and not installation.store.due.holds(header.game_id) and deals.is_open(installation, header)
