"""The keys of one game, all in one cluster slot, and the due list outside of it."""

from collections.abc import Sequence
from typing import Any

from service.store.servers import Servers

DUE = "bottega:due"


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
    *,
    repeats: bool = True,
) -> Any:
    """Put the game on the due list if a job will be owed, then run the script; on one server in one round trip.

    Raises NotDurable unless all of it has arrived where an acknowledgement promises it.
    """

    def fill(pipeline: Any) -> None:
        if due is not None and not servers.spread:
            pipeline.zadd(DUE, {game_id: due})
        pipeline.eval(script, len(keys), *keys, *arguments)

    if due is not None and servers.spread:
        servers.write(DUE, lambda pipeline: pipeline.zadd(DUE, {game_id: due}))
    return servers.write(game_id, fill, repeats=repeats)[-1]
