"""Store the running clocks in Redis: when the deadline of each pending decision passes.

    bottega:clocks                    sorted set: <game_id>:<seat>:<decision> -> Unix time of the deadline; with `:low`
                                      after it, of the warning that little time is left
    bottega:{bottega:clocks}:starts   sorted set: game_id -> latest start of one of its clocks, Unix time

Like the due list, it is written ahead: the entry is added before the commit that creates the decision. A decision's
deadline never changes. An entry may thus be early, never late. Of two times for one decision the earlier one stays, and
its taker postpones it. A taken entry becomes due again unless it is removed. If a taker crashes, another one continues.

A machine whose clock is ahead creates deadlines that are too late, which the list does not show. The second set
therefore has the latest start of each game, for about a day: times in the future are found there.
"""

import logging
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, Literal, NamedTuple, Self

from service.runtime.throttled_log import log_once
from service.store.connection import script
from service.store.due_list import count_members
from service.store.keys import CLOCKS, STARTS
from service.store.servers import Servers

logger = logging.getLogger(__name__)

_TAKE = script("take")
_SETTLE = script("settle")


class TimedDecision(NamedTuple):
    """A decision of a seat, and which of its times has come."""

    game_id: str
    seat: int
    decision: int
    kind: Literal["up", "low"] = "up"
    """Whether its deadline has passed, or little time is left."""

    @property
    def low(self) -> Self:
        """Return the entry for the warning that little time is left."""
        return self._replace(kind="low")

    @property
    def member(self) -> str:
        """Return the name of the entry in the list."""
        return f"{self.game_id}:{self.seat}:{self.decision}{':low' if self.kind == 'low' else ''}"

    @classmethod
    def read(cls, member: bytes) -> Self:
        """Return the entry with this name."""
        game_id, seat, decision, *low = member.decode().split(":")
        return cls(game_id, int(seat), int(decision), "low" if low else "up")


def _read(member: bytes) -> TimedDecision | None:
    """Return the entry with this name; None if the name has another form, which is logged once."""
    try:
        return TimedDecision.read(member)
    except ValueError:
        log_once(logger, "the list of clocks has %r, which is not the name of a decision", member)
        return None


class ClockList:
    """The list of clocks of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def take(self, now: float, again: float, limit: int) -> list[TimedDecision]:
        """Return decisions that are due, the longest due first, and postpone them to `again` for all other callers."""
        found = self._servers.call(
            CLOCKS, lambda client: client.eval(_TAKE, 1, CLOCKS, repr(now), repr(again), limit), repeats=False
        )
        return [decision for member in found if (decision := _read(member)) is not None]

    def first(self) -> float | None:
        """Return the next deadline; None if no clock runs."""
        found = self._servers.call(CLOCKS, lambda client: client.zrange(CLOCKS, 0, 0, withscores=True))
        return found[0][1] if found else None

    def counts(self, late: float) -> tuple[int, int]:
        """Return the number of running clocks, and how many deadlines were before `late`."""
        return count_members(self._servers, CLOCKS, late)

    def all(self) -> Mapping[TimedDecision, float]:
        """Return all entries with their times."""
        found = self._servers.call(CLOCKS, lambda client: client.zrange(CLOCKS, 0, -1, withscores=True))
        read = ((_read(member), score) for member, score in found)
        return {decision: score for decision, score in read if decision is not None}

    def settle(self, settled: Iterable[tuple[TimedDecision, float | None]], seen: float) -> None:
        """Postpone entries, or remove those where the time is None.

        An entry stays as it is unless its time is still the one that was `seen`.
        """
        entries = [(each.member, repr(seen), *([] if later is None else [repr(later)])) for each, later in settled]

        def fill(client: Any) -> None:
            pipeline = client.pipeline(transaction=False)
            for arguments in entries:
                pipeline.eval(_SETTLE, 1, CLOCKS, *arguments)
            pipeline.execute()

        if entries:
            self._servers.call(CLOCKS, fill)

    def latest_starts(self, after: float, before: float, limit: int) -> list[tuple[str, float]]:
        """Return the games whose latest clock start is after `after`, with that start; delete starts up to `before`."""

        def fill(client: Any) -> Any:
            pipeline = client.pipeline(transaction=False).zremrangebyscore(STARTS, "-inf", before)
            return pipeline.zrange(STARTS, after, "inf", byscore=True, offset=0, num=limit, withscores=True).execute()

        _, found = self._servers.call(STARTS, fill)
        return [(game_id.decode(), start) for game_id, start in found]

    def delete_start(self, game_id: str, seen: float) -> None:
        """Remove the latest start of a game, if it is still the one that was `seen`."""
        self._servers.call(STARTS, lambda client: client.eval(_SETTLE, 1, STARTS, game_id, repr(seen)))

    def delete_game(self, game_id: str, seats: int, version: int) -> None:
        """Remove all entries of a removed game, whose log had this length.

        A decision is named by the version that created it. The decision of the next version is removed, too.
        """
        numbered = product(range(seats), range(version + 2))
        decisions = (TimedDecision(game_id, seat, decision) for seat, decision in numbered)
        names = [name for each in decisions for name in (each.member, each.low.member)]
        self._servers.call(CLOCKS, lambda client: client.zrem(CLOCKS, *names))
        self._servers.call(STARTS, lambda client: client.zrem(STARTS, game_id))

    def remove(self, answered: Iterable[TimedDecision]) -> None:
        """Remove the entries of decisions that are closed, or whose game has ended."""
        members = [each.member for each in answered]
        if members:
            self._servers.call(CLOCKS, lambda client: client.zrem(CLOCKS, *members))
