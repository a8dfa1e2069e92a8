"""Restore a backup in an empty place. Nothing is changed before all checks have passed."""

import time
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote, urlsplit

from service.archive import Archive, sqlite_copies
from service.backup import BackupError
from service.backup.files import ARCHIVE, PREVIOUS_SECRET, REDIS, SECRET, Manifest, read_manifest, write_secret
from service.backup.loading import counts_of, loaded, lost_games
from service.settings import Settings
from service.store import Store, open_store
from service.store.archive_identity import IDENTITY
from service.store.archived_copies import copy_id, lost
from service.store.key_copies import copy_keys, has_keys, is_in_use
from service.store.stored_format import UnknownFormat


def restore(settings: Settings, directory: Path) -> Manifest:
    """Restore a backup in the Redis, archive and data directory of the settings; return its manifest.

    Secrets in the settings must be those of the backup. Raises BackupError, ArchiveUnavailable and redis.RedisError.
    """
    manifest = read_manifest(directory)
    with closing(
        open_store(settings.redis_url, settings.durability, settings.replicas, settings.archive_url)
    ) as target:
        _check_redis(target)
        secrets = _secrets_to_write(settings, directory)
        with loaded(directory / REDIS, manifest.database) as origin:
            _check_format(origin)
            if counts_of(origin) != manifest.counts:
                raise BackupError(f"{directory} is damaged: {REDIS} does not have what its manifest counts")
            _check_archive(manifest, directory, origin, target)
            if manifest.archive == "copied":
                _fill_archive(settings.archive_url, target.archived.copies.archive, directory / ARCHIVE)
            for path, secret in secrets.items():
                write_secret(path, secret)
            target.stored_format.begin_restore()
            copy_keys(origin.servers, target.servers)
        if not target.servers.is_cluster and counts_of(target) != manifest.counts:
            raise BackupError("the restored Redis does not have what the backup counts: empty it, and restore again")
        target.stored_format.end_restore()
    return manifest


def _check_format(origin: Store) -> None:
    try:
        origin.stored_format.check()
    except UnknownFormat as error:
        raise BackupError(str(error)) from error


def _check_redis(target: Store) -> None:
    """Raise BackupError unless Redis is unused."""
    if is_in_use(target.servers, time.time()):
        raise BackupError("a service uses this Redis: stop it, and restore in an empty Redis")
    if has_keys(target.servers):
        raise BackupError("this Redis is not empty: restore in an empty one, or in a new data directory (BOTTEGA_DATA)")


def _secrets_to_write(settings: Settings, directory: Path) -> dict[Path, bytes]:
    """Return the secrets that the data directory lacks; raises BackupError if tokens of the backup would be invalid."""
    stored = {
        name: (directory / name).read_bytes() for name in (SECRET, PREVIOUS_SECRET) if (directory / name).exists()
    }
    if settings.secrets:
        missing = set(stored.values()) - set(settings.secrets)
        if missing:
            raise BackupError(
                "BOTTEGA_SECRET is not the secret of the backup, so no token would be valid: remove it or correct it, "
                "or set the secret of the backup as BOTTEGA_PREVIOUS_SECRET"
            )
        return {}
    present = [name for name in stored if (settings.data_directory / name).exists()]
    if present:
        raise BackupError(f"{settings.data_directory} is not empty: it has the file {present[0]}; move it away")
    return {settings.data_directory / name: secret for name, secret in stored.items()}


def _check_archive(manifest: Manifest, directory: Path, origin: Store, target: Store) -> None:
    """Raise BackupError unless the archive of the target can have the games of the backup, or has them."""
    archive = target.archived.copies.archive
    if manifest.archive == "none" or not manifest.counts.archived:
        return
    if archive is None:
        raise BackupError(f"the backup has {manifest.counts.archived} archived games: set BOTTEGA_ARCHIVE_URL")
    if origin.archived.copies.identity.match(archive) == "foreign":
        raise BackupError("the archive at BOTTEGA_ARCHIVE_URL belongs to another Redis: use an empty one")
    if manifest.archive == "copied":
        missing = lost_games(origin, directory / ARCHIVE)
        where = f"{ARCHIVE} of the backup"
    else:
        missing = _lost_in(archive, origin)
        where = "the archive at BOTTEGA_ARCHIVE_URL"
    if missing:
        raise BackupError(
            f"{where} lacks {len(missing)} of {manifest.counts.archived} games: restore its backup first "
            "(deploy/STORAGE.md, Backups)"
        )


def _lost_in(archive: Archive, origin: Store) -> list[str]:
    found: list[str] = []
    for marks in origin.archived.marks():
        found += lost(marks, archive.get_many([copy_id(*each) for each in marks.items()]))
    return found


def _fill_archive(url: str, archive: Archive | None, copies: Path) -> None:
    """Write the copied archive to the archive of the target, which may have a part of it."""
    path = Path(unquote(urlsplit(url).path))
    if urlsplit(url).scheme == "sqlite" and not path.exists():
        sqlite_copies.copy_file(copies, path)
    elif archive is not None:
        for name, packed in sqlite_copies.read_file(copies):
            if name == IDENTITY or archive.get(name) != packed:
                archive.put(name, packed)
