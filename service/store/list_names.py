"""Name the lists of games in Redis, and the lists that contain a game; `lists` describes each."""

from collections.abc import Iterable
from hashlib import sha256
from typing import get_args

from service.resources.types import Status
from service.store.game_types import GameInfo, Header
from service.store.holders import Claims, Holder

LISTS = "bottega:{lists}:"
SEQUENCE = LISTS + "sequence"
CHECKS = LISTS + "checks"
HIDDEN = LISTS + "hidden"

STATUSES: tuple[Status | None, ...] = (None, *get_args(Status))
"""All statuses; None stands for any status."""


def lists_in(header: Header, status: Status, claims: Claims, info: GameInfo) -> list[str]:
    """Return the lists of games and players that contain a game of this status."""
    if header.visibility != "public":
        running = "running" if status == "open" else status
        return [HIDDEN, *seated_lists(claims, (None, running)), *created_lists(header)]
    statuses: tuple[Status, ...] = ("running", "open") if status == "open" else (status,)
    games = [*game_lists(header), *(name for each in statuses for name in game_lists(header, each))]
    names = name_lists(header, claims) if "running" in statuses else []
    return [*games, *names, *tag_lists(info), *seated_lists(claims, (None, statuses[0])), *created_lists(header)]


def game_lists(header: Header, status: Status | None = None) -> list[str]:
    """Return the lists by ruleset that contain a game of this status, or of any."""
    return [game_list(ruleset, status) for ruleset in (None, header.ruleset)]


def name_lists(header: Header, claims: Claims) -> list[str]:
    """Return the lists by player name that contain a game."""
    given = (seat.name for seat in header.seats if isinstance(seat.name, str))
    claimants = (holder.name for holder in claims.values() if holder.name is not None)
    return [player_list(name) for name in sorted({*given, *claimants})]


def seated_lists(claims: Claims, statuses: Iterable[Status | None]) -> list[str]:
    """Return the lists by player id that contain a game."""
    players = sorted({holder.player for holder in claims.values() if holder.player})
    return [seated_list(player, status) for status in statuses for player in players]


def lists_of(holder: Holder, statuses: Iterable[Status | None]) -> list[str]:
    """Return the lists of the holder of a seat."""
    names = [] if holder.name is None else [player_list(holder.name)]
    return [*names, *seated_lists({0: holder}, statuses)]


def record_lists(header: Header) -> list[str]:
    """Return the names of the record lists that contain a game."""
    return [record_list(ruleset) for ruleset in (None, header.ruleset)]


def game_list(ruleset: str | None, status: Status | None) -> str:
    """Return the list of games of a ruleset and status; None is any."""
    return f"{LISTS}games:{ruleset or '*'}:{status or '*'}"


def player_list(name: str) -> str:
    """Return the list of running games with a player of this name, which may have any character."""
    return f"{LISTS}player:{sha256(name.encode()).hexdigest()}"


def seated_list(player: str, status: Status | None) -> str:
    """Return the list of games with a seat of this player."""
    return f"{LISTS}seated:{player}:{status or '*'}"


def created_list(player: str) -> str:
    """Return the list of games that this player has created."""
    return f"{LISTS}created:{player}"


def created_lists(header: Header) -> list[str]:
    """Return the list of the creator's games, if the creator is known."""
    return [created_list(header.creator)] if header.creator else []


def tag_lists(info: GameInfo) -> list[str]:
    """Return the lists of games with the tags of this game."""
    return [tag_list(tag) for tag in info.tags]


def tag_list(tag: str) -> str:
    """Return the list of games with a tag, which may have any character."""
    return f"{LISTS}tag:{sha256(tag.encode()).hexdigest()}"


def record_list(ruleset: str | None) -> str:
    """Return the list of records of a ruleset; None is any."""
    return f"{LISTS}records:{ruleset or '*'}"
