"""An archive in one SQLite file, for the processes of one machine."""

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
"""How long one waits while another process writes."""
_PAUSE_SECONDS = 0.02
"""Between two attempts to set the file up."""
_PRIMARY = 0xFF
"""The bits of an error's code that say which it is; the others say more of it."""

_SET_UP = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS games (game_id TEXT PRIMARY KEY, packed BLOB NOT NULL);
"""
"""Readers do not wait for a writer, and what is written has been flushed; with less it may be lost with the power."""

_GET_MANY = "SELECT game_id, packed FROM games WHERE game_id IN (SELECT value FROM json_each(?))"
"""One statement for any number of games."""


class _Connection(NamedTuple):
    """The one of this process, which threads use in turn."""

    file: sqlite3.Connection
    turn: threading.Lock
    number: int
    """The number of the file on its disk, by which one is known that has taken its place."""


class SqliteArchive:
    """The archive in one file, which is made when it is first used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connections = PerProcess(lambda: _connect(path))

    def put(self, game_id: str, packed: bytes) -> None:
        """Write a game in one transaction."""
        with self._using() as connection:
            connection.execute("INSERT OR REPLACE INTO games VALUES (?, ?)", (game_id, packed))

    def get(self, game_id: str) -> bytes | None:
        """Read a game; a file that is not there is not made for that."""
        if not self._path.exists():
            return None
        with self._using() as connection:
            row = connection.execute("SELECT packed FROM games WHERE game_id = ?", (game_id,)).fetchone()
        return None if row is None else bytes(row[0])

    def get_many(self, game_ids: Sequence[str]) -> Mapping[str, bytes]:
        """Read several games in one statement; a file that is not there is not made for that."""
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
        """Return the connection to the file that is at the path now: whoever has moved it away is not written to."""
        connection = self._connections.get()
        if not self._path.exists() or self._path.stat().st_ino != connection.number:
            self.close()
            connection = self._connections.get()
        return connection

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """Use the connection, each statement a transaction of its own. Raises ArchiveUnavailable."""
        try:
            connection = self._present()
            with connection.turn:
                yield connection.file
        except (sqlite3.Error, OSError) as error:
            raise ArchiveUnavailable(f"the archive {self._path} cannot be used: {error}") from error


def _connect(path: Path) -> _Connection:
    """Open the file, made first for its owner alone."""
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
    """Set up the file; again while others do, for whose change of the journal SQLite itself does not wait."""
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
