"""Whether and when a game has ended, by what is stored of it. Its rules need not be hosted."""

from datetime import datetime

from service.store import Event, GameInfo, Header


def has_ended(info: GameInfo, last: Event | None) -> bool:
    """Whether a game has been finished or aborted, by its game info and its last event."""
    return bool(info.aborted_at) or (last is not None and last.over)


def since(header: Header, info: GameInfo, last: Event | None) -> float:
    """Return the time of the last change of a game, in Unix time.

    Events under a virtual clock have no real time. Such a game counts from its creation.
    """
    at = last.at if last is not None and not header.virtual else header.created_at
    return datetime.fromisoformat(info.aborted_at or at).timestamp()
