"""The messages of a bot, and the threads that follow its seats."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeAlias

from bottega_client import Client, NetworkError, Problem

from workers.command.bot_lines import Request, request_for
from workers.command.bot_log import GameEnd, read_end
from workers.command.bot_seats import Seat

NOTICES = 500
"""Notices of a page."""


@dataclass(frozen=True)
class Ended:
    """A seat has no further decisions: its game has ended, or the seat cannot be followed for the reason given."""

    reason: str = ""


@dataclass(frozen=True)
class ProgramLine:
    """A line from a program; None at the end of its output."""

    program: int
    """Number of the program, from 1; lines of an earlier program are ignored after a restart."""
    line: bytes | None


@dataclass(frozen=True)
class Closed:
    """There is nothing left to play."""


Message: TypeAlias = Request | GameEnd | Ended | ProgramLine | Closed
Inbox: TypeAlias = SimpleQueue[Message]


def follow(client: Client, inbox: Inbox, seat: Seat, positions: int, *, reads_ends: bool) -> None:
    """Put the decisions and the end of a seat into an inbox; `reads_ends` adds what a log says of each game."""
    if seat.game_id is None and reads_ends:
        _start(_put_ends, client, inbox, seat.token)
    _start(_put_all, client, inbox, seat, positions, reads_ends)


def _start(work: Callable[..., None], *arguments: object) -> None:
    threading.Thread(target=work, args=arguments, daemon=True).start()


def _put_all(client: Client, inbox: Inbox, seat: Seat, positions: int, reads_ends: bool) -> None:  # noqa: FBT001  # of a thread
    """Put the decisions of a seat, and then its end, into an inbox."""
    last = _followed(client, inbox, seat, positions)
    if reads_ends and seat.game_id and not last.reason:
        _put_end(client, inbox, seat.game_id, seat.token)
    inbox.put(last)


def _followed(client: Client, inbox: Inbox, seat: Seat, positions: int) -> Ended:
    """Put the decisions of a seat into an inbox, and return its end."""
    try:
        for turn in client.turns(seat.game_id, seat.token):
            inbox.put(request_for(client, turn, positions))
    except (Problem, NetworkError) as error:
        place = seat.game_id or "cannot read the player's games"
        return Ended(f"{place}: {error}")
    return Ended()


def _put_ends(client: Client, inbox: Inbox, key: str) -> None:
    """Put the ends of a player's games into an inbox, from now on."""
    after, is_last = "0", False
    try:
        while not is_last:
            page = client.list_my_events(after=after, limit=NOTICES, token=key)
            after, is_last = page["after"], not page["events"]
        for message in client.follow(me=True, after=after, token=key):
            if message.data.get("type") in ("over", "aborted"):
                _put_end(client, inbox, message.data["game_id"], key)
    except (Problem, NetworkError):
        return  # the thread that follows the decisions reports it


def _put_end(client: Client, inbox: Inbox, game: str, token: str) -> None:
    if ended := read_end(client, game, token):
        inbox.put(ended)
