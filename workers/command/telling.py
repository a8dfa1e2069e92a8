"""What commands tell whoever runs them, on the standard error: lines, and below them a bar where that is a terminal."""

import sys

CLEAR = "\r\033[K"
"""Removes the bar."""


def tell(text: str) -> None:
    """Tell something in a line of its own."""
    print(f"{CLEAR if is_terminal() else ''}bottega: {text}", file=sys.stderr, flush=True)


def show_bar(text: str) -> None:
    """Show a bar in place of the one before; on a terminal only."""
    if is_terminal():
        print(CLEAR + text, end="", file=sys.stderr, flush=True)


def is_terminal() -> bool:
    """Whether somebody looks on."""
    return sys.stderr.isatty()
