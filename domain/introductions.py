"""Read the introduction of a ruleset: what a player who does not know the game should see first.

`introduction.json` is beside the ruleset's code. It names paragraphs and icons, and has no texts of its own.
"""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.package_files import content, reading

FILE: Final = "introduction.json"

MOST_MINUTES: Final = 24 * 60
MOST_COMPLEXITY: Final = 5

Minutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
Complexity = Annotated[int, Meta(ge=1, le=MOST_COMPLEXITY)]


class Duration(msgspec.Struct, frozen=True):
    """The usual duration of a game among human players, in minutes."""

    fewest_minutes: Minutes
    """The duration with the fewest seats, in minutes."""
    most_minutes: Minutes
    """The duration with the most seats, in minutes."""


class Introduction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What introduces a game; everything may be missing."""

    duration: Duration | None = None
    """The usual duration. None: unknown."""
    complexity: Complexity | None = None
    """How much there is to learn, from 1 (a few minutes) to 5. None: unknown."""
    picture: tuple[tuple[str, str], ...] = ()
    """Kind and id of the icons that depict the game."""
    turn: tuple[str, ...] = ()
    """The paragraphs that say what to do on a turn."""
    end: tuple[str, ...] = ()
    """The paragraphs that say when the game ends."""
    scoring: tuple[str, ...] = ()
    """The paragraphs that say what scores."""


NO_INTRODUCTION: Final = Introduction()


def read_introduction(package: str) -> Introduction:
    """Return the introduction in `introduction.json` of a package; an empty one if the file is missing."""
    found = content(package, FILE)
    if found is None:
        return NO_INTRODUCTION
    with reading(FILE):
        return msgspec.json.decode(found, type=Introduction)
