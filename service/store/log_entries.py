"""How the events of a game are written: one as an entry of the log of a live game, or all of a finished one together.

An entry is packed by itself, so that Redis appends it, finds it by its version and publishes it as any other bytes.
Most of what packs badly is put shortly before: a time in microseconds, an attempt in binary, decisions counted back
from the version of the event. Entries of before 1.1 are the JSON of the event; they begin with a brace, which nothing
packed does.
"""

import struct
from collections.abc import Sequence

import msgspec

from service.store.compression import pack_piece, unpack
from service.store.event_columns import EventColumns, counted_back, is_usual, join, moment, split, whole
from service.store.game_types import Event, LogPosition

_HEAD = struct.Struct(">Q4s")
"""Microseconds since 1970, whose first byte is 0, and the attempt; then comes JSON."""


class _Placed(msgspec.Struct, frozen=True):
    """What of an event says where it stands in its log."""

    version: int
    attempt: str = ""

    def place(self, attempt: str) -> LogPosition:
        """Return where a reader is who has read as far as this, of which the attempt may be told outside of it."""
        return LogPosition(self.version, attempt or self.attempt)


_PLACED = msgspec.json.Decoder(_Placed)


def write_entry(ruleset: str, event: Event) -> bytes:
    """Write an event of a game of this ruleset as an entry of its log."""
    return pack_piece(ruleset, terse(event))


def read_entry(entry: bytes) -> Event:
    """Read an entry of a log; raises ValueError for what is none."""
    return read_terse(entry if entry.startswith(b"{") else unpack(entry))


def read_place(entry: bytes) -> LogPosition:
    """Read where an entry stands in its log, which takes half as long as all of it; raises ValueError for none."""
    plain = entry if entry.startswith(b"{") else unpack(entry)
    if not plain.startswith(b"\0"):
        return _PLACED.decode(plain).place("")
    if len(plain) < _HEAD.size:
        raise ValueError("this is cut short")
    _, attempt = _HEAD.unpack_from(plain)
    return _PLACED.decode(memoryview(plain)[_HEAD.size :]).place(attempt.hex())


def terse(event: Event) -> bytes:
    """Write an event so that it packs well by itself, or as JSON if its time or attempt is not as we write them."""
    if not is_usual(event):
        return msgspec.json.encode(event)
    rest = msgspec.structs.replace(counted_back(event), at="", attempt="")
    return _HEAD.pack(moment(event), bytes.fromhex(event.attempt)) + msgspec.json.encode(rest)


def read_terse(plain: bytes) -> Event:
    """Read what `terse` has written; raises ValueError for anything else."""
    if not plain.startswith(b"\0"):
        return msgspec.json.decode(plain, type=Event)
    if len(plain) < _HEAD.size:
        raise ValueError("this is cut short")
    rest = msgspec.json.decode(memoryview(plain)[_HEAD.size :], type=Event)
    return whole(rest, *_HEAD.unpack_from(plain))


def write_log(events: Sequence[Event]) -> bytes:
    """Write the whole log of a game so that `pack` makes little of it: in columns.

    One of which any event is not as we write them is written as JSON.
    """
    columns = split(events)
    return msgspec.json.encode(events) if columns is None else msgspec.msgpack.encode(columns)


def read_log(plain: bytes) -> list[Event]:
    """Read what `write_log` has written."""
    if plain.startswith(b"["):
        return msgspec.json.decode(plain, type=list[Event])
    return join(msgspec.msgpack.decode(plain, type=EventColumns))
