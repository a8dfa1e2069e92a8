"""How things at the table look, for whoever draws it: colour, letter, pattern and icon of what has an id.

A ruleset's looks stand in `looks.json` beside its code, its icons in `icons/<kind>/<id>.svg`. No two things of a kind
share a letter, so that nobody needs to tell colours apart.
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


class BadLooks(Exception):
    """Looks that nobody can draw with; the message names the thing and what is wrong."""


class Appearance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one thing looks."""

    colour: Annotated[str, msgspec.Meta(pattern=COLOUR)]
    """As `#rrggbb`, safe for colour-blind eyes beside the others of its kind."""
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_LETTER)]
    """One character or two, unlike those of all others of its kind."""
    pattern: Pattern
    """What its surface is filled with."""


class Looks(msgspec.Struct, frozen=True):
    """How the things of a ruleset look; those that it does not draw are left out."""

    things: Mapping[str, Mapping[str, Appearance]] = {}
    """By kind and id, which stand as in the names."""
    icons: Mapping[Key, bytes] = {}
    """The drawing of each of them, as SVG."""

    def listed(self) -> Iterator[tuple[str, str, Appearance]]:
        """Go through the things in their order: kind, id, look."""
        for kind, looks in self.things.items():
            for each, look in looks.items():
                yield kind, each, look


NOTHING_DRAWN = Looks()


def read_looks(package: str) -> Looks:
    """Return how the things of a ruleset look: `looks.json` and `icons/` in its package; nothing where there is none.

    Raises BadLooks, or msgspec.ValidationError for a value outside its limits.
    """
    folder = files(package)
    file = folder.joinpath("looks.json")
    if not file.is_file():
        return NOTHING_DRAWN
    looks = Looks(msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Appearance]]))
    _check_letters(looks)
    return msgspec.structs.replace(
        looks, icons={(kind, each): _icon(package, kind, each) for kind, each, _ in looks.listed()}
    )


def _check_letters(looks: Looks) -> None:
    """Raise BadLooks where two things of a kind share a letter."""
    letters = Counter((kind, look.letter) for kind, _, look in looks.listed())
    for (kind, letter), times in letters.items():
        if times > 1:
            raise BadLooks(f"looks.json: {times} things of the kind {kind!r} have the letter {letter!r}")


def _icon(package: str, kind: str, each: str) -> bytes:
    """Read the icon of a thing; raises BadLooks if there is none."""
    file = files(package).joinpath("icons", kind, f"{each}.svg")
    if not file.is_file():
        raise BadLooks(f"icons/{kind}/{each}.svg is missing")
    return file.read_bytes()
