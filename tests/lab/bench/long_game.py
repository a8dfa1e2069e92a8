"""Play a whole game through the API: two `expert` seats and a human player, simulated without knowledge of the game.

Two AI workers run on this machine, and everything else that `make run` starts. The human player takes random legal
actions. Every decision must keep to the limit on processor time of its level.
"""

import argparse
import os
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from domain.levels import LEVELS, SearchBudget
from domain.registry import RULESETS
from tests.lab.bench import decisions
from tests.workers import decision_log
from tests.workers.client import Client
from tests.workers.decision_log import Decision
from tests.workers.running import serving
from tests.workers.waiting import until
from workers.command.demo import Style, score_sheet

PERSON = 0
NAMES = ("a human player", "expert 1", "expert 2")
LEVEL = "expert"
SEED = b"long game".hex().ljust(64, "0")
WAIT_SECONDS = 20


def play(client: Client, ruleset: str) -> tuple[str, list[Any]]:
    """Play the game to its end for its human player; return its id and the seats of its score sheet."""
    experts = [{"kind": "ai", "level": LEVEL, "name": name} for name in NAMES[1:]]
    seats = [{"kind": "human", "name": NAMES[PERSON]}, *experts]
    body = {"ruleset": ruleset, "options": {}, "seats": seats, "sandbox": {"seed": SEED}}
    created = client.post("/v1/games", body)
    path, token, rng = f"/v1/games/{created['game_id']}", created["tokens"][0]["token"], Random(1)
    while (view := client.get(f"{path}/view", token))["status"] != "over":
        if "decision" in view:
            action = rng.choice(client.get(f"{path}/actions", token)["actions"])
            client.post(f"{path}/actions", {"ruleset": ruleset, "decision": view["decision"], "action": action}, token)
        else:
            client.get(f"{path}/events?after={view['version']}&wait={WAIT_SECONDS}")
    return created["game_id"], until(lambda: client.get(f"{path}/result"), "the game is scored")["seats"]


def show(made: Sequence[Decision], cap: float) -> bool:
    """Print the times of each seat's decisions; return whether all of them kept to the limit."""
    print(f"\n  {'milliseconds':<12} {decisions.HEADINGS}{decisions.SEEN}")
    for seat, name in enumerate(NAMES):
        if seat != PERSON:
            print(f"  {name:<12} {decisions.row([each for each in made if each['seat'] == seat])}")
    print(f"  {'both':<12} {decisions.row(made)}")
    beyond = [each for each in made if each["cpu_seconds"] > cap]
    print(f"\n  {len(beyond)} of {len(made)} decisions took more than {cap:g} s of processor time")
    for each in beyond:
        print(f"    {each}")
    return not beyond


def main() -> int:
    """Play one game and print its times; return 1 if a decision exceeded its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="?", choices=RULESETS, default=next(iter(RULESETS)))
    ruleset = RULESETS[parser.parse_args().ruleset]
    budget = LEVELS[LEVEL]
    assert isinstance(budget, SearchBudget)
    settings = {"BOTTEGA_AI_WORKERS": "2", "BOTTEGA_LOG_DECISIONS": "on", "BOTTEGA_SANDBOX": "on"}
    with TemporaryDirectory(prefix="bottega-bench-") as directory, serving(Path(directory), **settings) as served:
        client, started = Client(served.address), time.monotonic()
        game_id, seats = play(client, ruleset.name)
        spent = time.monotonic() - started
        client.close()
        made = [each for each in decision_log.read(served.errors) if each["game_id"] == game_id]
    print(f"{ruleset.names.title.en}, two {LEVEL} seats and a human player, {spent:.0f} s in all")
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, seed {SEED}")
    passed = show(made, budget.seconds)
    print("", score_sheet(seats, NAMES, Style(colours=False)), sep="\n")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
