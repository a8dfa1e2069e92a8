"""Run the `bottega` command."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from service.resources.advice import MOST_POSITIONS
from workers.command import language_model, operator_commands, process_commands, record_commands, ruleset_commands
from workers.command.bot_seats import BadGames, Seat, seats_in, seats_of
from workers.command.build import release
from workers.command.console import print_status, write_file
from workers.command.installed_rulesets import find_ruleset
from workers.command.reporting import reported

CONTRACT = Path(__file__).parents[2] / "openapi"
MOST_SEATS = 7
"""The most seats of `bottega demo`, which has as many names."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; an expected error is printed on one line."""
    options = _parser().parse_args(arguments)
    return reported(partial(options.run, options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bottega", description="Hosts turn-based board games over a REST API.")
    parser.add_argument("--version", action="version", version=release())
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    process_commands.describe(commands)

    command = commands.add_parser("demo", help="play one game of AI players through the API and print it")
    command.add_argument(
        "--address", help="URL of a running service (default: the service on this machine, or a temporary one)"
    )
    command.add_argument("--ruleset", help="default: the first ruleset of the service")
    command.add_argument("--level", default="greedy", help="AI level of all seats (default: greedy)")
    command.add_argument(
        "--seats", type=int, choices=range(2, MOST_SEATS + 1), help="number of seats (default: up to 4)"
    )
    command.set_defaults(run=_demo)

    command = commands.add_parser(
        "bot",
        help="let a program play seats, with JSON lines on its input and output",
        usage="bottega bot [--key KEY | --token TOKEN ... | --games-file FILE ...] [options] -- COMMAND ...",
    )
    _add_service(command)
    command.add_argument("--key", help="player key: play all games of the player until Ctrl-C (default: BOTTEGA_KEY)")
    command.add_argument("--token", action="append", default=[], help="seat token; repeat it for several seats")
    command.add_argument(
        "--games-file", action="append", default=[], type=Path, help="file of createGame responses, one per line"
    )
    command.add_argument("--seconds", type=float, help="time limit per decision (default: none)")
    command.add_argument(
        "--positions",
        type=int,
        default=0,
        choices=range(MOST_POSITIONS + 1),
        metavar="N",
        help="send N sampled positions with each decision",
    )
    command.add_argument(
        "--log",
        type=Path,
        metavar="DIRECTORY",
        help="write the log of the program and the results of its games as files",
    )
    command.add_argument("command", nargs="+", metavar="COMMAND", help="the program and its arguments, after --")
    command.set_defaults(run=_bot)

    language_model.describe(commands)

    command = commands.add_parser("tournament", help="run a tournament from a TOML file, or resume it")
    command.add_argument("file", type=Path, metavar="FILE", help="tournament plan and entrants")
    _add_service(command)
    command.add_argument("--key", help="player key of the organiser (default: BOTTEGA_KEY)")
    command.add_argument("--record", type=Path, metavar="FILE", help="where to write the record of the tournament")
    command.add_argument(
        "--log", type=Path, metavar="DIRECTORY", help="write logs and results as files, in a directory for each program"
    )
    command.set_defaults(run=_tournament)

    operator_commands.describe(commands)
    ruleset_commands.describe(commands)

    command = commands.add_parser("openapi", help="write the OpenAPI contract")
    command.add_argument("--check", action="store_true", help="write nothing; fail if the file is outdated")
    command.add_argument(
        "--rulesets",
        metavar="NAMES",
        help="print the contract with the types of these rulesets alone: a,b; or '': none",
    )
    command.set_defaults(run=_openapi)

    record_commands.describe(commands)
    return parser


def _add_service(command: argparse.ArgumentParser) -> None:
    url = "http://127.0.0.1:8000"
    command.add_argument("--service", default=url, help="URL of the service (default: this machine)")


def _demo(options: argparse.Namespace) -> None:
    """Play a game on the given or local service, else on a temporary one."""
    from workers.command import demo

    with nullcontext(options.address) if options.address else demo.service_here(os.environ) as address:
        demo.play(address, options.ruleset, options.level, options.seats)


def _bot(options: argparse.Namespace) -> int:
    from workers.command import bot
    from workers.command.bot_log import BotLog
    from workers.command.connection import connect

    listed = [seat for path in options.games_file for seat in seats_in(path)]
    seats = list(dict.fromkeys([*seats_of(options.token), *listed]))
    key = options.key or ("" if seats else os.environ.get("BOTTEGA_KEY"))
    if not (seats or key):
        raise BadGames("specify what to play: --key KEY for all games of a player, --token TOKEN, or --games-file FILE")
    if seats and key:
        raise BadGames("use either --key, or --token and --games-file")
    seats = [Seat(None, key)] if key else seats
    log = None if options.log is None else BotLog(options.log)
    playing = bot.Bot(connect(options.service), options.command, options.seconds, log)
    return bot.run(playing, seats, options.positions)


def _tournament(options: argparse.Namespace) -> int:
    from workers.command import tournament
    from workers.command.connection import connect

    key = options.key or os.environ.get("BOTTEGA_KEY")
    if not key:
        raise tournament.NotStarted(f"pass the organiser's key with --key or BOTTEGA_KEY. {tournament.HOW_TO_ORGANISE}")
    return tournament.run(connect(options.service, key), key, options.file, options.record, options.log)


def _openapi(options: argparse.Namespace) -> int:
    from domain.registry import RULESETS
    from service.api.contract import CANONICAL
    from service.app import export_committed

    if options.rulesets is not None:
        names = [find_ruleset(name).name for name in options.rulesets.split(",") if name]
        write_file(export_committed(RULESETS, names).encode())
        return 0
    path, contract = CONTRACT / CANONICAL, export_committed()
    if not options.check:
        path.write_text(contract, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != contract:
        print_status(f"{path} differs from the code; run `make openapi`")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
