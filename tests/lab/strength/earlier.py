"""Levels of an earlier commit as players: `hard@4b8e01c3`, `expert@v1.0.0:iterations=900`.

The code of the commit runs in a process of its own, in the plain build. It plays rulesets whose states and actions have
not changed since then.
"""

import os
import shutil
import subprocess
import sys
from base64 import b64decode, b64encode
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, Final, NamedTuple

import msgspec

from domain.ruleset import AnyRuleset

ROOT: Final = Path(__file__).parents[3]
COMMITS: Final = ROOT / ".arena" / "commits"
"""The folder with the code of earlier commits, which is not committed."""
CODE: Final = ("domain", "workers")
PROGRAM: Final = Path(__file__).with_name("earlier_process.py")


class UnknownCommit(Exception):
    """The repository has no such commit."""


class Decision(NamedTuple):
    """The action that a level of an earlier commit chose."""

    action: Any
    seconds: float
    """The CPU time in seconds."""


def full_name(commit: str) -> str:
    """Return the hash of a commit. Raises UnknownCommit."""
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    if found.returncode:
        raise UnknownCommit(commit)
    return found.stdout.decode().strip()


def decide(
    level: str, commit: str, iterations: int, ruleset: AnyRuleset, state: Any, seat: int, rng: Random
) -> Decision:
    """Return the decision of a level of a commit, given by its full hash. No iterations: those of the level."""
    request = {
        "ruleset": ruleset.name,
        "level": level,
        "iterations": iterations,
        "state": b64encode(msgspec.msgpack.encode(state)).decode(),
        "seat": seat,
        "dice": rng.getrandbits(64),
    }
    process = _process(commit)
    process.stdin.write(msgspec.json.encode(request) + b"\n")
    process.stdin.flush()
    response = msgspec.json.decode(process.stdout.readline())
    action = msgspec.msgpack.decode(b64decode(response["action"]), type=ruleset.action_type)
    return Decision(action, response["seconds"])


@cache
def _process(commit: str) -> Any:
    """Start the program with the code of a commit. It ends with this process, which closes its input."""
    environ = {**os.environ, "PYTHONPATH": str(code_of(commit))}
    command = [sys.executable, "-P", str(PROGRAM)]
    return subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def code_of(commit: str) -> Path:
    """Return the folder with the code of a commit. The first of several processes writes it."""
    folder = COMMITS / commit
    if not folder.exists():
        COMMITS.mkdir(parents=True, exist_ok=True)
        fresh = Path(mkdtemp(dir=COMMITS))
        archive = _git("archive", "--format=tar", commit, "--", *CODE, check=True).stdout
        subprocess.run(["tar", "-x", "-C", str(fresh)], input=archive, check=True)
        try:
            fresh.rename(folder)
        except OSError:
            shutil.rmtree(fresh)
    return folder


def _git(*arguments: str, check: bool = False) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=check, capture_output=True)
