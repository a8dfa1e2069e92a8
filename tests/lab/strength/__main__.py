"""Let AI players meet in the arena, and store every game and the result of each meeting.

Without a command, as with `programme`, the whole programme is played, after an estimate of its CPU time, and the report
is written. An interrupted run can continue, also in the other build. Meetings with a complete result are not played.
"""

import argparse
import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import takewhile
from math import inf
from pathlib import Path

from domain.levels import LEVELS, SearchBudget
from domain.registry import RULESETS
from tests.lab.strength import deals, halves, information, luck, report, results, thinking
from tests.lab.strength.arena import Arena, commit
from tests.lab.strength.equal_time import equal_iterations
from tests.lab.strength.estimate import estimate, line
from tests.lab.strength.players import UnknownPlayer, find_player
from tests.lab.strength.playing import DEFAULT, Meeting, options_by_name, way_of_play
from tests.lab.strength.programme import PASSES, Row, programme
from tests.lab.strength.results import RESULTS, Result
from tests.lab.strength.score import score, whole_deals
from tests.lab.strength.sequential import Hypotheses, Verdict
from tests.lab.strength.stored_games import FOLDER, StoredGames
from tests.rulesets.games import PLAYED

SEARCHING = [level for level, how in LEVELS.items() if isinstance(how, SearchBudget)]


def main() -> None:
    """Run the command."""
    arguments = sys.argv[1:]
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help")):
        arguments = ["programme", *arguments]
    chosen = _parser().parse_args(arguments)
    chosen.carry_out(chosen)


def play_programme(chosen: argparse.Namespace) -> None:
    """Play the requested rows, each up to the same share before any continues."""
    rows = [row for row in programme() if _is_requested(row.meeting, chosen)]
    estimated = list(estimate(rows, StoredGames(chosen.into), results.read(chosen.results)))
    print(*(line(*each) for each in estimated), sep="\n")
    print(f"about {sum(seconds for *_, seconds in estimated) / 3600:.1f} h of CPU time in all", flush=True)
    if not chosen.estimate:
        with _arena(chosen) as arena:
            for part in PASSES:
                for row in rows:
                    _play_row(arena, row, part, chosen.results)
        report.write(chosen.results)


def _play_row(arena: Arena, row: Row, part: float, file: Path) -> None:
    """Play a row up to its share for this pass, and store the result, unless the stored one has as many games."""
    meeting, deals = row.meeting, row.deals(part)
    way = way_of_play(meeting.ruleset, meeting.options, meeting.seats)
    if results.games_stored(results.read(file), meeting, way) >= len(deals) * len(meeting.tested):
        return
    scored = score(meeting, arena.play(meeting, deals), row.goals)
    if scored:
        results.keep(Result(scored, way, commit()), file)
    if arena.is_open:
        print(f"{part:.0%}: {scored}", flush=True)


def play_two(chosen: argparse.Namespace) -> None:
    """Let two players meet with each requested ruleset and number of seats."""
    with _arena(chosen) as arena:
        for meeting in _meetings(chosen):
            games = arena.play(meeting, meeting.deals(chosen.games))
            print(score(meeting, games) or f"{meeting}: no deal has been played from every seat", flush=True)
            print(deals.of_one_seat(meeting, games), flush=True)


