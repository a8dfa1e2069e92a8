"""Test `bottega bot` with programs that fail: they are restarted, and lose the games at whose decisions they fail."""

import json
import signal
import subprocess

import pytest

from tests.processes import Process
from tests.workers.bot_games import (
    PYTHON,
    check_log,
    command,
    create,
    heed_interruptions,
    log,
    results_in,
    run,
    script,
    started,
    view,
)
from tests.workers.running import END_SECONDS, gone
from tests.workers.waiting import children, until
from workers.command.bot import Bot
from workers.command.bot_limits import pause_after
from workers.command.bot_messages import Closed

FAILS = """
import json, os, signal, sys, time
def plays(request):
    print(json.dumps({{"id": request["id"], "action": 0}}), flush=True)
def is_first(name):
    try:
        open(name, "x").close()
    except FileExistsError:
        return False
    return True
for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    {}
    plays(request)
"""
RESTARTED = "bottega: the program ended before its games ended{}; restarting it in 0.5 s\n"


@pytest.fixture
def failing(tmp_path):
    """Return a function that writes a program, which runs a line of Python before each action."""

    def write(line):
        return script(f"import os; os.chdir({str(tmp_path)!r})\n" + FAILS.format(line))

    return write


def lost_at(game):
    """Return the line of a program that reaches the third decision of a game."""
    return f"if request['game_id'] == {game['game_id']!r} and request['decision'] > 1: "


@pytest.mark.parametrize(
    ("fails", "how"),
    [
        ("sys.exit(3)", " (exit code 3)"),
        ("os._exit(0)", ""),
        ("os.kill(os.getpid(), signal.SIGKILL)", " (SIGKILL)"),
        ("os.abort()", " (SIGABRT)"),
    ],
)
def test_a_program_that_fails_at_its_first_action_is_restarted_and_gets_the_request_again(service, failing, fails, how):
    game = create(service)
    ended = run(service, [game], failing(f"if is_first('failed'): {fails}"))
    assert (ended.returncode, ended.stderr) == (0, RESTARTED.format(how))
    check_log(service, game)


def test_a_program_that_fails_after_each_action_plays_its_game_to_the_end(service, failing):
    game = create(service, players=1)
    ended = run(service, [game], failing("plays(request); sys.exit(3)"))
    assert ended.returncode == 0
    assert set(ended.stderr.splitlines(keepends=True)) == {RESTARTED.format(" (exit code 3)")}
    check_log(service, game)


@pytest.mark.parametrize(
    ("fails", "reason"),
    [
        ("sys.exit(3)", "the program ended before its games ended (exit code 3)"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "the program ended before its games ended (SIGSEGV)"),
        ("request['id'] = 7", 'expected {"id": ..., "action": ...} from the program, got: {"action": 0}'),
    ],
    ids=["exit", "signal", "nonsense"],
)
def test_a_program_that_fails_at_one_decision_loses_that_game_only(service, failing, tmp_path, fails, reason):
    games = [create(service, players=1) for _ in range(4)]
    if "7" in fails:
        fails = "print(json.dumps({'action': 0}), flush=True); continue"
    ended = run(service, games, failing(lost_at(games[1]) + fails), "--log", str(tmp_path / "log"))
    said = ended.stderr.splitlines()
    assert ended.returncode == 1
    assert set(said[:-1]) <= {f"bottega: {reason}; restarting it in {pause} s" for pause in ("0.5", "1")}
    lost = f"{games[1]['game_id']}.0."
    assert said[-1].startswith(f"bottega: {lost}")
    assert said[-1].endswith(": the program failed twice at this decision; resigning this game")
    assert [view(service, game).get("ended_by") for game in games] == [None, "resignation", None, None]
    for game in (games[0], *games[2:]):
        check_log(service, game)


def test_a_program_that_stays_silent_is_restarted_and_loses_its_late_decisions_to_the_first_action(service, failing):
    game = create(service, players=1)
    silent = "if number == 3: time.sleep(3600)"
    ended = run(service, [game], failing(silent), "--seconds", "1")
    restarted = "bottega: the program did not respond twice in a row; restarting it in 0.5 s\n"
    assert ended.returncode == 0
    assert restarted in ended.stderr
    assert ended.stderr.count("taking the first legal action\n") >= 2 * ended.stderr.count(restarted)
    check_log(service, game)


def test_a_program_that_never_responds_leaves_all_decisions_to_the_first_action(service, failing):
    game = create(service, players=1)
    ended = run(service, [game], failing("time.sleep(3600)"), "--seconds", "0.1")
    assert (ended.returncode, "restarting" in ended.stderr) == (0, False)
    check_log(service, game)


