"""Define the commands about records of games and tournaments: record, record-again and verify."""

import argparse
import json
import re
import secrets
from pathlib import Path

from domain.chance import SEED_BYTES
from domain.dice import Seed
from domain.record import write
from workers.command import record
from workers.command.console import say, write_file
from workers.command.installed_rulesets import find_ruleset


def describe(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands about records to the command line."""
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


def _record(options: argparse.Namespace) -> int:
    ruleset = find_ruleset(options.ruleset)
    secret = options.seed if options.seed is not None else secrets.token_bytes(SEED_BYTES)
    seed = Seed(secret, options.salt if options.salt is not None else secrets.token_bytes(SEED_BYTES))
    text = write(record.record(ruleset, options.options, options.levels, seed))
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
