"""Remove, unlist or archive games after the times in the settings.

A deadline protects its game: an unfinished game is removed after the later of its lifetime and its latest deadline.
"""

from contextlib import suppress
from typing import Literal, NamedTuple

from service.game import outages
from service.game.clocks import SECOND, Clocks, credit_outages, deadlines
from service.game.game import has_started, moment_in, read_header, seats_of
from service.installation.bottega import Bottega
from service.leaderboards import rating
from service.playing import notices
from service.problems import GameNotFound, RatedGameProtected
from service.resources.messages import DeletionReason
from service.retention import archiving
from service.settings import DAY
from service.store import Event, GameUnreadable, ListedGame

LONGEST_PAUSE_SECONDS = 30 * DAY
"""Seconds between two checks of a game that is stored permanently: the settings may have changed."""
UNSETTLED_SECONDS = 3600
"""Seconds between two checks of a finished game that stays in Redis because work on it is pending."""
HANDLING_SECONDS = DAY
"""Seconds after a deadline in which the service handles it, also after an outage. The game stays until then."""


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
        return _remove(bottega, listed)
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
    listed = bottega.store.listed.read(game_id)
    if listed is None:
        raise GameNotFound("There is no game with this id.")
    _remove(bottega, listed, by_creator=True)


def _remove(bottega: Bottega, listed: ListedGame, *, by_creator: bool = False) -> None:
    """Remove a game, and rate games that waited for its end. Its players get a notice first."""
    if listed.info.webhooks:
        archiving.restore(bottega, listed.header.game_id)  # they are stored with the game
    last = _readable_last_event(bottega, listed.header.game_id)
    ended: DeletionReason = "finished" if archiving.has_ended(listed.info, last) else "inactive"
    version = 0 if last is None else last.version
    notices.send_deleted(bottega, listed, version, "creator" if by_creator else ended)
    bottega.store.remove(listed.header, bottega.settings.idempotency_seconds)
    rating.rate_waiting(bottega, listed.header)


def _readable_last_event(bottega: Bottega, game_id: str) -> Event | None:
    """Return the last event of a game; None without one, or if it is damaged."""
    with suppress(GameUnreadable):
        return bottega.store.last_event(game_id)
    return None


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
    steps = _after(since, remove=settings.inactive_seconds if played else settings.unclaimed_seconds)
    protected = _protected_until(bottega, listed, since)
    return [step._replace(at=max(step.at, protected)) for step in steps]


def _protected_until(bottega: Bottega, listed: ListedGame, since: float) -> float:
    """Return until when the latest deadline protects an unfinished game, in Unix time; 0 without a deadline.

    A virtual clock does not move with the real time: its game is protected for as long as the clock has left.
    """
    header = listed.header
    pending = [] if header.clock is None else deadlines(header.clock, _credited(bottega, listed)).values()
    if not pending:
        return 0.0
    latest = max(pending) / SECOND
    at = since + latest - moment_in(bottega, header, listed.info) / SECOND if header.virtual else latest
    return at + HANDLING_SECONDS


def _credited(bottega: Bottega, listed: ListedGame) -> Clocks:
    """Return the clocks of a game with all outages, which the service credits only after a deadline."""
    running = [each.since for each in listed.info.clocks if each.since is not None]
    if listed.header.virtual or not running:
        return listed.info.clocks
    away = outages.since(bottega, min(running))
    return credit_outages(listed.info.clocks, away, moment_in(bottega, listed.header, listed.info))


def _after(since: float, *, remove: int, unlist: int = 0, archive: int = 0) -> list[Step]:
    """Return the steps that are due some seconds after a time; 0 means never."""
    steps = [Step(archive, "archive"), Step(unlist, "unlist"), Step(remove, "remove")]
    return [step._replace(at=since + step.at) for step in steps if step.at]
