"""Where finished games are kept: outside of Redis, packed, for as long as they are kept at all.

An archive knows no games, only ids and bytes. `open_archive` opens one by its address; what is moved there, when, and
how it is read again is the business of `service.store.archived`.
"""

from typing import Protocol
from urllib.parse import urlsplit


class Archive(Protocol):
    """Keeps bytes by id. Safe to share between threads; each method raises ArchiveUnavailable where it cannot."""

    def put(self, game_id: str, packed: bytes) -> None:
        """Keep a game, in place of what was kept of it; once this returns it outlives the machine's power."""

    def get(self, game_id: str) -> bytes | None:
        """Read a game; None if it is not here."""

    def remove(self, game_id: str) -> None:
        """Remove a game; one that is not here is no matter."""

    def close(self) -> None:
        """Close all connections and files."""


class ArchiveUnavailable(Exception):
    """The archive cannot be read or written now."""


def open_archive(address: str) -> Archive:
    """Open the archive at an address: `file:///var/lib/bottega/games`, `sqlite:///...`, `postgresql://...`, `s3://...`.

    Raises ValueError for an address of no archive. Connections are made when needed, so nothing else fails.
    """
    scheme = urlsplit(address).scheme
    raise ValueError(f"{scheme}: is no archive")
