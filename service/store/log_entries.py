"""How the events of a game are written: one as an entry of the log of a live game, or all of a finished one together.

Each entry is packed alone: Redis appends it, finds it by its version and publishes it as any other bytes. Values that
compress badly have a compact form: the time in microseconds, the attempt in binary, decisions relative to the version.
"""

import struct
from collections.abc import Sequence

import msgspec

from service.store.compression import pack_piece, unpack
from service.store.event_columns import EventColumns, attempt_bytes, counted_back, join, moment, split, whole
from service.store.game_types import Event, LogPosition

_HEAD = struct.Struct(">q4s")
"""Microseconds since 1970 and the attempt; JSON follows."""


class _Placed(msgspec.Struct, frozen=True):
    """The field of an event that places it in its log."""

    version: int


_PLACED = msgspec.json.Decoder(_Placed)


def write_entry(ruleset: str, event: Event) -> bytes:
    """Write an event of a game of this ruleset as an entry of its log."""
    return pack_piece(ruleset, terse(event))


def read_entry(entry: bytes) -> Event:
    """Read an entry of a log; raises ValueError for what is none."""
    return read_terse(unpack(entry))


def read_place(entry: bytes) -> LogPosition:
    """Read where an entry stands in its log, which takes half as long as all of it; raises ValueError for none."""
    (_, attempt), rest = _parts(unpack(entry))
    return LogPosition(_PLACED.decode(rest).version, attempt.hex())


def terse(event: Event) -> bytes:
    """Write an event in the form that compresses well alone."""
    rest = msgspec.structs.replace(counted_back(event), at="", attempt="")
    return _HEAD.pack(moment(event), attempt_bytes(event)) + msgspec.json.encode(rest)


def read_terse(plain: bytes) -> Event:
    """Read what `terse` has written; raises ValueError for anything else."""
    head, rest = _parts(plain)
    return whole(msgspec.json.decode(rest, type=Event), *head)


def _parts(plain: bytes) -> tuple[tuple[int, bytes], memoryview]:
    """Return time and attempt of an event, and its JSON; raises ValueError for an entry that is too short."""
    if len(plain) < _HEAD.size:
        raise ValueError("the entry is cut short")
    return _HEAD.unpack_from(plain), memoryview(plain)[_HEAD.size :]


def write_log(events: Sequence[Event]) -> bytes:
    """Write the whole log of a game in columns, which compress best; raises ValueError for a log with a gap."""
    return msgspec.msgpack.encode(split(events))


def read_log(plain: bytes) -> list[Event]:
    """Read what `write_log` has written."""
    return join(msgspec.msgpack.decode(plain, type=EventColumns))
