"""Test the SQLite archive while other processes lock its file."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from service.archive import ArchiveUnavailable, sqlite


@pytest.fixture
def path(tmp_path):
    return tmp_path / "archive.sqlite"


@pytest.fixture
def another(path):
    """Return another connection, which is about to write to a new file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


def test_a_file_that_another_sets_up_is_waited_for(path, another, monkeypatch):
    monkeypatch.setattr(time, "sleep", lambda _: another.in_transaction and another.execute("COMMIT"))
    archive = sqlite.SqliteArchive(path)
    archive.put("game", b"packed")
    assert archive.get("game") == b"packed"
    archive.close()


READING = """
import resource
import sys
from pathlib import Path
from service.archive import ArchiveUnavailable
from service.archive.sqlite import SqliteArchive
resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))
archive = SqliteArchive(Path(sys.argv[1]))
print(archive.get("game"), archive.get_many(["game", "other"]))
try:
    archive.put("other", b"packed")
except ArchiveUnavailable:
    print("full")
"""
"""Uses an archive where no file can grow, as on a full disk."""


def test_a_process_that_starts_on_a_full_disk_reads_and_writes_nothing(path):
    archive = sqlite.SqliteArchive(path)
    archive.put("game", b"packed")
    archive.close()
    ended = subprocess.run([sys.executable, "-c", READING, path], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines() == ["b'packed' {'game': b'packed'}", "full"]


def test_a_file_that_stays_locked_is_reported_and_used_once_it_is_free(path, another, monkeypatch):
    monkeypatch.setattr(sqlite, "_BUSY_SECONDS", 0.05)
    archive = sqlite.SqliteArchive(path)
    with pytest.raises(ArchiveUnavailable, match="locked"):
        archive.put("game", b"packed")
    another.execute("COMMIT")
    assert opened(path) == 1
    archive.put("game", b"packed")
    assert archive.get("game") == b"packed"
    archive.close()


def opened(path):
    """Count how often this process has opened a file."""
    return sum(each.is_symlink() and each.readlink() == path for each in Path("/proc/self/fd").iterdir())
