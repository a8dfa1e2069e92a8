"""Copy an archive to one SQLite file that nothing else uses, and read such a file."""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

from service.archive import ArchiveUnavailable
from service.archive.sqlite import GET_MANY, TABLE

_BUSY_SECONDS = 5.0
_MANY = 1000
"""Games in one transaction."""
_INSERT = "INSERT OR REPLACE INTO games VALUES (?, ?)"


def copy_file(origin: Path, target: Path) -> None:
    """Copy a file that may be in use, as it is at one moment, to a new file. Raises ArchiveUnavailable."""
    with _reported(origin, "copied"), closing(_new_file(target)) as copy:
        if origin.exists():
            with closing(sqlite3.connect(f"{origin.absolute().as_uri()}?mode=ro", uri=True)) as read:
                read.backup(copy)
        copy.execute(
            "PRAGMA journal_mode = DELETE"
        )  # a file without a journal can be read where nothing may be written
        copy.execute(TABLE)


def write_file(target: Path, games: Iterable[tuple[str, bytes]]) -> None:
    """Write copies of games to a new file. Raises ArchiveUnavailable."""
    each = iter(games)
    with _reported(target, "written"), closing(_new_file(target)) as file:
        file.execute(TABLE)
        while some := [*islice(each, _MANY)]:
            file.execute("BEGIN")
            file.executemany(_INSERT, some)
            file.execute("COMMIT")


def read_file(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield all copies of a file that does not change. Raises ArchiveUnavailable."""
    with _reported(path, "read"), closing(_unchanged(path)) as file:
        for game_id, packed in file.execute("SELECT game_id, packed FROM games"):
            yield game_id, bytes(packed)


def read_some(path: Path, game_ids: Sequence[str]) -> Mapping[str, bytes]:
    """Return some copies of a file that does not change. Raises ArchiveUnavailable."""
    with _reported(path, "read"), closing(_unchanged(path)) as file:
        found = file.execute(GET_MANY, (json.dumps([*game_ids]),))
        return {game_id: bytes(packed) for game_id, packed in found}


def _unchanged(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def _new_file(path: Path) -> sqlite3.Connection:
    """Create a file, readable by its owner only."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    return sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)


@contextmanager
def _reported(path: Path, done: str) -> Iterator[None]:
    """Raise ArchiveUnavailable for errors of a block."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise ArchiveUnavailable(f"{path} cannot be {done}: {error}") from error
