"""Remove, unlist or archive games after the times in the settings.

A deadline protects its game: an unfinished game is removed after the later of its lifetime and its latest deadline.
"""

from contextlib import suppress
from typing import Literal, NamedTuple

from msgspec import UNSET

from domain.clock import SECOND
from service import problems
from service.game import last_change, outages, pauses
from service.game.clocks import Clocks, credit_outages, deadlines
from service.game.game import has_started, moment_in, read_header, seats_of
from service.installation.installation import Installation
from service.playing import notices
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


def apply_lifetime(installation: Installation, game_id: str, now: float) -> None:
    """Archive, unlist or remove a game when due, and schedule its next check. Raises ArchiveUnavailable."""
    listed = installation.store.listed.read(game_id)
    if listed is None:
        installation.store.archived.tidy(game_id)
        return installation.store.lists.cancel_check(game_id)
    steps = _steps(installation, listed)
    due = [step.action for step in steps if step.at <= now]
    if "remove" in due:
        return _remove(installation, listed)
    if "unlist" in due:
        installation.store.lists.unlist(listed.header, listed.info)
    settled = "archive" not in due or (
        archiving.archive(installation, game_id) and installation.store.archived.is_tidy(game_id)
    )
    longest = now + (LONGEST_PAUSE_SECONDS if settled else UNSETTLED_SECONDS)
    return installation.store.lists.check_at(game_id, min([longest, *(step.at for step in steps if step.at > now)]))


def delete_game(installation: Installation, game_id: str) -> None:
    """Delete a game for its creator. A rated game that has started cannot be deleted.

    Raises GameNotFound and RatedGameProtected.
    """
    header = read_header(installation, game_id)
    if header.rated and has_started(installation, header):
        raise problems.RatedGameProtected("Keep the game. The result of a rated game counts for ratings.")
    listed = installation.store.listed.read(game_id)
    if listed is None:
        raise problems.GameNotFound("There is no game with this id.")
    _remove(installation, listed, by_creator=True)


def _remove(installation: Installation, listed: ListedGame, *, by_creator: bool = False) -> None:
    """Remove a game, and let all subjects stop it. Its players get a notice first."""
    if listed.info.webhooks:
        archiving.restore(installation, listed.header.game_id)  # they are stored with the game
    last = _readable_last_event(installation, listed.header.game_id)
    ended: DeletionReason = "finished" if last_change.has_ended(listed.info, last) else "inactive"
    version = 0 if last is None else last.version
    notices.send_deleted(installation, listed, version, "creator" if by_creator else ended)
    installation.store.remove(listed.header, installation.settings.idempotency_seconds)
    for subject in installation.subjects:
        subject.game_stops(installation, listed.header)


def _readable_last_event(installation: Installation, game_id: str) -> Event | None:
    """Return the last event of a game; None without one, or if it is damaged."""
    with suppress(GameUnreadable):
        return installation.store.last_event(game_id)
    return None


def _steps(installation: Installation, listed: ListedGame) -> list[Step]:
    settings, header = installation.settings, listed.header
    last = installation.store.last_event(header.game_id)
    since = last_change.since(header, listed.info, last)
    if last_change.has_ended(listed.info, last):
        archive = settings.archive_seconds if settings.archive_url else 0
        return _after(since, archive=archive, unlist=settings.listed_seconds, remove=settings.finished_seconds)
    seats = (seat for seat, setup in enumerate(seats_of(header, listed.info)) if setup.kind == "open")
    started = last is not None and last.version > header.sandbox_actions
    played = started and all(seat in listed.claims for seat in seats)
    steps = _after(since, remove=settings.inactive_seconds if played else settings.unclaimed_seconds)
    protected = _protected_until(installation, listed, since)
    return [step._replace(at=max(step.at, protected)) for step in steps]


def _protected_until(installation: Installation, listed: ListedGame, since: float) -> float:
    """Return until when the latest deadline protects an unfinished game, in Unix time; 0 without a deadline.

    A virtual clock does not move with the real time: its game is protected for as long as the clock has left.
    """
    header = listed.header
    pending = [] if header.clock is UNSET else deadlines(header.clock, _credited(installation, listed)).values()
    if not pending:
        return 0.0
    latest = max(pending) / SECOND
    at = since + latest - moment_in(installation, header, listed.info) / SECOND if header.virtual else latest
    return at + HANDLING_SECONDS


def _credited(installation: Installation, listed: ListedGame) -> Clocks:
    """Return the clocks of a game with all outages, which the service credits only after a deadline."""
    clocks = pauses.clocks_after(listed.info)
    running = [each.since for each in clocks if each.since is not UNSET]
    if listed.header.virtual or not running:
        return clocks
    away = outages.since(installation, min(running))
    return credit_outages(clocks, away, moment_in(installation, listed.header, listed.info))


def _after(since: float, *, remove: int, unlist: int = 0, archive: int = 0) -> list[Step]:
    """Return the steps that are due some seconds after a time; 0 means never."""
    steps = [Step(archive, "archive"), Step(unlist, "unlist"), Step(remove, "remove")]
    return [step._replace(at=since + step.at) for step in steps if step.at]
