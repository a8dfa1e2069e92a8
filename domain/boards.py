"""Read the board that a package brings: a JavaScript module that draws its game in the web client.

`board.js` is beside the ruleset's code. It imports all that it needs from the kit of the web client, whose version it
names: `import { html } from "bottega/kit-1"`.
"""

import re
from typing import Final

import msgspec

from domain.package_files import content

FILE: Final = "board.js"
MOST_BYTES: Final = 256 * 1024
"""The longest module. It is loaded before the game can be seen."""
KIT: Final = re.compile("""["']bottega/kit-([1-9][0-9]{0,3})["']""")
COMMENT: Final = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.DOTALL)
"""A comment. The `//` of a URL follows a colon, and starts none."""


class InvalidBoard(Exception):
    """An invalid `board.js`; the message names the error."""


class Board(msgspec.Struct, frozen=True):
    """The board of a package."""

    source: str
    """The JavaScript module. It exports the component `Board`."""
    kit: int
    """The version of the kit from which the module imports."""


def read_board(package: str) -> Board | None:
    """Return the board in `board.js` of a package; None if the file is missing. Raises InvalidBoard."""
    found = content(package, FILE)
    return None if found is None else parse_board(found)


def parse_board(content: bytes) -> Board:
    """Return the board of a module; raises InvalidBoard.

    >>> parse_board(b'import { h } from "bottega/kit-1"').kit
    1
    """
    if len(content) > MOST_BYTES:
        raise InvalidBoard(f"{FILE} has more than {MOST_BYTES} bytes")
    try:
        source = content.decode()
    except UnicodeDecodeError as error:
        raise InvalidBoard(f"{FILE} is not UTF-8") from error
    kits = {int(version) for version in KIT.findall(without_comments(source))}
    if len(kits) != 1:
        raise InvalidBoard(f"{FILE} must import from one version of the kit, such as bottega/kit-1")
    return Board(source, *kits)


def without_comments(source: str) -> str:
    """Return a JavaScript module without its comments."""
    return COMMENT.sub("", source)
