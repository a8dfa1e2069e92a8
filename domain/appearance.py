"""How things at the table look, for whoever draws it: colour, letter, pattern and icon of what has an id.

The appearances of a ruleset are in `appearances.json` beside its code, its icons in `icons/<kind>/<id>.svg`. No two
things of a kind share a letter, so that nobody needs to tell colours apart.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Annotated, Literal

import msgspec

Pattern = Literal["plain", "dots", "stripes", "cross", "waves", "check", "diamonds", "rings"]
COLOUR = "^#[0-9a-f]{6}$"
LONGEST_LETTER = 2
Key = tuple[str, str]
"""Kind and id of a thing."""


class InvalidAppearances(Exception):
    """An `appearances.json` with a mistake; the message names the thing and what is wrong."""


class Appearance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one thing looks."""

    colour: Annotated[str, msgspec.Meta(pattern=COLOUR)]
    """As `#rrggbb`, safe for colour-blind eyes beside the others of its kind."""
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_LETTER)]
    """One character or two, unlike those of all others of its kind."""
    pattern: Pattern
    """What its surface is filled with."""


class Appearances(msgspec.Struct, frozen=True):
    """How the things of a ruleset look; those that it does not draw are left out."""

    things: Mapping[str, Mapping[str, Appearance]] = {}
    """By kind and id, which stand as in the names."""
    icons: Mapping[Key, bytes] = {}
    """The drawing of each of them, as SVG."""

    def listed(self) -> Iterator[tuple[str, str, Appearance]]:
        """List the things in their order: kind, id, appearance."""
        for kind, group in self.things.items():
            for each, look in group.items():
                yield kind, each, look


NOTHING_DRAWN = Appearances()


def read_appearances(package: str) -> Appearances:
    """Read `appearances.json` and `icons/` of a package; empty if there is no such file.

    Raises InvalidAppearances, or msgspec.ValidationError for a value outside its limits.
    """
    folder = files(package)
    file = folder.joinpath("appearances.json")
    if not file.is_file():
        return NOTHING_DRAWN
    appearances = Appearances(msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Appearance]]))
    _check_letters(appearances)
    return msgspec.structs.replace(
        appearances, icons={(kind, each): _icon(package, kind, each) for kind, each, _ in appearances.listed()}
    )


def _check_letters(appearances: Appearances) -> None:
    """Raise InvalidAppearances where two things of a kind share a letter."""
    letters = Counter((kind, look.letter) for kind, _, look in appearances.listed())
    for (kind, letter), times in letters.items():
        if times > 1:
            raise InvalidAppearances(
                f"appearances.json: {times} things of the kind {kind!r} have the letter {letter!r}"
            )


def _icon(package: str, kind: str, each: str) -> bytes:
    """Read the icon of a thing; raises InvalidAppearances if there is none."""
    file = files(package).joinpath("icons", kind, f"{each}.svg")
    if not file.is_file():
        raise InvalidAppearances(f"icons/{kind}/{each}.svg is missing")
    return file.read_bytes()
