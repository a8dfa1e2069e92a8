"""Read the appearance of a ruleset's components: colour, letter, pattern and icon.

The appearances of a ruleset are in `appearances.json` beside its code, its icons in `icons/<kind>/<id>.svg`. No two
components of a kind share a letter, so players can distinguish them without colours.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

import msgspec

from domain.fields import whole_text
from domain.package_files import content, reading

FILE: Final = "appearances.json"

Pattern = Literal["plain", "dots", "stripes", "cross", "waves", "check", "diamonds", "rings"]
COLOUR = "^#[0-9a-f]{6}$"
LONGEST_LETTER = 2
Key = tuple[str, str]
"""Kind and id of a component."""


class InvalidAppearances(Exception):
    """An invalid `appearances.json`; the message names the component and the error."""


class Appearance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colour, letter and pattern of one component."""

    colour: Annotated[str, whole_text(COLOUR)]
    """The colour as a hexadecimal RGB value. Colour-blind people can distinguish all components of a kind."""
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_LETTER)]
    """One or two characters that are unique within the kind."""
    pattern: Pattern
    """The pattern that fills the surface."""


class Appearances(msgspec.Struct, frozen=True):
    """The appearances of a ruleset; components without an icon are omitted."""

    things: Mapping[str, Mapping[str, Appearance]] = {}
    """The appearances by kind and id, in the order of `names`."""
    icons: Mapping[Key, bytes] = {}
    """SVG icon by kind and id."""

    def listed(self) -> Iterator[tuple[str, str, Appearance]]:
        """Yield kind, id and appearance of each component, in order."""
        for kind, group in self.things.items():
            for each, look in group.items():
                yield kind, each, look


NOTHING_DRAWN = Appearances()


def read_appearances(package: str) -> Appearances:
    """Return the appearances in `appearances.json` and `icons/` of a package; empty if the file is missing.

    Raises InvalidAppearances, and InvalidFile for an invalid value.
    """
    found = content(package, FILE)
    if found is None:
        return NOTHING_DRAWN
    with reading(FILE):
        appearances = Appearances(msgspec.json.decode(found, type=dict[str, dict[str, Appearance]]))
    _check_letters(appearances)
    return msgspec.structs.replace(
        appearances, icons={(kind, each): _icon(package, kind, each) for kind, each, _ in appearances.listed()}
    )


def _check_letters(appearances: Appearances) -> None:
    """Raise InvalidAppearances if two components of a kind share a letter."""
    letters = Counter((kind, look.letter) for kind, _, look in appearances.listed())
    for (kind, letter), times in letters.items():
        if times > 1:
            raise InvalidAppearances(
                f"appearances.json: {times} things of the kind {kind!r} have the letter {letter!r}"
            )


def _icon(package: str, kind: str, each: str) -> bytes:
    """Return the icon of a component. Raises InvalidAppearances if the file is missing, and InvalidFile."""
    found = content(package, "icons", kind, f"{each}.svg")
    if found is None:
        raise InvalidAppearances(f"icons/{kind}/{each}.svg is missing")
    return found
