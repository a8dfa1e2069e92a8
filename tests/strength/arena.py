"""Lets players of the arena meet and keeps every game: `python -m tests.strength.arena --help`.

Without a command the whole programme is played, after an estimate of its CPU time, and the report is written. Whatever
is stopped goes on where it was: with more games, on another machine, in the other build.
"""

import argparse
import os
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Final

from domain.levels import LEVELS
from domain.registry import RULESETS
from tests.strength import report, thinking
from tests.strength.estimate import estimate, line
from tests.strength.kept import COMMITTED, Entry, Kept
from tests.strength.players import UnknownPlayer, find_player
from tests.strength.playing import DEFAULT, Game, Meeting, options_by_name, play, way_of_play
from tests.strength.programme import PASSES, Row, programme
from tests.strength.score import score, whole_deals
from tests.strength.sequential import Hypotheses, Verdict

ASIDE: Final = Path(".arena")
"""Where games stand that no report tells of."""


def main() -> None:
    """Do what the command line asks for."""
    asked = _parser().parse_args()
    with suppress(KeyboardInterrupt):
        asked.carry_out(asked)


def play_programme(asked: argparse.Namespace) -> None:
    """Play the rows asked for, all of them a part of the way before any goes on."""
    rows = [row for row in programme() if _is_asked(row.meeting, asked)]
    kept, until = Kept(asked.into), time.monotonic() + 60 * asked.minutes
    for row, seconds in estimate(rows, kept):
        print(line(row, seconds), flush=True)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for part in PASSES:
            for row in rows:
                games = play_games(pool, asked.jobs, kept, row.meeting, _part(row, part), until)
                if time.monotonic() < until:
                    print(f"{part:.0%}: {score(row.meeting, games)}", flush=True)
    report.write(kept)


def play_two(asked: argparse.Namespace) -> None:
    """Let two players meet at every table asked for."""
    kept = Kept(asked.into)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for meeting in _meetings(asked):
            games = play_games(pool, asked.jobs, kept, meeting, meeting.deals(asked.games), float("inf"))
            print(score(meeting, games), flush=True)


def test(asked: argparse.Namespace) -> None:
    """Play until it is decided which of two hypotheses holds, or the games are used up."""
    kept = Kept(asked.into)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for meeting in _meetings(asked):
            low = 1 / meeting.seats if asked.low is None else asked.low
            hypotheses = Hypotheses(low, low + 0.05 if asked.high is None else asked.high)
            print(f"{meeting}; H0 {hypotheses.low:.1%}, H1 {hypotheses.high:.1%}", flush=True)
            _test(partial(play_games, pool, asked.jobs, kept, meeting, until=float("inf")), meeting, hypotheses, asked)


def _test(
    play_deals: Callable[[range], list[Game]], meeting: Meeting, hypotheses: Hypotheses, asked: argparse.Namespace
) -> None:
    """Play deal by deal, as many at a time as there are processes, up to a verdict."""
    deals = meeting.deals(asked.games)
    for end in range(asked.jobs, len(deals) + asked.jobs, asked.jobs):
        games = play_deals(deals[:end])
        scores = [sum(game.won for game in played) / len(played) for played in whole_deals(meeting, games).values()]
        ratio, verdict = hypotheses.ratio(scores), hypotheses.judge(scores)
        print(f"  {len(games):>5} games {sum(scores) / len(scores):>6.1%}  ratio {ratio:+.2f}  {verdict}", flush=True)
        if verdict is not Verdict.OPEN:
            break


def measure_thinking(asked: argparse.Namespace) -> None:
    """Measure how long the levels think at every table asked for."""
    for ruleset, seats in _tables(asked):
        for times in thinking.measure(ruleset, seats, asked.decisions):
            thinking.keep(iter([times]))
            print(f"{ruleset}, {seats} seats: {times.level} {times.median_ms} ms, {times.percentile_95_ms} ms")


def write_report(asked: argparse.Namespace) -> None:
    """Write ratings, tables and the plot from the games that are kept."""
    report.write(Kept(asked.into))


