"""Find words in identifiers, names of files and names of tests for which the vocabulary has another word.

The words are those in backticks in the column "not" of the vocabulary in CONTRIBUTING.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from tests.tools.style.reading import ROOT, files

HEADING = "| concept | word | not |"
WORD = re.compile(r"`([a-z]+)`( for games| for persons| for players| for data)?")
PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
PLACES: Mapping[str, tuple[str, ...]] = {
    " for games": (
        "domain/",
        "service/resources/",
        "event_columns",
        "promises",
        "tournament",
        "openapi/",
        "tests/",
        "service/archive/",
        "service/docs/",
    ),
    " for players": ("leonardo",),
    " for data": ("azul", "undo", "openapi/clients/"),
    " for persons": ("service/", "workers/", "deploy/", "openapi/", "tests/streams/", "tests/lab/load/"),
}
"""Parts of paths where a word with this remark has its usual meaning: the word is not searched there."""


@cache
def vocabulary() -> Mapping[str, tuple[str, str]]:
    """Return the word to use, and the remark about the old word, by the old word."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = (
        line.split("|")[2:4] for line in text.partition(HEADING)[2].partition("\n\n")[0].splitlines() if "`" in line
    )
    return {old: (new.strip(), remark) for new, column in rows for old, remark in WORD.findall(column)}


def parts(name: str) -> list[str]:
    """Split a name at `_` and at capitals: `_as_host2` and `AsHost2` are `as`, `host` and `2`.

    >>> parts("BottegaHTTPClient_1")
    ['bottega', 'http', 'client', '1']
    """
    return [part.lower() for part in PARTS.findall(name)]


def unusual(path: str, source: str) -> Iterator[tuple[int, str, str]]:
    """List the names that a module defines with a word that is not used: the line, the name, and the word to use."""
    for line, name in sorted({(1, PurePosixPath(path).stem), *defined(ast.parse(source))}):
        for part in parts(name):
            new, remark = vocabulary().get(part, ("", ""))
            if new and not any(place in path for place in PLACES.get(remark, ())):
                yield line, name, new


def defined(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """List the names that a module defines, with their lines: not those that it uses of other modules."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.alias(asname=str() as name):
                yield node.lineno, name


def modules(paths: list[Path]) -> Iterator[Path]:
    """List the modules in files and folders; the root stands for the folders of the project."""
    for path in paths:
        yield from sorted(each for each in files(path) if each.suffix == ".py")
