"""Compare both builds with each other and with other projects: `make peers`.

The speed of the host varies from minute to minute, so every measurement runs four times in turn and the best rate
counts. The program fails if a build misses a floor; the goals are what a careful engine can reach.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from domain.registry import RULESETS
from tests.lab.bench import node, served
from tests.lab.strength.thinking import machine

ROOT = Path(__file__).parents[3]
PEERS = ROOT / "tests" / "tools" / "bench" / "peers"
ROUNDS = 4
BUILDS = {"plain": (sys.executable,), "compiled": (str(ROOT / ".compiled" / "bin" / "python"), "-P")}
PYTHON = str(ROOT / ".peers" / "bin" / "python")
SCRIPTS = (
    (PYTHON, "board_games.py"),
    (PYTHON, "card_games.py"),
    (PYTHON, "searches.py"),
)
"""The measurements of other projects in Python."""
NODE_SCRIPT = "connect4.cjs"

BELOW = "missed"
"""The mark in the tables of a missed floor."""

Rates = dict[str, float]
Bounds = tuple[float, float]
"""Floor and goal."""


class Pace(NamedTuple):
    """The rate per second that one of our measurements must reach."""

    name: str
    plain: Bounds
    compiled: Bounds
    times: Bounds | None = None
    """The required ratio of the compiled rate to the plain one."""


class Ratio(NamedTuple):
    """The required ratio of one of our rates to a peer's; with several numbers of seats the slowest counts."""

    peer: str
    ours: tuple[str, ...]
    plain: Bounds
    compiled: Bounds


def every(measure: str) -> tuple[str, ...]:
    """Return the name of a measurement, with its number of seats, for all rulesets."""
    what, seats = measure.split()
    return tuple(f"{what} {name} {seats}" for name in RULESETS)


PACES = (
    Pace("actions azul 2", (150e3, 500e3), (1.2e6, 2.5e6), (3.5, 5)),
    Pace("actions leonardo 2", (150e3, 350e3), (1.0e6, 2.2e6), (3.5, 5)),
    Pace("actions riddle 2", (400e3, 800e3), (1.2e6, 1.8e6), (1.7, 2.2)),
    Pace("playouts azul 2", (1200, 4000), (9000, 20000)),
    Pace("playouts leonardo 2", (1200, 2800), (8000, 18000)),
    Pace("playouts riddle 2", (1600, 3200), (5000, 7300)),
    Pace("iterations azul 2", (2000, 5000), (15000, 40000)),
    Pace("iterations leonardo 2", (1500, 3500), (15000, 35000)),
    Pace("iterations leonardo 4", (500, 1200), (5000, 12000)),
    Pace("iterations riddle 2", (6000, 15000), (30000, 70000)),
    Pace("clones azul 2", (1 / 1.5e-6, 1 / 0.7e-6), (1 / 1.5e-6, 1 / 0.7e-6)),
    Pace("clones leonardo 2", (1 / 4e-6, 1 / 2e-6), (1 / 4e-6, 1 / 2e-6)),
    Pace("clones riddle 2", (1 / 1e-6, 1 / 0.5e-6), (1 / 1e-6, 1 / 0.5e-6)),
)
RATIOS = (
    Ratio("catanatron, Catan with 4 players, actions", every("actions 4"), (6, 15), (40, 75)),
    Ratio("python-chess, moves", every("actions 2"), (10, 25), (70, 125)),
    Ratio("boardgame.io client, Connect Four, moves", every("actions 2"), (8, 20), (55, 100)),
    Ratio("RLCard, gin rummy, decisions", every("actions 2"), (15, 35), (100, 180)),
    Ratio("RLCard, Uno, decisions", every("actions 2"), (3.5, 8.5), (24, 44)),
    Ratio("OpenSpiel from Python, gin_rummy, decisions", every("actions 2"), (2.4, 5.5), (16, 28)),
    Ratio("OpenSpiel from Python, euchre, decisions", every("actions 2"), (0.25, 0.57), (1.6, 3)),
    Ratio("OpenSpiel from Python, hearts, decisions", every("actions 2"), (0.25, 0.57), (1.6, 3)),
    Ratio("boardgame.io MCTSBot, Connect Four, simulations", ("iterations leonardo 4",), (0.55, 1.3), (5.5, 13)),
    Ratio("OpenSpiel's ISMCTS in C++, gin_rummy, simulations", ("iterations leonardo 2",), (0.8, 1.9), (8, 19)),
    Ratio("OpenSpiel's ISMCTS in Python, gin_rummy, simulations", ("iterations leonardo 2",), (1.9, 4.5), (19, 45)),
)


