"""Print output on standard output, and messages for the operator on standard error, with a progress bar.

No other module of the commands prints. Output may contain untrusted text: names, reasons, responses, parts of a file.
`clean` removes what moves the cursor, breaks a line, changes a colour or reverses text.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from service.texts import isolated, one_line

CLEAR = "\r\033[K"
"""Removes the progress bar."""
OUTPUT_CLOSED = 141
"""The exit code after the reader of the output has left, as in `bottega verify *.json | head`; as in shells."""


def clean(text: object) -> str:
    """Return a text that is safe within a line: control characters become `�`, right-to-left text is isolated."""
    return isolated(one_line(str(text)))


def say(*lines: str, error: bool = False) -> None:
    """Print lines after cleaning: each stays one line."""
    show(*map(one_line, lines), error=error)


def show(*lines: str, error: bool = False) -> None:
    """Print lines with colours; their untrusted parts must be clean."""
    _write("\n".join(lines) + "\n", sys.stderr if error else sys.stdout)


def say_json(value: Any) -> None:
    """Print a value as JSON; control characters are escaped, which does not change the value."""
    text = json.dumps(value, indent=2, ensure_ascii=False, default=str)
    show(*("".join(map(_escaped, line, one_line(line))) for line in text.split("\n")))


def print_status(text: str) -> None:
    """Print a message to standard error, on its own line."""
    show(f"{CLEAR if is_terminal() else ''}bottega: {one_line(text)}", error=True)


def show_bar(text: str) -> None:
    """Replace the progress bar; on a terminal only."""
    if is_terminal():
        _write(CLEAR + one_line(text), sys.stderr)


def is_terminal() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr.isatty()


def flush() -> None:
    """Write what other modules have printed, such as a help text; ends the command if nothing reads or stores it."""
    _write("", sys.stdout)


def write_file(content: bytes) -> None:
    """Write a file to standard output, byte for byte."""
    with _quiet(sys.stdout):
        sys.stdout.buffer.write(content)
        sys.stdout.flush()


def _write(text: str, stream: TextIO) -> None:
    with _quiet(stream):
        print(text, end="", file=stream, flush=True)


@contextmanager
def _quiet(stream: TextIO) -> Iterator[None]:
    """End the command if a stream takes no more: silently if its reader has left, else with the reason."""
    try:
        yield
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # the interpreter flushes once more at its end
        has_left = isinstance(error, BrokenPipeError)
        raise SystemExit(OUTPUT_CLOSED if has_left else f"bottega: the output: {error.strerror}") from None


def _escaped(character: str, cleaned: str) -> str:
    """Return a character of JSON, escaped if cleaning would change it."""
    return character if character == cleaned else json.dumps(character)[1:-1]
