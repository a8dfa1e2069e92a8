"""Say in which format Redis holds its data, so that no release reads what it does not know.

    bottega:{format}    the number of the format; `restoring` until a restore has ended

Raise FORMAT when an older release could not read what this one writes. Each packed game of the archive starts with a
number of its own: see `game_dump`.
"""

from service.store.servers import Servers

FORMAT = 1
OLDEST = 1
"""The oldest format that this release reads."""
FORMAT_KEY = "bottega:{format}"
_RESTORING = b"restoring"


class UnknownFormat(Exception):
    """The data of Redis cannot be used by this release. The message says why, and what to do."""


class StoredFormat:
    """The format of the data of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def check(self) -> None:
        """Raise UnknownFormat unless this release can read the data. Data without a number has the first format."""
        stored: bytes | None = self._servers.call(FORMAT_KEY, lambda client: client.get(FORMAT_KEY))
        if stored == _RESTORING:
            raise UnknownFormat("a restore has not ended here: empty this Redis, and run `bottega restore` again")
        number = int(stored or 1)
        if not OLDEST <= number <= FORMAT:
            raise UnknownFormat(
                f"Redis has data of format {number}, and this release reads {_range()}: install the release that wrote "
                "it (deploy/UPGRADING.md, What opens what)"
            )

    def take(self) -> None:
        """Note that this release writes here from now on. Raises UnknownFormat."""
        self.check()
        self._write(str(FORMAT).encode())

    def begin_restore(self) -> None:
        """Let no service start here until `take`."""
        self._write(_RESTORING)

    def end_restore(self) -> None:
        """Let services start here: all data has been restored."""
        self._write(str(FORMAT).encode())

    def _write(self, value: bytes) -> None:
        self._servers.write(FORMAT_KEY, lambda pipeline: pipeline.set(FORMAT_KEY, value))


def _range() -> str:
    return str(FORMAT) if OLDEST == FORMAT else f"{OLDEST} to {FORMAT}"
