"""Misspell names at random places of the sources, and list those that the type check does not notice.

    python -m tests.tools.misspelled [--places 20] [--seed 1] [PATH ...]

A place is in a function, and reads an attribute or passes an argument by name. A line has one misspelled name at most.
mypy checks all of them at once, in a copy of the sources. The exit status is 1 if a misspelled name passes.
"""

import argparse
import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SOURCES = ("domain", "service", "workers")


class Place(NamedTuple):
    """A name in a source file, whose path is relative to the project."""

    path: Path
    line: int
    end: int
    """Where the name ends in its line, in bytes."""
    name: str


def places(path: Path) -> Iterator[Place]:
    """Yield the places of a source file. Places in nested functions come more than once."""
    source = ast.walk(ast.parse((ROOT / path).read_bytes()))
    lines = (line for function in source if isinstance(function, ast.FunctionDef) for line in function.body)
    for node in (node for line in lines for node in ast.walk(line)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield Place(path, node.end_lineno or 0, node.end_col_offset or 0, node.attr)
        elif isinstance(node, ast.keyword) and node.arg:
            yield Place(path, node.lineno, node.col_offset + len(node.arg.encode()), node.arg)


def chosen_places(paths: Sequence[Path], rng: Random, most: int) -> list[Place]:
    """Choose up to `most` places on different lines."""
    by_line = defaultdict(list)
    for path in paths:
        for place in places(path):
            by_line[path, place.line].append(place)
    return [rng.choice(by_line[line]) for line in rng.sample(sorted(by_line), min(most, len(by_line)))]


def unnoticed(misspelled: Sequence[Place], cache: Path) -> list[Place]:
    """Return the places that pass the type check if all are misspelled; `cache` is a directory for mypy."""
    with TemporaryDirectory() as directory:
        for each in SOURCES:
            copytree(ROOT / each, Path(directory, each), ignore=ignore_patterns("__pycache__"))
        for number, place in enumerate(misspelled):
            _misspell(Path(directory, place.path), place, number)
        config = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(cache)]
        files = sorted({str(place.path) for place in misspelled})
        command = [sys.executable, "-m", "mypy", *config, *files]
        out = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False).stdout
    return [place for number, place in enumerate(misspelled) if _wrong(place, number) not in out]


def _misspell(file: Path, place: Place, number: int) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    line = lines[place.line - 1]
    start = place.end - len(place.name.encode())
    lines[place.line - 1] = line[:start] + _wrong(place, number).encode() + line[place.end :]
    file.write_bytes(b"".join(lines))


def _wrong(place: Place, number: int) -> str:
    return f"{place.name}_misspelled_{number}"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[Path("service")])
    parser.add_argument("--places", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    files = [file for path in given.paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    misspelled = chosen_places(files, Random(given.seed), given.places)
    missed = unnoticed(misspelled, ROOT / ".mypy_cache")
    for place in missed:
        print(f"{place.path}:{place.line}: {place.name} can be misspelled")
    print(f"{len(misspelled) - len(missed)} of {len(misspelled)} misspelled names fail the type check.")
    return bool(missed)


if __name__ == "__main__":
    raise SystemExit(main())
