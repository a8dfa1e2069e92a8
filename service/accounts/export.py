"""Export everything that the service stores about a player, as one JSON object that is written while it is read.

An export of a player with many games needs little memory. Lists that grow are read page by page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import msgspec
from msgspec import UNSET

from service import problems
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.players import owners, presence
from service.players.deletion import has_been_deleted
from service.resources.accounts import ExportedProfile
from service.resources.base import shown

CHUNK_BYTES = 16 * 1024


def export(installation: Installation, player: str) -> Iterator[bytes]:
    """Return the chunks of a `PlayerExport`: the profile, then the lists of each subject.

    Raises InvalidToken for a player who has just been deleted. The iteration raises one of OUTAGES.
    """
    profile = installation.store.players.profile(player)
    if profile is None:
        raise has_been_deleted()
    head = {
        "exported_at": written(installation.sources.now()),
        "profile": shown(
            profile,
            ExportedProfile,
            player=player,
            owner=owners.owner_of(installation, profile) or UNSET,
            last_seen=presence.last_seen(installation, player),
        ),
    }
    try:
        lists = [each.exported(installation, player) for each in installation.subjects]
    except problems.PlayerNotFound:
        raise has_been_deleted() from None
    return _in_chunks(_encoded(head, lists))


def _encoded(head: Mapping[str, object], lists: Sequence[Mapping[str, Iterable[object]]]) -> Iterator[bytes]:
    """Yield the parts of a JSON object: the fields of the head, then the lists."""
    yield msgspec.json.encode(head)[:-1]
    for name, entries in chain.from_iterable(each.items() for each in lists):
        yield b',"%s":[' % name.encode()
        for number, entry in enumerate(entries):
            yield b"," * bool(number) + msgspec.json.encode(entry)
        yield b"]"
    yield b"}"


def _in_chunks(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Join parts to chunks of at least CHUNK_BYTES."""
    chunk = bytearray()
    for part in parts:
        chunk += part
        if len(chunk) >= CHUNK_BYTES:
            yield bytes(chunk)
            chunk.clear()
    yield bytes(chunk)
