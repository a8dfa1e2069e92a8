"""Archive games in one SQLite file, for the processes of one machine."""

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
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

_NO_SPACE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
"""The codes of errors when the files beside the archive, which readers need too, cannot be created."""

TABLE = "CREATE TABLE IF NOT EXISTS games (game_id TEXT PRIMARY KEY, packed BLOB NOT NULL)"
_SET_UP = f"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; {TABLE}"
"""The set-up of the file. Readers do not wait for a writer, and commits are flushed to survive a power failure."""

GET_MANY = "SELECT game_id, packed FROM games WHERE game_id IN (SELECT value FROM json_each(?))"
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
        with self._reading() as connection:
            row = connection.execute("SELECT packed FROM games WHERE game_id = ?", (game_id,)).fetchone()
        return None if row is None else bytes(row[0])

    def get_many(self, game_ids: Sequence[str]) -> Mapping[str, bytes]:
        """Return several games in one statement; does not create a missing file."""
        if not self._path.exists():
            return {}
        with self._reading() as connection:
            rows = connection.execute(GET_MANY, (json.dumps([*game_ids]),)).fetchall()
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
        with self._reported():
            connection = self._present()
            with connection.turn:
                yield connection.file

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection that reads; on a full disk, one that writes nothing. Raises ArchiveUnavailable."""
        with ExitStack() as stack:
            stack.enter_context(self._reported())
            try:
                connection = self._present()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & _PRIMARY not in _NO_SPACE or _has_journal(self._path):
                    raise
                file = stack.enter_context(closing(_open_unchanged(self._path)))
            else:
                stack.enter_context(connection.turn)
                file = connection.file
            yield file

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Raise ArchiveUnavailable for errors in a block."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise ArchiveUnavailable(f"the archive {self._path} cannot be used: {error}") from error


def _has_journal(path: Path) -> bool:
    """Whether a part of the archive is only in its journal."""
    journal = path.with_name(f"{path.name}-wal")
    return journal.exists() and journal.stat().st_size > 0


def _open_unchanged(path: Path) -> sqlite3.Connection:
    """Open a file without a journal, which SQLite then neither locks nor extends."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)


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