def test_a_program_whose_actions_are_rejected_at_one_decision_loses_that_game_only(service, failing):
    games = [create(service, players=1) for _ in range(2)]
    rejected = "print(json.dumps({'id': request['id'], 'action': {'type': 'resign'}}), flush=True); continue"
    ended = run(service, games, failing(lost_at(games[0]) + rejected))
    assert ended.returncode == 1
    assert "11 actions rejected for one decision, the last one: " in ended.stderr
    assert ended.stderr.splitlines()[-1].endswith("resigning this game")
    assert view(service, games[0])["ended_by"] == "resignation"
    check_log(service, games[1])


def test_ctrl_c_ends_a_program_that_does_not_end_with_its_input(service, failing, tmp_path):
    game = create(service)
    arguments = command(service, [game], failing("is_first('silent'); time.sleep(3600)"))
    with Process(arguments, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interruptions) as process:
        until((tmp_path / "silent").exists, "it does not respond")
        (program,) = children(process.pid)
        process.send_signal(signal.SIGINT)
        _, output = process.communicate(timeout=END_SECONDS)
    assert (process.returncode, output) == (130, "")
    gone([program])


def test_a_bot_is_closed_during_a_pause(capsys):
    bot = Bot(None, ["/nowhere/bot"], proven=True)
    bot.failures = 20
    bot.inbox.put(Closed())
    bot.play()
    assert capsys.readouterr().err == (
        "bottega: /nowhere/bot cannot be started: No such file or directory; restarting it in 60 s\n"
    )


def test_pauses_double_up_to_a_minute():
    assert [pause_after(failures) for failures in range(1, 10)] == [0.5, 1, 2, 4, 8, 16, 32, 60, 60]
    assert pause_after(10_000) == 60


def test_the_log_has_the_output_of_the_program_its_starts_and_failures_and_a_line_for_each_game(
    service, failing, tmp_path
):
    games = [create(service, players=1) for _ in range(2)]
    fails = lost_at(games[1]) + "print('out of ideas', file=sys.stderr); sys.exit(3)"
    ended = run(service, games, failing(f"time.sleep(0.01)\n    {fails}"), "--log", str(tmp_path / "log"))
    reported = (tmp_path / "log" / "program.log").read_text().splitlines()
    said = [line.partition(" bottega: ")[2] or line for line in reported]
    failed = said.count("out of ideas")
    assert failed in (2, 3)
    assert sum(line.startswith("started ") for line in said) == failed + 1
    assert [f"bottega: {line}" for line in said if "; restarting it in " in line or "resigning" in line] == (
        ended.stderr.splitlines()
    )
    results = {each["game_id"]: each for each in results_in(tmp_path / "log")}
    assert set(results) == {game["game_id"] for game in games}
    for game in games:
        check_result(service, results[game["game_id"]], game)
    assert results[games[1]["game_id"]]["failures"] == failed
    assert results[games[1]["game_id"]]["reason"] == "resigned"


def check_result(service, result, game):
    """Check the line of a game of one player and one AI level."""
    own, other = view(service, game)["outcome"]
    decisions = sum(event["seat"] == 0 and "action" in event for event in log(service, game))
    assert result.pop("at").endswith("Z")
    assert result.pop("seconds") > 0
    assert abs(result.pop("decisions") - decisions) <= (1 if "reason" in own else 0)
    assert result | {"failures": 0} == {
        "game_id": game["game_id"],
        "ruleset": "riddle",
        "seat": 0,
        "opponents": [{"seat": 1, "level": "greedy", "place": other["rank"], "points": other["total"]}],
        "place": own["rank"],
        "points": own["total"],
        "outcome": own["result"],
        **({"reason": own["reason"]} if "reason" in own else {}),
        "defaults": 0,
        "failures": 0,
    }


def test_a_log_stays_readable_and_has_each_game_once_if_the_command_is_killed(service, tmp_path):
    games = [create(service, players=1) for _ in range(3)]
    directory = tmp_path / "log"
    with started(service, games, PYTHON, "--log", str(directory)) as process:
        until(lambda: (directory / "games.jsonl").exists() and results_in(directory), "a game has ended")
        process.kill()
    with (directory / "games.jsonl").open("a") as file:
        file.write('{"game_id": "cut of')
    assert run(service, games, PYTHON, "--log", str(directory)).returncode == 0
    lines = (directory / "games.jsonl").read_text().splitlines()
    lines.remove('{"game_id": "cut of')
    assert sorted(json.loads(line)["game_id"] for line in lines) == sorted(game["game_id"] for game in games)


def test_a_directory_that_cannot_be_written_is_an_error_in_one_line(service, tmp_path):
    (tmp_path / "log").write_text("a file")
    ended = run(service, [create(service)], PYTHON, "--log", str(tmp_path / "log"))
    assert (ended.returncode, ended.stderr) == (1, f"bottega: {tmp_path / 'log'}: File exists\n")
