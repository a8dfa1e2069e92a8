"""Open the data of a backup in a Redis of their own."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from service.archive import sqlite_copies
from service.backup import BackupError
from service.backup.files import Counts
from service.runtime.redis_server import RedisServerError, redis_server
from service.store import Store, open_store
from service.store.archived_copies import copy_id, lost
from service.store.key_copies import lasting_keys

_BASE = "appendonly.aof.1.base.rdb"
"""The name of the file from which an append-only file starts."""


@contextmanager
def loaded(rdb: Path, database: int) -> Iterator[Store]:
    """Yield the store of an RDB file, in a temporary server beside it. Raises BackupError."""
    with TemporaryDirectory(prefix="bottega-", dir=rdb.absolute().parent) as name:
        log = Path(name) / "appendonlydir"
        log.mkdir(mode=0o700)
        _link(rdb, log / _BASE)
        (log / "appendonly.aof.manifest").write_text(f"file {_BASE} seq 1 type b\n", encoding="ascii")
        try:
            with redis_server(Path(name)) as server, closing(open_store(f"{server.url}?db={database}")) as store:
                yield store
        except RedisServerError as error:
            raise BackupError(f"the Redis of this machine cannot read {rdb.name}: {error}") from error


def counts_of(store: Store) -> Counts:
    """Count what a loaded backup contains."""
    archived = sum(map(len, store.archived.marks()))
    return Counts(store.lists.counts([]).total, archived, lasting_keys(store.servers))


def lost_games(store: Store, archive: Path) -> list[str]:
    """Return the archived games whose copies are missing in a file, or damaged."""
    found: list[str] = []
    for marks in store.archived.marks():
        copies = sqlite_copies.read_some(archive, [copy_id(*each) for each in marks.items()])
        found += lost(marks, copies)
    return found


def _link(origin: Path, target: Path) -> None:
    """Name a file a second time, or copy it where that is impossible. The server does not change it."""
    try:
        os.link(origin, target)
    except OSError:
        copyfile(origin, target)
