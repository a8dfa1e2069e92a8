"""The list of clocks in Redis: when the time of each open decision is up.

    bottega:clocks                    sorted set: <game_id>:<seat>:<decision> -> Unix time; with `:low` after it, when
                                      to say that there is little left
    bottega:{bottega:clocks}:asked    sorted set: game_id -> since when one of its clocks runs at most, Unix time

It is written ahead, as the due list is: an entry goes in before the commit that asks the decision. When the time of a
decision is up has been settled once and for all when it was asked, so an entry may come early, never late: of two times
for one decision the earlier stays, and whoever takes it puts it off. What is taken comes again by itself, unless it is
removed: so whoever dies meanwhile leaves it to the next.

A decision that was asked by a clock that was ahead has a time that is up late, which the list does not show. So it is
noted beside it when a game was asked last, for about a day: what was asked in time to come is found there.
"""

import logging
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, Self

from service.runtime.throttled_log import log_once
from service.store.connection import script
from service.store.due_list import numbers
from service.store.keys import ASKED, CLOCKS
from service.store.servers import Servers

logger = logging.getLogger(__name__)

_TAKE = script("take")
_SETTLE = script("settle")


class TimedDecision(NamedTuple):
    """A decision that was asked of a seat, and what about it is to be looked at."""

    game_id: str
    seat: int
    decision: int
    kind: Literal["up", "low"] = "up"
    """Whether its time is up, or only little of it left."""

    @property
    def low(self) -> Self:
        """Return the same for when there is little left."""
        return self._replace(kind="low")

    @property
    def member(self) -> str:
        """Name it in the list."""
        return f"{self.game_id}:{self.seat}:{self.decision}{':low' if self.kind == 'low' else ''}"

    @classmethod
    def read(cls, member: bytes) -> Self:
        """Read its name."""
        game_id, seat, decision, *low = member.decode().split(":")
        return cls(game_id, int(seat), int(decision), "low" if low else "up")


def _read(member: bytes) -> TimedDecision | None:
    """Read a name in the list; None of one that nobody here has written, which is logged once."""
    try:
        return TimedDecision.read(member)
    except ValueError:
        log_once(logger, "the list of clocks has %r, which names no decision", member)
        return None


class ClockList:
    """The list of clocks of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def take(self, now: float, again: float, limit: int) -> list[TimedDecision]:
        """Return decisions whose time is up, the longest first, and put them off to `again`: nobody else takes them."""
        found = self._servers.call(
            CLOCKS, lambda client: client.eval(_TAKE, 1, CLOCKS, repr(now), repr(again), limit), repeats=False
        )
        return [asked for member in found if (asked := _read(member)) is not None]

    def first(self) -> float | None:
        """Return when the next time is up; None if no clock runs."""
        found = self._servers.call(CLOCKS, lambda client: client.zrange(CLOCKS, 0, 0, withscores=True))
        return found[0][1] if found else None

    def numbers(self, late: float) -> tuple[int, int]:
        """Return how many clocks run, and how many of them were up before `late`."""
        return numbers(self._servers, CLOCKS, late)

    def all(self) -> Mapping[TimedDecision, float]:
        """Return the whole list."""
        found = self._servers.call(CLOCKS, lambda client: client.zrange(CLOCKS, 0, -1, withscores=True))
        read = ((_read(member), score) for member, score in found)
        return {asked: score for asked, score in read if asked is not None}

    def settle(self, settled: Iterable[tuple[TimedDecision, float | None]], seen: float) -> None:
        """Look at decisions later, or no more where the time is None.

        A decision stays where it is if it stands no more under the time under which it was `seen`.
        """
        told = [(asked.member, repr(seen), *([] if later is None else [repr(later)])) for asked, later in settled]

        def fill(client: Any) -> None:
            pipeline = client.pipeline(transaction=False)
            for arguments in told:
                pipeline.eval(_SETTLE, 1, CLOCKS, *arguments)
            pipeline.execute()

        if told:
            self._servers.call(CLOCKS, fill)

    def last_asked(self, after: float, before: float, limit: int) -> list[tuple[str, float]]:
        """List games that were asked last after a time, with when; what was asked before another is kept no more."""

        def fill(client: Any) -> Any:
            pipeline = client.pipeline(transaction=False).zremrangebyscore(ASKED, "-inf", before)
            return pipeline.zrange(ASKED, after, "inf", byscore=True, offset=0, num=limit, withscores=True).execute()

        _, found = self._servers.call(ASKED, fill)
        return [(game_id.decode(), asked) for game_id, asked in found]

    def forget_asked(self, game_id: str, seen: float) -> None:
        """Forget when a game was asked last, if it has not been asked since that was `seen`."""
        self._servers.call(ASKED, lambda client: client.eval(_SETTLE, 1, ASKED, game_id, repr(seen)))

    def forget_game(self, game_id: str, seats: int, version: int) -> None:
        """Forget all decisions of a game that has been removed, whose log was so long.

        A decision is named by the version at which it was asked. The one that was about to be asked is among them.
        """
        asked = (TimedDecision(game_id, seat, decision) for seat in range(seats) for decision in range(version + 2))
        names = [name for each in asked for name in (each.member, each.low.member)]
        self._servers.call(CLOCKS, lambda client: client.zrem(CLOCKS, *names))
        self._servers.call(ASKED, lambda client: client.zrem(ASKED, game_id))

    def remove(self, answered: Iterable[TimedDecision]) -> None:
        """Forget decisions that nobody will answer any more, since somebody has, or the game has ended."""
        members = [each.member for each in answered]
        if members:
            self._servers.call(CLOCKS, lambda client: client.zrem(CLOCKS, *members))
