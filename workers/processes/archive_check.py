"""Before anything starts: whether the archive that the settings name is the one that has the games of this Redis."""

from contextlib import closing

from service.settings import Settings
from service.store import OUTAGES, ArchiveUnavailable, open_store
from service.store.archive_identity import WrongArchive
from workers.processes.managed_process import ServiceError


def check_archive(settings: Settings) -> None:
    """Raise ServiceError for an archive that is empty or another one while Redis counts games in the archive.

    Where Redis or the archive cannot be used now, the process starts and waits for them: each use of the archive is
    checked as well.
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
