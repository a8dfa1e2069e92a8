"""Test `bottega tournament` as a real process: it may be killed at any time, and started again."""

import json
import os
import signal
import subprocess
import sys

import pytest

from service.settings import data_directory
from tests.workers.bot_games import results_in
from tests.workers.running import BOTTEGA, END_SECONDS, ROOT
from workers.command import keys, tournament
from workers.command.connection import connect
from workers.command.tournament_file import BadFile

LONGEST_SECONDS = 120
PROGRAM = [sys.executable, str(ROOT / "tests" / "bots" / "simple.py")]
PLAN = """
[tournament]
name = "Small"
ruleset = "riddle"
"""
STAGE = """
[[stages]]
format = "swiss"
table_size = 3
rounds = 2
"""
ENTRANTS = f"""
[clock]
kind = "per_decision"
seconds = 60

[[entrants]]
name = "Ada"
command = {json.dumps(PROGRAM)}

[[entrants]]
name = "Bo"
level = "random"

[[entrants]]
level = "greedy"
"""


@pytest.fixture(scope="module")
def key(service):
    """Return the key of an organiser."""
    environ = {"BOTTEGA_DATA": str(service.errors.parent / "data")}
    assert data_directory(environ).exists()
    return keys.create(environ, None, "Organiser", ("play", "create", "organise"), None)["key"]


@pytest.fixture
def stated(tmp_path):
    """Return a function that writes a tournament file."""

    def write(text):
        path = tmp_path / "small.toml"
        path.write_text(text)
        return path

    return write


