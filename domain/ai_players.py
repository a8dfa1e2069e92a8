"""The characters as which AI levels play: people of a workshop of the Renaissance.

A character depends on the seat only, not on the level. The same opponent sits at the same seat in every game.
"""

from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import Final

from domain.names import Text, read_texts

NAMES: Final[Mapping[str, Text]] = read_texts(
    files("domain").joinpath("ai_player_names.json").read_bytes(), dict[str, Text]
)
"""The names of the characters by id, in the order of the seats."""


def character_of(seat: int, names: Collection[str]) -> str:
    """Return the id of the character at a seat; empty if there are more seats than characters.

    `names` are the names of the players of the game, which no character has.

    >>> character_of(1, ["Ada"]), character_of(1, ["Ada", "lapo"])
    ('lapo', 'fiammetta')
    """
    taken = {each.casefold() for each in names}
    free = [each for each, name in NAMES.items() if not {word.casefold() for word in name.words.values()} & taken]
    return free[seat] if seat < len(free) else ""
