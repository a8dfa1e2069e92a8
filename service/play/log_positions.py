"""Where a reader of a log is: after a version, or after one event, which must still be there."""

from collections.abc import Sequence

from service.play.bottega import Bottega
from service.problems import VersionNotReached
from service.store import Event, Header, LogPosition, Status


def read_on(
    bottega: Bottega, game_id: str, place: LogPosition, limit: int, up_to: int | None = None
) -> tuple[int, list[Event]]:
    """Read a game's version and up to `limit` events after a place, both of one moment.

    For whoever may see it `up_to` a version only, it has come as far as that. Raises VersionNotReached.
    """
    seen = 1 if place.attempt else 0
    version, events = bottega.store.events(game_id, place.version - seen, limit + seen)
    if up_to is not None and up_to < version:
        version, events = up_to, [event for event in events if event.version <= up_to]
    check_there(place, version, events[0] if seen and events else None)
    return version, events[seen:]


def check_there(place: LogPosition, version: int, event: Event | None) -> None:
    """Raise VersionNotReached if a log at `version`, with this event at the place, is not the one that was read.

    A store that has died may have lost events that somebody has seen, and the game may have taken another course since.
    """
    if place.version > version:
        raise VersionNotReached("The game has reached version {version}.", {"version": version}, version=version)
    if place.attempt and (event is None or event.attempt != place.attempt):
        raise VersionNotReached(
            "The game has reached version {version} by another course: begin again.",
            {"version": version},
            version=version,
        )


def place_of(bottega: Bottega, game_id: str, version: int) -> LogPosition:
    """Return the place of a version as the log has it now."""
    _, events = bottega.store.events(game_id, version - 1, 1) if version else (0, [])
    return events[0].place if events else LogPosition(version)


def status(bottega: Bottega, header: Header, version: int, entries: Sequence[Event]) -> Status:
    """Return what the status of a game was at this version, at which a stretch of its log has been read."""
    if _has_ended(bottega, header.game_id, version, entries):
        return "over"
    table = bottega.store.info(header.game_id)
    if table.aborted_at:
        return "aborted"
    return "open" if header.waits and not table.began else "running"


def is_over(bottega: Bottega, game_id: str, version: int, entries: Sequence[Event]) -> bool:
    """Whether no event comes after this version, at which a stretch of a log has been read."""
    return _has_ended(bottega, game_id, version, entries) or bool(bottega.store.info(game_id).aborted_at)


def _has_ended(bottega: Bottega, game_id: str, version: int, entries: Sequence[Event]) -> bool:
    """Whether a game was over at this version.

    The last event may have come since: whoever was told so without being shown it would never ask for it.
    """
    at_head = bool(entries) and entries[-1].version == version
    last = entries[-1] if at_head else bottega.store.last_event(game_id)
    return last is not None and last.over and last.version == version
