"""Archive games in one SQLite file, for the processes of one machine."""

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from service.archive import ArchiveUnavailable
from service.archive.per_process import PerProcess

_BUSY_SECONDS = 5.0
"""Timeout while another process writes."""
_PAUSE_SECONDS = 0.02
"""Pause between two attempts to set the file up."""
_PRIMARY = 0xFF
"""The bits of the primary code in an extended error code."""

_SET_UP = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS games (game_id TEXT PRIMARY KEY, packed BLOB NOT NULL);
"""
"""The set-up of the file. Readers do not wait for a writer, and commits are flushed to survive a power failure."""

_GET_MANY = "SELECT game_id, packed FROM games WHERE game_id IN (SELECT value FROM json_each(?))"
"""One statement for any number of games."""


class _Connection(NamedTuple):
    """The connection of this process, which its threads use in turn."""

    file: sqlite3.Connection
    turn: threading.Lock
    number: int
    """The inode of the file: it shows whether another file has replaced it."""


class SqliteArchive:
    """The archive in one file, which is created with the first game."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connections = PerProcess(lambda: _connect(path))

    def put(self, game_id: str, packed: bytes) -> None:
        """Write a game in one transaction."""
        with self._using() as connection:
            connection.execute("INSERT OR REPLACE INTO games VALUES (?, ?)", (game_id, packed))

    def get(self, game_id: str) -> bytes | None:
        """Return a game; does not create a missing file."""
        if not self._path.exists():
            return None
        with self._using() as connection:
            row = connection.execute("SELECT packed FROM games WHERE game_id = ?", (game_id,)).fetchone()
        return None if row is None else bytes(row[0])

    def get_many(self, game_ids: Sequence[str]) -> Mapping[str, bytes]:
        """Return several games in one statement; does not create a missing file."""
        if not self._path.exists():
            return {}
        with self._using() as connection:
            rows = connection.execute(_GET_MANY, (json.dumps([*game_ids]),)).fetchall()
        return {game_id: bytes(packed) for game_id, packed in rows}

    def remove(self, game_id: str) -> None:
        """Remove a game in one transaction."""
        with self._using() as connection:
            connection.execute("DELETE FROM games WHERE game_id = ?", (game_id,))

    def close(self) -> None:
        """Close the file."""
        connection = self._connections.take()
        if connection is not None:
            with connection.turn:
                connection.file.close()

    def _present(self) -> _Connection:
        """Return the connection to the file that is at the path now, never to one that was moved away."""
        connection = self._connections.get()
        if not self._path.exists() or self._path.stat().st_ino != connection.number:
            self.close()
            connection = self._connections.get()
        return connection

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection, with each statement in its own transaction. Raises ArchiveUnavailable."""
        try:
            connection = self._present()
            with connection.turn:
                yield connection.file
        except (sqlite3.Error, OSError) as error:
            raise ArchiveUnavailable(f"the archive {self._path} cannot be used: {error}") from error


def _connect(path: Path) -> _Connection:
    """Open the file, creating it with mode 0600."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    file = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        _set_up(file)
    except BaseException:
        file.close()
        raise
    return _Connection(file, threading.Lock(), path.stat().st_ino)


def _set_up(file: sqlite3.Connection) -> None:
    """Set up the file; retry while other processes do, since SQLite does not wait for a change of the journal."""
    resigned = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            file.executescript(_SET_UP)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or time.monotonic() > resigned:
                raise
            time.sleep(_PAUSE_SECONDS)
        else:
            return
