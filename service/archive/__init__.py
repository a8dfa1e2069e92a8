"""Where finished games are kept: outside of Redis, packed, for as long as they are kept at all.

An archive knows no games, only ids and bytes; each id is that of one copy of a game. `open_archive` opens one by its
address; what is moved there, when, and how it is read again is the business of `service.store.archived`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit


class Archive(Protocol):
    """Keeps bytes by id. Safe to share between threads; each method raises ArchiveUnavailable where it cannot."""

    def put(self, game_id: str, packed: bytes) -> None:
        """Keep a game, in place of what was kept of it; once this returns it outlives the machine's power."""

    def get(self, game_id: str) -> bytes | None:
        """Read a game; None if it is not here."""

    def get_many(self, game_ids: Sequence[str]) -> Mapping[str, bytes]:
        """Read several games at once; those that are not here are left out."""

    def remove(self, game_id: str) -> None:
        """Remove a game; one that is not here is no matter."""

    def close(self) -> None:
        """Close all connections and files."""


class ArchiveUnavailable(Exception):
    """The archive cannot be read or written now."""


class GameLost(ArchiveUnavailable):
    """The archive does not have a game as it was put there; whatever it is asked later, it will hardly find it."""


def open_archive(address: str) -> Archive:
    """Open the archive at an address: `file:///var/lib/bottega/games`, `sqlite:///...`, `postgresql://...`, `s3://...`.

    Raises ValueError for an address of no archive. Connections are made when needed, so nothing else fails.
    """
    scheme = urlsplit(address).scheme
    if scheme not in _OPENERS:
        raise ValueError(f"it begins with none of {', '.join(f'{each}:' for each in sorted(_OPENERS))}")
    return _OPENERS[scheme](address)


def _directory(address: str) -> Archive:
    from service.archive.directory import DirectoryArchive  # noqa: PLC0415  # each is loaded only where it is used

    return DirectoryArchive(_path(address))


def _sqlite(address: str) -> Archive:
    from service.archive.sqlite import SqliteArchive  # noqa: PLC0415

    return SqliteArchive(_path(address))


def _path(address: str) -> Path:
    """Read where a file or directory is, from its root: `sqlite:///var/lib/games.sqlite`. Raises ValueError."""
    parts = urlsplit(address)
    if parts.netloc or parts.query or parts.fragment or len(parts.path) < 2:
        raise ValueError("it names a path from the root of this machine, after three slashes")
    return Path(unquote(parts.path))


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


_OPENERS: Mapping[str, Callable[[str], Archive]] = {
    "file": _directory,
    "sqlite": _sqlite,
    "postgresql": _postgresql,
    "s3": _s3,
}
"""By the scheme of the address."""
