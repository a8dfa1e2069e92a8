"""The `bottega` command."""

import argparse
import json
import logging
import os
import re
import secrets
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import redis

from domain.chance import SEED_BYTES
from domain.data_files import BadTable
from domain.dice import Seed
from domain.record import write
from service.play.jobs import WEBHOOKS, WORKERS
from service.play.log_replay import NotRepairable
from service.problems import UnknownLevel
from service.runtime.redis_server import RedisServerError
from service.runtime.signals import INTERRUPTED, hold_interrupts
from service.settings import SettingsError, log_format, log_level, read_settings, with_absolute_paths
from service.store import ArchiveUnavailable, GameUnreadable
from service.store.connection import remedy
from service.telemetry import logs
from workers.command import bot, demo, keys, operator_commands, record, tournament
from workers.command.bot_program import ProgramError
from workers.command.bot_seats import BadGames, seats_in, seats_of
from workers.command.bot_service import ServiceClient
from workers.command.build import release
from workers.command.client import UnexpectedResponse
from workers.command.console import say, tell
from workers.command.tournament_file import BadFile
from workers.processes import supervisor
from workers.processes.archive_check import check_archive
from workers.processes.managed_process import ServiceError

CONTRACT = Path(__file__).parents[2] / "openapi"

ANNOUNCEMENT = """
  Bottega is ready.

    API     {address}/v1
    docs    {address}/docs
    games   {directory}

  Try it:

    curl -s {address}/v1/games -H 'Content-Type: application/json' \\
      -d '{example}'

  Ctrl-C ends it; the games are kept.
"""

