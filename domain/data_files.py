"""Read the data files of rulesets, packaged beside their code and replaceable by an operator.

The environment variable `BOTTEGA_DATA_FILES` may name a directory. A file `<ruleset>.json` in it replaces that
ruleset's packaged data file. It is read once, when the ruleset is imported.
"""

import os
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec

from domain import ai_players
from domain.names import Names, Text, read_texts
from domain.package_files import reading, required

T = TypeVar("T")

NAMES_FILE = "names.json"
DATA_FILES_VARIABLE = "BOTTEGA_DATA_FILES"


class BadDataFile(Exception):
    """An unusable data file; the message names the file and the invalid row or value."""

    def __init__(self, origin: str, fault: str) -> None:
        super().__init__(f"{origin}: {fault}")
        self.origin = origin
        self.fault = fault


def read_data_file(ruleset: str, packaged: str, shape: type[T]) -> tuple[T, str]:
    """Return the data of a ruleset's data file and its origin: the operator's file, or the packaged one.

    `packaged` is the name of the file beside the ruleset's code. Raises BadDataFile if it cannot be read or does not
    fit `shape`.
    """
    content, origin = _read(ruleset, packaged)
    try:
        return msgspec.json.decode(content, type=shape), origin
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadDataFile(origin, str(error)) from error


def read_names(package: str) -> Names:
    """Return the names of a ruleset: `names.json` in its package, with those of AI levels and of their characters."""
    with reading(NAMES_FILE):
        own = read_texts(required(package, NAMES_FILE), Names)
    levels = read_texts(files("domain").joinpath("level_names.json").read_bytes(), dict[str, Text])
    return msgspec.structs.replace(own, things={**own.things, "level": levels, "ai_player": ai_players.NAMES})


def is_replaced(ruleset: str) -> bool:
    """Whether the operator has replaced the data file of the ruleset."""
    return _override(ruleset) is not None


def _read(ruleset: str, packaged: str) -> tuple[bytes, str]:
    """Return the bytes of a data file and its origin."""
    override = _override(ruleset)
    if override is None:
        return files(f"domain.{ruleset}").joinpath(packaged).read_bytes(), packaged
    try:
        return override.read_bytes(), str(override)
    except OSError as error:
        raise BadDataFile(str(override), error.strerror or "cannot be read") from error


def _override(ruleset: str) -> Path | None:
    directory = os.environ.get(DATA_FILES_VARIABLE)
    if not directory:
        return None
    if not Path(directory).is_dir():
        raise BadDataFile(directory, f"there is no such directory ({DATA_FILES_VARIABLE})")
    file = Path(directory) / f"{ruleset}.json"
    return file if file.exists() else None
