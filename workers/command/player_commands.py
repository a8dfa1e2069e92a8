"""Define the commands of operators about players."""

import argparse
import os
from datetime import UTC, datetime
from pathlib import Path

from msgspec import UNSET, UnsetType

_DAY = 24 * 60 * 60


def describe(command: argparse.ArgumentParser) -> None:
    """Add the commands about players to the command line."""
    commands = command.add_subparsers(required=True, metavar="WHAT")
    _describe_find(commands.add_parser("find", help="find players by name, e-mail address, identity or game"))
    show = commands.add_parser("show", help="show a player: identities, keys, games, ratings, ban; no secrets")
    show.add_argument("player")
    show.add_argument("--json", action="store_true", help="print JSON")
    show.set_defaults(run=_show)
    _describe_ban(commands.add_parser("ban", help="ban a player, who cannot come back with the same identity"))
    unban = commands.add_parser("unban", help="end the ban of a player; ended keys stay ended")
    unban.add_argument("player", help="player id, also of a player who was deleted")
    unban.add_argument("--reason", default="", help="why, for operators")
    unban.set_defaults(run=_unban)
    export = commands.add_parser("export", help="write all data of a player to standard output, as JSON")
    export.add_argument("player")
    export.set_defaults(run=_export)
    delete = commands.add_parser("delete", help="delete a player for good; a ban stays")
    delete.add_argument("player")
    delete.add_argument("--reason", default="", help="why, for operators")
    delete.add_argument("--yes", action="store_true", help="delete without a confirmation")
    delete.set_defaults(run=_delete)
    decisions = commands.add_parser("decisions", help="list who was banned, unbanned and deleted, by whom and why")
    decisions.add_argument("--lines", action="store_true", help="print one JSON object for each, for `repeat`")
    decisions.set_defaults(run=_decisions)
    repeat = commands.add_parser("repeat", help="after a restore, ban and delete again what was decided since")
    repeat.add_argument("file", type=Path, metavar="FILE", help="output of `decisions --lines`, or a log")
    repeat.set_defaults(run=_repeat)


def _describe_find(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", nargs="?", default="", help="a part of the name, a player id or an alias")
    command.add_argument("--email", default="", metavar="ADDRESS", help="an address of a notification target")
    command.add_argument("--subject", default="", help="the subject of a signed identity, or the id of a user")
    command.add_argument("--platform", metavar="PLAYER", help="the platform whose user --subject names")
    command.add_argument("--game", metavar="GAME", help="a game of the player")
    command.add_argument("--banned", action="store_true", help="only banned players")
    command.add_argument("--limit", type=int, choices=range(1, 101), default=20, metavar="N", help="default: 20")
    command.add_argument("--after", metavar="PLAYER", help="continue after the last player of the previous page")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_find)


def _describe_ban(command: argparse.ArgumentParser) -> None:
    command.add_argument("player")
    command.add_argument("--reason", default="", help="why, for operators")
    command.add_argument("--public-reason", default="", help="why, for the player")
    command.add_argument("--email", action="append", default=[], metavar="ADDRESS", help="a further e-mail address")
    end = command.add_mutually_exclusive_group()
    end.add_argument("--days", type=int, choices=range(1, 3651), metavar="N", help="end of the ban (default: never)")
    end.add_argument("--until", type=_moment, metavar="TIME", help="end of the ban, such as 2027-01-31T12:00:00Z")
    command.set_defaults(run=_ban)


def _moment(text: str) -> str:
    """Parse a time in RFC 3339."""
    from service.installation.clock_and_ids import written

    try:
        at = datetime.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError("must be a time such as 2027-01-31T12:00:00Z") from error
    if at.tzinfo is None:
        raise argparse.ArgumentTypeError("must have a time zone, such as Z")
    return written(at.astimezone(UTC))


def _find(options: argparse.Namespace) -> None:
    from service.resources.operators import PlayerSearch
    from workers.command import players

    query = PlayerSearch(
        name=options.name,
        email=options.email,
        subject=options.subject,
        platform=options.platform or UNSET,
        game_id=options.game or UNSET,
        banned=options.banned,
        cursor=options.after or UNSET,
        limit=options.limit,
    )
    players.find(os.environ, query, as_json=options.json)


def _show(options: argparse.Namespace) -> None:
    from workers.command import players

    players.show(os.environ, options.player, as_json=options.json)


def _ban(options: argparse.Namespace) -> None:
    from workers.command import players

    until: str | UnsetType = options.until or UNSET
    if options.days:
        until = players.moment_in(options.days * _DAY)
    reasons = {"reason": options.reason, "public_reason": options.public_reason}
    players.ban(os.environ, options.player, until=until, emails=tuple(options.email), **reasons)


def _unban(options: argparse.Namespace) -> None:
    from workers.command import players

    players.unban(os.environ, options.player, options.reason)


def _export(options: argparse.Namespace) -> None:
    from workers.command import players

    players.export_player(os.environ, options.player)


def _delete(options: argparse.Namespace) -> None:
    from workers.command import players

    players.delete(os.environ, options.player, options.reason, confirmed=options.yes)


def _decisions(options: argparse.Namespace) -> None:
    from workers.command import players

    players.decisions(os.environ, as_lines=options.lines)


def _repeat(options: argparse.Namespace) -> None:
    from workers.command import players

    players.repeat(os.environ, options.file)
