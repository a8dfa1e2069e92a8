"""Write calendars that other programs subscribe to (iCalendar, RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

LINE_OCTETS = 75
"""The maximum length of a line in octets, without its line break (RFC 5545, 3.1)."""
REFRESH = "PT15M"
"""How often a program should request the calendar again (RFC 7986, 5.7)."""
ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
"""The characters of texts that have a meaning in the format (RFC 5545, 3.3.11)."""


class Appointment(NamedTuple):
    """An entry of a calendar. Times are in UTC (RFC 3339)."""

    uid: str
    """The id of the entry, the same in each version of the calendar."""
    summary: str
    starts_at: str
    changed_at: str
    version: int
    """A number that grows with each change."""
    url: str
    ends_at: str = ""
    """Empty: unknown."""
    description: str = ""
    cancelled: bool = False


def written(name: str, appointments: Iterable[Appointment]) -> str:
    """Return a calendar with a name and its entries.

    >>> written("Club", []).splitlines()[:2]
    ['BEGIN:VCALENDAR', 'VERSION:2.0']
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Bottega//Tournaments//EN",
        f"NAME:{escaped(name)}",
        f"X-WR-CALNAME:{escaped(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
        *(line for each in appointments for line in _lines(each)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded(line)}\r\n" for line in lines)


def _lines(appointment: Appointment) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{appointment.uid}"
    yield f"DTSTAMP:{_moment(appointment.changed_at)}"
    yield f"SEQUENCE:{appointment.version}"
    yield f"DTSTART:{_moment(appointment.starts_at)}"
    if appointment.ends_at > appointment.starts_at:
        yield f"DTEND:{_moment(appointment.ends_at)}"
    yield f"SUMMARY:{escaped(appointment.summary)}"
    if appointment.description:
        yield f"DESCRIPTION:{escaped(appointment.description)}"
    yield f"URL:{appointment.url}"
    yield f"STATUS:{'CANCELLED' if appointment.cancelled else 'CONFIRMED'}"
    yield "TRANSP:OPAQUE"
    yield "END:VEVENT"


def _moment(at: str) -> str:
    """Return a time in UTC.

    >>> _moment("2030-02-01T18:00:00.500000Z")
    '20300201T180000Z'
    """
    return datetime.fromisoformat(at).astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    r"""Return a text as the value of a property.

    >>> escaped("Ada, Bruno; or C:\\")
    'Ada\\, Bruno\\; or C:\\\\'
    """
    return "\n".join(text.splitlines()).translate(ESCAPES)


def folded(line: str) -> str:
    r"""Return a line in parts of at most 75 octets; a part never splits a character.

    >>> folded("x" * 80).split("\r\n ")[1]
    'xxxxx'
    """
    parts, used = [""], 0
    for character in line:
        octets = len(character.encode())
        if used + octets > LINE_OCTETS:
            parts.append("")
            used = 1  # the space that continues a line
        parts[-1] += character
        used += octets
    return "\r\n ".join(parts)
