"""The keys of one game, all in one cluster slot, and the due list outside of it."""

from collections.abc import Sequence
from typing import Any

from service.store.connection import again

DUE = "bottega:due"


def key(game_id: str, *parts: str) -> str:
    """Name a key of a game; the braces keep them all in one cluster slot."""
    return ":".join((f"bottega:{{{game_id}}}", *parts))


def write(
    client: Any, game_id: str, due: float | None, script: str, keys: Sequence[str], arguments: Sequence[Any]
) -> Any:
    """Put the game on the due list if a job will be owed, then run the script, in one round trip."""

    def send() -> Any:
        pipeline = client.pipeline(transaction=False)
        if due is not None:
            pipeline.zadd(DUE, {game_id: due})
        pipeline.eval(script, len(keys), *keys, *arguments)
        return pipeline.execute()[-1]

    return again(send)
