"""Learn the values of positions of a ruleset, and write them: `bottega train`."""

import math
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.resources import files
from pathlib import Path

import msgspec

from domain.learned_values import VALUES_FILE, LearnedValue
from workers.command.console import print_status
from workers.command.installed_rulesets import find_ruleset
from workers.thinking.learning import FEWEST_GAMES, GAMES, CannotLearn, Predicted, learn, tables_of


def train(name: str, seed: str | None = None, games: int | None = None, output: Path | None = None) -> None:
    """Learn the values of an installed ruleset from games, and write them to a file.

    The same arguments write the same bytes. Raises UnknownRuleset and CannotLearn.
    """
    ruleset, number = find_ruleset(name), GAMES if games is None else games
    path = output or Path(str(files(ruleset.package))) / VALUES_FILE
    _check(number, path)
    tables, values = tables_of(ruleset), dict[str, dict[str, list[LearnedValue]]]()
    with ProcessPoolExecutor() as pool:
        found = pool.map(partial(_learn, name, seed or name, number), *zip(*tables, strict=True))
        for (options, seats), predicted in zip(tables, found, strict=True):
            values.setdefault(options, {})[str(seats)] = [each.learned for each in predicted]
            print_status(_described(options, seats, predicted))
    path.write_bytes(msgspec.json.encode(values) + b"\n")


def _check(games: int, path: Path) -> None:
    """Raise CannotLearn for too few games, or a file that cannot be written: games may take many minutes."""
    if games < FEWEST_GAMES:
        raise CannotLearn(f"--games must be at least {FEWEST_GAMES}")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise CannotLearn(f"the file {path} cannot be written")


def _learn(name: str, seed: str, games: int, options: str, seats: int) -> list[Predicted]:
    return learn(find_ruleset(name), options, seats, seed, games)


def _described(options: str, seats: int, predicted: list[Predicted]) -> str:
    """Return how well values predict the winner."""
    nats = ", ".join(f"{each.nats:.3f}" for each in predicted)
    return f"{options}, {seats} seats: surprise about the winner {nats} nats by stage; by chance {math.log(seats):.3f}"
