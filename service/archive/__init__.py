"""Where finished games are kept: outside of Redis, packed, for as long as they are kept at all.

An archive knows no games, only ids and bytes. `open_archive` opens one by its address; what is moved there, when, and
how it is read again is the business of `service.store.archived`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
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
    if scheme not in _OPENERS:
        raise ValueError(f"it begins with none of {', '.join(f'{each}:' for each in sorted(_OPENERS))}")
    return _OPENERS[scheme](address)


def _postgresql(address: str) -> Archive:
    with _extra("postgresql"):
        from service.archive.postgresql import PostgresqlArchive  # noqa: PLC0415  # each is loaded only where it is used
    return PostgresqlArchive(address)


def _s3(address: str) -> Archive:
    with _extra("s3"):
        from service.archive.s3 import S3Archive  # noqa: PLC0415
    return S3Archive(address)


@contextmanager
def _extra(name: str) -> Iterator[None]:
    """Say what to install where an import fails; raises ValueError."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ValueError(f"it needs {error.name}: pip install 'bottega[{name}]'") from error


_OPENERS: Mapping[str, Callable[[str], Archive]] = {"postgresql": _postgresql, "s3": _s3}
"""By the scheme of the address."""
