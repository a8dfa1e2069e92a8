"""What the contract says of itself at its beginning: `introduction.md`, and the list of all problems."""

import inspect
from pathlib import Path

from service.problems import ProblemError

TEXT = Path(__file__).with_suffix(".md")


def text() -> str:
    """Write the introduction."""
    return TEXT.read_text(encoding="utf-8") + _catalogue()


def _catalogue() -> str:
    """List the service's own problems by status."""
    rows = sorted(
        (each.status, each.code, inspect.cleandoc(each.__doc__ or "")) for each in ProblemError.__subclasses__()
    )
    lines = [f"| {status} | `{code}` | {meaning} |" for status, code, meaning in rows]
    return "\n".join(["| Status | Code | Meaning |", "|---|---|---|", *lines]) + "\n"
