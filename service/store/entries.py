"""How the events of a game are written: one as an entry of the log of a live game, or all of a finished one together.

An entry is packed by itself, so that Redis appends it, finds it by its version and publishes it as any other bytes.
Most of what packs badly is put shortly before: a time in microseconds, an attempt in binary, decisions counted back
from the version of the event. Entries of before 1.1 are the JSON of the event; they begin with a brace, which nothing
packed does.
"""

import re
import struct
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from operator import sub

import msgspec

from service.store.packing import pack_piece, unpack
from service.store.stored import Event, Place

_HEAD = struct.Struct(">Q4s")
"""Microseconds since 1970, whose first byte is 0, and the attempt; then comes JSON."""
_AT = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_ATTEMPT = re.compile(r"[0-9a-f]{8}")
_BEGINNING = datetime(1970, 1, 1)  # noqa: DTZ001  # all times are UTC
_MICROSECOND = timedelta(microseconds=1)


class _Placed(msgspec.Struct, frozen=True):
    """What of an event says where it stands in its log."""

    version: int
    attempt: str = ""

    def place(self, attempt: str) -> Place:
        """Return where a reader is who has read as far as this, of which the attempt may be told outside of it."""
        return Place(self.version, attempt or self.attempt)


_PLACED = msgspec.json.Decoder(_Placed)


def write_entry(ruleset: str, event: Event) -> bytes:
    """Write an event of a game of this ruleset as an entry of its log."""
    return pack_piece(ruleset, terse(event))


def read_entry(entry: bytes) -> Event:
    """Read an entry of a log; raises ValueError for what is none."""
    return read_terse(entry if entry.startswith(b"{") else unpack(entry))


def read_place(entry: bytes) -> Place:
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
    if not _is_usual(event):
        return msgspec.json.encode(event)
    rest = msgspec.structs.replace(_counted_back(event), at="", attempt="")
    return _HEAD.pack(_moment(event), bytes.fromhex(event.attempt)) + msgspec.json.encode(rest)


def read_terse(plain: bytes) -> Event:
    """Read what `terse` has written; raises ValueError for anything else."""
    if not plain.startswith(b"\0"):
        return msgspec.json.decode(plain, type=Event)
    if len(plain) < _HEAD.size:
        raise ValueError("this is cut short")
    rest = msgspec.json.decode(memoryview(plain)[_HEAD.size :], type=Event)
    return _whole(rest, *_HEAD.unpack_from(plain))


def write_log(events: Sequence[Event]) -> bytes:
    """Write the whole log of a game so that `pack` makes little of it: times and attempts by themselves, no versions.

    One of which any event is not as we write them is written as JSON.
    """
    if not all(_is_usual(event) and event.version == version for version, event in enumerate(events, 1)):
        return msgspec.json.encode(events)
    moments = [*map(_moment, events)]
    times = struct.pack(f">{len(events)}q", *map(sub, moments, [0, *moments]))
    attempts = bytes.fromhex("".join(event.attempt for event in events))
    rest = [msgspec.structs.replace(_counted_back(event), version=0, at="", attempt="") for event in events]
    return msgspec.msgpack.encode((_turned(times, 8), attempts, msgspec.json.encode(rest)))


def read_log(plain: bytes) -> list[Event]:
    """Read what `write_log` has written."""
    if plain.startswith(b"["):
        return msgspec.json.decode(plain, type=list[Event])
    times, attempts, rest = msgspec.msgpack.decode(plain, type=tuple[bytes, bytes, bytes])
    events = msgspec.json.decode(rest, type=list[Event])
    moments = accumulate(struct.unpack(f">{len(events)}q", _turned(times, len(events))))
    return [
        _whole(msgspec.structs.replace(event, version=number + 1), moment, attempts[4 * number : 4 * number + 4])
        for number, (event, moment) in enumerate(zip(events, moments, strict=True))
    ]


def _is_usual(event: Event) -> bool:
    """Whether time and attempt are as the service writes them."""
    return bool(_AT.fullmatch(event.at) and _ATTEMPT.fullmatch(event.attempt))


def _moment(event: Event) -> int:
    """Return when it happened, in microseconds since 1970."""
    return (datetime.fromisoformat(event.at[:-1]) - _BEGINNING) // _MICROSECOND


def _whole(rest: Event, moment: int, attempt: bytes) -> Event:
    """Return an event with what was written outside of its JSON."""
    at = (_BEGINNING + moment * _MICROSECOND).isoformat(timespec="microseconds") + "Z"
    return msgspec.structs.replace(_counted_back(rest), at=at, attempt=attempt.hex())


def _counted_back(event: Event) -> Event:
    """Count its decisions back from its version, or forth again, which is the same."""
    version = event.version
    asked = None if event.asked is None else tuple(version - each for each in event.asked)
    return msgspec.structs.replace(event, decision=version - event.decision, asked=asked)


def _turned(table: bytes, width: int) -> bytes:
    """Turn a table of bytes with rows of this width, so that its columns become rows: like bytes come together."""
    return b"".join(table[column::width] for column in range(width))
