"""An archive in one SQLite file, for the processes of one machine."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.archive import ArchiveUnavailable

_BUSY_SECONDS = 5.0
"""How long one waits while another process writes."""

_SET_UP = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS games (game_id TEXT PRIMARY KEY, packed BLOB NOT NULL);
"""
"""Readers do not wait for a writer, and what is written has been flushed; with less it may be lost with the power."""


class SqliteArchive:
    """The archive in one file, which is made when it is first used; one connection, which threads use in turn."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()

    def put(self, game_id: str, packed: bytes) -> None:
        """Write a game in one transaction."""
        with self._using() as connection:
            connection.execute("INSERT OR REPLACE INTO games VALUES (?, ?)", (game_id, packed))

    def get(self, game_id: str) -> bytes | None:
        """Read a game."""
        with self._using() as connection:
            row = connection.execute("SELECT packed FROM games WHERE game_id = ?", (game_id,)).fetchone()
        return None if row is None else bytes(row[0])

    def remove(self, game_id: str) -> None:
        """Remove a game in one transaction."""
        with self._using() as connection:
            connection.execute("DELETE FROM games WHERE game_id = ?", (game_id,))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """Use the connection, each statement a transaction of its own. Raises ArchiveUnavailable."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = _connect(self._path)
                yield self._connection
            except (sqlite3.Error, OSError) as error:
                raise ArchiveUnavailable(f"the archive {self._path} cannot be used: {error}") from error


def _connect(path: Path) -> sqlite3.Connection:
    """Open the file, made first for its owner alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.executescript(_SET_UP)
    return connection
