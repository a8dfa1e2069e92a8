"""Check at startup whether this release can use the data of Redis, and whether the archive belongs to it."""

from contextlib import closing

from service.settings import Settings
from service.store import OUTAGES, ArchiveUnavailable, open_store
from service.store.archive_identity import WrongArchive
from service.store.stored_format import UnknownFormat
from workers.processes.managed_process import ServiceError


def check_data(settings: Settings) -> None:
    """Raise ServiceError for data of another format, and for an archive that lacks the archived games of this Redis.

    During an outage of Redis or the archive the process starts anyway: each use of the archive repeats its check.
    """
    with closing(open_store(settings.redis_url, settings.durability, settings.replicas, settings.archive_url)) as store:
        try:
            store.stored_format.take()
            store.archived.copies.check()
        except (UnknownFormat, WrongArchive) as error:
            raise ServiceError(str(error)) from error
        except (*OUTAGES, ArchiveUnavailable):
            return
