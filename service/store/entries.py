"""How an event is written into the log of a game: packed by itself, after what packs badly has been put shortly.

An entry is what `pack_piece` makes of `terse`, or the plain JSON of the event, as all entries were before 1.1; JSON
begins with a brace, which nothing packed does.
"""

import re
from datetime import datetime, timedelta
from struct import Struct

import msgspec

from service.store.packing import pack_piece, unpack
from service.store.stored import Event

_HEAD = Struct(">QI")
"""Microseconds since 1970, whose first byte is 0, and the attempt as a number; then comes JSON."""
_AT = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_ATTEMPT = re.compile(r"[0-9a-f]{8}")
_BEGINNING = datetime(1970, 1, 1)  # noqa: DTZ001  # all times are UTC
_MICROSECOND = timedelta(microseconds=1)


def write_entry(ruleset: str, event: Event) -> bytes:
    """Write an event of a game of this ruleset as an entry of its log."""
    return pack_piece(ruleset, terse(event))


def read_entry(entry: bytes) -> Event:
    """Read an entry of a log; raises ValueError for what is none."""
    return read_terse(entry if entry.startswith(b"{") else unpack(entry))


def terse(event: Event) -> bytes:
    """Write an event so that it packs well: time and attempt in binary, its decisions counted back from its version.

    One whose time or attempt is not as the service writes them is written as JSON.
    """
    if not (_AT.fullmatch(event.at) and _ATTEMPT.fullmatch(event.attempt)):
        return msgspec.json.encode(event)
    moment = (datetime.fromisoformat(event.at[:-1]) - _BEGINNING) // _MICROSECOND
    rest = msgspec.structs.replace(_counted_back(event), at="", attempt="")
    return _HEAD.pack(moment, int(event.attempt, 16)) + msgspec.json.encode(rest)


def read_terse(plain: bytes) -> Event:
    """Read what `terse` has written; raises ValueError for anything else."""
    if not plain.startswith(b"\0"):
        return msgspec.json.decode(plain, type=Event)
    moment, attempt = _HEAD.unpack_from(plain)
    at = (_BEGINNING + moment * _MICROSECOND).isoformat(timespec="microseconds") + "Z"
    rest = _counted_back(msgspec.json.decode(memoryview(plain)[_HEAD.size :], type=Event))
    return msgspec.structs.replace(rest, at=at, attempt=f"{attempt:08x}")


def _counted_back(event: Event) -> Event:
    """Count its decisions back from its version, or forth again, which is the same."""
    version = event.version
    asked = None if event.asked is None else tuple(version - each for each in event.asked)
    return msgspec.structs.replace(event, decision=version - event.decision, asked=asked)
