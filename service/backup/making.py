"""Make a backup of an installation, which may be in use."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote, urlsplit

from service.archive import Archive, sqlite_copies
from service.backup import BackupError
from service.backup.files import (
    ARCHIVE,
    FORMAT,
    PREVIOUS_SECRET,
    REDIS,
    SECRET,
    ArchivePart,
    Manifest,
    facts_of,
    new_directory,
    write_manifest,
    write_secret,
)
from service.backup.loading import counts_of, loaded, lost_games
from service.installation.marks import key_of
from service.settings import Settings
from service.store import Store, open_store
from service.store.archive_identity import IDENTITY
from service.store.archived_copies import copy_id
from service.store.replication import NoCopy, copy_server, database_of
from service.telemetry.build import RELEASE

MOST_NAMED = 10


def back_up(settings: Settings, directory: Path, *, with_archive: bool) -> Manifest:
    """Write a backup to a new directory, and return its manifest once it has been verified.

    Without secrets in the settings the backup has none. Raises BackupError, ArchiveUnavailable and redis.RedisError.
    """
    part: ArchivePart = "none" if not settings.archive_url else "copied" if with_archive else "apart"
    with (
        new_directory(directory) as draft,
        closing(open_store(settings.redis_url, settings.durability, settings.replicas, settings.archive_url)) as store,
    ):
        key_of(store)  # every backup needs it, so that decisions about players can be repeated after a restore
        made_at = time.time()
        product = _copy_redis(settings.redis_url, store, draft / REDIS)
        _write_secrets(settings, draft)
        with loaded(draft / REDIS, database_of(settings.redis_url)) as copy:
            if part == "copied":
                _copy_archive(settings.archive_url, store.archived.copies.archive, copy, draft / ARCHIVE)
            counts = counts_of(copy)
        if part == "none" and counts.archived:
            raise BackupError(f"Redis counts {counts.archived} games in an archive, and BOTTEGA_ARCHIVE_URL is not set")
        manifest = Manifest(
            format=FORMAT,
            release=RELEASE,
            made_at=made_at,
            redis=product,
            database=database_of(settings.redis_url),
            archive=part,
            counts=counts,
            files=facts_of(draft),
        )
        write_manifest(draft, manifest)
        store.last_backup.note(made_at)
    return manifest


def _copy_redis(url: str, store: Store, path: Path) -> str:
    """Copy Redis at one moment; return its product and version."""
    try:
        copy_server(url, path)
    except ValueError as error:
        raise BackupError(f"{error}: see deploy/STORAGE.md, Backups") from error
    except NoCopy as error:
        raise BackupError(
            f"Redis sends no copy of its data: {error}. Use a Redis user with +sync +replconf +info +set, "
            "or the backups of its provider (deploy/STORAGE.md, Backups)"
        ) from error
    about = store.servers.call("", lambda client: client.info("server"))
    return f"Valkey {about['valkey_version']}" if "valkey_version" in about else f"Redis {about['redis_version']}"


def _write_secrets(settings: Settings, draft: Path) -> None:
    for name, secret in zip((SECRET, PREVIOUS_SECRET), reversed(settings.secrets), strict=False):
        write_secret(draft / name, secret)


def _copy_archive(url: str, archive: Archive | None, copy: Store, path: Path) -> None:
    """Copy the archive, and check that it has each archived game of the copied Redis."""
    if urlsplit(url).scheme == "sqlite":
        sqlite_copies.copy_file(Path(unquote(urlsplit(url).path)), path)
    elif archive is not None:
        sqlite_copies.write_file(path, _copies(archive, copy))
    missing = lost_games(copy, path)
    if missing:
        named = ", ".join(missing[:MOST_NAMED])
        raise BackupError(
            f"the archive lacks {len(missing)} of its games: {named}. `bottega doctor` checks the archive; "
            "--without-archive makes a backup of the rest"
        )


def _copies(archive: Archive, copy: Store) -> Iterator[tuple[str, bytes]]:
    """Yield the copies of all archived games of the copied Redis, and the id of the archive."""
    identity = archive.get(IDENTITY)
    if identity is not None:
        yield IDENTITY, identity
    for marks in copy.archived.marks():
        yield from archive.get_many([copy_id(*each) for each in marks.items()]).items()
