"""What the lists of games are called in Redis, and in which of them a game stands; `lists` says what each is."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Literal, get_args

from service.store.game_types import Claims, GameInfo, Header, Holder

LISTS = "bottega:{lists}:"
SEQUENCE = LISTS + "sequence"
LOOKS = LISTS + "looks"
HIDDEN = LISTS + "hidden"

Status = Literal["open", "running", "over", "aborted"]
STATUSES: tuple[Status | None, ...] = (None, *get_args(Status))
"""None is any."""


def lists_in(header: Header, status: Status, claims: Claims, table: GameInfo) -> list[str]:
    """Name the lists of games and players in which a game of this status stands."""
    if header.visibility != "public":
        running = "running" if status == "open" else status
        return [HIDDEN, *seated_lists(claims, (None, running)), *host_lists(header)]
    statuses: tuple[Status, ...] = ("running", "open") if status == "open" else (status,)
    games = [*game_lists(header), *(name for each in statuses for name in game_lists(header, each))]
    names = name_lists(header, claims) if "running" in statuses else []
    return [*games, *names, *tag_lists(table), *seated_lists(claims, (None, statuses[0])), *host_lists(header)]


def game_lists(header: Header, status: Status | None = None) -> list[str]:
    """Name the lists of games of this status, or of any, that a game belongs to."""
    return [game_list(ruleset, status) for ruleset in (None, header.ruleset)]


def name_lists(header: Header, claims: Claims) -> list[str]:
    """Name the lists of those who play in a game, by their names."""
    given = (seat.name for seat in header.seats if isinstance(seat.name, str))
    claimants = (holder.name for holder in claims.values() if holder.name is not None)
    return [player_list(name) for name in sorted({*given, *claimants})]


def seated_lists(claims: Claims, statuses: Iterable[Status | None]) -> list[str]:
    """Name the lists of those who play in a game, by their ids."""
    players = sorted({holder.player for holder in claims.values() if holder.player})
    return [seated_list(player, status) for status in statuses for player in players]


def lists_of(holder: Holder, statuses: Iterable[Status | None]) -> list[str]:
    """Name the lists of one who plays in a game."""
    names = [] if holder.name is None else [player_list(holder.name)]
    return [*names, *seated_lists({0: holder}, statuses)]


def record_lists(header: Header) -> list[str]:
    """Name the lists of records that a game belongs to."""
    return [record_list(ruleset) for ruleset in (None, header.ruleset)]


def game_list(ruleset: str | None, status: Status | None) -> str:
    """Name a list of games."""
    return f"{LISTS}games:{ruleset or '*'}:{status or '*'}"


def player_list(name: str) -> str:
    """Name the list of running games of everybody with this name, which may hold any character."""
    return f"{LISTS}player:{sha256(name.encode()).hexdigest()}"


def seated_list(player: str, status: Status | None) -> str:
    """Name a list of the games of the player with this id."""
    return f"{LISTS}seated:{player}:{status or '*'}"


def hosted_list(player: str) -> str:
    """Name the list of the games that the player with this id has created."""
    return f"{LISTS}hosted:{player}"


def host_lists(header: Header) -> list[str]:
    """Name the list of a game's host, if it has one."""
    return [hosted_list(header.host)] if header.host else []


def tag_lists(table: GameInfo) -> list[str]:
    """Name the lists of those games that bear what this one bears."""
    return [tag_list(tag) for tag in table.tags]


def tag_list(tag: str) -> str:
    """Name the list of games that bear a tag, which may hold any character."""
    return f"{LISTS}tag:{sha256(tag.encode()).hexdigest()}"


def record_list(ruleset: str | None) -> str:
    """Name a list of records."""
    return f"{LISTS}records:{ruleset or '*'}"
