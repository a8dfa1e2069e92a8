"""Test `bottega serve`: the whole service with one command, ended with one Ctrl-C."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from threading import Event

import pytest

from domain.registry import RULESETS
from service.runtime import signals
from service.runtime.liveness import USUAL
from service.runtime.redis_server import CONFIGURATION
from service.settings import Settings
from tests.guides.programs import program
from tests.processes import Process
from tests.workers.client import Client
from tests.workers.running import BOTTEGA, PROCESSES, ROOT, command_line, environ_for, free_port, gone, run, serving
from tests.workers.waiting import until
from workers.processes import supervisor, worker_group

RULESET = next(iter(RULESETS.values()))
COMMANDS = [("serve",), ("api",), ("worker", "thinking"), ("sweeper",)]
LEVEL = "random"


def create_ai_game(address):
    client = Client(address)
    seats = [{"kind": "ai", "level": LEVEL}] * RULESET.min_seats
    game_id = client.post("/v1/games", {"ruleset": RULESET.name, "options": {}, "seats": seats})["game_id"]
    client.close()
    return game_id


def result_of(address, game_id):
    client = Client(address)
    try:
        return client.get(f"/v1/games/{game_id}/result")
    finally:
        client.close()


def end_of(address, game_id):
    """Wait for the score sheet of a game of AI players."""
    client = Client(address)
    path = f"/v1/games/{game_id}"
    until(lambda: client.get(f"{path}/view")["status"] == "over", "the game ends")
    result = until(lambda: client.get(f"{path}/result"), "the game is scored")
    client.close()
    return result


def ends_quietly(served, number):
    """Check that a signal ends a service with all processes, without output."""
    processes = until(lambda: len(served.below()) == PROCESSES and served.below(), "all processes run")
    assert served.end(number) == 0
    gone(processes)
    assert served.errors.read_text() == ""


def test_a_signal_ends_all_of_it_quietly_and_a_second_start_finds_the_games_again(tmp_path):
    with serving(tmp_path) as served:
        game_id = create_ai_game(served.address)
        result = end_of(served.address, game_id)
        ends_quietly(served, signal.SIGINT)
    with serving(tmp_path) as served:
        assert result_of(served.address, game_id) == result
        ends_quietly(served, signal.SIGTERM)


def test_ctrl_c_ends_it_in_the_background_of_a_script_too(tmp_path):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell does, and what is started there inherits it
    try:
        with serving(tmp_path) as served:
            assert served.end(signal.SIGINT) == 0
    finally:
        signal.signal(signal.SIGINT, before)


class Last:
    """An object terminated where Python ignores every exception."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_signal_ends_it_even_where_its_exception_is_lost():
    before = [signal.getsignal(number) for number in signals.ENDING]
    try:
        output = supervisor.end_on_signals()
        Last()
        service = supervisor.RunningService(Settings(redis_url="", rq_url="", secrets=()), "", [], [], Event())
        service.watch(output, Event())
        worker_group.run_worker_group((), USUAL, lambda _kind: 0, output)
        assert output.is_set()
    finally:
        for number, handler in zip(signals.ENDING, before, strict=True):
            signal.signal(number, handler)


def test_a_process_that_must_end_while_it_is_being_forked_ends():
    program = [sys.executable, "-m", "tests.workers.early_signal"]
    assert subprocess.check_output(program, cwd=ROOT, text=True) == f"{-signal.SIGTERM}\n"


def test_the_printed_urls_respond_and_the_printed_curl_line_opens_a_game(service):
    assert service.get("/healthz")[0] == 200
    assert service.get("/docs")[0] == 200
    command = service.announcement.partition("Try it:")[2]
    response = subprocess.run(["bash", "-c", command], capture_output=True, check=True)
    assert json.loads(response.stdout)["tokens"][0]["seat"] == 0


