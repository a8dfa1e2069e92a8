"""Store when players were last present, for games with presence, and for players' feeds.

    bottega:{<game_id>}:presence    sorted set: holder of a seat, as in its tokens -> Unix time of the last sign
    bottega:{<player>}:presence     sorted set with the member `feed` -> Unix time of the last sign

Both expire STORED_SECONDS after the last sign. Times only rise, whichever process writes last. They may be lost.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from service.store.channels import channel
from service.store.connection import script
from service.store.keys import key
from service.store.servers import Servers

_NOTE = script("note_presence")

CONNECTED_SECONDS = 30.0
"""Age of a player's last sign up to which the player counts as connected."""
STORED_SECONDS = 30 * 24 * 60 * 60

Sign = tuple[str, str]
"""A game or player, and the member of its sorted set."""


class PresenceStore:
    """The presence of players in one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def note(self, signs: Mapping[Sign, float]) -> None:
        """Store when players were present, in one round trip to each server."""
        by_source: dict[str, dict[str, float]] = {}
        for (source, who), at in signs.items():
            by_source.setdefault(source, {})[who] = at
        self._servers.each([*by_source], lambda client, some: _note(client, some, by_source))

    def of(self, sources: Sequence[str]) -> list[Mapping[str, float]]:
        """Return when the members of games and players were present, in one round trip to each server."""
        return self._servers.each(sources, _read)

    def remove(self, source: str) -> None:
        """Delete the presence of a game or player."""
        self._servers.call(source, lambda client: client.delete(_key(source)))


def _key(source: str) -> str:
    return key(source, "presence")


def _note(client: Any, sources: Sequence[str], signs: Mapping[str, Mapping[str, float]]) -> Sequence[Any]:
    pipeline = client.pipeline(transaction=False)
    for source in sources:
        keys = [_key(source), key(source, "header"), key(source, "profile")]
        signed = [part for who, at in signs[source].items() for part in (repr(at), who)]
        pipeline.eval(_NOTE, len(keys), *keys, STORED_SECONDS, CONNECTED_SECONDS, channel(source), *signed)
    return list(pipeline.execute())


def _read(client: Any, sources: Sequence[str]) -> list[Mapping[str, float]]:
    pipeline = client.pipeline(transaction=False)
    for source in sources:
        pipeline.zrange(_key(source), 0, -1, withscores=True)
    return [{who.decode(): at for who, at in found} for found in pipeline.execute()]
