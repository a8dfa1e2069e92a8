"""Implement `bottega players`: find, show, ban, unban, export and delete players."""

import getpass
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.registry import RULESETS
from service import problems
from service.accounts import banning, export, finding, repeating
from service.accounts.banning import BanTerms
from service.assembly import open_installation
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.resources.operators import LONGEST_REASON, PlayerSearch
from service.settings import read_settings
from service.texts import BadText, user_text
from workers.command.console import say, say_json, write_file
from workers.command.keys import Rejected
from workers.command.local_redis import redis_here
from workers.command.player_columns import decided, described, listed

MOST = "Further players: repeat the command with --after {}"


def find(environ: Mapping[str, str], query: PlayerSearch, *, as_json: bool) -> None:
    """Print the players who match a query, one page."""
    with _opened(environ) as installation:
        if query.subject and not query.platform and not installation.settings.oidc_issuer:
            raise Rejected("BOTTEGA_OIDC_ISSUER is not set; set it as for the service, or use --platform")
        found = finding.find(installation, query)
    if as_json:
        say_json(msgspec.to_builtins(found))
        return
    say(*(listed(found.players) if found.players else ["No player matches."]))
    if found.next_cursor:
        say(MOST.format(found.next_cursor))


def show(environ: Mapping[str, str], player: str, *, as_json: bool) -> None:
    """Print what operators see of a player. Raises Rejected."""
    with _opened(environ) as installation:
        found = _done(lambda: finding.show(installation, player))
    if as_json:
        say_json(msgspec.to_builtins(found))
    else:
        say(*described(found))


def ban(
    environ: Mapping[str, str],
    player: str,
    *,
    reason: str,
    public_reason: str,
    until: str | UnsetType,
    emails: tuple[str, ...],
) -> None:
    """Ban a player. Raises Rejected."""
    terms = BanTerms(by=_user(), reason=_text(reason), public_reason=_text(public_reason), until=until, emails=emails)
    with _opened(environ) as installation:
        _done(lambda: banning.ban(installation, player, terms))
    say(f"{player} is banned {'for good' if until is UNSET else f'until {until}'}.")


def unban(environ: Mapping[str, str], player: str, reason: str) -> None:
    """End the ban of a player. Raises Rejected."""
    with _opened(environ) as installation:
        was_banned = _done(lambda: banning.unban(installation, player, _user(), _text(reason)))
    say(f"{player} is not banned any more." if was_banned else f"{player} was not banned.")
    say(f"The former keys stay ended. A new key: bottega keys create --player {player}")


def export_player(environ: Mapping[str, str], player: str) -> None:
    """Write all data of a player to standard output, as JSON. Raises Rejected."""
    with _opened(environ) as installation:
        _done(lambda: banning.check_exists(installation, player))
        for chunk in export.export(installation, player):
            write_file(chunk)


def delete(environ: Mapping[str, str], player: str, reason: str, *, confirmed: bool) -> None:
    """Delete a player, after a confirmation. Raises Rejected."""
    with _opened(environ) as installation:
        profile = _done(lambda: banning.check_exists(installation, player))
        if not confirmed:
            _confirm(player, profile.name)
        _done(lambda: banning.delete(installation, player, _user(), _text(reason)))
    say(f"{player} is deleted. Backups that were made before still contain the player.")


def decisions(environ: Mapping[str, str], *, as_lines: bool) -> None:
    """Print all decisions about players, as a table or as a file for `repeat`."""
    with _opened(environ) as installation:
        found = [*installation.store.decisions.all()]
    if as_lines:
        write_file(b"".join(msgspec.json.encode(each) + b"\n" for each in found))
    else:
        say(*(decided(found) if found else ["No decision has been made."]))


def repeat(environ: Mapping[str, str], path: Path) -> None:
    """Do the decisions of a file again, and print how many. Raises Rejected."""
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            found = [*repeating.decisions_in(lines)]
    except OSError as error:
        raise Rejected(f"{path} cannot be read: {error.strerror}") from error
    if not found:
        raise Rejected(f"{path} has no decision; use the output of `bottega players decisions --lines`, or a log")
    with _opened(environ) as installation:
        done = _done(lambda: repeating.repeat(installation, found))
    say(f"{len(found)} decisions read: deleted {done.deletions}, banned {done.bans}, unbanned {done.ends} players.")


def moment_in(seconds: int) -> str:
    """Return the time in some seconds, UTC (RFC 3339)."""
    return written(datetime.now(UTC) + timedelta(seconds=seconds))


def _confirm(player: str, name: str) -> None:
    """Request the id of the player on standard input. Raises Rejected for another text."""
    say(f"{player} {name} will be deleted for good. Type the id to continue:", error=True)
    if sys.stdin.readline().strip() != player:
        raise Rejected("nothing was deleted")


def _done(step: Callable[[], Any]) -> Any:
    """Return what a step returns. Raises Rejected instead of a problem."""
    try:
        return step()
    except problems.ProblemError as problem:
        raise Rejected(str(problem).rstrip(".")) from problem


def _user() -> str:
    """Return who runs the command, for decisions."""
    try:
        return f"command:{getpass.getuser()}"
    except (OSError, KeyError):  # a container may have no entry for its user
        return "command"


def _text(text: str) -> str:
    """Return a checked reason. Raises Rejected."""
    try:
        return user_text(text, 0, LONGEST_REASON)
    except BadText as error:
        raise Rejected(f"the reason cannot be used: {error}") from error


@contextmanager
def _opened(environ: Mapping[str, str]) -> Iterator[Installation]:
    """Connect to the configured installation, or to that of `bottega serve` on this machine."""
    with redis_here(environ) as configured:
        installation = open_installation(read_settings(configured, serves=False), RULESETS)
        with closing(installation.store):
            yield installation
