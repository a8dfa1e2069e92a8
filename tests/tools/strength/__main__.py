"""Let AI players meet in the arena, and store every game.

Without a command, as with `programme`, the whole programme is played, after an estimate of its CPU time, and the report
is written. An interrupted run can continue: with more games, on another machine, or in the other build.
"""

import argparse
import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Final

from domain.levels import LEVELS
from domain.registry import RULESETS
from tests.tools.strength import luck, report, thinking
from tests.tools.strength.arena import Arena
from tests.tools.strength.estimate import estimate, line
from tests.tools.strength.kept import COMMITTED, Kept
from tests.tools.strength.players import UnknownPlayer, find_player
from tests.tools.strength.playing import DEFAULT, Meeting, options_by_name
from tests.tools.strength.programme import PASSES, Row, programme
from tests.tools.strength.score import score, whole_deals
from tests.tools.strength.sequential import Hypotheses, Verdict

ASIDE: Final = Path(".arena")
"""Folder of games that no report contains."""


def main() -> None:
    """Run the command."""
    arguments = sys.argv[1:]
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help")):
        arguments = ["programme", *arguments]
    wanted = _parser().parse_args(arguments)
    wanted.carry_out(wanted)


def play_programme(wanted: argparse.Namespace) -> None:
    """Play the requested rows, each up to the same share before any continues."""
    rows = [row for row in programme() if _is_wanted(row.meeting, wanted)]
    estimated = list(estimate(rows, Kept(wanted.into)))
    print(*(line(*each) for each in estimated), sep="\n")
    print(f"about {sum(seconds for *_, seconds in estimated) / 3600:.1f} h of CPU time in all", flush=True)
    if not wanted.estimate:
        with _arena(wanted) as arena:
            for part in PASSES:
                _play_part(arena, rows, part)
        report.write(Kept(wanted.into))


def _play_part(arena: Arena, rows: list[Row], part: float) -> None:
    """Play rows up to their share for this pass."""
    for row in rows:
        games = arena.play(row.meeting, row.deals(part))
        if arena.is_open:
            print(f"{part:.0%}: {score(row.meeting, games)}", flush=True)


def play_two(wanted: argparse.Namespace) -> None:
    """Let two players meet with each requested ruleset and number of seats."""
    with _arena(wanted) as arena:
        for meeting in _meetings(wanted):
            scored = score(meeting, arena.play(meeting, meeting.deals(wanted.games)))
            print(scored or f"{meeting}: no deal has been played from every seat", flush=True)


def test_two(wanted: argparse.Namespace) -> None:
    """Let two players meet until one of two hypotheses is accepted, or the games are used up."""
    with _arena(wanted) as arena:
        for meeting in _meetings(wanted):
            hypotheses = _hypotheses(meeting, wanted)
            print(f"{meeting}; H0 {hypotheses.low:.1%}, H1 {hypotheses.high:.1%}", flush=True)
            _test(arena, meeting, hypotheses, wanted.games)


def _test(arena: Arena, meeting: Meeting, hypotheses: Hypotheses, games: int) -> None:
    """Play as many deals at a time as there are processes, until there is a verdict."""
    deals, verdict, end = meeting.deals(games), Verdict.OPEN, 0
    while verdict is Verdict.OPEN and end < len(deals) and arena.is_open:
        end += arena.jobs
        played = whole_deals(meeting, arena.play(meeting, deals[:end])).values()
        scores = [sum(game.won for game in games) / len(games) for games in played]
        ratio, verdict = hypotheses.ratio(scores), hypotheses.judge(scores)
        print(f"{len(scores):>6} deals, {sum(scores):.1f} won, ratio {ratio:+.2f}: {verdict}", flush=True)


def _hypotheses(meeting: Meeting, wanted: argparse.Namespace) -> Hypotheses:
    """Return the win rates to distinguish."""
    low = 1 / meeting.seats if wanted.low is None else wanted.low
    high = low + 0.05 if wanted.high is None else wanted.high
    if not 0 < low < high < 1:
        raise SystemExit(f"{low:g} and {high:g} are no two shares to tell apart: 0 < low < high < 1")
    return Hypotheses(low, high)


def measure_thinking(wanted: argparse.Namespace) -> None:
    """Measure how long the levels think for each number of seats, without garbage collection, as in workers."""
    gc.disable()
    for ruleset, seats in _tables(wanted):
        for times in thinking.measure(ruleset, seats, wanted.decisions):
            thinking.keep([times])
            print(
                f"{ruleset}, {seats} seats: {times.level} {times.median_ms} ms, {times.percentile_95_ms} ms", flush=True
            )


def measure_luck(wanted: argparse.Namespace) -> None:
    """Measure how much luck cancels out between the games of a deal, for each number of seats."""
    for ruleset, seats in _tables(wanted):
        for each in luck.measure(ruleset, seats, wanted.deals):
            luck.keep([each])
            print(
                f"{each.meeting}: {each.steps_less[0]:.0%} by steps, {each.purposes_less[0]:.0%} by purposes",
                flush=True,
            )


