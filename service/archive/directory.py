"""Archive games in a directory: one file per game, in subdirectories of limited size.

    <directory>/<two digits>/<two digits>/<game_id>.game    hexadecimal digits of a digest of the id

A file is written under another name, flushed, and renamed. It is complete or missing at any time.
"""

import os
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from service.archive import ArchiveUnavailable

_GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")


class DirectoryArchive:
    """The archive in one directory, which is created with the first game."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def put(self, game_id: str, packed: bytes) -> None:
        """Write the file of a game, and flush it and its directories."""
        path = self._path(game_id)
        with _outages():
            while not _put(path, packed):
                pass  # `remove` in another process has deleted the draft; that happens once
            _flush(path.parent)

    def get(self, game_id: str) -> bytes | None:
        """Return the file of a game."""
        with _outages(), suppress(FileNotFoundError):
            return self._path(game_id).read_bytes()
        return None

    def get_many(self, game_ids: Sequence[str]) -> Mapping[str, bytes]:
        """Return the files of several games, one after the other."""
        found = {game_id: self.get(game_id) for game_id in game_ids}
        return {game_id: packed for game_id, packed in found.items() if packed is not None}

    def remove(self, game_id: str) -> None:
        """Remove the file of a game, and drafts of killed processes."""
        path = self._path(game_id)
        with _outages():
            left = [*path.parent.glob(f"{game_id}.*")]
            for each in left:
                each.unlink(missing_ok=True)
            if left:
                _flush(path.parent)

    def close(self) -> None:
        """Do nothing: no file stays open."""

    def _path(self, game_id: str) -> Path:
        """Return the path of a game's file; raises ValueError for an invalid id, which could leave the directory."""
        if not _GAME_ID.fullmatch(game_id):
            raise ValueError(f"{game_id!r} is no valid id")
        digits = sha256(game_id.encode()).hexdigest()
        return self._directory / digits[:2] / digits[2:4] / f"{game_id}.game"


def _put(path: Path, packed: bytes) -> bool:
    """Write a draft and rename it; False if `remove` has deleted it in the meantime."""
    draft = path.with_suffix(f".{secrets.token_hex(8)}")
    _make(path.parent)
    try:
        _write(draft, packed)
        draft.replace(path)
    except FileNotFoundError:
        return False
    finally:
        draft.unlink(missing_ok=True)
    return True


def _make(directory: Path) -> None:
    """Create a directory and its parents durably."""
    if directory.is_dir():
        return
    _make(directory.parent)
    directory.mkdir(mode=0o700, exist_ok=True)
    _flush(directory.parent)


def _write(path: Path, content: bytes) -> None:
    """Write a new private file, and flush it."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(descriptor)


def _flush(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _outages() -> Iterator[None]:
    """Raise ArchiveUnavailable for errors of the disk, except for missing files."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise ArchiveUnavailable(f"the directory of the archive cannot be used: {error}") from error
