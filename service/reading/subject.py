"""Records: the end of a game publishes the hash of its record. Records of packages are verified before."""

from msgspec.structs import replace

from service.game.game import load
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation, Subject
from service.reading import record_checks, records
from service.store import ConflictingWrite, Header


def publish_hash(installation: Installation, header: Header) -> None:
    """Publish the hash of a finished game's record, unless it is published. Raises GameBusy."""

    def attempt() -> None:
        game = load(installation, header.game_id)
        if game.info.record_hash:
            return
        info = replace(game.info, record_hash=records.digest(installation, game))
        if not installation.store.replace_info(header.game_id, game.info, info):
            raise ConflictingWrite

    retry_conflicts(attempt)


def check_record(installation: Installation, header: Header) -> None:
    """Mark a finished game of a package if its record cannot be verified. Raises GameBusy."""
    record_checks.check(installation, header)


RECORD_CHECKS = Subject(game_ends=check_record)
"""Checks of the records of packages, before ratings and tournaments use the result."""
RECORDS = Subject(game_ends=publish_hash)
"""Records of finished games. They keep the alias of the player after a deletion or merge."""
