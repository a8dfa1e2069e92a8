"""Spectators: what those may see of a game who have no seat. `horizon` is the only place that knows.

While a game lasts they may see all of it, or all but its latest events, or nothing, as its creator wanted it; after its
end, and that of all games of its deal, everything is open. A private game shows itself to nobody but its seats and its
creator, ever.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from service.play import deals
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.problems import PrivateGame, SpectatorsOff
from service.store import Header

AT_ONCE = 20
"""Events that are read in one round trip to find one that is old enough."""


def check_private(header: Header, *, inside: bool) -> None:
    """Raise PrivateGame unless the reader is `inside`, which is whoever has a seat or created the game."""
    if header.visibility == "private" and not inside:
        raise PrivateGame("Send the token of one of its seats.")


def horizon(bottega: Bottega, header: Header, clock: Callable[[], datetime], *, inside: bool) -> int | None:
    """Return up to which version a reader may see a game now; None for all there is, and all that comes.

    `clock` gives the time, UTC; it is asked only where events must be of some age. Raises PrivateGame and
    SpectatorsOff.
    """
    check_private(header, inside=inside)
    if inside or header.spectators.kind == "open":
        return None
    last = bottega.store.last_event(header.game_id)
    if last is not None and last.over:
        _check_open(bottega, header)
        return None
    if header.spectators.kind == "off":
        raise SpectatorsOff("It can be looked at once it is over.")
    return _delayed(bottega, header, last.version if last else 0, clock)


def _check_open(bottega: Bottega, header: Header) -> None:
    """Raise SpectatorsOff for a game that is over while others of its deal are not."""
    if not deals.is_open(bottega, header):
        raise SpectatorsOff("It can be looked at once every game of its deal has ended.")


def _delayed(bottega: Bottega, header: Header, version: int, clock: Callable[[], datetime]) -> int:
    """Return the version that a delay lets through, of the one that a game has reached."""
    reached = max(0, version - header.spectators.events)
    if not header.spectators.seconds:
        return reached
    old_enough = written(clock() - timedelta(seconds=header.spectators.seconds))
    return _reached_at(bottega, header.game_id, reached, old_enough)


def _reached_at(bottega: Bottega, game_id: str, version: int, moment: str) -> int:
    """Return which version a game had reached at a moment, of those up to this one."""
    while version:
        first = max(0, version - AT_ONCE)
        _, events = bottega.store.events(game_id, first, version - first)
        for event in reversed(events):
            if event.at <= moment:
                return event.version
        version = first
    return 0
