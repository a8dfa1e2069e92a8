"""A log in columns, which packs a third smaller: what changes from event to event in its own way stands by itself.

Whatever an event looks like, it comes back to the byte; one that cannot be divided stays as it is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate

import msgspec

_EVENT = re.compile(
    rb'\{"version":\d+,"seat":(\d+),"decision":(\d+),(.*),"at":"([^"]+)"(,"over":true)?,"attempt":"([0-9a-f]{8})",'
    rb'"to_act":\[([0-9,]*)\],"asked":\[([0-9,]*)\](.*)\}'
)
_LINE = re.compile(rb'(\d+) (\d+) (.*)\0(,"over":true)?\0([0-9,]*) ([0-9,]*)\0(.*)')
_ATTEMPT_BYTES = 4
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Columns(msgspec.Struct, frozen=True, array_like=True):
    """A log; its columns pass over the events that could not be divided."""

    lines: bytes
    """One for each event: what is not in the others. Decisions are told by how many versions ago they were asked."""
    pauses: Sequence[int]
    """Microseconds since the event before, of the first since 1970."""
    attempts: bytes
    others: Mapping[int, bytes]
    """The events that could not be divided, by their place in the log, from 0."""


def divided(log: Sequence[bytes]) -> Columns:
    """Divide a log."""
    there = [_divided(place, event) for place, event in enumerate(log)]
    lines, times, attempts = zip(*filter(None, there), strict=True) if any(there) else ((), (), ())
    pauses = [at - before for before, at in zip((0, *times), times, strict=False)]
    others = {place: event for place, event in enumerate(log) if there[place] is None}
    return Columns(b"\n".join(lines), pauses, b"".join(attempts), others)


def joined(columns: Columns) -> list[bytes]:
    """Put a log together again."""
    length = len(columns.pauses) + len(columns.others)
    places = (place for place in range(length) if place not in columns.others)
    log = dict(columns.others)
    for place, parts in zip(places, _each(columns), strict=True):
        log[place] = _event(place, *parts)
    return [log[place] for place in range(length)]


def _divided(place: int, event: bytes) -> tuple[bytes, int, bytes] | None:
    """Divide an event into line, time and attempt; None if it would not come back as it was."""
    found = _EVENT.fullmatch(event)
    if found is None:
        return None
    try:
        parts = _line(place, found), _time(found[4]), bytes.fromhex(found[6].decode())
        return parts if _event(place, *parts) == event else None
    except ValueError:
        return None


def _line(place: int, found: re.Match[bytes]) -> bytes:
    """Write the line of an event."""
    seat, decision, what, _, over, _, to_act, asked, more = found.groups(b"")
    ago = _relative(asked, place)
    return b"%s %s %s\0%s\0%s %s\0%s" % (seat, _relative(decision, place), what, over, to_act, ago, more)


def _event(place: int, line: bytes, time: int, attempt: bytes) -> bytes:
    """Write an event from its parts; raises ValueError for what is no line."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError("it is no line of a log")
    seat, ago, what, over, to_act, asked, more = found.groups(b"")
    at = (_EPOCH + time * _MICROSECOND).strftime("%Y-%m-%dT%H:%M:%S.%fZ").encode()
    head = b'{"version":%d,"seat":%s,"decision":%s,%s,"at":"%s"' % (place + 1, seat, _relative(ago, place), what, at)
    tail = b'%s,"attempt":"%s","to_act":[%s],"asked":[%s]%s}'
    return head + tail % (over, attempt.hex().encode(), to_act, _relative(asked, place), more)


def _relative(versions: bytes, place: int) -> bytes:
    """Write versions as how far they lie before that of a place, and back."""
    return b",".join(b"%d" % (place + 1 - int(each)) for each in versions.split(b",") if each)


def _time(at: bytes) -> int:
    """Read a time, in microseconds since 1970; raises ValueError."""
    return (datetime.fromisoformat(at.decode()) - _EPOCH) // _MICROSECOND


def _each(columns: Columns) -> Iterator[tuple[bytes, int, bytes]]:
    """Iterate over line, time and attempt of the events that were divided."""
    attempts = (
        columns.attempts[first : first + _ATTEMPT_BYTES] for first in range(0, len(columns.attempts), _ATTEMPT_BYTES)
    )
    return zip(columns.lines.split(b"\n"), accumulate(columns.pauses), attempts, strict=False)