EXPECTED = (
    BadFile,
    BadGames,
    BadTable,
    ProgramError,
    RedisServerError,
    SettingsError,
    UnknownLevel,
    UnexpectedResponse,
    NotRepairable,
    ArchiveUnavailable,
    GameUnreadable,
    demo.GameStalled,
    keys.Rejected,
    record.Rejected,
    tournament.NotBegun,
    ServiceError,
)
"""What may go wrong without anything being wrong with the program."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; a known failure is told in one line."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options) or 0)
    except redis.RedisError as error:
        todo = remedy(error) or "`bottega doctor` says what to do"
        tell(f"Redis cannot be used: {error} ({todo})")
        return 1
    except EXPECTED as error:
        tell(str(error))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(prog="bottega", description="Hosts turn-based board games over a REST API.")
    parser.add_argument("--version", action="version", version=release())
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    commands.add_parser("serve", help="run everything on this machine").set_defaults(run=_serve)
    commands.add_parser("api", help="run the web server alone").set_defaults(run=_api)
    command = commands.add_parser("worker", help="run one worker")
    command.add_argument(
        "kind",
        choices=WORKERS,
        help="what it does: scoring and quick AI turns, thinking for all AI turns and hints, or sending webhooks",
    )
    command.set_defaults(run=_worker)

    commands.add_parser("sweeper", help="run the sweeper: hands out jobs that got lost").set_defaults(run=_sweeper)

    command = commands.add_parser("demo", help="play one game of AI players through the API and print it")
    command.add_argument("--address", help="a running service (default: the one of this machine, else one is started)")
    command.add_argument("--ruleset", help="default: the first of the service")
    command.add_argument("--level", default="greedy", help="AI level of all seats (default: greedy)")
    command.add_argument("--seats", type=int, choices=range(2, len(demo.NAMES) + 1), help="default: up to 4")
    command.set_defaults(run=_demo)

    command = commands.add_parser(
        "bot",
        help="drive a program that plays seats: JSON lines in and out",
        usage="bottega bot [--key KEY | --token TOKEN ... | --games-file FILE ...] [options] -- COMMAND ...",
    )
    command.add_argument(
        "--service", default="http://127.0.0.1:8000", help="address (default: the one of this machine)"
    )
    command.add_argument(
        "--key", help="of a player: play all games of the player until Ctrl-C (default: BOTTEGA_KEY of the environment)"
    )
    command.add_argument("--token", action="append", default=[], help="of a seat; may be given several times")
    command.add_argument(
        "--games-file", action="append", default=[], type=Path, help="answers of createGame, one a line"
    )
    command.add_argument("--seconds", type=float, help="how long a decision may take (default: as long as it likes)")
    command.add_argument(
        "--worlds", type=int, default=0, choices=range(17), metavar="N", help="send N drawn worlds with each decision"
    )
    command.add_argument("command", nargs="+", metavar="COMMAND", help="the program and its arguments, after --")
    command.set_defaults(run=_bot)

    command = commands.add_parser("tournament", help="run a tournament from a TOML file, and go on where it stopped")
    command.add_argument("file", type=Path, metavar="FILE", help="what is to be played, and by whom")
    command.add_argument(
        "--service", default="http://127.0.0.1:8000", help="address (default: the one of this machine)"
    )
    command.add_argument("--key", help="of the organiser (default: BOTTEGA_KEY of the environment)")
    command.add_argument("--record", type=Path, metavar="FILE", help="where to keep the record of the tournament")
    command.set_defaults(run=_tournament)

    operator_commands.describe(commands)

    command = commands.add_parser("openapi", help="write the contract")
    command.add_argument("--check", action="store_true", help="write nothing; fail if the file differs from the code")
    command.set_defaults(run=_openapi)

    command = commands.add_parser("record", help="play a seeded game of AI levels and write its record")
    command.add_argument("ruleset")
    command.add_argument("levels", nargs="+", metavar="LEVEL", help="the AI level of each seat")
    command.add_argument("--options", type=json.loads, default={}, help="set-up choices as JSON")
    command.add_argument("--seed", type=_secret, help="64 hexadecimal digits (default: drawn)")
    command.add_argument("--salt", type=_secret, help="64 hexadecimal digits that no other game has (default: drawn)")
    command.add_argument("--output", type=Path, help="default: standard output")
    command.set_defaults(run=_record)

    command = commands.add_parser("record-again", help="play recorded games anew and overwrite their files")
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.set_defaults(run=_record_again)

    command = commands.add_parser("verify", help="play archived records anew and say where one was changed")
    command.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="of a game, or of a tournament and then of its games"
    )
    command.add_argument(
        "--hash",
        type=_digits,
        dest="published",
        help="the record_hash that the service published for the game: the only FILE must have it",
    )
    command.set_defaults(run=_verify)
    return parser


def _serve(_options: argparse.Namespace) -> int:
    """Check that the rulesets load, then run everything."""
    from domain.registry import RULESETS

    logs.set_up("supervisor", log_format(), log_level())
    ruleset = next(iter(RULESETS.values()))
    seats = [{"kind": "human"}, *({"kind": "ai", "level": "normal"},) * (ruleset.min_seats - 1)]
    example = json.dumps({"ruleset": ruleset.name, "options": {}, "seats": seats})
    return supervisor.serve(
        os.environ, ANNOUNCEMENT.replace("{example}", example.replace("{", "{{").replace("}", "}}"))
    )


def _api(_options: argparse.Namespace) -> None:
    """Become gunicorn, once settings and rulesets are known to be good."""
    import domain.registry  # noqa: F401

    check_archive(read_settings())
    os.environ.update(with_absolute_paths(os.environ))
    os.chdir(supervisor.HOME)
    hold_interrupts()
    configuration = str(supervisor.GUNICORN_CONFIGURATION)
    os.execv(sys.executable, [*supervisor.ISOLATED, "-m", "gunicorn", "--config", configuration])


def _worker(options: argparse.Namespace) -> None:
    """Run jobs until told to stop."""
    from workers.processes.worker import run_worker

    settings = read_settings(serves=False)
    logs.set_up(f"{options.kind} worker", settings.log_format, settings.log_level)
    if options.kind != WEBHOOKS:  # which uses no archive
        check_archive(settings)
    if settings.log_decisions:
        logging.getLogger("decisions").setLevel(logging.INFO)
    run_worker(settings, options.kind)


def _sweeper(_options: argparse.Namespace) -> None:
    """Hand out lost jobs until told to stop."""
    from workers.processes.sweeper import run_sweeper

    settings = read_settings(serves=False)
    logs.set_up("sweeper", settings.log_format, settings.log_level)
    check_archive(settings)
    run_sweeper(settings)


def _demo(options: argparse.Namespace) -> None:
    """Play a game on the service that is named or runs here, else on one that lives as long as the demo."""
    with nullcontext(options.address) if options.address else demo.service_here(os.environ) as address:
        demo.play(address, options.ruleset, options.level, options.seats)


def _bot(options: argparse.Namespace) -> int:
    """Let a program play seats until their games are over."""
    named = [seat for path in options.games_file for seat in seats_in(path)]
    seats = list(dict.fromkeys([*seats_of(options.token), *named]))
    key = options.key or ("" if seats else os.environ.get("BOTTEGA_KEY"))
    if not (seats or key):
        raise BadGames("name what to play: --key KEY for all games of a player, --token TOKEN, or --games-file FILE")
    if seats and key:
        raise BadGames("give either --key, or --token and --games-file")
    service, how = ServiceClient(options.service), (options.command, options.seconds, options.worlds)
    return bot.run_player(service, key, *how) if key else bot.run(service, seats, *how)


def _tournament(options: argparse.Namespace) -> int:
    """Run a tournament to its end."""
    key = options.key or os.environ.get("BOTTEGA_KEY")
    if not key:
        raise tournament.NotBegun(f"give the organiser's key by --key or BOTTEGA_KEY. {tournament.HOW_TO_ORGANISE}")
    return tournament.run(ServiceClient(options.service), key, options.file, options.record)


def _openapi(options: argparse.Namespace) -> int:
    """Write the contract, or compare it."""
    from service.app import CANONICAL, export_committed

    path, contract = CONTRACT / CANONICAL, export_committed()
    if not options.check:
        path.write_text(contract, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != contract:
        tell(f"{path} differs from the code; `make openapi` writes it anew")
        return 1
    return 0


def _record(options: argparse.Namespace) -> int:
    """Write the record of one game of AI levels."""
    from domain.registry import RULESETS

    if options.ruleset not in RULESETS:
        raise record.Rejected(f"there is no ruleset {options.ruleset!r}, but {', '.join(RULESETS)}")
    secret = options.seed if options.seed is not None else secrets.token_bytes(SEED_BYTES)
    seed = Seed(secret, options.salt if options.salt is not None else secrets.token_bytes(SEED_BYTES))
    text = write(record.record(RULESETS[options.ruleset], options.options, options.levels, seed))
    if options.output is None:
        sys.stdout.buffer.write(text)
    else:
        options.output.write_bytes(text)
    return 0


def _record_again(options: argparse.Namespace) -> None:
    """Write the records of games of AI levels anew, in place."""
    from domain.registry import RULESETS

    for path in options.files:
        recorded = json.loads(path.read_bytes())
        path.write_bytes(write(record.record_again(RULESETS[recorded["ruleset"]], recorded)))


def _secret(text: str) -> bytes:
    """Read a seed or a salt; raises ArgumentTypeError for anything else."""
    return bytes.fromhex(_digits(text))


def _digits(text: str) -> str:
    """Read the hash of a record in lower case; raises ArgumentTypeError for anything else."""
    if not re.fullmatch(r"[0-9A-Fa-f]{64}", text):
        raise argparse.ArgumentTypeError("must be 64 hexadecimal digits")
    return text.lower()


def _verify(options: argparse.Namespace) -> int:
    """Verify records; fail if one of them is not right."""
    from domain.registry import RULESETS
    from workers.command import verify

    if options.published and len(options.files) > 1:
        say("bottega: --hash belongs to one record: name one FILE", error=True)
        return 2
    return verify.run(options.files, RULESETS, options.published or "")


if __name__ == "__main__":
    sys.exit(main())
