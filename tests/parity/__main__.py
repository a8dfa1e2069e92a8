"""Let both builds play the same games and compare the results: `make parity`.

They run at the same time. The plain build uses this interpreter and these sources; the compiled one the interpreter of
`.compiled`, which imports its own wheel first.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAIN = (sys.executable,)
COMPILED = (str(ROOT / ".compiled" / "bin" / "python"), "-P")
MOST_SHOWN = 20


def main() -> int:
    """Compare the builds; fail if a build is missing, or if a game differs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--random", type=int, default=1000, help="random games for each ruleset and number of seats")
    parser.add_argument("--ruled", type=int, default=200, help="games of AI players that do not search, likewise")
    parser.add_argument("--searched", type=int, default=20, help="games of AI players that search, likewise")
    options = parser.parse_args()
    pairs = _played_by_both(*(f"--{kind}={games}" for kind, games in vars(options).items()))
    if (builds := next(pairs)) != ("plain", "compiled"):
        print(f"These are not the two builds: {builds}")
        return 1
    alike, differing = _compare(pairs)
    print(f"{alike} games are the same in both builds, {differing} differ")
    return int(differing > 0)


def _played_by_both(*arguments: str) -> Iterator[tuple[str, str]]:
    """Return the lines of both builds in pairs; raises CalledProcessError at the end if one has failed."""
    with ExitStack() as stack:
        playing = [stack.enter_context(_start(build, *arguments)) for build in (PLAIN, COMPILED)]
        for plain, compiled in zip_longest(*(process.stdout or () for process in playing), fillvalue="nothing"):
            yield plain.strip(), compiled.strip()
        for process in playing:
            if process.wait():
                raise subprocess.CalledProcessError(process.returncode, process.args)


def _start(build: Sequence[str], *arguments: str) -> subprocess.Popen[str]:
    """Start the games of a build; its standard output has the lines."""
    command = [*build, "-m", "tests.parity.games", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def _compare(pairs: Iterator[tuple[str, str]]) -> tuple[int, int]:
    """Count the equal and the different games; print the first difference."""
    alike = differing = 0
    for plain, compiled in pairs:
        if plain == compiled:
            alike += 1
            continue
        differing += 1
        if differing <= MOST_SHOWN:
            print(f"plain     {plain}\ncompiled  {compiled}\n")
    return alike, differing


if __name__ == "__main__":
    sys.exit(main())
