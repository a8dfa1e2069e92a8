"""Write and check the files of a backup, and its manifest."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Literal

import msgspec

from service.backup import BackupError

FORMAT = 1
"""The number of the format. Raise it when an older release could not restore a backup."""
MANIFEST = "backup.json"
REDIS = "redis.rdb"
ARCHIVE = "archive.sqlite"
SECRET, PREVIOUS_SECRET = "secret", "secret.previous"
_ALL = (REDIS, ARCHIVE, SECRET, PREVIOUS_SECRET)

ArchivePart = Literal["copied", "apart", "none"]
"""Whether the backup has the archived games, the operator copies them apart, or the installation has no archive."""


class FileFacts(msgspec.Struct, frozen=True):
    """The size and the digest of a file."""

    bytes: int
    sha256: str


class Counts(msgspec.Struct, frozen=True):
    """What a backup contains."""

    games: int
    archived: int
    """Games that only the archive has."""
    keys: int
    """Keys of Redis that do not expire."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a backup."""

    format: int
    release: str
    made_at: float
    """The moment that the backup shows, in Unix time."""
    redis: str
    """The product and version of Redis."""
    database: int
    """The number of the database in Redis."""
    archive: ArchivePart
    counts: Counts
    files: dict[str, FileFacts]


class _Format(msgspec.Struct):
    format: int


@contextmanager
def new_directory(path: Path) -> Iterator[Path]:
    """Yield a directory that becomes `path` at the end of the block. Raises BackupError unless that place is free."""
    path = path.absolute()
    try:
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise BackupError(f"{path} is not empty; choose a new directory for each backup")
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = Path(mkdtemp(prefix=f"{path.name}.", suffix=".incomplete", dir=path.parent))
        try:
            yield draft
            draft.replace(path)
            _flush(path.parent)
        finally:
            rmtree(draft, ignore_errors=True)
    except OSError as error:
        raise BackupError(f"the backup cannot be written to {path}: {error.strerror or error}") from error


def write_secret(path: Path, secret: bytes) -> None:
    """Write a new file, readable by its owner only."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(descriptor)


def facts_of(directory: Path) -> dict[str, FileFacts]:
    """Return the facts of all files of a backup, by name."""
    return {name: _facts(directory / name) for name in _ALL if (directory / name).exists()}


def write_manifest(directory: Path, manifest: Manifest) -> None:
    """Write the manifest, the last file of a backup."""
    write_secret(directory / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    _flush(directory)


def read_manifest(directory: Path) -> Manifest:
    """Return the manifest of a backup after checking its files. Raises BackupError."""
    try:
        text = (directory / MANIFEST).read_bytes()
        found = msgspec.json.decode(text, type=_Format).format
        if found > FORMAT:
            raise BackupError(
                f"{directory} has format {found}, and this release reads up to {FORMAT}: use the release that made it"
            )
        manifest = msgspec.json.decode(text, type=Manifest)
        _check(directory, manifest)
    except FileNotFoundError as error:
        raise BackupError(f"{directory} is no backup: {error.filename} is missing") from error
    except msgspec.MsgspecError as error:
        raise BackupError(f"{directory} is damaged: {MANIFEST}: {error}") from error
    except OSError as error:
        raise BackupError(f"{directory} cannot be read: {error.strerror}") from error
    return manifest


def _check(directory: Path, manifest: Manifest) -> None:
    for name, expected in manifest.files.items():
        if name not in _ALL:
            raise BackupError(f"{directory} is damaged: {MANIFEST} names {name}")
        if _facts(directory / name) != expected:
            raise BackupError(f"{directory} is damaged: {name} is not as it was written; use another backup")


def _facts(path: Path) -> FileFacts:
    with path.open("rb") as file:
        return FileFacts(path.stat().st_size, file_digest(file, "sha256").hexdigest())


def _flush(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
