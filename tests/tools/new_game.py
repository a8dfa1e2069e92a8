"""Create the files of a new game: `make new-game NAME=nim` copies the template to `domain/nim/` and `tests/nim/`.

The copy has the new name in place of the template's, and can be played at once. Its generated files are written too,
and its tests run. No other file changes.
"""

import re
import subprocess
import sys
from pathlib import Path

from workers.command.new_ruleset import TEMPLATE, Rejected, check_name, renamed, template_files, write

ROOT = Path(__file__).parents[2]

NEXT = """
{name} is complete, and can be played at once:

  domain/{name}/   the rules: begin with RULES.md, then game.py, names.json and sentences.json
  tests/{name}/    its tests: test_rules.py cites the rules paragraph by paragraph, scenes.py names what is worth seeing

  make run                           host it: http://127.0.0.1:8000/docs knows its types
  make demo RULESET={name:<16} watch AI players at it
  make regenerate NAME={name:<13} after a change: write its scenarios and frozen types
  .venv/bin/pytest -k {name:<14} its own tests, and those of every ruleset

domain/README.md explains how to write a game.
"""


def lay_out(name: str, root: Path = ROOT) -> None:
    """Copy the template for a game of this name into a repository; raises Rejected."""
    _check(name, root)
    for path in template_files():
        write(root / _place(path, name), _renamed((TEMPLATE / path).read_text(encoding="utf-8"), name))


def _renamed(text: str, name: str) -> str:
    """Replace the template's name with the new name: as a title, as a package, and as a word of its own."""
    title = name.replace("_", " ").capitalize()
    text = re.sub(r"\bNim\b", title, text)
    return re.sub(r"\btemplate\b", name, renamed(text, f"domain.{name}", f"tests.{name}"))


def tidy(name: str, root: Path = ROOT) -> None:
    """Sort the imports, whose order changes with the name, and format; raises subprocess.CalledProcessError."""
    ruff = Path(sys.executable).with_name("ruff")
    folders = [f"domain/{name}", f"tests/{name}"]
    subprocess.run([ruff, "check", "--quiet", "--select", "I", "--fix", *folders], cwd=root, check=True)
    subprocess.run([ruff, "format", "--quiet", *folders], cwd=root, check=True)


def write_generated(name: str, root: Path = ROOT) -> None:
    """Write the generated files of a game; raises subprocess.CalledProcessError."""
    subprocess.run([sys.executable, "-m", "tests.tools.regenerate", name], cwd=root, check=True)


def check(name: str, root: Path = ROOT) -> None:
    """Run the tests of a game and those of every ruleset; raises subprocess.CalledProcessError."""
    tests = ("-k", name, f"tests/{name}", "workers/promises", "tests/rulesets")
    subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], cwd=root, check=True)


def _check(name: str, root: Path) -> None:
    check_name(name)
    taken = (root / "domain" / name, root / "domain" / f"{name}.py", root / "tests" / name)
    for path in (path for path in taken if path.exists()):
        raise Rejected(f"{path.relative_to(root)} exists already.")


def _place(path: Path, name: str) -> Path:
    """Return the place of the copy of a file of the template."""
    return Path("tests", name, *path.parts[1:]) if path.parts[0] == "checks" else Path("domain", name, path)


def main(name: str) -> int:
    """Create a game, and run its tests."""
    try:
        lay_out(name)
    except Rejected as rejection:
        print(f"make new-game: {rejection}", file=sys.stderr)
        return 1
    tidy(name)
    write_generated(name)
    check(name)
    print(NEXT.format(name=name))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
