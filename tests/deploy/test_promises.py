"""Test that every promise to operators names a test that exists, and that the commands of the page run it."""

import os
import re
import shlex
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROMISES = (ROOT / "deploy" / "PROMISES.md").read_text(encoding="utf-8")
ROWS = [line for line in PROMISES.splitlines() if line.startswith("| ") and not line.startswith("| promise")]


def test_each_promise_has_its_test():
    for row in ROWS:
        path, _, name = row.rsplit("`", 2)[1].partition("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert f"def {name}(" in text if name else "def test_" in text, row
    assert len(ROWS) > 20


def test_the_commands_of_the_page_run_the_test_of_each_promise():
    (sentence,) = re.findall(r"^.* run all of these tests\.$", PROMISES, re.MULTILINE)
    assert re.findall("`make (.*?)`", sentence) == ["test", "processes", "storms"]
    runs = [*started_by("rules", "hosting"), *started_by("processes", "storms")]  # the first two are `make test`
    for row in ROWS:
        file = row.rsplit("`", 2)[1].partition("::")[0]
        assert any(within(file, paths) and not within(file, ignored) for paths, ignored in runs), row


def started_by(*targets):
    """List the runs of pytest of these targets: the paths that each runs, and those that it ignores."""
    command = ["make", "--dry-run", "--assume-old=.venv/installed", *targets]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    printed = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True).stdout
    for line in printed.splitlines():
        if "bin/pytest" in line:
            words = shlex.split(line)
            ignored = [word.partition("=")[2] for word in words if word.startswith("--ignore=")]
            yield [word for word in words if (ROOT / word).exists() and word.startswith(("tests", "workers"))], ignored


def within(file, folders):
    return any(Path(file).is_relative_to(folder) for folder in folders)


def test_each_setting_that_a_promise_names_is_one():
    settings = (ROOT / "service" / "settings.py").read_text(encoding="utf-8")
    for name in set(re.findall(r"BOTTEGA_[A-Z_]+", PROMISES)):
        assert f'"{name}"' in settings
