"""Remove, unlist or archive games after the times in the settings."""

from typing import Literal, NamedTuple

from service.game.game import has_started, read_header, seats_of
from service.installation.bottega import Bottega
from service.leaderboards import rating
from service.problems import RatedGameProtected
from service.retention import archiving
from service.settings import DAY
from service.store import Header, ListedGame

LONGEST_PAUSE_SECONDS = 30 * DAY
"""Seconds between two checks of a game that is stored permanently: the settings may have changed."""
UNSETTLED_SECONDS = 3600
"""Seconds between two checks of a finished game that stays in Redis because work on it is pending."""


class Step(NamedTuple):
    """What happens to a game without activity."""

    at: float
    """The time of the step, in Unix time."""
    action: Literal["archive", "unlist", "remove"]


def apply_lifetime(bottega: Bottega, game_id: str, now: float) -> None:
    """Archive, unlist or remove a game when due, and schedule its next check. Raises ArchiveUnavailable."""
    listed = bottega.store.listed.read(game_id)
    if listed is None:
        bottega.store.archived.tidy(game_id)
        return bottega.store.lists.cancel_check(game_id)
    steps = _steps(bottega, listed)
    due = [step.action for step in steps if step.at <= now]
    if "remove" in due:
        return _remove(bottega, listed.header)
    if "unlist" in due:
        bottega.store.lists.unlist(listed.header, listed.info)
    settled = "archive" not in due or (archiving.archive(bottega, game_id) and bottega.store.archived.is_tidy(game_id))
    longest = now + (LONGEST_PAUSE_SECONDS if settled else UNSETTLED_SECONDS)
    return bottega.store.lists.check_at(game_id, min([longest, *(step.at for step in steps if step.at > now)]))


def delete_game(bottega: Bottega, game_id: str) -> None:
    """Delete a game for its creator. A rated game that has started cannot be deleted.

    Raises GameNotFound and RatedGameProtected.
    """
    header = read_header(bottega, game_id)
    if header.rated and has_started(bottega, header):
        raise RatedGameProtected("Keep the game. The result of a rated game counts for ratings.")
    _remove(bottega, header)


def _remove(bottega: Bottega, header: Header) -> None:
    """Remove a game, and rate games that waited for its end."""
    bottega.store.remove(header)
    rating.rate_waiting(bottega, header)


def _steps(bottega: Bottega, listed: ListedGame) -> list[Step]:
    settings, header = bottega.settings, listed.header
    last = bottega.store.last_event(header.game_id)
    since = archiving.since(header, listed.info, last)
    if archiving.has_ended(listed.info, last):
        archive = settings.archive_seconds if settings.archive_url else 0
        return _after(since, archive=archive, unlist=settings.listed_seconds, remove=settings.finished_seconds)
    seats = (seat for seat, setup in enumerate(seats_of(header, listed.info)) if setup.kind == "open")
    started = last is not None and last.version > header.sandbox_actions
    played = started and all(seat in listed.claims for seat in seats)
    return _after(since, remove=settings.inactive_seconds if played else settings.unclaimed_seconds)


def _after(since: float, *, remove: int, unlist: int = 0, archive: int = 0) -> list[Step]:
    """Return the steps that are due some seconds after a time; 0 means never."""
    steps = [Step(archive, "archive"), Step(unlist, "unlist"), Step(remove, "remove")]
    return [step._replace(at=since + step.at) for step in steps if step.at]