def test_all_processes_end_with_a_killed_supervisor_and_a_game_in_mid_play_continues_after_it(tmp_path):
    with serving(tmp_path, BOTTEGA_LEASE_SECONDS="1") as served:
        game_id = create_ai_game(served.address)
        processes = served.below()
        served.end(signal.SIGKILL)
        gone(processes)
    with serving(tmp_path, BOTTEGA_LEASE_SECONDS="1") as served:
        assert end_of(served.address, game_id)["game_id"] == game_id


@pytest.mark.parametrize("part", ["scoring", "thinking", "webhooks", "sweeper"])
def test_a_part_that_dies_is_started_again(service, part):
    (process,) = until(lambda: service.named(part), f"the {part} runs")
    os.kill(process, signal.SIGKILL)
    until(lambda: service.named(part) not in ([], [process]), f"a new {part} runs")
    assert end_of(service.address, create_ai_game(service.address))
    assert re.search(rf"{part}.* ended with signal 9; starting it again", service.errors.read_text())


def test_a_port_in_use_is_reported_in_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ended = run("serve", environ=environ_for(tmp_path, BOTTEGA_PORT=str(port)))
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"bottega: cannot listen on 127.0.0.1 port {port} (BOTTEGA_HOST, BOTTEGA_PORT)")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_wrong_setting_is_reported_in_one_line(tmp_path, command):
    environ = environ_for(tmp_path, BOTTEGA_SPECTATORS="many", BOTTEGA_REDIS_URL="unix:///nowhere")
    ended = run(*command, environ=environ)
    assert ended.returncode == 1
    assert ended.stderr == "bottega: BOTTEGA_SPECTATORS is 'many', not a whole number from 0 to 100000\n"


def test_a_redis_that_does_not_respond_is_reported_in_one_line(tmp_path):
    ended = run("serve", environ=environ_for(tmp_path, BOTTEGA_REDIS_URL="unix:///nowhere"))
    assert ended.returncode == 1
    assert ended.stderr.startswith("bottega: BOTTEGA_REDIS_URL: ")
    assert ended.stderr.count("\n") == 1


def with_invalid_data_file(directory, **changes):
    """Write an invalid data file; return its path, and the environment of commands that find it."""
    modules = {name: (ROOT / "domain" / name).rglob("*.py") for name in RULESETS}
    with_data = next(
        name for name, paths in modules.items() if any("read_data_file" in path.read_text() for path in paths)
    )
    table = directory / f"{with_data}.json"
    table.write_text("{}")
    own = {"BOTTEGA_DATA_FILES": str(directory), "BOTTEGA_REDIS_URL": "unix:///nowhere"}
    return table, environ_for(directory / "data", **own, **changes)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_an_invalid_data_file_is_reported_in_one_line(tmp_path, command):
    game, environ = with_invalid_data_file(tmp_path)
    ended = run(*command, environ=environ)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"bottega: {game}: ")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_misspelled_setting_is_reported_once(tmp_path, command):
    _, environ = with_invalid_data_file(tmp_path, BOTTEGA_PLAYRES="closed")
    ended = run(*command, environ=environ)
    assert ended.stderr.count("WARNING BOTTEGA_PLAYRES is not a setting: use BOTTEGA_PLAYERS") == 1


@pytest.mark.parametrize("command", COMMANDS[1:], ids=" ".join)
def test_a_process_says_that_it_starts_and_what_it_waits_for(tmp_path, command):
    environ = environ_for(tmp_path / "data", BOTTEGA_REDIS_URL="redis://user:parole@127.0.0.1:1")
    with (
        (tmp_path / "errors").open("wb") as errors,
        Process([*BOTTEGA, *command], env=environ, stderr=errors) as process,
    ):
        text = until(lambda: (found := (tmp_path / "errors").read_text()).count("\n") > 1 and found, "two lines")
        process.terminate()
    first, second = text.splitlines()[:2]
    assert re.search(r" INFO bottega [^ ]+ \(.*\) starts .*, with Redis at redis://\*\*\*@127.0.0.1:1$", first)
    assert " WARNING waiting for Redis: Error 111 connecting to 127.0.0.1:1." in second