def write_report(wanted: argparse.Namespace) -> None:
    """Write ratings, tables and the plot from the stored games."""
    report.write(Kept(wanted.into))


@contextmanager
def _arena(wanted: argparse.Namespace) -> Iterator[Arena]:
    """Return an arena with several processes."""
    with ProcessPoolExecutor(wanted.jobs, initializer=gc.disable) as pool:  # a search makes no cyclic garbage
        yield Arena(pool, wanted.jobs, Kept(wanted.into), time.monotonic() + 60 * wanted.minutes)


def _tables(wanted: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """List the requested rulesets and numbers of seats that exist."""
    for ruleset in [RULESETS[wanted.ruleset]] if wanted.ruleset else RULESETS.values():
        for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
            if not wanted.seats or seats in wanted.seats:
                yield ruleset.name, seats


def _meetings(wanted: argparse.Namespace) -> list[Meeting]:
    """List the requested meetings of two players; exits if there are none."""
    found = [
        Meeting(ruleset, wanted.options, seats, wanted.player, wanted.opponent)
        for ruleset, seats in _tables(wanted)
        if wanted.options in options_by_name(RULESETS[ruleset])
    ]
    if not found:
        raise SystemExit("There is no such table: look at --ruleset, --seats and --options.")
    return found


def _is_wanted(meeting: Meeting, wanted: argparse.Namespace) -> bool:
    """Whether a row of the programme was requested."""
    return wanted.ruleset in (None, meeting.ruleset) and (not wanted.seats or meeting.seats in wanted.seats)


def _name(name: str) -> str:
    """Return the name of a player, if it is valid."""
    try:
        find_player(name)
    except UnknownPlayer as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return name


def _parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.strength", description=__doc__)
    commands = parser.add_subparsers(title="commands", required=True)
    whole = commands.add_parser("programme", help="play what the report tells of")
    whole.set_defaults(carry_out=play_programme)
    _add_tables(whole)
    _add_playing(whole, COMMITTED)
    whole.add_argument("--estimate", action="store_true", help="play nothing")
    _add_two(commands.add_parser("play", help="let two players meet"), play_two, 200)
    sequential = commands.add_parser("sprt", help="a sequential test of two players, the first against the second")
    _add_two(sequential, test_two, 2000)
    sequential.add_argument("--low", type=float, help="H0: no more than this share of games won (the fair share)")
    sequential.add_argument("--high", type=float, help="H1: at least this share (0.05 more)")
    timing = commands.add_parser("thinking", help="measure how long the levels think")
    timing.set_defaults(carry_out=measure_thinking)
    timing.add_argument("--decisions", type=int, default=40, help="so many for each level and table (40)")
    _add_tables(timing)
    fairness = commands.add_parser("luck", help="measure how much luck the games of a deal take out")
    fairness.set_defaults(carry_out=measure_luck)
    fairness.add_argument("--deals", type=int, default=300, help="so many for each pair of players and table (300)")
    _add_tables(fairness)
    writing = commands.add_parser("report", help="write ratings, tables and plot from the games that are kept")
    writing.set_defaults(carry_out=write_report)
    writing.add_argument("--into", type=Path, default=COMMITTED, help="where the games are kept")
    return parser


def _add_two(parser: argparse.ArgumentParser, carry_out: Callable[[argparse.Namespace], None], games: int) -> None:
    """Add the arguments for a meeting of two players."""
    parser.set_defaults(carry_out=carry_out)
    named = (
        f"one of {', '.join(LEVELS)}, value, peeking-<level>, <level>:exploration=0.1,iterations=50, module:function"
    )
    parser.add_argument("player", type=_name, help=f"at one seat: {named}")
    parser.add_argument("opponent", type=_name, help="at all other seats")
    parser.add_argument("--options", default=DEFAULT, help="the set-up by name, as codex_1+codex_2 or side=B")
    parser.add_argument("--games", type=int, default=games, help=f"at least so many at each table ({games})")
    _add_tables(parser)
    _add_playing(parser, ASIDE)


def _add_tables(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for rulesets and numbers of seats."""
    parser.add_argument("--ruleset", choices=sorted(RULESETS), help="all of them unless one is named")
    parser.add_argument("--seats", type=int, nargs="+", help="the numbers of seats (all the ruleset allows)")


def _add_playing(parser: argparse.ArgumentParser, into: Path) -> None:
    """Add the arguments for playing and storing games."""
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes that play (one a CPU)")
    parser.add_argument("--minutes", type=float, default=inf, help="begin no game after so many minutes")
    parser.add_argument("--into", type=Path, default=into, help="the folder in which the games are kept")


if __name__ == "__main__":
    main()
