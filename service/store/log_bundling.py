"""Bundle the old events of live games, apart from the commits: see `bundles`.

The entries are read in one step, and replaced in another one if they are unchanged. Commits, reads and other processes
that bundle the same log may come in between: the log has the same events at any moment.
"""

from collections.abc import Sequence
from hashlib import sha1

import msgspec

from service.store import bundles
from service.store.connection import script
from service.store.game_parts import header_of
from service.store.game_types import Event
from service.store.keys import key
from service.store.servers import Servers

_OLD_ENTRIES = script("old_entries")
_BUNDLE = script("bundle")


def bundle_log(servers: Servers, game_id: str) -> None:
    """Bundle all old events of a game; does nothing for an unknown game.

    Unreadable entries stay as they are, for `bottega games inspect`.
    """
    while _bundle_once(servers, game_id):
        pass


def _bundle_once(servers: Servers, game_id: str) -> bool:
    """Write one bundle; False if there is none to write, or if the log has changed."""
    keys = [key(game_id, part) for part in ("log", "header")]
    found = servers.call(
        game_id, lambda client: client.eval(_OLD_ENTRIES, len(keys), *keys, bundles.NEWEST, *bundles.SIZES)
    )
    if not found:
        return False
    header, after, entries = found
    events = _read(entries, after)
    if header is None or not events:
        return False
    bundle = bundles.write_bundle(header_of(header).ruleset, events)
    digest = sha1(b"".join(entries), usedforsecurity=False).hexdigest()
    arguments = [after, len(entries), digest, bundle]
    return bool(servers.call(game_id, lambda client: client.eval(_BUNDLE, 1, keys[0], *arguments)))


def _read(entries: Sequence[bytes], after: int) -> Sequence[Event]:
    """Return the successive events of entries after a version; none if an entry is unreadable."""
    try:
        events = bundles.read_list(entries, after)
    except (ValueError, msgspec.MsgspecError):
        return ()
    is_complete = [event.version for event in events] == [*range(after + 1, after + 1 + len(entries))]
    return events if is_complete else ()
