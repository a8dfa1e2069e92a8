"""Bundle old events of a live game: packed together, they take at most half of the memory.

The log of a game is a list with one entry for each event, written by `log_entries`. Later, 32 successive entries are
replaced by a bundle of their events and 31 numbers. Each number is the distance back to the bundle. The length of the
list thus stays the version of the game, and each event keeps its index. Four bundles later become one of 128 events.
The newest entries are never bundled. All entries before a bundle are.

The sweeper bundles the log of a game that rests: see `log_bundling`. The commit that makes events old enough puts the
game on the due list. No commit waits for a bundle.

A bundle begins with a byte that begins no other packed value. The number of its events follows, then their attempts in
plain form: `commit.lua` uses them to recognise an event. The rest is packed in columns.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from service.store.compression import BUNDLE_LEVEL, pack_piece, unpack
from service.store.event_columns import ATTEMPT_BYTES, EventColumns, attempt_bytes, join, split
from service.store.game_types import Event
from service.store.log_entries import read_entry, write_entry

SIZES = (32, 128)
"""Events of a new bundle, and of a bundle of old events; each divides the next. Other sizes can be read."""
NEWEST = 16
"""Entries at the end of a log that are not bundled, since they are read most."""

_BUNDLE = b"\x08"
"""The first byte of a bundle. No frame of zstd has this bit in its first byte, and no digit is this byte."""


def write_bundle(ruleset: str, events: Sequence[Event]) -> bytes:
    """Return a bundle of successive events of a game of this ruleset."""
    columns = split(events, events[0].version - 1)
    packed = pack_piece(ruleset, msgspec.msgpack.encode((columns.times, columns.rest)), BUNDLE_LEVEL)
    return b"".join((_BUNDLE, bytes((len(events),)), columns.attempts, packed))


def read_bundle(bundle: bytes, after: int) -> list[Event]:
    """Return the events of a bundle that follows a version; raises ValueError."""
    start = 2 + ATTEMPT_BYTES * bundle[1] if len(bundle) > 1 else 0
    plain = unpack(bundle[start:])
    times, rest = msgspec.msgpack.decode(plain, type=tuple[bytes, bytes])
    return join(EventColumns(times, bundle[2:start], rest), after)


def write_list(ruleset: str, events: Sequence[Event]) -> list[bytes]:
    """Return the whole log of a game as a list of entries, with old events bundled."""
    entries: list[bytes] = []
    for size in reversed(SIZES):
        while len(entries) + size <= len(events) - NEWEST:
            entries.append(write_bundle(ruleset, events[len(entries) : len(entries) + size]))
            entries.extend(b"%d" % back for back in range(1, size))
    return entries + [write_entry(ruleset, event) for event in events[len(entries) :]]


def read_list(entries: Sequence[bytes], after: int = 0, back: int = 0) -> list[Event]:
    """Return the events of the entries after a version; raises ValueError or an error of msgspec.

    If the version is inside a bundle, that bundle is the first entry, and `back` is its distance.
    """
    return [*islice(read_each(entries, after, back), back, None)]


def read_each(entries: Sequence[bytes], after: int = 0, back: int = 0) -> Iterator[Event]:
    """Iterate over the events of the entries after a version, with all events of a first bundle."""
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
    """Raise ValueError for an entry inside a bundle that is not a number."""
    if not entry.isdigit():
        raise ValueError("an event of a bundle has another entry")


def becomes_due(before: int, version: int) -> bool:
    """Whether a new bundle is due at a version of a log, and was not at the version `before`.

    becomes_due(47, 48)  # True: of 48 events, 32 are old
    """
    return _due_bundles(version) > _due_bundles(before)


def _due_bundles(version: int) -> int:
    return max(0, version - NEWEST) // SIZES[0]


def mark(event: Event) -> bytes:
    """Return the bytes by which `commit.lua` finds an event in a bundle."""
    return attempt_bytes(event)