def test_a_reload_without_a_running_service_is_reported_in_one_line(tmp_path):
    (tmp_path / "bottega.pid").write_text(f"{os.getpid()}\n")  # as a killed service leaves it
    ended = run("reload", environ=environ_for(tmp_path))
    assert ended.returncode == 1
    assert ended.stderr == (
        f"bottega: no `bottega serve` runs with the data directory {tmp_path}; BOTTEGA_DATA names another\n"
    )


def test_the_demo_plays_a_whole_game_and_shows_its_score_sheet(service, tmp_path):
    output = run("demo", "--address", service.address, "--seats", "3", "--level", LEVEL, environ=environ_for(tmp_path))
    assert output.returncode == 0, output.stderr
    assert output.stdout.startswith(f"{RULESET.names.title.en}, 3 players of level {LEVEL}, game ")
    assert re.search(r"^  total( +-?\d+){3}$", output.stdout, re.MULTILINE)
    assert re.search(r"^  \w+( and \w+)* won after \d+\.\d seconds\.$", output.stdout, re.MULTILINE)


def test_the_demo_starts_its_own_service_if_none_runs(tmp_path):
    environ = environ_for(tmp_path, BOTTEGA_PORT=str(free_port()))
    output = run("demo", "--seats", "2", "--level", LEVEL, environ=environ)
    assert output.returncode == 0, output.stderr
    assert re.search(r"^  total( +-?\d+){2}$", output.stdout, re.MULTILINE)
    assert list(tmp_path.iterdir()) == []


def test_the_turn_in_the_readme_works(service, tmp_path):
    environ = {**os.environ, "API": f"{service.address}/v1"}
    output = subprocess.run(
        ["bash", "-euc", program(ROOT / "README.md", "bash")],
        env=environ,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert output.returncode == 0, output.stderr
    events = json.loads(output.stdout)["events"]
    done = json.loads((tmp_path / "actions.json").read_text())
    assert {"seat": 0, "decision": done["decision"]}.items() <= events[done["version"]].items()


def test_a_redis_that_is_named_is_used_and_none_is_started(tmp_path, environ):
    with serving(tmp_path, BOTTEGA_REDIS_URL=environ["BOTTEGA_REDIS_URL"]) as served:
        assert not [process for process in served.below() if str(CONFIGURATION) in command_line(process)]
        assert end_of(served.address, create_ai_game(served.address))
    assert not (tmp_path / "data" / "redis.log").exists()


def test_two_services_cannot_share_a_data_directory(service):
    directory = service.errors.parent / "data"
    ended = run("serve", environ=environ_for(directory))
    assert ended.returncode == 1
    assert ended.stderr == f"bottega: another process uses the data directory {directory}\n"


@pytest.mark.parametrize("sign", ["Starting gunicorn", "Booting worker"])
def test_ctrl_c_ends_a_web_server_without_output_at_any_moment(tmp_path, sign):
    environ = environ_for(tmp_path, BOTTEGA_REDIS_URL="unix:///nowhere", BOTTEGA_LOG_LEVEL="info")
    command = [*BOTTEGA, "api"]
    with Process(
        command,
        env=environ,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    ) as process:
        said = next(line for line in process.stderr if sign in line)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        said += process.stderr.read()
    assert process.returncode in (0, 130)
    assert "Traceback" not in said
    assert "SystemExit" not in said


def test_ctrl_c_ends_a_command_quietly_while_it_is_still_being_loaded(tmp_path):
    program = (
        "import os, signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'workers.command.cli':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "from workers.command.entry import main\n"
        "main()\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", program],
        env=environ_for(tmp_path),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=hear_interrupts,
    )
    assert (process.returncode, process.stdout, process.stderr) == (130, "", "")


def hear_interrupts():
    """Let a test process receive interrupts, even if the tests run in the background of a shell."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
