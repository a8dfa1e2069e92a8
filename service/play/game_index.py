"""Lists: which games there are, and who sits in them.

A list is an index; what is true of a game is read from the game itself. An entry is left out when its game was never
created, when its rules are not hosted any more, and when it does not fit: a game that has ended stays in the list of
the running ones until it has been scored.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from service.play import presenters
from service.play.bottega import Bottega
from service.play.game import Game, read_header, restore
from service.play.presenters import Wire
from service.problems import RulesNotHosted
from service.store import Claims, Entry, Listed, Status

MOST_LOOKED_AT = 200
"""Games that one request looks at, whether they fit or not."""
AT_ONCE = 20
"""Games read in one round trip."""

GAMES, RECORDS = "g", "r"
"""The first letters of positions in lists of games and in lists of records."""


@dataclass(frozen=True)
class Wanted:
    """Which games somebody looks for; None is any."""

    ruleset: str | None = None
    status: Status | None = None
    waiting_for: str | None = None
    """The name of a player who is to act."""
    player: str | None = None
    """The id of a player who has a seat."""
    waiting: bool = False
    """Whether that player must be to act."""


def list_games(bottega: Bottega, wanted: Wanted, before: int | None, limit: int) -> bytes:
    """Return up to `limit` games, newest first; only those whose number is less than `before`, if that is given.

    After MOST_LOOKED_AT games the page ends, full or not. As long as there are more to look at, it says where to go on.
    """
    found: list[Wire] = []
    reached = before
    for entry, listed in islice(_candidates(bottega, wanted, before), MOST_LOOKED_AT):
        reached = entry.number
        summary = _summary(bottega, wanted, listed)
        if summary is not None:
            found.append(summary)
        if len(found) == limit:
            break
    return msgspec.json.encode({"games": found, **_next(bottega, wanted, reached)})


def seats(bottega: Bottega, game_id: str) -> bytes:
    """Return who sits where, and which of the open seats have been claimed; raises GameNotFound."""
    header = read_header(bottega, game_id)
    claims = bottega.store.claims(game_id)
    return msgspec.json.encode({"game_id": game_id, "seats": presenters.listed_seats(header, claims)})


def check_game(bottega: Bottega, game_id: str) -> None:
    """Raise GameNotFound unless there is such a game."""
    read_header(bottega, game_id)


def cursor(letter: str, number: int) -> str:
    """Write a position in a list; the letter tells the lists apart."""
    return f"{letter}{number:012x}"


def position(cursor: str) -> int:
    """Read a position in a list."""
    return int(cursor[1:], 16)


def _candidates(bottega: Bottega, wanted: Wanted, before: int | None) -> Iterator[tuple[Entry, Listed | None]]:
    """Iterate over the listed games, newest first."""
    while entries := _entries(bottega, wanted, before, AT_ONCE):
        yield from zip(entries, bottega.store.look_at([entry.game_id for entry in entries]), strict=True)
        before = entries[-1].number


def _entries(bottega: Bottega, wanted: Wanted, before: int | None, limit: int) -> list[Entry]:
    """Read a stretch of the shortest list in which all wanted games are."""
    if wanted.player is not None:
        return bottega.store.lists.seated(wanted.player, "running" if wanted.waiting else wanted.status, before, limit)
    return bottega.store.lists.games(wanted.ruleset, wanted.status, wanted.waiting_for, before, limit)


def _summary(bottega: Bottega, wanted: Wanted, listed: Listed | None) -> Wire | None:
    """Return the summary of a listed game; None if it is left out."""
    if listed is None:
        return None
    try:
        game = restore(bottega, listed.header, listed.snapshot, listed.table)
    except RulesNotHosted:
        return None
    if not _fits(game, listed.claims, wanted):
        return None
    offer = {} if wanted.player is None else presenters.undo_offer(game)
    return presenters.summary(game, listed.claims) | offer


def _fits(game: Game, claims: Claims, wanted: Wanted) -> bool:
    """Whether a game is wanted."""
    waiting = [_name(game, claims, seat) for seat in game.to_act]
    return (
        wanted.ruleset in (None, game.ruleset.name)
        and wanted.status in (None, game.status)
        and (wanted.waiting_for is None or wanted.waiting_for in waiting)
        and (wanted.player is None or wanted.player in _players(game, claims, to_act=wanted.waiting))
    )


def _players(game: Game, claims: Claims, *, to_act: bool) -> Iterator[str]:
    """Name the players who have seats, or those of them who are to act."""
    yield from (holder.player for seat, holder in claims.items() if not to_act or seat in game.to_act)


def _name(game: Game, claims: Claims, seat: int) -> Any:
    """Return what whoever has a seat is called, if there is a name."""
    holder = claims.get(seat)
    return (holder.name if holder else None) or game.header.seats[seat].name


def _next(bottega: Bottega, wanted: Wanted, reached: int | None) -> Wire:
    """Return where to go on; nothing at the end of the list."""
    if reached is None or not _entries(bottega, wanted, reached, 1):
        return {}
    return {"next": cursor(GAMES, reached)}
