"""Check and read positions in a log: after a version, or after one event that must still exist."""

from collections.abc import Sequence

from service import problems
from service.installation.installation import Installation
from service.store import Event, Header, LogPosition, Status


def read_on(
    installation: Installation, game_id: str, position: LogPosition, limit: int, up_to: int | None = None
) -> tuple[int, list[Event]]:
    """Return a game's version and up to `limit` events after a position, in one atomic read.

    With `up_to`, the log ends at this version. Raises VersionNotReached.
    """
    seen = 1 if position.suffix else 0
    version, events = installation.store.events(game_id, position.number - seen, limit + seen)
    if up_to is not None and up_to < version:
        version, events = up_to, [event for event in events if event.version <= up_to]
    check_position(position, version, events[0] if seen and events else None)
    return version, events[seen:]


def check_position(position: LogPosition, version: int, event: Event | None) -> None:
    """Raise VersionNotReached unless the log at `version` contains the position, whose event is `event`.

    After data loss the log may lack events that clients have read, or have other events in their place.
    """
    if position.number > version:
        raise problems.VersionNotReached(
            "Send a version up to {version}, the current version of the game.", {"version": version}, version=version
        )
    if position.suffix and (event is None or event.attempt != position.suffix):
        raise problems.VersionNotReached(
            "Read the game again. Its log has been replaced; its version is {version}.",
            {"version": version},
            version=version,
        )


def position_of(installation: Installation, game_id: str, version: int) -> LogPosition:
    """Return the position of a version in the current log."""
    _, events = installation.store.events(game_id, version - 1, 1) if version else (0, [])
    return events[0].position if events else LogPosition(version)


def status(
    installation: Installation, header: Header, version: int, entries: Sequence[Event], *, with_abort: bool
) -> tuple[Status, str]:
    """Return the status of a game at a version whose section of the log is `entries`, and when it was aborted.

    Without the abort the status is that before it, and the time is empty.
    """
    if _has_ended(installation, header.game_id, version, entries):
        return "over", ""
    info = installation.store.info(header.game_id)
    if info.aborted_at and with_abort:
        return "aborted", info.aborted_at
    return ("open" if header.waits and not info.started else "running"), ""


def _has_ended(installation: Installation, game_id: str, version: int, entries: Sequence[Event]) -> bool:
    """Whether a game was finished at a version.

    A later event may have finished it since. A client that reads `over` before that event would never request the
    event.
    """
    if not version:
        return False
    at_head = bool(entries) and entries[-1].version == version
    last = entries[-1] if at_head else installation.store.last_event(game_id)
    return last is not None and last.over and last.version == version
