"""How long games are kept: those that nobody plays, and those that are over. The settings say how long each."""

from typing import Literal, NamedTuple

from service.play import archiving, rating
from service.play.bottega import Bottega
from service.play.game import has_begun, read_header, seats_of
from service.problems import RatedGame
from service.settings import DAY
from service.store import Header, ListedGame

LONGEST_PAUSE_SECONDS = 30 * DAY
"""Between two looks at a game that is kept for ever: the settings may have changed."""
UNSETTLED_SECONDS = 3600
"""Between two looks at a finished game that stays in Redis because something is still done with it."""


class Step(NamedTuple):
    """What becomes of a game when nobody does anything."""

    at: float
    """Unix time."""
    what: Literal["archive", "unlist", "remove"]


def look_at(bottega: Bottega, game_id: str, now: float) -> None:
    """Do what is due with a game, and say when to look at it again. Raises ArchiveUnavailable."""
    listed = bottega.store.read_listed_game(game_id)
    if listed is None:
        bottega.store.archived.tidy(game_id)
        return bottega.store.lists.forget(game_id)
    steps = _steps(bottega, listed)
    due = [step.what for step in steps if step.at <= now]
    if "remove" in due:
        return _remove(bottega, listed.header)
    if "unlist" in due:
        bottega.store.lists.unlist(listed.header, listed.info)
    settled = "archive" not in due or (archiving.archive(bottega, game_id) and bottega.store.archived.is_tidy(game_id))
    longest = now + (LONGEST_PAUSE_SECONDS if settled else UNSETTLED_SECONDS)
    return bottega.store.lists.check_at(game_id, min([longest, *(step.at for step in steps if step.at > now)]))


def delete_game(bottega: Bottega, game_id: str) -> None:
    """Remove a game, for its creator; one that waits for its players whatever it is. Raises GameNotFound, RatedGame."""
    header = read_header(bottega, game_id)
    if header.rated and has_begun(bottega, header):
        raise RatedGame("Its result counts, or will.")
    _remove(bottega, header)


def _remove(bottega: Bottega, header: Header) -> None:
    """Remove a game, and rate what waited for its end."""
    bottega.store.remove(header)
    rating.rate_waiting(bottega, header)


def _steps(bottega: Bottega, listed: ListedGame) -> list[Step]:
    """Return what becomes of a game if nobody acts."""
    settings, header = bottega.settings, listed.header
    last = bottega.store.last_event(header.game_id)
    since = archiving.since(header, listed.info, last)
    if archiving.has_ended(listed.info, last):
        archive = settings.archive_seconds if settings.archive_url else 0
        return _after(since, archive=archive, unlist=settings.listed_seconds, remove=settings.finished_seconds)
    seats = (seat for seat, setup in enumerate(seats_of(header, listed.info)) if setup.kind == "open")
    begun = last is not None and last.version > header.sandbox_actions
    played = begun and all(seat in listed.claims for seat in seats)
    return _after(since, remove=settings.inactive_seconds if played else settings.unclaimed_seconds)


def _after(since: float, *, remove: int, unlist: int = 0, archive: int = 0) -> list[Step]:
    """Return the steps that come so many seconds after a time; 0 is never."""
    steps = [Step(archive, "archive"), Step(unlist, "unlist"), Step(remove, "remove")]
    return [step._replace(at=since + step.at) for step in steps if step.at]
