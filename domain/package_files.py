"""Read the files of packages with rulesets, each inside its package and of a limited size."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

MOST_BYTES: Final = 4 * 1024 * 1024
"""The longest file. All files of a package are held in the memory of each process."""


class InvalidFile(Exception):
    """An invalid file of a package; the message names the file and the fault."""


def content(package: str, *path: str) -> bytes | None:
    """Return the content of a file of a package; None if the file is missing. Raises InvalidFile."""
    folder = files(package)
    file = folder.joinpath(*path)
    if not file.is_file():
        return None
    name = "/".join(path)
    if isinstance(folder, Path) and folder.resolve() not in Path(str(file)).resolve().parents:
        raise InvalidFile(f"{name} is not inside the package")
    if isinstance(file, Path) and file.stat().st_size > MOST_BYTES:
        raise InvalidFile(f"{name} has more than {MOST_BYTES // 1024 // 1024} MB")
    return file.read_bytes()


def required(package: str, *path: str) -> bytes:
    """Return the content of a file that each package must have. Raises InvalidFile."""
    found = content(package, *path)
    if found is None:
        raise InvalidFile(f"{'/'.join(path)} is missing")
    return found


def text(package: str, *path: str) -> str | None:
    """Return the text of a file of a package; None if the file is missing. Raises InvalidFile."""
    found = content(package, *path)
    return None if found is None else _text("/".join(path), found)


def required_text(package: str, *path: str) -> str:
    """Return the text of a file that each package must have. Raises InvalidFile."""
    return _text("/".join(path), required(package, *path))


def _text(name: str, found: bytes) -> str:
    try:
        return found.decode()
    except UnicodeDecodeError as error:
        raise InvalidFile(f"{name} is not UTF-8") from error


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Name a file in the errors of its JSON content: they become InvalidFile."""
    try:
        yield
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidFile(f"{name}: {error}") from error
