"""The keys of one game, all in one cluster slot, and the due list outside of it."""

from collections.abc import Sequence
from typing import Any

from service.settings import Durability
from service.store.connection import again
from service.store.durability import execute

DUE = "bottega:due"


def key(game_id: str, *parts: str) -> str:
    """Name a key of a game; the braces keep them all in one cluster slot."""
    return ":".join((f"bottega:{{{game_id}}}", *parts))


def write(
    client: Any,
    game_id: str,
    due: float | None,
    script: str,
    keys: Sequence[str],
    arguments: Sequence[Any],
    durability: Durability = "memory",
) -> Any:
    """Put the game on the due list if a job will be owed, then run the script, in one round trip.

    Raises NotDurable unless all of it has arrived where `durability` promises it.
    """

    def send() -> Any:
        pipeline = client.pipeline(transaction=False)
        if due is not None:
            pipeline.zadd(DUE, {game_id: due})
        pipeline.eval(script, len(keys), *keys, *arguments)
        return execute(pipeline, durability)[-1]

    return again(send)
