"""Run the `bottega` command."""

import argparse
import json
import logging
import os
import re
import secrets
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from pathlib import Path

import redis
from bottega_client import NetworkError, Problem

from domain.chance import SEED_BYTES
from domain.data_files import BadDataFile
from domain.dice import Seed
from domain.record import write
from service.game.log_replay import NotRepairable
from service.installation.jobs import WEBHOOKS, WORKERS
from service.problems import UnknownLevel
from service.resources.advice import MOST_POSITIONS
from service.runtime.liveness import read_limits
from service.runtime.redis_server import RedisServerError
from service.runtime.signals import INTERRUPTED, hold_interrupts
from service.settings import SettingsError, log_settings, read_settings, with_absolute_paths
from service.store import ArchiveUnavailable, GameUnreadable
from service.store.connection import remedy
from service.telemetry import logs
from workers.command import bot, demo, keys, new_ruleset, operator_commands, record, ruleset_commands, tournament
from workers.command.bot_program import ProgramError
from workers.command.bot_seats import BadGames, Seat, seats_in, seats_of
from workers.command.build import release
from workers.command.connection import InvalidUrl, connect
from workers.command.console import print_status, say, write_file
from workers.command.tournament_file import BadFile
from workers.processes import supervisor, worker_group
from workers.processes.archive_check import check_archive
from workers.processes.managed_process import ServiceError
from workers.processes.supervisor import RunningService

CONTRACT = Path(__file__).parents[2] / "openapi"

ANNOUNCEMENT = """
  Bottega is ready.

    API     {address}/v1
    docs    {address}/docs
    games   {directory}

  Try it:

    curl -s {address}/v1/games -H 'Content-Type: application/json' \\
      -d '{example}'

  Ctrl-C stops the service; the games are kept.
"""