def main() -> int:
    """Run all measurements and print three tables in Markdown; fail if a floor is missed."""
    ours: dict[str, Rates] = {name: {} for name in BUILDS}
    peers: Rates = {}
    for _ in range(ROUNDS):
        for name, python in BUILDS.items():
            keep(ours[name], run([*python, "-m", "tests.lab.bench.ours"], ROOT))
        for program, script in (*SCRIPTS, (node.node_in(node.PEERS), NODE_SCRIPT)):
            keep(peers, run([program, script], PEERS))
    print(f"{machine()}\n")
    tables = "\n".join([*pace_table(ours), "", *ratio_table(ours, peers)])
    missed = tables.count(BELOW)
    print(f"{tables}\n\n{missed} floors are missed\n")
    print("\n".join(served.table()))
    return int(missed > 0)


def run(command: Sequence[str], folder: Path) -> Iterator[tuple[str, float]]:
    """Run a program; return the names and rates that it prints."""
    done = subprocess.run(command, cwd=folder, env=node.ENVIRON, stdout=subprocess.PIPE, text=True, check=True)
    for line in done.stdout.splitlines():
        name, tab, rate = line.partition("\t")
        if tab:
            yield name, float(rate)


def keep(best: Rates, measured: Iterator[tuple[str, float]]) -> None:
    """Keep the higher of two rates of the same name."""
    for name, rate in measured:
        best[name] = max(rate, best.get(name, 0.0))


def pace_table(ours: dict[str, Rates]) -> Iterator[str]:
    """Return the rows of our own rates; rates without bounds come last."""
    yield "| a second, one core | plain | floor, goal | compiled | floor, goal | compiled : plain | floor, goal |"
    yield "|---|---:|---|---:|---|---:|---|"
    bounds = {pace.name: pace for pace in PACES}
    for name in [*bounds, *(name for name in ours["plain"] if name not in bounds)]:
        plain, compiled, pace = ours["plain"][name], ours["compiled"][name], bounds.get(name)
        judgements = (judged(plain, pace.plain), judged(compiled, pace.compiled)) if pace else ("", "")
        times = f"{compiled / plain:.1f} | {judged(compiled / plain, pace.times) if pace and pace.times else ''}"
        yield f"| {name} | {plain:,.0f} | {judgements[0]} | {compiled:,.0f} | {judgements[1]} | {times} |"


def ratio_table(ours: dict[str, Rates], peers: Rates) -> Iterator[str]:
    """Return the rows of the ratios."""
    yield "| against | its rate | plain, times | floor, goal | compiled, times | floor, goal |"
    yield "|---|---:|---:|---|---:|---|"
    for ratio in RATIOS:
        rate = peers[ratio.peer]
        plain, compiled = (min(ours[build][name] for name in ratio.ours) / rate for build in BUILDS)
        yield (
            f"| {ratio.peer} | {rate:,.0f} | {plain:.2f} | {judged(plain, ratio.plain)} "
            f"| {compiled:.2f} | {judged(compiled, ratio.compiled)} |"
        )


def judged(value: float, bounds: Bounds) -> str:
    """Return floor and goal as text, with a mark of which is reached."""
    floor, goal = bounds
    reached = "goal" if value >= goal else "floor" if value >= floor else BELOW
    return f"{shown(floor)}, {shown(goal)}: {reached}"


def shown(bound: float) -> str:
    """Return a bound as its shortest exact text."""
    return f"{bound:,.0f}" if bound >= 100 else f"{bound:g}"


if __name__ == "__main__":
    sys.exit(main())
