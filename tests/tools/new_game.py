"""Create the files of a new game: `make new-game NAME=nim` copies the template to `domain/nim/` and `tests/nim/`.

The copy has the new name in place of the template's, and can be played at once. Its generated files are written too:
scenarios, frozen wire types, and the contract.
"""

import argparse
import keyword
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "workers" / "promises" / "template"
GENERATORS = (
    ("workers.promises.scenarios", "{name}"),
    ("tests.rulesets.freeze", "{name}"),
    ("tests.tools.examples",),
    ("workers.command.cli", "openapi"),
)
"""Modules that write generated files, with their arguments."""

NEXT = """
{name} is complete, and can be played at once:

  domain/{name}/   the rules: begin with RULES.md, then wire.py, rules.py, heuristics.py and names.json
  tests/{name}/    its tests: test_rules.py cites the rules paragraph by paragraph, scenes.py names what is worth seeing

  make run                          host it: http://127.0.0.1:8000/docs knows its types
  make demo RULESET={name:<14}  watch AI players at it
  .venv/bin/pytest -k {name:<12}  all that every ruleset must promise, and its own tests
  make regenerate NAME={name:<11}  after a change: write its scenarios, frozen types and the contract again

domain/README.md explains how to write a game.
"""


class Rejected(Exception):
    """An invalid name for a new game; the message states the reason."""


def lay_out(name: str, root: Path = ROOT) -> None:
    """Copy the template for a game of this name into a repository; raises Rejected."""
    _check(name, root)
    for source, target in _copies(name, root):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8")


def renamed(text: str, name: str) -> str:
    """Replace the template's name with the new name: as a package, and as a word of its own."""
    text = text.replace("workers.promises.template.checks", f"tests.{name}")
    text = text.replace("workers.promises.template", f"domain.{name}")
    text = text.replace("from workers.promises import template", f"from domain import {name}")
    return re.sub(r"\btemplate\b", name, text)


def tidy(name: str, root: Path = ROOT) -> None:
    """Sort the imports, whose order changes with the name, and format; raises subprocess.CalledProcessError."""
    ruff = Path(sys.executable).with_name("ruff")
    folders = [f"domain/{name}", f"tests/{name}"]
    subprocess.run([ruff, "check", "--quiet", "--select", "I", "--fix", *folders], cwd=root, check=True)
    subprocess.run([ruff, "format", "--quiet", *folders], cwd=root, check=True)


def write_generated(name: str, root: Path = ROOT) -> None:
    """Write the generated files of a game; raises subprocess.CalledProcessError."""
    for module, *arguments in GENERATORS:
        command = [sys.executable, "-m", module, *(each.format(name=name) for each in arguments)]
        subprocess.run(command, cwd=root, check=True)


def _check(name: str, root: Path) -> None:
    if not re.fullmatch("[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise Rejected(f"{name!r} is no name for a game: take lower-case letters and digits, with `_` between words.")
    taken = (root / "domain" / name, root / "domain" / f"{name}.py", root / "tests" / name)
    for path in (path for path in taken if path.exists()):
        raise Rejected(f"{path.relative_to(root)} exists already.")


def _copies(name: str, root: Path) -> Iterator[tuple[Path, Path]]:
    """List each file of the template with the path of its copy."""
    for source in sorted(path for path in TEMPLATE.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        inside = source.relative_to(TEMPLATE)
        checks = inside.parts[0] == "checks"
        folder, part = ("tests", Path(*inside.parts[1:])) if checks else ("domain", inside)
        yield source, root / folder / name / part


def main() -> int:
    """Create a game and its generated files, or only the latter."""
    parser = argparse.ArgumentParser(prog="make new-game")
    parser.add_argument("name")
    parser.add_argument("--regenerate", action="store_true", help="write the generated files of an existing game")
    wanted = parser.parse_args()
    try:
        if not wanted.regenerate:
            lay_out(wanted.name)
            tidy(wanted.name)
        write_generated(wanted.name)
    except Rejected as rejection:
        print(f"make new-game: {rejection}", file=sys.stderr)
        return 1
    print(NEXT.format(name=wanted.name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
