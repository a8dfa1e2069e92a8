"""Archive finished games outside of Redis, packed, until their retention ends.

An archive stores bytes by id, one id for each copy of a game. `service.store.archived` decides what is moved when, and
how it is read again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit


class Archive(Protocol):
    """Stores bytes by id. Threads may share it. Each method raises ArchiveUnavailable on failure."""

    def put(self, game_id: str, packed: bytes) -> None:
        """Store a game, or replace it. When this returns, the data survives a power failure."""

    def get(self, game_id: str) -> bytes | None:
        """Return a game; None if it is missing."""

    def get_many(self, game_ids: Sequence[str]) -> Mapping[str, bytes]:
        """Return several games at once, without missing ones."""

    def remove(self, game_id: str) -> None:
        """Remove a game, if it exists."""

    def close(self) -> None:
        """Close all connections and files."""


class ArchiveUnavailable(Exception):
    """The archive cannot be read or written now."""


class GameLost(ArchiveUnavailable):
    """The archive does not have the game as it was stored. A retry is unlikely to help."""


def open_archive(address: str) -> Archive:
    """Return the archive at a URL: `file:///var/lib/bottega/games`, `sqlite:///...`, `postgresql://...`, `s3://...`.

    Raises ValueError for any other URL. It raises no other error, since the archive connects at its first use.
    """
    scheme = urlsplit(address).scheme
    if scheme not in _OPENERS:
        raise ValueError(f"the URL must begin with one of {', '.join(f'{each}:' for each in sorted(_OPENERS))}")
    return _OPENERS[scheme](address)


def _directory(address: str) -> Archive:
    from service.archive.directory import DirectoryArchive  # noqa: PLC0415  # loaded only where it is used

    return DirectoryArchive(_path(address))


def _sqlite(address: str) -> Archive:
    from service.archive.sqlite import SqliteArchive  # noqa: PLC0415

    return SqliteArchive(_path(address))


def _path(address: str) -> Path:
    """Return the absolute path of a file or directory: `sqlite:///var/lib/games.sqlite`. Raises ValueError."""
    parts = urlsplit(address)
    if parts.netloc or parts.query or parts.fragment or len(parts.path) < 2:
        raise ValueError("the URL must have an absolute path, after three slashes")
    return Path(unquote(parts.path))


def _postgresql(address: str) -> Archive:
    with _extra("postgresql"):
        from service.archive.postgresql import PostgresqlArchive  # noqa: PLC0415  # loaded only where it is used
    return PostgresqlArchive(address)


def _s3(address: str) -> Archive:
    with _extra("s3"):
        from service.archive.s3 import S3Archive  # noqa: PLC0415
    return S3Archive(address)


@contextmanager
def _extra(name: str) -> Iterator[None]:
    """Raise ValueError with the package to install if an import fails."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ValueError(f"the archive needs {error.name}: pip install 'bottega[{name}]'") from error


_OPENERS: Mapping[str, Callable[[str], Archive]] = {
    "file": _directory,
    "sqlite": _sqlite,
    "postgresql": _postgresql,
    "s3": _s3,
}
"""The function that opens each kind of archive, by the scheme of the URL."""
