"""The keys of one game, all in one cluster slot, and the due list and the list of clocks outside of it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from service.store.servers import Servers

DUE = "bottega:due"
CLOCKS = "bottega:clocks"
ASKED = f"bottega:{{{CLOCKS}}}:asked"
"""In the slot of the list of clocks."""


class RunningClocks(NamedTuple):
    """What must be known of the clocks of a game before they run; times are Unix times."""

    looks: Mapping[str, float]
    """When to look at them, by their names in the list of clocks."""
    asked: float = 0.0
    """Since when the one runs that was started last; 0 where no time passes by itself."""


NO_CLOCKS = RunningClocks({})


def key(game_id: str, *parts: str) -> str:
    """Name a key of a game; the braces keep them all in one cluster slot."""
    return ":".join((f"bottega:{{{game_id}}}", *parts))


def write(  # all that there is to say of a write
    servers: Servers,
    game_id: str,
    due: float | None,
    script: str,
    keys: Sequence[str],
    arguments: Sequence[Any],
    clocks: RunningClocks = NO_CLOCKS,
    *,
    repeats: bool = True,
) -> Any:
    """Put the game on the due list if a job will be owed, and `clocks` on theirs, then run the script.

    On one server that is one round trip. Raises NotDurable unless all of it has arrived where an acknowledgement
    promises it.
    """

    def announce(pipeline: Any) -> None:
        if due is not None:
            pipeline.zadd(DUE, {game_id: due})

    def announce_clocks(pipeline: Any) -> None:
        if clocks.looks:
            pipeline.zadd(CLOCKS, clocks.looks, lt=True)
        if clocks.asked:
            pipeline.zadd(ASKED, {game_id: clocks.asked}, gt=True)

    def fill(pipeline: Any) -> None:
        if not servers.spread:
            announce(pipeline)
            announce_clocks(pipeline)
        pipeline.eval(script, len(keys), *keys, *arguments)

    if due is not None and servers.spread:
        servers.write(DUE, announce)
    if (clocks.looks or clocks.asked) and servers.spread:
        servers.write(CLOCKS, announce_clocks)
    return servers.write(game_id, fill, repeats=repeats)[-1]
