"""Name the keys of a game, and write to them together with the due list and the list of clocks."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from service.store.connection import script
from service.store.servers import Servers

_ANNOUNCE = script("announce")

DUE = "bottega:due"
CLOCKS = "bottega:clocks"
STARTS = f"bottega:{{{CLOCKS}}}:starts"
OUTAGES_KEY = f"bottega:{{{CLOCKS}}}:outages"
"""The key of the outages. Like STARTS, it is in the slot of the list of clocks."""


class RunningClocks(NamedTuple):
    """The clocks that a write starts; times are Unix times."""

    checks: Mapping[str, float]
    """Unix times of the next checks, by the names of the clocks in their list."""
    latest_start: float = 0.0
    """The latest start of a clock; 0 if time does not pass automatically."""


NO_CLOCKS = RunningClocks({})


def key(game_id: str, *parts: str) -> str:
    """Return the name of a key of a game; the braces put all keys in one cluster slot."""
    return ":".join((f"bottega:{{{game_id}}}", *parts))


def write(  # noqa: PLR0913
    servers: Servers,
    game_id: str,
    due: float | None,
    script: str,
    keys: Sequence[str],
    arguments: Sequence[Any],
    clocks: RunningClocks = NO_CLOCKS,
    *,
    repeats: bool = True,
    creates: bool = False,
) -> Any:
    """Put the game on the due list if `due` is set, add its `clocks` to their list, then run the script.

    On one server this takes one round trip, and a removed game is put on no list unless the script `creates` it. On a
    cluster the lists are on other servers: the sweeper removes the entries of a removed game. Raises NotDurable unless
    all writes are durable.
    """

    def fill(pipeline: Any) -> None:
        if not servers.is_cluster:
            _add_entries(pipeline, game_id, due, clocks, creates=creates)
        pipeline.eval(script, len(keys), *keys, *arguments)

    if due is not None and servers.is_cluster:
        servers.write(DUE, lambda pipeline: _put_due(pipeline, game_id, due))
    if (clocks.checks or clocks.latest_start) and servers.is_cluster:
        servers.write(CLOCKS, lambda pipeline: _put_clocks(pipeline, game_id, clocks))
    return servers.write(game_id, fill, repeats=repeats)[-1]


def _put_due(pipeline: Any, game_id: str, due: float | None) -> None:
    if due is not None:
        pipeline.zadd(DUE, {game_id: due})


def _put_clocks(pipeline: Any, game_id: str, clocks: RunningClocks) -> None:
    if clocks.checks:
        pipeline.zadd(CLOCKS, clocks.checks, lt=True)
    if clocks.latest_start:
        pipeline.zadd(STARTS, {game_id: clocks.latest_start}, gt=True)


def _add_entries(pipeline: Any, game_id: str, due: float | None, clocks: RunningClocks, *, creates: bool) -> None:
    """Add the entries that a write makes necessary, unless the game has been removed."""
    if creates:
        _put_due(pipeline, game_id, due)
        _put_clocks(pipeline, game_id, clocks)
        return
    if due is None and not clocks.checks and not clocks.latest_start:
        return
    checks = [part for name, when in clocks.checks.items() for part in (repr(when), name)]
    start = repr(clocks.latest_start) if clocks.latest_start else ""
    arguments = [game_id, "" if due is None else repr(due), start, *checks]
    pipeline.eval(_ANNOUNCE, 4, DUE, CLOCKS, STARTS, key(game_id, "header"), *arguments)