def heed_interruptions():
    """Accept SIGINT as in a terminal: it is ignored in tests that run in the background of a script."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def start(service, key, path, *options):
    return subprocess.Popen(
        [*BOTTEGA, "tournament", str(path), "--service", service.address, *options],
        env={**os.environ, "BOTTEGA_KEY": key},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interruptions,  # noqa: PLW1509  # takes no lock
    )


def organise(service, key, path):
    """Run the tournament of a file in this process."""
    with connect(service.address, key) as client:
        tournament.run(client, key, path, None)


def stopped(process, line, number):
    """Send a signal to a command after its first line; return its exit code and further output."""
    with process:
        try:
            assert any(each.startswith(line) for each in process.stderr)
            process.send_signal(number)
            output = process.communicate(timeout=END_SECONDS)[1]
        finally:
            process.kill()
    return process.returncode, output


def run_to_its_end(process):
    """Return the exit code, the standings and the lines of a command."""
    try:
        out, err = process.communicate(timeout=LONGEST_SECONDS)
    finally:
        process.kill()
    return process.returncode, out, err


def test_a_tournament_is_run_once_to_its_end_wherever_it_is_started_again(service, key, stated, tmp_path):
    path, record = stated(PLAN.replace("Small", "Once") + STAGE + ENTRANTS), tmp_path / "record.json"
    stopped(start(service, key, path), "bottega: round 1: ", signal.SIGKILL)
    state = tournament.state_of(path)
    started = json.loads(state.read_text())["tournament"]
    state.unlink()  # as on another machine
    code, out, err = run_to_its_end(start(service, key, path, "--record", str(record)))
    assert (code, json.loads(state.read_text())["tournament"]) == (0, started)
    assert [line.split()[0] for line in out.splitlines()[1:]] == ["1.", "2.", "3."]
    assert sorted(line.split()[1] for line in out.splitlines()[1:]) == ["Ada", "Bo", "greedy"]
    assert "bottega: round 2: 1 table\n" in err
    assert record.read_bytes() == service.get(f"/v1/tournaments/{started}/record")[1]
    assert run_to_its_end(start(service, key, path))[:2] == (0, out)
    listed = json.loads(service.get("/v1/tournaments")[1])["tournaments"]
    once = [(each["tournament"], each["status"], each["rounds"]) for each in listed if each["name"] == "Once"]
    assert once == [(started, "over", 2)]


def test_a_program_that_does_not_play_is_reported_and_its_time_runs_out(service, key, stated):
    absent = '[absence]\non_timeout = "level"\nlevel = "random"\n'
    entrants = ENTRANTS.replace(json.dumps(PROGRAM), '"/nowhere/bot"').replace("seconds = 60", "seconds = 1")
    code, _, err = run_to_its_end(
        start(service, key, stated(PLAN + STAGE.replace("rounds = 2", "rounds = 1") + absent + entrants))
    )
    assert code == 0
    assert "bottega: Ada: /nowhere/bot cannot be started: No such file or directory; restarting it in 0.5 s" in err


def test_a_program_that_ends_too_early_is_restarted_and_gets_the_request_again(service, key, stated, tmp_path):
    dies_once = (
        "import json, os, sys\n"
        f"path = {str(tmp_path / 'died')!r}\n"
        "line = sys.stdin.readline()\n"
        "if line and not os.path.exists(path):\n"
        "    open(path, 'w').close()\n"
        "    sys.exit(3)\n"
        "while line:\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'action': 0}), flush=True)\n"
        "    line = sys.stdin.readline()\n"
    )
    entrants = ENTRANTS.replace(json.dumps(PROGRAM), json.dumps([sys.executable, "-c", dies_once]))
    code, out, err = run_to_its_end(start(service, key, stated(PLAN + STAGE + entrants)))
    assert code == 0
    assert "the program ended before its games ended (exit code 3); restarting it in 0.5 s" in err
    assert sorted(line.split()[1] for line in out.splitlines()[1:]) == ["Ada", "Bo", "greedy"]


def test_a_program_that_always_fails_loses_its_games_only(service, key, stated, tmp_path):
    fails = [sys.executable, "-c", "import sys; sys.stdin.readline(); sys.exit('out of ideas')"]
    entrants = ENTRANTS.replace(json.dumps(PROGRAM), json.dumps(fails))
    entrants = entrants.replace('level = "random"', f"command = {json.dumps(PROGRAM)}")
    code, out, err = run_to_its_end(
        start(service, key, stated(PLAN + STAGE + entrants), "--log", str(tmp_path / "log"))
    )
    assert (code, out.splitlines()[-1].split()[1]) == (0, "Ada")
    assert err.count("the program failed twice at this decision; resigning this game\n") == 2
    results = {name: results_in(tmp_path / "log" / name) for name in ("Ada", "Bo")}
    assert [(each["place"], each["outcome"], each["reason"]) for each in results["Ada"]] == [
        (3, "lost", "resigned")
    ] * 2
    assert [{one["name"] for one in each["opponents"]} for each in results["Bo"]] == [{"Ada", "greedy"}] * 2
    assert all("reason" not in each for each in results["Bo"])
    assert (tmp_path / "log" / "Ada" / "program.log").read_text().count("out of ideas\n") == 4


@pytest.mark.parametrize(
    ("text", "output"),
    [
        (PLAN + STAGE.replace("rounds", "round"), "stages[0].round: Unknown field."),
        (
            PLAN + STAGE + "[[entrants]]\nlevel = 'godlike'",
            "entrants[0].level: Send one of the AI levels in `levels`. There is no level godlike.",
        ),
        (
            PLAN + STAGE + "[[entrants]]\nkey = 'bk_nobody'",
            "entrants[0].key: Send a valid key. This key is unknown, has been revoked, or has expired.",
        ),
        (
            PLAN + STAGE + "[clock]\nkind = 'per_decision'\nseconds = 0",
            "clock.seconds: Expected `int` >= 1",
        ),
    ],
)
def test_rejections_of_the_service_are_reported_with_their_place_in_the_file(service, key, stated, text, output):
    path = stated(text)
    with pytest.raises(BadFile) as bad:
        organise(service, key, path)
    assert str(bad.value) == f"{path}: {output}"
    assert not tournament.state_of(path).exists()


def test_a_tournament_that_waits_for_players_continues_after_ctrl_c(service, key, stated):
    path = stated(PLAN + 'registration = "code"\n' + STAGE)
    output = "bottega: the tournament continues; run this command again to follow it and to restart its programs\n"
    assert stopped(start(service, key, path), "bottega: it starts with POST ", signal.SIGINT) == (130, output)


def test_a_changed_file_starts_no_other_tournament(service, key, stated):
    state = tournament.state_of(stated(PLAN))
    state.write_text(
        json.dumps({"file": "of another digest", "service": service.address, "tournament": "", "keys": {}})
    )
    with pytest.raises(tournament.NotStarted, match=r"small\.toml has changed since its tournament was created"):
        organise(service, key, stated(PLAN))


def test_a_caller_without_the_right_to_organise_gets_advice(service, stated):
    environ = {"BOTTEGA_DATA": str(service.errors.parent / "data")}
    player = keys.create(environ, None, "Player", ("play",), None)["key"]
    with pytest.raises(tournament.NotStarted, match="`bottega keys create --scopes play,create,organise`"):
        organise(service, player, stated(PLAN + STAGE))
