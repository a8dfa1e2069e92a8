"""Store the results of finished games. `keys` describes the keys."""

import msgspec

from service.store.archived import Archived
from service.store.connection import script
from service.store.game_parts import header_of
from service.store.game_types import Header
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import get_each, reading

_SAVE_RESULT = script("save_result")


class Results:
    """The results of the games of one Redis."""

    def __init__(self, servers: Servers, archived: Archived) -> None:
        self._servers = servers
        self._archived = archived

    def with_header(self, game_id: str) -> tuple[Header | None, bytes | None]:
        """Return header and result; None for each that does not exist."""
        keys = [key(game_id, "header"), key(game_id, "result")]
        with reading(game_id, "header or result"):
            header, result = self._servers.call(game_id, lambda client: get_each(client, keys))
        with reading(game_id, "result"):
            if header is None and (dump := self._archived.find(game_id)) is not None:
                header, result = dump.header, dump.texts.get("result")
            return None if header is None else header_of(header), _checked(result)

    def of(self, game_id: str) -> bytes | None:
        """Return the result; None until the game is scored."""
        with reading(game_id, "result"):
            result: bytes | None = self._servers.call(game_id, lambda client: client.get(key(game_id, "result")))
            return _checked(self._archived.text(game_id, "result") if result is None else result)

    def save(self, game_id: str, result: bytes) -> None:
        """Store the result of a finished game, unless there is one."""
        keys = [key(game_id, "result"), key(game_id, "header")]
        self._servers.write_before(game_id, lambda pipeline: pipeline.eval(_SAVE_RESULT, len(keys), *keys, result))


def _checked(result: bytes | None) -> bytes | None:
    """Return a stored result; raises msgspec.DecodeError unless it is JSON."""
    if result is not None:
        msgspec.json.decode(result, type=msgspec.Raw)
    return result
