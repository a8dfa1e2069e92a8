"""Encode events: one as an entry of a live log, or all events of a finished game together.

Each entry is packed alone: Redis appends it, finds it by its version and publishes it as plain bytes. Values that
compress badly have a compact form: the time in microseconds, the attempt in binary, decisions relative to the version.
"""

import struct
from collections.abc import Sequence

import msgspec

from service.store.compression import ENTRY_LEVEL, pack_piece, unpack
from service.store.event_columns import EventColumns, attempt_bytes, counted_back, join, moment, split, whole
from service.store.game_types import Event, LogPosition

_HEAD = struct.Struct(">q4s")
"""Microseconds since 1970 and the attempt; JSON follows."""


class _Placed(msgspec.Struct, frozen=True):
    """The field of an event that places it in its log."""

    version: int


_PLACED = msgspec.json.Decoder(_Placed)


def write_entry(ruleset: str, event: Event) -> bytes:
    """Return an event of a game of this ruleset as an entry of its log."""
    return pack_piece(ruleset, terse(event), ENTRY_LEVEL)


def read_entry(entry: bytes) -> Event:
    """Return the event of an entry; raises ValueError."""
    return read_terse(unpack(entry))


def read_position(entry: bytes) -> LogPosition:
    """Return the position after an entry, in half the time of `read_entry`; raises ValueError."""
    (_, attempt), rest = _parts(unpack(entry))
    return LogPosition(_PLACED.decode(rest).version, attempt.hex())


def terse(event: Event) -> bytes:
    """Return an event in the form that compresses best alone."""
    rest = msgspec.structs.replace(counted_back(event), at="", attempt="")
    return _HEAD.pack(moment(event), attempt_bytes(event)) + msgspec.json.encode(rest)


def read_terse(plain: bytes) -> Event:
    """Return the event from `terse`; raises ValueError for anything else."""
    head, rest = _parts(plain)
    return whole(msgspec.json.decode(rest, type=Event), *head)


def _parts(plain: bytes) -> tuple[tuple[int, bytes], memoryview]:
    """Return time and attempt of an event, and its JSON; raises ValueError for an entry that is too short."""
    if len(plain) < _HEAD.size:
        raise ValueError("the entry is truncated")
    return _HEAD.unpack_from(plain), memoryview(plain)[_HEAD.size :]


def write_log(events: Sequence[Event]) -> bytes:
    """Return the whole log of a game in columns, which compress best; raises ValueError for a log with a gap."""
    return msgspec.msgpack.encode(split(events))


def read_log(plain: bytes) -> list[Event]:
    """Return the events of a log that `write_log` has encoded."""
    return join(msgspec.msgpack.decode(plain, type=EventColumns))
