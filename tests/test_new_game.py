"""Test that a new game changes no other file, and can be played at once: `make new-game`."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.new_game import ROOT, lay_out, tidy, write_generated
from workers.command.new_ruleset import Rejected

HELD_TO = ("tests/nim", "workers/promises/test_contract.py", "tests/rulesets/test_frozen.py")
"""The tests that a new game must pass: its own, those of every ruleset, and its frozen types; also `_of_service`."""
EACH_RULESET = re.compile(r"\b(HOSTED|NAMES|PUBLISHED|RULESETS)\b")
"""Lists of rulesets. Only a module that names one has tests of a new ruleset, and loading all others takes longer."""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Copy all files of the template, and the code that runs and tests a game."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    for name in listed.stdout.decode().splitlines():
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    return tmp_path


def test_a_new_game_plays_and_passes_every_test_without_an_edit(repository: Path) -> None:
    before = _others(repository)
    lay_out("nim", repository)
    tidy("nim", repository)
    write_generated("nim", repository)
    assert _others(repository) == before
    ruff = Path(sys.executable).with_name("ruff")
    subprocess.run([ruff, "check", "--quiet", "domain", "tests"], cwd=repository, check=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", "nim", *HELD_TO]
    command += _of_service(repository)
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "PYTEST_"))}
    done = subprocess.run(command, cwd=repository, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]


def _of_service(repository: Path) -> list[str]:
    """Return the test modules of the service that can have tests of each ruleset."""
    modules = sorted((repository / "tests" / "service").rglob("test_*.py"))
    found = [str(path) for path in modules if EACH_RULESET.search(path.read_text(encoding="utf-8"))]
    assert 0 < len(found) < len(modules)
    return found


def _others(repository: Path) -> dict[str, bytes]:
    """Return all files that do not belong to the new game."""
    own = {"nim", "nim-1.json", "__pycache__", ".ruff_cache"}
    files = [path for path in repository.rglob("*") if path.is_file() and not own & set(path.parts)]
    return {str(path): path.read_bytes() for path in files}


def test_a_new_game_has_its_name_as_title(tmp_path: Path) -> None:
    lay_out("four_up", tmp_path)
    names = json.loads((tmp_path / "domain" / "four_up" / "names.json").read_text(encoding="utf-8"))
    assert names["title"] == "Four up"
    assert (tmp_path / "domain" / "four_up" / "RULES.md").read_text(encoding="utf-8").startswith("# Four up: the rules")


@pytest.mark.parametrize("name", ["", "Nim", "2048", "nim-2", "class", "nim_"])
def test_an_impossible_folder_name_is_rejected_in_a_line(name: str, tmp_path: Path) -> None:
    with pytest.raises(Rejected, match=r"^'.*' is no name for a game: .*\.$"):
        lay_out(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_name_is_rejected_and_no_file_is_overwritten(tmp_path: Path) -> None:
    lay_out("nim", tmp_path)
    rules = tmp_path / "domain" / "nim" / "RULES.md"
    rules.write_text("our own")
    with pytest.raises(Rejected, match=r"^domain/nim exists already\.$"):
        lay_out("nim", tmp_path)
    assert rules.read_text() == "our own"
