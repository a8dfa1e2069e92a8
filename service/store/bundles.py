"""Old events of a live game, bundled: packed together, they take half of what they take one by one, or less.

The log of a game is a list with an entry for each event, as `entries` writes it. In time 32 entries in a row are
replaced by as many others: the first is the bundle, which holds all of their events, and each other one is a number,
how far before it the bundle stands. So the length of the list stays the version of the game, and each event is found at
its place. Four bundles become one of 128 events likewise. The newest entries are never bundled, and all before a bundle
are.

Whoever reads a game to carry it on is given the entries that are old enough, if there are any. With the next event he
writes their bundle, in the same atomic step, if the log still holds these entries there. So there is no moment at which
a log says anything else, whoever dies or writes besides.

A bundle begins with a byte with which nothing else that is packed does, the number of its events, and their attempts as
they are, by which `commit.lua` knows an event again. The rest follows, packed in columns.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha1
from itertools import islice

import msgspec

from service.store.compression import pack_piece, unpack
from service.store.event_columns import ATTEMPT_BYTES, EventColumns, attempt_bytes, join, split
from service.store.game_types import BundledEntries, Event
from service.store.log_entries import read_entry, write_entry

SIZES = (32, 128)
"""Events of a bundle, at first and once as many are old; each divides the next. One that is read may have others."""
NEWEST = 16
"""So many entries at the end of a log are not bundled: those are read most."""

_BUNDLE = b"\x08"
"""The bit that no frame of zstd has set in its first byte, which no digit is."""

_NO_BUNDLE = ("", "", b"", 0)


def in_place_of(ruleset: str, old: BundledEntries | None) -> tuple[int | str, str, bytes, int]:
    """Return what `commit.lua` needs to bundle entries: where they begin, their digest, the bundle and their number.

    Entries that cannot be read stay as they are, for `bottega games inspect` to find.
    """
    if old is None:
        return _NO_BUNDLE
    try:
        events = read_list(old.entries, old.after)
    except (ValueError, msgspec.MsgspecError):
        return _NO_BUNDLE
    if any(event.version != version for version, event in enumerate(events, old.after + 1)):
        return _NO_BUNDLE
    digest = sha1(b"".join(old.entries), usedforsecurity=False).hexdigest()
    return old.after, digest, write_bundle(ruleset, events), len(events)


def write_bundle(ruleset: str, events: Sequence[Event]) -> bytes:
    """Write events of a game of this ruleset that come one after the other."""
    columns = split(events, events[0].version - 1)
    packed = pack_piece(ruleset, msgspec.msgpack.encode((columns.times, columns.rest)))
    return b"".join((_BUNDLE, bytes((len(events),)), columns.attempts, packed))


def read_bundle(bundle: bytes, after: int) -> list[Event]:
    """Read a bundle of the events after a version; raises ValueError for what is none."""
    start = 2 + ATTEMPT_BYTES * bundle[1] if len(bundle) > 1 else 0
    plain = unpack(bundle[start:])
    times, rest = msgspec.msgpack.decode(plain, type=tuple[bytes, bytes])
    return join(EventColumns(times, bundle[2:start], rest), after)


def write_list(ruleset: str, events: Sequence[Event]) -> list[bytes]:
    """Write the whole log of a game as its list has it, with all bundled that is old enough."""
    entries: list[bytes] = []
    for size in reversed(SIZES):
        while len(entries) + size <= len(events) - NEWEST:
            entries.append(write_bundle(ruleset, events[len(entries) : len(entries) + size]))
            entries.extend(b"%d" % back for back in range(1, size))
    return entries + [write_entry(ruleset, event) for event in events[len(entries) :]]


def read_list(entries: Sequence[bytes], after: int = 0, back: int = 0) -> list[Event]:
    """Read the entries of a log after a version; raises ValueError, or an error of msgspec, for what are none.

    If that is in a bundle which begins so many events further `back`, this comes first.
    """
    return [*islice(read_each(entries, after, back), back, None)]


def read_each(entries: Sequence[bytes], after: int = 0, back: int = 0) -> Iterator[Event]:
    """Read likewise one event after the other, all of a bundle that comes first."""
    bundled = after
    for version, entry in enumerate(entries, after + 1):
        if version <= bundled:
            _check_number(entry)
        elif entry.startswith(_BUNDLE):
            before = version - 1 if version > after + 1 else after - back
            events = read_bundle(entry, before)
            bundled = before + len(events)
            yield from events
        else:
            yield read_entry(entry)


def _check_number(entry: bytes) -> None:
    """Raise ValueError for what is not the number at the place of an event that is in a bundle."""
    if not entry.isdigit():
        raise ValueError("there is an entry for an event that is in a bundle")


def mark(event: Event) -> bytes:
    """Return the bytes by which `commit.lua` finds an event in a bundle."""
    return attempt_bytes(event)
