"""An archive in a directory: one file a game, in sub-directories so that none holds too many.

    <directory>/<two digits>/<two digits>/<game_id>.game    the digits are hexadecimal, of a digest of the id

A file is written beside its place, flushed, and renamed into it: it is there whole or not at all.
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
    """The archive in one directory, which is made with the first game."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def put(self, game_id: str, packed: bytes) -> None:
        """Write the file of a game, and flush it and all that leads to it."""
        path = self._path(game_id)
        with _outages():
            while not _put(path, packed):
                pass  # whoever has removed it meanwhile does so once
            _flush(path.parent)

    def get(self, game_id: str) -> bytes | None:
        """Read the file of a game."""
        with _outages(), suppress(FileNotFoundError):
            return self._path(game_id).read_bytes()
        return None

    def get_many(self, game_ids: Sequence[str]) -> Mapping[str, bytes]:
        """Read the files of several games, one after the other."""
        found = {game_id: self.get(game_id) for game_id in game_ids}
        return {game_id: packed for game_id, packed in found.items() if packed is not None}

    def remove(self, game_id: str) -> None:
        """Remove the file of a game, and what a killed process may have left of one."""
        path = self._path(game_id)
        with _outages():
            left = [*path.parent.glob(f"{game_id}.*")]
            for each in left:
                each.unlink(missing_ok=True)
            if left:
                _flush(path.parent)

    def close(self) -> None:
        """Do nothing: no file is held open."""

    def _path(self, game_id: str) -> Path:
        """Name the file of a game; raises ValueError for what is no id and might lead elsewhere."""
        if not _GAME_ID.fullmatch(game_id):
            raise ValueError(f"{game_id!r} is not the id of a game")
        digits = sha256(game_id.encode()).hexdigest()
        return self._directory / digits[:2] / digits[2:4] / f"{game_id}.game"


def _put(path: Path, packed: bytes) -> bool:
    """Write a draft and rename it; False if somebody has removed it meanwhile, as what a killed process has left."""
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
    """Make a directory and those above it, each there for good once this returns."""
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
    """Have the disk know which files a directory has."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _outages() -> Iterator[None]:
    """Raise ArchiveUnavailable where the disk does not do as it is told; that there is no such file is no outage."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise ArchiveUnavailable(f"the directory of the archive cannot be used: {error}") from error
