"""Implement `bottega backup` and `bottega restore`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from service.archive import ArchiveUnavailable
from service.backup import BackupError
from service.backup.files import Manifest
from service.backup.making import back_up
from service.backup.restoring import restore
from service.runtime.redis_server import redis_server
from service.settings import Settings, data_directory, own_archive, read_settings
from workers.command.console import say
from workers.command.doctor.checks import counted, size
from workers.command.local_redis import redis_here
from workers.processes.pid_file import process_in

MISSING = (
    "BOTTEGA_SECRET is not set, and {} has no secret: set it as in the API, or leave it out with --without-secret. "
    "Without the secret no seat token of the backup is valid"
)


def make(environ: Mapping[str, str], directory: Path, *, with_archive: bool, with_secret: bool) -> None:
    """Make a backup and print what it contains. Raises BackupError."""
    with redis_here(environ) as configured:
        settings = _with_secret(configured) if with_secret else read_settings(configured, serves=False)
        try:
            made = back_up(settings, directory, with_archive=with_archive)
        except ArchiveUnavailable as error:
            raise BackupError(f"{error}; --without-archive makes a backup of the rest") from error
    say(f"Backup of {_contents(made)}", f"in {directory.absolute()}", *_left_out(made, with_secret=with_secret))


def bring_back(environ: Mapping[str, str], directory: Path) -> None:
    """Restore a backup and print what it contains. Raises BackupError."""
    with _target(environ) as configured:
        settings = read_settings(configured, serves=bool(configured.get("BOTTEGA_SECRET")))
        try:
            restored = restore(settings, directory.absolute())
        except ArchiveUnavailable as error:
            raise BackupError(str(error)) from error
    say(f"Restored {_contents(restored)}", "Start the service with the same settings.")


def _with_secret(configured: Mapping[str, str]) -> Settings:
    """Read the settings with the secrets; raises BackupError instead of making a new secret."""
    directory = data_directory(configured)
    if not configured.get("BOTTEGA_SECRET") and not (directory / "secret").exists():
        raise BackupError(MISSING.format(directory))
    return read_settings(configured)


@contextmanager
def _target(environ: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Yield the settings with the configured Redis, or with an embedded one that no service may use in the meantime."""
    directory = data_directory(environ)
    if environ.get("BOTTEGA_REDIS_URL"):
        yield environ
        return
    if process_in(directory) is not None:
        raise BackupError(
            f"a service runs with the data directory {directory}: stop it, or choose another BOTTEGA_DATA"
        )
    with redis_server(directory) as server:
        yield {**environ, "BOTTEGA_REDIS_URL": server.url, "BOTTEGA_ARCHIVE_URL": own_archive(environ)}


def _contents(manifest: Manifest) -> str:
    counts, at = manifest.counts, datetime.fromtimestamp(manifest.made_at, UTC).isoformat(" ", "seconds")
    numbers = (
        f"{counted(counts.games, 'game')}, {counts.archived} of them in the archive, {counted(counts.keys, 'key')}"
    )
    return f"{numbers}, {size(sum(each.bytes for each in manifest.files.values()))}, of {at}"


def _left_out(manifest: Manifest, *, with_secret: bool) -> Iterator[str]:
    if not with_secret:
        yield "Store BOTTEGA_SECRET elsewhere: without it no seat token of the backup is valid."
    if manifest.archive == "apart":
        yield "Back up the archive within an hour: deploy/STORAGE.md, Backups."
