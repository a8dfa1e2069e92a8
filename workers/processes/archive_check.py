"""Check at startup whether the configured archive belongs to this Redis."""

from contextlib import closing

from service.settings import Settings
from service.store import OUTAGES, ArchiveUnavailable, open_store
from service.store.archive_identity import WrongArchive
from workers.processes.managed_process import ServiceError


def check_archive(settings: Settings) -> None:
    """Raise ServiceError if the archive is empty or foreign while Redis counts games in the archive.

    During an outage of Redis or the archive the process starts anyway: each use of the archive repeats the check.
    """
    if not settings.archive_url:
        return
    with closing(open_store(settings.redis_url, settings.durability, settings.replicas, settings.archive_url)) as store:
        try:
            store.archived.copies.check()
        except WrongArchive as error:
            raise ServiceError(str(error)) from error
        except (*OUTAGES, ArchiveUnavailable):
            return
