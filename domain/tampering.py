"""Naming what was changed in a text of canonical JSON: the path of the value, the byte, what is found and expected."""

import operator
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from domain.record import Wire, canonical, write

MENDING = b'a01",:{}[]trufels'
"""One of these, at the right place, makes JSON of a text again if a single byte of it was changed."""
REACH = 80
"""How many bytes before the fault that a reader meets the changed one may be."""
PRINTABLE = range(0x20, 0x7F)
SHOWN = 100
"""How many bytes of a value a message shows."""

_PLACE = re.compile(r" \(byte (\d+)\)")
_UNKNOWN = re.compile(r"unknown field `(.*)`")


class Altered(Exception):
    """A record that is not as it was made; the message says where, and what is found and expected there."""

    def __init__(self, message: str, expected: Wire | None = None) -> None:
        super().__init__(message)
        self.expected = expected
        """The record as it was made, if that can be told."""


class Misformed(Exception):
    """A text that is not canonical JSON; the message says where that shows."""

    def __init__(self, message: str, mendings: Iterable[bytes]) -> None:
        super().__init__(message)
        self.mendings = mendings
        """Texts of which this may be a copy with one byte changed."""


class Misnamed(Misformed):
    """Canonical JSON whose members are not those of a record."""


def read(text: bytes) -> Any:
    """Read canonical JSON with a line feed after it; raises Misformed."""
    try:
        text.decode()
        value = msgspec.json.decode(text)
    except UnicodeDecodeError as error:
        raise _misformed(text, error.start, "not UTF-8") from error
    except RecursionError as error:
        raise Misformed("too deep for a record", ()) from error
    except msgspec.DecodeError as error:
        found = _PLACE.search(str(error))
        place = int(found[1]) if found else len(text)
        raise _misformed(text, place, f"not JSON: {_PLACE.sub('', str(error))}") from error
    if write(value) != text:
        place = _first_difference(text, write(value))
        raise _misformed(text, place, "not canonical JSON with a line feed after it", write(value))
    return value


def misnamed(text: bytes, error: msgspec.ValidationError, names: Iterable[str]) -> Misnamed:
    """Tell that the members of a JSON text are not those of a record, of which `names` lists all."""
    fault, _, place = str(error).partition(" - at `$")
    unknown = _UNKNOWN.search(fault)
    wrong = canonical(unknown[1]) if unknown else b""
    alike = [name for name in map(canonical, names) if len(name) == len(wrong) and changes(name, wrong) == 1]
    mendings = (_in_order(text.replace(wrong + b":", name + b":", 1)) for name in alike)
    return Misnamed(f"{place.strip('.`') or 'record'}: {fault}", mendings)


def _in_order(text: bytes) -> bytes:
    """Write JSON in canonical form."""
    return write(msgspec.json.decode(text))


def changes(text: bytes, other: bytes) -> int:
    """Count the bytes in which two texts of one length differ; a great number if the lengths differ."""
    return sum(map(operator.ne, text, other)) if len(text) == len(other) else len(text) + len(other)


def _misformed(text: bytes, place: int, fault: str, *likely: bytes) -> Misformed:
    """Tell that a text is not canonical JSON at a byte."""
    return Misformed(f"byte {place}: {fault}", chain(likely, _mendings(text, place)))


def _mendings(text: bytes, place: int) -> Iterator[bytes]:
    """Give the texts that differ from this one in one byte, at `place` or a little before, and may be JSON again."""
    for changed in range(min(place, len(text) - 1), max(place - REACH, 0) - 1, -1):
        for byte in MENDING:
            yield b"%b%c%b" % (text[:changed], byte, text[changed + 1 :])


def one_byte_off(text: bytes, fits: Callable[[bytes], bool], sound: bytes = b"") -> Any:
    """Search for the one byte without which a JSON text fits; give what it says then, None if there is no such byte.

    `sound` is a part of the text in which it need not be looked for.
    """
    start = text.index(sound)
    for place in chain(range(start), range(start + len(sound), len(text))):
        for byte in PRINTABLE:
            attempt = b"%b%c%b" % (text[:place], byte, text[place + 1 :])
            if fits(attempt):
                return msgspec.json.decode(attempt)
    return None


def difference(text: bytes, expected: Wire) -> Altered:
    """Name the first place where a text differs from that of a record."""
    right = write(expected)
    place = _first_difference(text, right)
    path, start, end = next(
        (span for span in _spans(expected) if span[1] <= place < span[2]), ("end", place, place + 1)
    )
    if right[start : start + 1] in (b"{", b"["):
        start, end = place, place + 1
    found, wanted = _shown(text[start:end]), _shown(right[start:end])
    return Altered(f"byte {place} ({path}): found {found}, expected {wanted}", expected)


def _shown(part: bytes) -> str:
    """Show a part of a text in a message."""
    return repr(part[:SHOWN].decode(errors="replace")) if part else "nothing"


def _first_difference(text: bytes, other: bytes) -> int:
    """Count the bytes that two texts begin with in common."""
    pairs = enumerate(zip(text, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(text), len(other)))


def _spans(value: Any, path: str = "", start: int = 0) -> Generator[tuple[str, int, int], None, int]:
    """Give the path of each value within canonical JSON, its first byte and the one after it, the inner ones first.

    Returns the byte after the value itself.
    """
    place = start + 1
    if isinstance(value, dict):
        for name in sorted(value):
            place += len(canonical(name)) + 1
            place = 1 + (yield from _spans(value[name], f"{path}.{name}".lstrip("."), place))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            place = 1 + (yield from _spans(item, f"{path}[{number}]", place))
    else:
        place = start + len(canonical(value))
    end = max(place, start + 2) if isinstance(value, dict | list) else place
    yield path or "record", start, end
    return end