def play_games(
    pool: ProcessPoolExecutor, jobs: int, kept: Kept, meeting: Meeting, deals: range, until: float
) -> list[Game]:
    """Play what is missing of these deals, keeping each game as it ends; give all games of the deals there are by now.

    After the moment `until` of the monotonic clock no more games are begun.
    """
    way = way_of_play(meeting.ruleset, meeting.options, meeting.seats)
    known = kept.games(meeting, way)
    missing = [(deal, seat) for deal in deals for seat in meeting.tested if (deal, seat) not in known]
    waiting = (pool.submit(play, meeting, *each) for each in missing if time.monotonic() < until)
    for game in _finished(waiting, jobs):
        known[game.deal, game.tested] = game
        kept.add(Entry(meeting, game, way, commit()))
    return [game for (deal, _), game in sorted(known.items()) if deal in deals]


def _finished(waiting: Iterator[Future[Game]], jobs: int) -> Iterator[Game]:
    """Carry out what is waiting, so many at a time; give each result as it comes."""
    running = set(islice(waiting, jobs))
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= set(islice(waiting, len(done)))
        yield from (each.result() for each in done)


def _part(row: Row, part: float) -> range:
    """List the deals that make a part of a row."""
    return row.meeting.deals(max(len(row.meeting.tested), round(part * row.games)))


@cache
def commit() -> str:
    """Name the commit that is played, with a `+` if the code has changed since."""
    git = partial(subprocess.run, cwd=Path(__file__).parent, check=True, capture_output=True, text=True)
    named = git(["git", "rev-parse", "--short=10", "HEAD"]).stdout.strip()
    changed = git(["git", "status", "--porcelain", "--", "../../domain/*.py", "../../workers/*.py"]).stdout
    return named + "+" * bool(changed)


def _tables(asked: argparse.Namespace) -> Iterable[tuple[str, int]]:
    """List the rulesets and numbers of seats asked for."""
    for ruleset in [RULESETS[asked.ruleset]] if asked.ruleset else RULESETS.values():
        for seats in asked.seats or range(ruleset.min_seats, ruleset.max_seats + 1):
            yield ruleset.name, seats


def _meetings(asked: argparse.Namespace) -> Iterator[Meeting]:
    """List the meetings of two players asked for."""
    for ruleset, seats in _tables(asked):
        if asked.options in options_by_name(RULESETS[ruleset]):
            yield Meeting(ruleset, asked.options, seats, asked.player, asked.opponent)


def _is_asked(meeting: Meeting, asked: argparse.Namespace) -> bool:
    """Say whether a row of the programme is among those asked for."""
    return asked.ruleset in (None, meeting.ruleset) and (not asked.seats or meeting.seats in asked.seats)


def _name(name: str) -> str:
    """Read the name of a player."""
    try:
        find_player(name)
    except UnknownPlayer as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return name


def _parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.arena", description=__doc__)
    parser.set_defaults(carry_out=play_programme)
    _add_tables(parser)
    _add_playing(parser, COMMITTED)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no game after so many minutes")
    commands = parser.add_subparsers(title="commands")
    _add_two(commands.add_parser("play", help="let two players meet"), play_two, 200)
    sequential = commands.add_parser("sprt", help="a sequential test of two players, the first against the second")
    _add_two(sequential, test, 2000)
    sequential.add_argument("--low", type=float, help="H0: no more than this share of games won (the fair share)")
    sequential.add_argument("--high", type=float, help="H1: at least this share (0.05 more)")
    timing = commands.add_parser("thinking", help="measure how long the levels think")
    timing.set_defaults(carry_out=measure_thinking)
    timing.add_argument("--decisions", type=int, default=40, help="so many for each level and table (40)")
    _add_tables(timing)
    writing = commands.add_parser("report", help="write ratings, tables and plot from the games that are kept")
    writing.set_defaults(carry_out=write_report)
    writing.add_argument("--into", type=Path, default=COMMITTED, help="where the games are kept")
    return parser


def _add_two(parser: argparse.ArgumentParser, carry_out: Callable[[argparse.Namespace], None], games: int) -> None:
    """Describe a meeting of two players."""
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
    """Describe the tables."""
    parser.add_argument("--ruleset", choices=sorted(RULESETS), help="all of them unless one is named")
    parser.add_argument("--seats", type=int, nargs="+", help="the numbers of seats (all the ruleset allows)")


def _add_playing(parser: argparse.ArgumentParser, into: Path) -> None:
    """Describe how games are played and kept."""
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes that play (one a CPU)")
    parser.add_argument("--into", type=Path, default=into, help="the folder in which the games are kept")


if __name__ == "__main__":
    main()
