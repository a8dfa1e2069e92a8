"""Do again what was decided about players after a backup was made.

A restored backup has players who were deleted later, and lacks later bans. The decisions come from a file that
`bottega players decisions` wrote, or from the log of the service.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from service.accounts.banning import withdraw
from service.installation import marks
from service.installation.installation import Installation
from service.players.decisions import LOGGED
from service.players.deletion import delete_player
from service.store import Decision, StoredBan
from service.store.player_scan import players_with


class Repeated(NamedTuple):
    """How much was done again."""

    deletions: int
    bans: int
    ends: int
    """Bans that were ended."""


def decisions_in(lines: Iterable[str]) -> Iterator[Decision]:
    """Yield the decisions in the lines of a file or a log, in either of its formats. Other lines are skipped."""
    for line in lines:
        text = _message(line)
        found = text[text.index(LOGGED) + len(LOGGED) :] if LOGGED in text else text
        try:
            yield msgspec.json.decode(found.strip(), type=Decision)
        except msgspec.MsgspecError:
            continue


def repeat(installation: Installation, decisions: Iterable[Decision]) -> Repeated:
    """Do decisions again that the installation does not know. Idempotent.

    Raises GameBusy, TournamentBusy and ArchiveUnavailable.
    """
    known = {*installation.store.decisions.all()}
    new = sorted({each for each in decisions if each not in known}, key=lambda each: each.at)
    players = {marks.mark(installation, each): each for each in players_with(installation.store.servers, "profile")}
    latest = {each.player: each for each in new if each.action != "delete"}
    done = Repeated(
        bans=sum(_ban_again(installation, each, players) for each in latest.values() if each.action == "ban"),
        ends=sum(_unban_again(installation, each, players) for each in latest.values() if each.action == "unban"),
        deletions=sum(_delete_again(installation, each, players) for each in new if each.action == "delete"),
    )
    installation.store.decisions.add(*new)
    return done


def _ban_again(installation: Installation, decision: Decision, players: Mapping[str, str]) -> bool:
    """Ban a player again; False if the ban has ended."""
    now = installation.sources.now().timestamp()
    if decision.until is not UNSET and datetime.fromisoformat(decision.until).timestamp() <= now:
        return False
    ban = StoredBan(decision.at, decision.by, decision.marks, decision.reason, decision.public_reason, decision.until)
    installation.store.bans.put_marks(ban)
    player = players.get(decision.player)
    if player is not None:
        installation.store.bans.put(player, ban)
        withdraw(installation, player)
    return True


def _unban_again(installation: Installation, decision: Decision, players: Mapping[str, str]) -> bool:
    """End a ban again; False if there is none."""
    ban = installation.store.bans.marked(decision.player)
    if ban is None:
        return False
    installation.store.bans.lift_marks(ban.marks)
    if decision.player in players:
        installation.store.bans.lift(players[decision.player])
    return True


def _delete_again(installation: Installation, decision: Decision, players: Mapping[str, str]) -> bool:
    """Delete a player again; False if the player does not exist."""
    player = players.get(decision.player)
    if player is not None:
        delete_player(installation, player)
    return player is not None


def _message(line: str) -> str:
    """Return the message of a line of a log in JSON; other lines stay as they are."""
    try:
        entry = json.loads(line)
    except ValueError:
        return line
    message = entry.get("message") if isinstance(entry, dict) else None
    return message if isinstance(message, str) else line
