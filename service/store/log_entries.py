"""Encode events: one as an entry of a live log, or all events of a finished game together.

Each entry is packed separately: Redis appends it, finds it by its version and publishes it as plain bytes. Data that
compresses badly is shortened before. The time is in microseconds, the attempt is binary, and decisions are counted back
from the version of the event. Entries from before 1.1 are the JSON of the event. They begin with a brace, unlike any
packed entry.
"""

import struct
from collections.abc import Sequence

import msgspec

from service.store.compression import pack_piece, unpack
from service.store.event_columns import EventColumns, counted_back, is_usual, join, moment, split, whole
from service.store.game_types import Event, LogPosition

_HEAD = struct.Struct(">Q4s")
"""Microseconds since 1970, whose first byte is 0, and the attempt; JSON follows."""


class _Placed(msgspec.Struct, frozen=True):
    """The fields of an event with its place in the log."""

    version: int
    attempt: str = ""

    def place(self, attempt: str) -> LogPosition:
        """Return the position after the event. The attempt may be stored outside of its JSON."""
        return LogPosition(self.version, attempt or self.attempt)


_PLACED = msgspec.json.Decoder(_Placed)


def write_entry(ruleset: str, event: Event) -> bytes:
    """Return an event of a game of this ruleset as an entry of its log."""
    return pack_piece(ruleset, terse(event))


def read_entry(entry: bytes) -> Event:
    """Return the event of an entry; raises ValueError."""
    return read_terse(entry if entry.startswith(b"{") else unpack(entry))


def read_place(entry: bytes) -> LogPosition:
    """Return the position after an entry, in half the time of `read_entry`; raises ValueError."""
    plain = entry if entry.startswith(b"{") else unpack(entry)
    if not plain.startswith(b"\0"):
        return _PLACED.decode(plain).place("")
    if len(plain) < _HEAD.size:
        raise ValueError("the entry is truncated")
    _, attempt = _HEAD.unpack_from(plain)
    return _PLACED.decode(memoryview(plain)[_HEAD.size :]).place(attempt.hex())


def terse(event: Event) -> bytes:
    """Return an event in the form that compresses best alone; as JSON if its time or attempt is unusual."""
    if not is_usual(event):
        return msgspec.json.encode(event)
    rest = msgspec.structs.replace(counted_back(event), at="", attempt="")
    return _HEAD.pack(moment(event), bytes.fromhex(event.attempt)) + msgspec.json.encode(rest)


def read_terse(plain: bytes) -> Event:
    """Return the event from `terse`; raises ValueError for anything else."""
    if not plain.startswith(b"\0"):
        return msgspec.json.decode(plain, type=Event)
    if len(plain) < _HEAD.size:
        raise ValueError("the entry is truncated")
    rest = msgspec.json.decode(memoryview(plain)[_HEAD.size :], type=Event)
    return whole(rest, *_HEAD.unpack_from(plain))


def write_log(events: Sequence[Event]) -> bytes:
    """Return the whole log of a game in the form that `pack` compresses best: in columns.

    It is JSON if any event has an unusual time or attempt.
    """
    columns = split(events)
    return msgspec.json.encode(events) if columns is None else msgspec.msgpack.encode(columns)


def read_log(plain: bytes) -> list[Event]:
    """Return the events from `write_log`."""
    if plain.startswith(b"["):
        return msgspec.json.decode(plain, type=list[Event])
    return join(msgspec.msgpack.decode(plain, type=EventColumns))
