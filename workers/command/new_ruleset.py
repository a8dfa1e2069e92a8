"""Create the package of a new ruleset from the template: `bottega new-ruleset DIR`."""

import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from domain.package import GROUP, NAME, PREFIX
from domain.ruleset import INTERFACE

TEMPLATE: Final = Path(__file__).parents[1] / "promises" / "template"
TEMPLATE_PACKAGE: Final = "workers.promises.template"
IN_TESTS: Final = ("test_rules.py",)
"""The modules of the template's `checks` that a package has in its folder `tests`."""
IN_PACKAGE: Final = ("scenes.py",)
"""The modules of the template's `checks` that a package has beside its rules."""

PROJECT: Final = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "bottega-{dashed}"
version = "0.1.0"
description = "{title}, a game for Bottega"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["bottega"]

[project.optional-dependencies]
check = ["bottega[check]"]

[project.entry-points."{group}"]
{name} = "{package}"

[tool.setuptools]
packages = ["{package}"]
package-data = {{ "*" = ["*.json", "*.md", "board.js", "icons/*/*.svg"] }}

[tool.pytest.ini_options]
testpaths = ["tests"]
"""
README: Final = """\
# {title}

A game for [Bottega](https://pypi.org/project/bottega/). The rules are in [`RULES.md`]({package}/RULES.md).

```
pip install bottega-{dashed}
bottega serve                      # hosts the game
bottega demo --ruleset {name}      # shows a game of AI players
```

For developers:

```
pip install --editable '.[check]'
bottega check-ruleset {name} tests   # the promises of every ruleset, and the tests of this game
bottega scenarios {name}             # writes scenarios.json again after a change of the rules
```
"""
STATED: Final = f'INTERFACE = {INTERFACE}\n"""The version of the interface of rulesets that this package has."""\n'

NEXT: Final = """\
{directory} contains a complete game, Nim under the name {name}:

  {package}/   the rules: begin with RULES.md, then game.py, names.json and sentences.json
  tests/       its tests

  cd {directory}
  pip install --editable '.[check]'
  bottega check-ruleset {name} tests
  bottega demo --ruleset {name}

The guide "Publish a game as a package" explains each step: /docs/guides/packages of a running service."""


class Rejected(Exception):
    """A name or a directory in which no ruleset can be created; the message states the reason."""


def create(directory: Path, name: str) -> str:
    """Create the package of a ruleset in a new or empty directory, and return what to do next; raises Rejected."""
    check_name(name)
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise Rejected(f"{directory} exists already, and is not an empty directory.")
    facts = write_project(directory, name)
    package = facts["package"]
    for source, place in _copies(package):
        text = renamed(source.read_text(encoding="utf-8"), package, package)
        write(directory / place, adapted(source.name, text, facts["title"]))
    return NEXT.format(directory=directory, **facts)


def write_project(directory: Path, name: str) -> dict[str, str]:
    """Write the description of a package, and return the names in it."""
    title = name.replace("_", " ").capitalize()
    facts = {"name": name, "package": f"{PREFIX}{name}", "title": title, "dashed": name.replace("_", "-")}
    write(directory / "pyproject.toml", PROJECT.format(group=GROUP, **facts))
    write(directory / "README.md", README.format(**facts))
    return facts


def check_name(name: str) -> None:
    """Raise Rejected for a name that no ruleset can have."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise Rejected(f"{name!r} is no name for a game: take lower-case letters and digits, with `_` between words.")


def renamed(text: str, package: str, checks: str) -> str:
    """Replace the packages of the template and of its checks by others."""
    return text.replace(f"{TEMPLATE_PACKAGE}.checks", checks).replace(TEMPLATE_PACKAGE, package)


def write(path: Path, text: str) -> None:
    """Write a text file, with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def template_files() -> Iterator[Path]:
    """Return the paths of the template's files below its folder."""
    found = (path for path in sorted(TEMPLATE.rglob("*")) if path.is_file() and path.suffix != ".pyc")
    yield from (path.relative_to(TEMPLATE) for path in found)


def _copies(package: str) -> Iterator[tuple[Path, Path]]:
    """Return each file of the template that a package contains, with its place."""
    for path in template_files():
        if path.parts[0] != "checks":
            yield TEMPLATE / path, Path(package) / path
        elif path.name in IN_TESTS:
            yield TEMPLATE / path, Path("tests") / path.name
        elif path.name in IN_PACKAGE:
            yield TEMPLATE / path, Path(package) / path.name


def adapted(file: str, text: str, title: str) -> str:
    """Add the version of the interface to the module of the ruleset, and the title of the game to its names."""
    if file == "__init__.py":
        return text.replace("\nRULESET", f"\n{STATED}\nRULESET", 1)
    if file == "names.json":
        return re.sub(r'"title": ".*?"', f'"title": "{title}"', text, count=1)
    return text
