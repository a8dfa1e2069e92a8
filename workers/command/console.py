"""What commands print: on the standard output, and for whoever runs them on the standard error, with a bar below.

No other module of the commands prints. Much of what they print is foreign: names, reasons, answers of a service, parts
of a file. `clean` leaves nothing in it that moves the cursor, breaks a line, changes a colour or turns text round.
"""

import json
import sys
from typing import Any

from service.texts import isolated, one_line

CLEAR = "\r\033[K"
"""Removes the bar."""


def clean(text: object) -> str:
    """Return a text as a part of a line: what a terminal would obey is `�`, and other text keeps its direction."""
    return isolated(one_line(str(text)))


def say(*lines: str, error: bool = False) -> None:
    """Print lines, each cleaned: none of them becomes two."""
    show(*map(one_line, lines), error=error)


def show(*lines: str, error: bool = False) -> None:
    """Print lines whose foreign parts have been cleaned: those that are coloured."""
    print(*lines, sep="\n", file=sys.stderr if error else sys.stdout, flush=True)


def say_json(value: Any) -> None:
    """Print a value as JSON; characters that a terminal would obey are escaped, which changes nothing of the value."""
    text = json.dumps(value, indent=2, ensure_ascii=False, default=str)
    show(*("".join(map(_escaped, line, one_line(line))) for line in text.split("\n")))


def tell(text: str) -> None:
    """Tell something in a line of its own."""
    show(f"{CLEAR if is_terminal() else ''}bottega: {one_line(text)}", error=True)


def show_bar(text: str) -> None:
    """Show a bar in place of the one before; on a terminal only."""
    if is_terminal():
        print(CLEAR + one_line(text), end="", file=sys.stderr, flush=True)


def is_terminal() -> bool:
    """Whether somebody looks on."""
    return sys.stderr.isatty()


def _escaped(letter: str, cleaned: str) -> str:
    """Return a letter of JSON, escaped if it was cleaned away."""
    return letter if letter == cleaned else json.dumps(letter)[1:-1]
