"""Store measurements as a JSON list, one in a line. Several runs may store some at the same time."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tests.lab.strength.locking import locked

T = TypeVar("T")


def read(file: Path, kind: type[T]) -> list[T]:
    """Return the stored measurements; none without a file."""
    return msgspec.json.decode(file.read_bytes(), type=list[kind]) if file.exists() else []  # type: ignore[valid-type]


def keep(measured: Iterable[T], file: Path, kind: type[T], place: Callable[[T], Any]) -> None:
    """Store measurements in the order of their places, each instead of an older one with the same place."""
    new = {place(each): each for each in measured}
    with locked(file.parent):
        stored = {place(each): each for each in read(file, kind)} | new
        lines = [msgspec.json.encode(stored[each]).decode() for each in sorted(stored)]
        file.write_text("[\n" + ",\n".join(lines) + "\n]\n")
