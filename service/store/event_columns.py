"""Encode many events of a log together.

Data that compresses badly is in separate columns. Versions are left out: they follow each other. Times become
differences in microseconds, stored byte by byte. Attempts are binary. Decisions are counted back from the version of
their event.
"""

import struct
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from operator import sub
from typing import NamedTuple

import msgspec

from service.store.game_types import Event

ATTEMPT_BYTES = 4

_BEGINNING = datetime(1970, 1, 1)  # noqa: DTZ001  # all times are UTC
_MICROSECOND = timedelta(microseconds=1)


class EventColumns(NamedTuple):
    """Successive events."""

    times: bytes
    attempts: bytes
    """Four bytes of each event."""
    rest: bytes
    """JSON of all other fields."""


def split(events: Sequence[Event], after: int = 0) -> EventColumns:
    """Return the events after a version as columns; raises ValueError if their versions do not follow each other."""
    if any(event.version != version for version, event in enumerate(events, after + 1)):
        raise ValueError("an event has another version than its place")
    moments = [*map(moment, events)]
    times = struct.pack(f">{len(events)}q", *map(sub, moments, [0, *moments]))
    attempts = b"".join(map(attempt_bytes, events))
    rest = [msgspec.structs.replace(counted_back(event), version=0, at="", attempt="") for event in events]
    return EventColumns(_turned(times, 8), attempts, msgspec.json.encode(rest))


def join(columns: EventColumns, after: int = 0) -> list[Event]:
    """Return the events after a version; raises ValueError unless the columns have the same length."""
    events = msgspec.json.decode(columns.rest, type=list[Event])
    count, attempts = len(events), columns.attempts
    if (len(columns.times), len(attempts)) != (8 * count, ATTEMPT_BYTES * count):
        raise ValueError("the columns have different lengths")
    moments = accumulate(struct.unpack(f">{count}q", _turned(columns.times, count)))
    return [
        whole(msgspec.structs.replace(event, version=after + number + 1), each, attempts[4 * number : 4 * number + 4])
        for number, (event, each) in enumerate(zip(events, moments, strict=True))
    ]


def moment(event: Event) -> int:
    """Return the time of an event in microseconds since 1970."""
    return (datetime.fromisoformat(event.at[:-1]) - _BEGINNING) // _MICROSECOND


def attempt_bytes(event: Event) -> bytes:
    """Return the attempt in binary; raises ValueError unless it has 8 hexadecimal digits."""
    attempt = bytes.fromhex(event.attempt)
    if len(attempt) != ATTEMPT_BYTES:
        raise ValueError(f"the attempt {event.attempt!r} must have {2 * ATTEMPT_BYTES} digits")
    return attempt


def whole(rest: Event, moment: int, attempt: bytes) -> Event:
    """Add time and attempt to an event; raises ValueError for a time out of range."""
    try:
        at = (_BEGINNING + moment * _MICROSECOND).isoformat(timespec="microseconds") + "Z"
    except OverflowError as error:
        raise ValueError("the time is out of range") from error
    return msgspec.structs.replace(counted_back(rest), at=at, attempt=attempt.hex())


def counted_back(event: Event) -> Event:
    """Return an event with its decisions counted back from its version; twice restores them."""
    version = event.version
    decisions = tuple(version - each for each in event.decisions)
    return msgspec.structs.replace(event, decision=version - event.decision, decisions=decisions)


def _turned(table: bytes, width: int) -> bytes:
    """Return a byte table of this row width with rows and columns exchanged: similar bytes compress better together."""
    return b"".join(table[column::width] for column in range(width))
