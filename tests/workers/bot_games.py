"""Games for `bottega bot`, and ways to run it as a real process."""

import json
import signal
import subprocess
import sys
from contextlib import contextmanager
from urllib.request import Request, urlopen

from domain.registry import RULESETS
from tests.workers.running import BOTTEGA, ROOT

BOTS = ROOT / "tests" / "bots"
PYTHON = (sys.executable, str(BOTS / "simple.py"))
LONGEST_SECONDS = 240


def post(service, path, body, key=None):
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    with urlopen(Request(service.address + path, json.dumps(body).encode(), headers), timeout=100) as response:
        return json.load(response)


def create(service, ruleset="riddle", players=2, **terms):
    """Create a game of some human players; AI players without search take the remaining seats."""
    others = max(0, RULESETS[ruleset].min_seats - players)
    seats = [{"kind": "human"}] * players + [{"kind": "ai", "level": "greedy"}] * others
    return post(service, "/v1/games", {"ruleset": ruleset, "seats": seats, **terms})


def view(service, game):
    return json.loads(service.get(f"/v1/games/{game['game_id']}/view")[1])


def all_have(service, games, events):
    """Whether all of these games have this number of events."""
    return all(view(service, game)["version"] >= events for game in games)


def log(service, game):
    """Read the whole log of a game."""
    return json.loads(service.get(f"/v1/games/{game['game_id']}/events?limit=1000")[1])["events"]


def command(service, games, program, *options):
    tokens = [part for game in games for each in game["tokens"] for part in ("--token", each["token"])]
    return [*BOTTEGA, "bot", "--service", service.address, *tokens, *options, "--", *program]


def run(service, games, program, *options):
    """Let a program play these games; return how the command ended."""
    return subprocess.run(
        command(service, games, program, *options),
        capture_output=True,
        text=True,
        timeout=LONGEST_SECONDS,
        check=False,
    )


def script(text):
    return (sys.executable, "-c", text)


@contextmanager
def started(*arguments):
    """Start the command, and kill it at the end of the block."""
    process = subprocess.Popen(command(*arguments), stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def check_log(service, game):
    """Check that a game has ended, and that each decision was made once."""
    events = log(service, game)
    assert view(service, game)["status"] == "over"
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    answered = [(event["seat"], event["decision"]) for event in events]
    assert len(set(answered)) == len(answered)


def results_in(directory):
    """Read the results in the log of a bot."""
    return [json.loads(line) for line in (directory / "games.jsonl").read_text().splitlines()]


def heed_interruptions():
    """Accept SIGINT as in a terminal: it is ignored in tests that run in the background of a script."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
