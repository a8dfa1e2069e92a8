"""Check whether the archive belongs to this Redis, and whether it is usable."""

import secrets
from collections.abc import Iterator
from contextlib import closing

from service.archive import ArchiveUnavailable, open_archive
from service.settings import Settings
from service.store import OUTAGES, open_store
from service.store.archived_copies import ArchivedCopies
from workers.command.doctor import checks
from workers.command.doctor.checks import Finding
from workers.command.doctor.errors import full_disk, in_a_line
from workers.command.masking import hidden, masked


def findings(settings: Settings) -> Iterator[Finding]:
    """Check whether the archive belongs to this Redis, then whether it is usable."""
    address = settings.archive_url
    try:
        with closing(open_store(settings.redis_url, archive_url=address)) as store:
            wrong = _wrong_archive(store.archived.copies)
    except (*OUTAGES, ArchiveUnavailable, ValueError, OSError, ImportError):
        wrong = None  # other checks report these errors
    if wrong is not None:
        yield wrong
    elif not address:
        yield Finding("archive", "ok", "BOTTEGA_ARCHIVE_URL is not set: finished games stay in Redis")
    else:
        yield from _used_archive(address)


def _wrong_archive(copies: ArchivedCopies) -> Finding | None:
    """Return a failure if the archive does not belong to this Redis.

    None if it does, or if Redis counts no archived games.
    """
    match = "empty" if copies.archive is None else copies.identity.match(copies.archive)
    number = copies.identity.count() if match in ("empty", "foreign") else 0
    if not number:
        return None
    if copies.archive is None:
        found, todo = "BOTTEGA_ARCHIVE_URL is not set", "set it as in the processes that archived them"
    else:
        found = "the archive is empty" if match == "empty" else "the archive belongs to another Redis"
        todo = "mount the right archive, or correct BOTTEGA_ARCHIVE_URL (deploy/STORAGE.md, A missing archive)"
    return Finding("archive", "fail", f"{found}, and Redis counts {checks.counted(number, 'game')} in it", todo)


def _used_archive(address: str) -> Iterator[Finding]:
    """Write, read and delete a test entry in the archive."""
    name, sent = f"doctor{secrets.token_hex(7)}", secrets.token_bytes(32)
    try:
        with closing(open_archive(address)) as archive:
            archive.put(name, sent)
            got = archive.get(name)
            archive.remove(name)
    except (ArchiveUnavailable, ValueError, OSError, ImportError) as error:
        found = hidden(in_a_line(error), address) or type(error).__name__
        todo = full_disk(address) or checks.archive_todo(found)
        yield Finding("archive", "fail", f"{masked(address)}: {found}", todo)
        return
    if got != sent:
        yield Finding(
            "archive", "fail", f"{masked(address)} returns other bytes than were written", "use another archive"
        )
    else:
        yield Finding("archive", "ok", f"{masked(address)}: write, read and delete succeed")
