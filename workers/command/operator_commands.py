"""Define the commands of operators: doctor, backup, restore, games, jobs, keys and players."""

import argparse
import os
from pathlib import Path

from workers.command import player_commands

_LONGEST_SECONDS = 10 * 365 * 24 * 60 * 60
_WEEK = 7 * 24 * 60 * 60
_DEFAULT_SCOPES = "play,create"


def describe(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands of operators to the command line."""
    command = commands.add_parser("doctor", help="check an installation and advise what to do")
    command.add_argument("--service", metavar="URL", help="URL of the API, to check it too")
    command.add_argument("--json", action="store_true", help="print the findings as JSON")
    command.set_defaults(run=_doctor)
    _describe_backups(commands)
    _describe_games(commands.add_parser("games", help="inspect, repair and archive games"))
    _describe_jobs(commands.add_parser("jobs", help="list jobs that have failed, and let them try again"))
    _describe_keys(commands.add_parser("keys", help="create, list and revoke keys of players, and invite players"))
    player_commands.describe(commands.add_parser("players", help="find, show, ban, export and delete players"))


def _describe_backups(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    backup = commands.add_parser(
        "backup", help="copy Redis, archive and secret to a new directory; the service may run"
    )
    backup.add_argument("directory", type=Path, metavar="DIR")
    backup.add_argument("--without-archive", action="store_true", help="leave out the archive, which you back up apart")
    backup.add_argument("--without-secret", action="store_true", help="leave out the secret, which you store elsewhere")
    backup.set_defaults(run=_backup)
    restore = commands.add_parser("restore", help="restore a backup in an empty place; the service must not run there")
    restore.add_argument("directory", type=Path, metavar="DIR")
    restore.set_defaults(run=_restore)


def _describe_games(command: argparse.ArgumentParser) -> None:
    commands = command.add_subparsers(required=True, metavar="WHAT")
    inspect = commands.add_parser("inspect", help="show the state of a game and its damage; changes nothing")
    inspect.add_argument("game_id")
    inspect.add_argument("--reveal", action="store_true", help="show the seed and the whole state, too")
    inspect.add_argument("--json", action="store_true", help="print JSON")
    inspect.set_defaults(run=_inspect_game)
    repair = commands.add_parser(
        "repair", help="rebuild what follows from the log, list the game, and enqueue its job again"
    )
    repair.add_argument("game_id")
    repair.set_defaults(run=_repair_game)
    archive = commands.add_parser("archive", help="move a finished game, or all due games, to the archive now")
    archive.add_argument("game_id", nargs="?")
    archive.set_defaults(run=_archive_games)
    accept = commands.add_parser(
        "accept-archive", help="use the configured archive although Redis counts games in another, lost archive"
    )
    accept.set_defaults(run=_accept_archive)
    restore = commands.add_parser("restore", help="move a game from the archive to Redis, for some minutes at least")
    restore.add_argument("game_id")
    restore.set_defaults(run=_restore_game)


def _describe_jobs(command: argparse.ArgumentParser) -> None:
    commands = command.add_subparsers(required=True, metavar="WHAT")
    listing = commands.add_parser("list", help="list the jobs that have failed; changes nothing")
    listing.set_defaults(run=_list_jobs)
    retry = commands.add_parser("retry", help="let stopped jobs try again")
    retry.add_argument("subject", nargs="?", help="a game or another subject of `bottega jobs list` (default: all)")
    retry.set_defaults(run=_retry_jobs)


def _describe_keys(command: argparse.ArgumentParser) -> None:
    commands = command.add_subparsers(required=True, metavar="WHAT")
    create = commands.add_parser("create", help="create a key, for a new player unless --player is set")
    create.add_argument("--player", help="player id (default: a new player)")
    create.add_argument("--name", help="name of the new player")
    create.add_argument("--owner", metavar="PLAYER", help="make the new player a bot of this player")
    create.add_argument("--scopes", type=_scopes, default=_DEFAULT_SCOPES, help=f"default: {_DEFAULT_SCOPES}")
    create.add_argument("--expires-in", type=_seconds, metavar="SECONDS", help="default: never")
    create.add_argument("--test", action="store_true", help="create a test key, which may use the sandbox")
    create.set_defaults(run=_create_key)
    listing = commands.add_parser("list", help="list the keys of a player")
    listing.add_argument("player")
    listing.set_defaults(run=_list_keys)
    revoke = commands.add_parser("revoke", help="revoke a key immediately")
    revoke.add_argument("key_id")
    revoke.set_defaults(run=_revoke_key)
    invite = commands.add_parser("invite", help="create an invitation for one player")
    invite.add_argument("--expires-in", type=_seconds, default=_WEEK, metavar="SECONDS", help="default: a week")
    invite.set_defaults(run=_invite)


def _scopes(text: str) -> tuple[str, ...]:
    from service.players.keys import SCOPES, ordered

    chosen = tuple(text.split(","))
    if not set(chosen) <= set(SCOPES):
        raise argparse.ArgumentTypeError(f"must be one or more of {','.join(SCOPES)}")
    return ordered(chosen)


def _seconds(text: str) -> int:
    """Parse a lifetime in seconds."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= _LONGEST_SECONDS):
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {_LONGEST_SECONDS}")
    return int(text)


def _create_key(options: argparse.Namespace) -> None:
    """Create a key and print it once."""
    from workers.command import keys

    chosen = (options.player, options.name, options.scopes, options.expires_in, options.owner)
    keys.show(keys.create(os.environ, *chosen, test=options.test))


def _list_keys(options: argparse.Namespace) -> None:
    from workers.command import keys

    keys.show(keys.listed(os.environ, options.player))


def _revoke_key(options: argparse.Namespace) -> None:
    from workers.command import keys

    keys.revoke(os.environ, options.key_id)


def _invite(options: argparse.Namespace) -> None:
    from workers.command import keys

    keys.show(keys.invite(os.environ, options.expires_in))


def _doctor(options: argparse.Namespace) -> int:
    from workers.command.doctor import report

    return report.run(os.environ, options.service, as_json=options.json)


def _backup(options: argparse.Namespace) -> None:
    from workers.command import backups

    parts = {"with_archive": not options.without_archive, "with_secret": not options.without_secret}
    backups.make(os.environ, options.directory, **parts)


def _restore(options: argparse.Namespace) -> None:
    from workers.command import backups

    backups.bring_back(os.environ, options.directory)


def _inspect_game(options: argparse.Namespace) -> int:
    from workers.command import games

    return games.inspect(os.environ, options.game_id, reveal=options.reveal, as_json=options.json)


def _repair_game(options: argparse.Namespace) -> None:
    from workers.command import games

    games.repair(os.environ, options.game_id)


def _archive_games(options: argparse.Namespace) -> None:
    from workers.command import games

    games.archive(os.environ, options.game_id)


def _accept_archive(_options: argparse.Namespace) -> None:
    from workers.command import games

    games.accept_archive(os.environ)


def _list_jobs(_options: argparse.Namespace) -> None:
    from workers.command import failed_jobs

    failed_jobs.show(os.environ)


def _retry_jobs(options: argparse.Namespace) -> None:
    from workers.command import failed_jobs

    failed_jobs.retry(os.environ, options.subject)


def _restore_game(options: argparse.Namespace) -> None:
    from workers.command import games

    games.restore(os.environ, options.game_id)
