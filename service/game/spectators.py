"""Compute what spectators may see of a game. `horizon` is the only function that decides this.

While a game runs, spectators see all of it, all but its latest events, or nothing, as its creator chose. After the end
of all games of its deal they see everything. A private game is visible to its seats and its creator only.

An abort is no event, but spectators with a delay in seconds see it as late as events. Until then the game appears to be
running. As no event follows an abort, it also reveals the events that a delay in events would hide for ever.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from service import problems
from service.game import deals
from service.game.game import Game, without_abort
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.store import GameInfo, Header

AT_ONCE = 20
"""Events read in one round trip to find one that is old enough."""


def check_private(header: Header, *, inside: bool) -> None:
    """Raise PrivateGame for a private game unless the caller is `inside`: has a seat or created the game."""
    if header.visibility == "private" and not inside:
        raise problems.PrivateGame("Send the token of a seat of this game.")


def horizon(installation: Installation, header: Header, clock: Callable[[], datetime], *, inside: bool) -> int | None:
    """Return the version up to which a caller may see a game now; None without a limit, and with its abort.

    `clock` returns the UTC time; it is called only for a time delay. Raises PrivateGame and SpectatorsOff.
    """
    check_private(header, inside=inside)
    if inside or header.spectators.kind == "open":
        return None
    last, info = installation.store.last_event(header.game_id), installation.store.info(header.game_id)
    if (last is not None and last.over) or _is_abort_visible(header, info, clock):
        _check_open(installation, header)
        return None
    if header.spectators.kind == "off":
        raise problems.SpectatorsOff("Wait until the game has ended.")
    return _delayed(installation, header, last.version if last else 0, clock)


def seen(installation: Installation, game: Game, inside: Callable[[], bool]) -> Game:
    """Return a game as running if it was aborted, and the caller may not know it yet."""
    return game if shows_abort(installation, game.header, game.info, inside) else without_abort(game)


def shows_abort(installation: Installation, header: Header, info: GameInfo, inside: Callable[[], bool]) -> bool:
    """Whether a caller may know that a game was aborted, if it was.

    `inside` returns whether the caller may see everything. It is called only for an aborted game with a time delay.
    """
    if not info.aborted_at or not header.spectators.seconds or inside():
        return True
    return _is_abort_visible(header, info, installation.sources.now)


def _is_abort_visible(header: Header, info: GameInfo, clock: Callable[[], datetime]) -> bool:
    """Whether the game was aborted, as long ago as events must be to be visible."""
    if not info.aborted_at or not header.spectators.seconds:
        return bool(info.aborted_at)
    return info.aborted_at <= _old_enough(header, clock)


def _old_enough(header: Header, clock: Callable[[], datetime]) -> str:
    """Return the time of the latest events that the time delay permits."""
    return written(clock() - timedelta(seconds=header.spectators.seconds))


def _check_open(installation: Installation, header: Header) -> None:
    """Raise SpectatorsOff for a finished game while other games of its deal are running."""
    if not deals.is_open(installation, header):
        raise problems.SpectatorsOff("Wait until every game of the deal has ended.")


def _delayed(installation: Installation, header: Header, version: int, clock: Callable[[], datetime]) -> int:
    """Return the latest version that the delay permits."""
    reached = max(0, version - header.spectators.events)
    if not header.spectators.seconds:
        return reached
    return _reached_at(installation, header.game_id, reached, _old_enough(header, clock))


def _reached_at(installation: Installation, game_id: str, version: int, moment: str) -> int:
    """Return the version of a game at a moment, `version` at most."""
    while version:
        first = max(0, version - AT_ONCE)
        _, events = installation.store.events(game_id, first, version - first)
        for event in reversed(events):
            if event.at <= moment:
                return event.version
        version = first
    return 0