EXPECTED = (
    BadFile,
    BadGames,
    BadDataFile,
    ProgramError,
    RedisServerError,
    SettingsError,
    UnknownLevel,
    InvalidUrl,
    NetworkError,
    Problem,
    NotRepairable,
    ArchiveUnavailable,
    GameUnreadable,
    keys.Rejected,
    new_ruleset.Rejected,
    record.Rejected,
    ruleset_commands.NotInstalled,
    tournament.NotStarted,
    ServiceError,
)
"""Errors that are no fault of the program."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; an expected error is printed on one line."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options) or 0)
    except redis.RedisError as error:
        todo = remedy(error) or "run `bottega doctor`"
        print_status(f"Redis is not available: {error} ({todo})")
        return 1
    except EXPECTED as error:
        print_status(str(error))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bottega", description="Hosts turn-based board games over a REST API.")
    parser.add_argument("--version", action="version", version=release())
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    _describe_processes(commands)

    command = commands.add_parser("demo", help="play one game of AI players through the API and print it")
    command.add_argument(
        "--address", help="URL of a running service (default: the service on this machine, or a temporary one)"
    )
    command.add_argument("--ruleset", help="default: the first ruleset of the service")
    command.add_argument("--level", default="greedy", help="AI level of all seats (default: greedy)")
    command.add_argument(
        "--seats", type=int, choices=range(2, len(demo.NAMES) + 1), help="number of seats (default: up to 4)"
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
    command.add_argument("command", nargs="+", metavar="COMMAND", help="the program and its arguments, after --")
    command.set_defaults(run=_bot)

    command = commands.add_parser("tournament", help="run a tournament from a TOML file, or resume it")
    command.add_argument("file", type=Path, metavar="FILE", help="tournament plan and entrants")
    _add_service(command)
    command.add_argument("--key", help="player key of the organiser (default: BOTTEGA_KEY)")
    command.add_argument("--record", type=Path, metavar="FILE", help="where to write the record of the tournament")
    command.set_defaults(run=_tournament)

    operator_commands.describe(commands)
    ruleset_commands.describe(commands)

    command = commands.add_parser("openapi", help="write the OpenAPI contract")
    command.add_argument("--check", action="store_true", help="write nothing; fail if the file is outdated")
    command.set_defaults(run=_openapi)

    command = commands.add_parser("record", help="play a game of AI levels from a seed and write its record")
    command.add_argument("ruleset")
    command.add_argument("levels", nargs="+", metavar="LEVEL", help="the AI level of each seat")
    command.add_argument("--options", type=json.loads, default={}, help="options of the ruleset as JSON")
    command.add_argument("--seed", type=_secret, help="64 hexadecimal digits (default: random)")
    command.add_argument("--salt", type=_secret, help="64 hexadecimal digits, unique to the game (default: random)")
    command.add_argument("--output", type=Path, help="default: standard output")
    command.set_defaults(run=_record)

    command = commands.add_parser("record-again", help="play recorded games again and overwrite their files")
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.set_defaults(run=_record_again)

    command = commands.add_parser("verify", help="check records of games and tournaments for changes")
    command.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="record of a game, or of a tournament followed by its games"
    )
    command.add_argument(
        "--hash",
        type=_digits,
        dest="published",
        help="the published record_hash of the only FILE",
    )
    command.set_defaults(run=_verify)
    return parser


def _add_service(command: argparse.ArgumentParser) -> None:
    url = "http://127.0.0.1:8000"
    command.add_argument("--service", default=url, help="URL of the service (default: this machine)")


def _describe_processes(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    commands.add_parser("serve", help="run everything on this machine").set_defaults(run=_serve)
    commands.add_parser("api", help="run the web server alone").set_defaults(run=_api)
    command = commands.add_parser("worker", help="run one worker")
    command.add_argument(
        "kind",
        choices=WORKERS,
        help="scoring and fast AI turns, all AI turns and hints (thinking), or webhooks",
    )
    command.set_defaults(run=_worker)

    commands.add_parser("sweeper", help="run the sweeper, which enqueues lost jobs again").set_defaults(run=_sweeper)

    command = commands.add_parser("workers", help="run all workers and the sweeper")
    command.set_defaults(run=_workers)


def _serve(_options: argparse.Namespace) -> int:
    """Run the whole service. An invalid data file of the operator is reported before anything starts."""
    logs.set_up("supervisor", *log_settings())
    if os.environ.get("BOTTEGA_DATA_FILES"):  # else the supervisor need not load the rulesets
        import domain.registry  # noqa: F401
    return supervisor.serve(os.environ, _announcement)


def _announcement(service: RunningService) -> str:
    """Return what `bottega serve` prints when it is ready, with the creation of a game as an example."""
    with connect(service.address) as client:
        ruleset = client.list_rulesets()["rulesets"][0]
    seats = [{"kind": "human"}, *({"kind": "ai", "level": "normal"},) * (ruleset["min_seats"] - 1)]
    example = json.dumps({"ruleset": ruleset["ruleset"], "options": {}, "seats": seats})
    directory = service.settings.data_directory
    return ANNOUNCEMENT.format(address=service.address, directory=directory, example=example)


def _api(_options: argparse.Namespace) -> None:
    """Replace this process by gunicorn, after checking settings and rulesets."""
    import domain.registry  # noqa: F401

    check_archive(read_settings())
    os.environ.update(with_absolute_paths(os.environ))
    os.chdir(supervisor.HOME)
    hold_interrupts()
    configuration = str(supervisor.GUNICORN_CONFIGURATION)
    os.execv(sys.executable, [*supervisor.ISOLATED, "-m", "gunicorn", "--config", configuration])


def _worker(options: argparse.Namespace) -> None:
    settings = read_settings(serves=False)
    logs.set_up(f"{options.kind} worker", settings.log_format, settings.log_level)
    from workers.processes.worker import run_worker  # it loads the rulesets, and logs those that are left out

    if options.kind != WEBHOOKS:  # webhook workers use no archive
        check_archive(settings)
    if settings.log_decisions:
        logging.getLogger("decisions").setLevel(logging.INFO)
    run_worker(settings, options.kind)


def _sweeper(_options: argparse.Namespace) -> None:
    settings = read_settings(serves=False)
    logs.set_up("sweeper", settings.log_format, settings.log_level)
    from workers.processes.sweeper import run_sweeper

    check_archive(settings)
    run_sweeper(settings)


def _workers(_options: argparse.Namespace) -> None:
    """Run workers and sweeper as one group until Ctrl-C or SIGTERM."""
    settings = read_settings(serves=False)
    logs.set_up("workers", settings.log_format, settings.log_level)
    supervisor.end_on_signals()
    with suppress(KeyboardInterrupt):
        worker_group.run_worker_group(settings.ai_workers, read_limits(os.environ), main)


def _demo(options: argparse.Namespace) -> None:
    """Play a game on the given or local service, else on a temporary one."""
    with nullcontext(options.address) if options.address else demo.service_here(os.environ) as address:
        demo.play(address, options.ruleset, options.level, options.seats)


def _bot(options: argparse.Namespace) -> int:
    listed = [seat for path in options.games_file for seat in seats_in(path)]
    seats = list(dict.fromkeys([*seats_of(options.token), *listed]))
    key = options.key or ("" if seats else os.environ.get("BOTTEGA_KEY"))
    if not (seats or key):
        raise BadGames("specify what to play: --key KEY for all games of a player, --token TOKEN, or --games-file FILE")
    if seats and key:
        raise BadGames("use either --key, or --token and --games-file")
    seats = [Seat(None, key)] if key else seats
    return bot.run(connect(options.service), seats, options.command, options.seconds, options.positions)


def _tournament(options: argparse.Namespace) -> int:
    key = options.key or os.environ.get("BOTTEGA_KEY")
    if not key:
        raise tournament.NotStarted(f"pass the organiser's key with --key or BOTTEGA_KEY. {tournament.HOW_TO_ORGANISE}")
    return tournament.run(connect(options.service, key), key, options.file, options.record)


def _openapi(options: argparse.Namespace) -> int:
    from service.app import CANONICAL, export_committed

    path, contract = CONTRACT / CANONICAL, export_committed()
    if not options.check:
        path.write_text(contract, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != contract:
        print_status(f"{path} differs from the code; run `make openapi`")
        return 1
    return 0


def _record(options: argparse.Namespace) -> int:
    from domain.registry import RULESETS

    if options.ruleset not in RULESETS:
        raise record.Rejected(f"there is no ruleset {options.ruleset!r}; available: {', '.join(RULESETS)}")
    secret = options.seed if options.seed is not None else secrets.token_bytes(SEED_BYTES)
    seed = Seed(secret, options.salt if options.salt is not None else secrets.token_bytes(SEED_BYTES))
    text = write(record.record(RULESETS[options.ruleset], options.options, options.levels, seed))
    if options.output is None:
        write_file(text)
    else:
        options.output.write_bytes(text)
    return 0


def _record_again(options: argparse.Namespace) -> None:
    """Play recorded games of AI levels again and overwrite their records."""
    from domain.registry import RULESETS

    for path in options.files:
        recorded = json.loads(path.read_bytes())
        path.write_bytes(write(record.record_again(RULESETS[recorded["ruleset"]], recorded)))


def _secret(text: str) -> bytes:
    return bytes.fromhex(_digits(text))


def _digits(text: str) -> str:
    """Return 64 hexadecimal digits in lower case; raises ArgumentTypeError for other text."""
    if not re.fullmatch(r"[0-9A-Fa-f]{64}", text):
        raise argparse.ArgumentTypeError("must be 64 hexadecimal digits")
    return text.lower()


def _verify(options: argparse.Namespace) -> int:
    """Verify records; return 1 if one of them is not valid."""
    from domain.registry import RULESETS
    from workers.command import verify

    if options.published and len(options.files) > 1:
        say("bottega: --hash needs exactly one FILE", error=True)
        return 2
    return verify.run(options.files, RULESETS, options.published or "")


if __name__ == "__main__":
    sys.exit(main())