def play_halves(chosen: argparse.Namespace) -> None:
    """Let two players meet with half of the seats each, at each requested table with an even number of seats."""
    with _arena(chosen) as arena:
        for meeting in (each for each in _meetings(chosen) if each.seats % 2 == 0):
            number = -(-chosen.games // len(halves.seatings(meeting.seats)))
            for result in takewhile(lambda _: arena.is_open, halves.play_halves(arena.pool, meeting, number)):
                print(result, flush=True)


def test_two(chosen: argparse.Namespace) -> None:
    """Let two players meet until one of two hypotheses is accepted, or the games are used up."""
    with _arena(chosen) as arena:
        for meeting in _meetings(chosen):
            hypotheses = _hypotheses(meeting, chosen)
            print(f"{meeting}; H0 {hypotheses.low:.1%}, H1 {hypotheses.high:.1%}", flush=True)
            _test(arena, meeting, hypotheses, chosen.games)


def _test(arena: Arena, meeting: Meeting, hypotheses: Hypotheses, games: int) -> None:
    """Play as many deals at a time as there are processes, until there is a verdict."""
    deals, verdict, end = meeting.deals(games), Verdict.OPEN, 0
    while verdict is Verdict.OPEN and end < len(deals) and arena.is_open:
        end += arena.jobs
        played = whole_deals(meeting, arena.play(meeting, deals[:end])).values()
        scores = [sum(game.won for game in games) / len(games) for games in played]
        ratio, verdict = hypotheses.ratio(scores), hypotheses.judge(scores)
        print(f"{len(scores):>6} deals, {sum(scores):.1f} won, ratio {ratio:+.2f}: {verdict}", flush=True)


def _hypotheses(meeting: Meeting, chosen: argparse.Namespace) -> Hypotheses:
    """Return the win rates to distinguish."""
    low = 1 / meeting.seats if chosen.low is None else chosen.low
    high = low + 0.05 if chosen.high is None else chosen.high
    if not 0 < low < high < 1:
        raise SystemExit(f"{low:g} and {high:g} are no two shares to tell apart: 0 < low < high < 1")
    return Hypotheses(low, high)


def measure_thinking(chosen: argparse.Namespace) -> None:
    """Measure how long the levels think for each number of seats, without garbage collection, as in workers."""
    gc.disable()
    for ruleset, seats in _tables(chosen):
        for times in thinking.measure(ruleset, seats, chosen.decisions):
            thinking.keep([times])
            print(
                f"{ruleset}, {seats} seats: {times.level} {times.median_ms} ms, {times.percentile_95_ms} ms", flush=True
            )


def find_equal_time(chosen: argparse.Namespace) -> None:
    """Print the player that takes as much processor time as its opponent, for each number of seats."""
    gc.disable()
    for ruleset, seats in _tables(chosen):
        iterations = equal_iterations(ruleset, seats, chosen.level, chosen.opponent, chosen.decisions)
        print(f"{ruleset}, {seats} seats: {chosen.level}:iterations={iterations} against {chosen.opponent}", flush=True)


def measure_luck(chosen: argparse.Namespace) -> None:
    """Measure how much luck cancels out between the games of a deal, for each number of seats."""
    for ruleset, seats in _tables(chosen):
        for each in luck.measure(ruleset, seats, chosen.deals):
            luck.keep([each])
            print(
                f"{each.meeting}: {each.steps_less[0]:.0%} by steps, {each.purposes_less[0]:.0%} by purposes",
                flush=True,
            )


def measure_information(chosen: argparse.Namespace) -> None:
    """Measure how much the evaluation knows of the winner, for each number of seats."""
    tables = [*_tables(chosen)]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        measured = pool.map(information.measure, *zip(*tables, strict=True), [chosen.games] * len(tables))
        for each in measured:
            information.keep([each])
            print(f"{each.ruleset}, {each.seats} seats: {each.rounds}, chance {each.chance:.3f}", flush=True)


def write_report(chosen: argparse.Namespace) -> None:
    """Write ratings, tables and the plot from the stored results."""
    report.write(chosen.results)


@contextmanager
def _arena(chosen: argparse.Namespace) -> Iterator[Arena]:
    """Return an arena with several processes."""
    with ProcessPoolExecutor(chosen.jobs, initializer=gc.disable) as pool:  # a search makes no cyclic garbage
        yield Arena(pool, chosen.jobs, StoredGames(chosen.into), time.monotonic() + 60 * chosen.minutes)


def _tables(chosen: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """List the requested rulesets and numbers of seats that exist."""
    for ruleset in [PLAYED[chosen.ruleset]] if chosen.ruleset else RULESETS.values():
        for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
            if not chosen.seats or seats in chosen.seats:
                yield ruleset.name, seats


def _meetings(chosen: argparse.Namespace) -> list[Meeting]:
    """List the requested meetings of two players; exits if there are none."""
    found = [
        Meeting(ruleset, chosen.options, seats, chosen.player, chosen.opponent)
        for ruleset, seats in _tables(chosen)
        if chosen.options in options_by_name(PLAYED[ruleset])
    ]
    if not found:
        raise SystemExit("There is no such table: look at --ruleset, --seats and --options.")
    return found


def _is_requested(meeting: Meeting, chosen: argparse.Namespace) -> bool:
    """Whether a row of the programme was requested."""
    return chosen.ruleset in (None, meeting.ruleset) and (not chosen.seats or meeting.seats in chosen.seats)


def _name(name: str) -> str:
    """Return the name of a player, if it is valid."""
    try:
        find_player(name)
    except UnknownPlayer as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return name


def _parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.strength", description=__doc__)
    commands = parser.add_subparsers(title="commands", required=True)
    whole = commands.add_parser("programme", help="play all matches of the report")
    whole.set_defaults(carry_out=play_programme)
    _add_tables(whole)
    _add_playing(whole)
    _add_results(whole)
    whole.add_argument("--estimate", action="store_true", help="play nothing")
    _add_two(commands.add_parser("play", help="let two players meet"), play_two, 200)
    half = commands.add_parser("halves", help="let two players meet with half of the seats each, as two against two")
    _add_two(half, play_halves, 120)
    sequential = commands.add_parser("sprt", help="a sequential test of two players, the first against the second")
    _add_two(sequential, test_two, 2000)
    sequential.add_argument("--low", type=float, help="H0: no more than this share of games won (the fair share)")
    sequential.add_argument("--high", type=float, help="H1: at least this share (0.05 more)")
    timing = commands.add_parser("thinking", help="measure how long the levels think")
    timing.set_defaults(carry_out=measure_thinking)
    timing.add_argument("--decisions", type=int, default=40, help="so many for each level and table (40)")
    _add_tables(timing)
    equal = commands.add_parser("equal", help="find the iterations at which a level takes as long as an opponent")
    equal.set_defaults(carry_out=find_equal_time)
    equal.add_argument("level", choices=SEARCHING, help="a level that searches")
    equal.add_argument("opponent", type=_name, help="another one, or one of an earlier commit, as hard@v1.0.0")
    equal.add_argument("--decisions", type=int, default=40, help="so many for each table (40)")
    _add_tables(equal)
    fairness = commands.add_parser("luck", help="measure how much luck the games of a deal take out")
    fairness.set_defaults(carry_out=measure_luck)
    fairness.add_argument("--deals", type=int, default=300, help="so many for each pair of players and table (300)")
    _add_tables(fairness)
    knowing = commands.add_parser("information", help="measure how much the evaluation knows of the winner")
    knowing.set_defaults(carry_out=measure_information)
    knowing.add_argument("--games", type=int, default=2000, help="so many for each table (2000)")
    knowing.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes that play (one a CPU)")
    _add_tables(knowing)
    writing = commands.add_parser("report", help="write ratings, tables and plot from the stored results")
    writing.set_defaults(carry_out=write_report)
    _add_results(writing)
    return parser


def _add_two(parser: argparse.ArgumentParser, carry_out: Callable[[argparse.Namespace], None], games: int) -> None:
    """Add the arguments for a meeting of two players."""
    parser.set_defaults(carry_out=carry_out)
    constants = "<level>:exploration=0.1,iterations=50, module:function"
    named = f"one of {', '.join(LEVELS)}, value, peeking-<level>, unlearned-<level>, <level>@<commit>, {constants}"
    parser.add_argument("player", type=_name, help=f"at one seat, or half of them: {named}")
    parser.add_argument("opponent", type=_name, help="at all other seats")
    parser.add_argument("--options", default=DEFAULT, help="the set-up by name, as codex_1+codex_2 or side=B")
    parser.add_argument("--games", type=int, default=games, help=f"at least so many at each table ({games})")
    _add_tables(parser)
    _add_playing(parser)


def _add_tables(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for rulesets and numbers of seats."""
    parser.add_argument("--ruleset", choices=sorted(PLAYED), help="all of the registry unless one is named")
    parser.add_argument("--seats", type=int, nargs="+", help="the numbers of seats (all the ruleset allows)")


def _add_results(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the file of results."""
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of results")


def _add_playing(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for playing and storing games."""
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes that play (one a CPU)")
    parser.add_argument("--minutes", type=float, default=inf, help="begin no game after so many minutes")
    parser.add_argument("--into", type=Path, default=FOLDER, help="the folder of the games")


if __name__ == "__main__":
    main()
