"""Data files of the rulesets: packaged beside their code, and replaceable by an operator.

The environment variable `BOTTEGA_DATA_FILES` may name a directory; a file `<ruleset>.json` in it takes the place of
that ruleset's packaged data file. It is read once, when the ruleset is imported.
"""

import os
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec

from domain.names import Names, Text

T = TypeVar("T")

TABLES_VARIABLE = "BOTTEGA_DATA_FILES"


class BadTable(Exception):
    """A data file that the rules cannot be played with; the message names the file and the row or value at fault."""

    def __init__(self, origin: str, fault: str) -> None:
        super().__init__(f"{origin}: {fault}")
        self.origin = origin
        self.fault = fault


def read_table(ruleset: str, packaged: str, shape: type[T]) -> tuple[T, str]:
    """Read a ruleset's data file, the operator's if there is one; return the data and where it came from.

    `packaged` is the name of the file beside the ruleset's code. Raises BadTable if it cannot be read or does not fit
    `shape`.
    """
    content, origin = _read(ruleset, packaged)
    try:
        return msgspec.json.decode(content, type=shape), origin
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadTable(origin, str(error)) from error


def read_names(package: str) -> Names:
    """Return what a ruleset calls things: `names.json` in its package, and the AI levels as all rulesets call them."""
    own = msgspec.json.decode(files(package).joinpath("names.json").read_bytes(), type=Names)
    levels = msgspec.json.decode(files("domain").joinpath("level_names.json").read_bytes(), type=dict[str, Text])
    return msgspec.structs.replace(own, things={**own.things, "level": levels})


def is_replaced(ruleset: str) -> bool:
    """Whether the operator has put another data file in the place of the ruleset's own."""
    return _override(ruleset) is not None


def _read(ruleset: str, packaged: str) -> tuple[bytes, str]:
    """Find the bytes of a data file and name their origin."""
    override = _override(ruleset)
    if override is None:
        return files(f"domain.{ruleset}").joinpath(packaged).read_bytes(), packaged
    try:
        return override.read_bytes(), str(override)
    except OSError as error:
        raise BadTable(str(override), error.strerror or "cannot be read") from error


def _override(ruleset: str) -> Path | None:
    """Find the operator's data file for a ruleset."""
    directory = os.environ.get(TABLES_VARIABLE)
    if not directory:
        return None
    if not Path(directory).is_dir():
        raise BadTable(directory, f"there is no such directory ({TABLES_VARIABLE})")
    file = Path(directory) / f"{ruleset}.json"
    return file if file.exists() else None
