"""Name the place of an error without its message, which may name hidden information."""

import traceback
from pathlib import Path

from domain.package import PREFIX

ROOT = Path(__file__).parents[2]


class Interruption(Exception):
    """An error that a signal handler raises in other code, so that the frame of the handler is not its origin."""


def place_of(error: BaseException) -> str:
    """Return the type of an error and the place of its origin: `KeyError in domain/nim/rules.py:31`.

    The place is the last line in this project or in a package with a ruleset.
    """
    frames = traceback.extract_tb(error.__traceback__)
    for frame in reversed(frames[:-1] if isinstance(error, Interruption) else frames):
        if place := _in_own_code(Path(frame.filename)):
            return f"{type(error).__name__} in {place}:{frame.lineno}"
    return type(error).__name__


def _in_own_code(path: Path) -> str:
    """Return the path below the project or from the folder of a package; empty for other code."""
    start = next((index for index, part in enumerate(path.parts) if part.startswith(PREFIX)), None)
    if start is not None:
        return "/".join(path.parts[start:])
    if path.is_relative_to(ROOT) and ".venv" not in path.parts:
        return path.relative_to(ROOT).as_posix()
    return ""
