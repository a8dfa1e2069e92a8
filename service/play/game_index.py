"""Lists: which games there are, and who sits in them.

A list is an index; what is true of a game is read from the game itself. An entry is left out when its game was never
created, when the archive has lost it, when it cannot be read, when its rules are not hosted any more, and when it does
not fit: a game that has ended stays in the list of the running ones until it has been scored.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from service.play import entity_tags, history, presence, presenters, spectators
from service.play.bottega import Bottega
from service.play.game import Game, is_game_id, read_header, restore, restored, seats_of
from service.play.presenters import Wire
from service.problems import GameNotFound, RulesNotHosted, SpectatorsOff
from service.runtime.throttled_log import log_once
from service.store import OUTAGES, Claims, GameInfo, GameUnreadable, ListedGame, ListEntry, Status

logger = logging.getLogger(__name__)

MOST_LOOKED_AT = 200
"""Games that one request looks at, whether they fit or not."""
AT_ONCE = 20
"""Games read in one round trip, at least."""

GAMES, RECORDS = "g", "r"
"""The first letters of positions in lists of games and in lists of records."""


@dataclass(frozen=True)
class GameFilter:
    """Which games somebody looks for; None is any."""

    ruleset: str | None = None
    status: Status | None = None
    waiting_for: str | None = None
    """The name of a player who is to act."""
    player: str | None = None
    """The id of a player who has a seat, and asks."""
    waiting: bool = False
    """Whether that player must be to act."""
    open_seats: bool = False
    """Whether somebody must be able to sit down, without a code."""
    label: str | None = None
    metadata: str | None = None
    """One pair of its metadata: name, colon, value."""


def list_games(bottega: Bottega, wanted: GameFilter, before: int | None, limit: int) -> bytes:
    """Return up to `limit` games, newest first; only those whose number is less than `before`, if that is given.

    After MOST_LOOKED_AT games the page ends, full or not. As long as there are more to look at, it says where to go on.
    """
    found: list[Wire] = []
    reached = before
    for entry, listed in islice(_candidates(bottega, wanted, before, max(limit, AT_ONCE)), MOST_LOOKED_AT):
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
    setups, claims = seats_of(header, bottega.store.info(game_id)), bottega.store.claims(game_id)
    return msgspec.json.encode({"game_id": game_id, "seats": presenters.listed_seats(setups, claims)})


class GameEntry(NamedTuple):
    """What is listed of one game."""

    body: bytes
    tag: str
    """Of what its creator may change of it."""


def show(bottega: Bottega, game_id: str, *, inside: bool) -> GameEntry:
    """Return what is listed of one game, to whoever is `inside` as it is now; raises GameNotFound, RulesNotHosted."""
    listed = bottega.store.read_listed_game(game_id) if is_game_id(game_id) else None
    if listed is None:
        raise GameNotFound("There is no game with this id.")
    game = restored(bottega, listed)
    summary = presenters.summary(game, listed.claims, *_seen(bottega, game, inside=inside))
    body = msgspec.json.encode({**summary, **_presence(bottega, game)})
    return GameEntry(body, entity_tags.tag_of_table(game.table))


def _presence(bottega: Bottega, game: Game) -> Wire:
    """Tell which players are there, where that is told and as long as Redis can say it."""
    if not game.header.presence:
        return {}
    try:
        return {"presence": presence.seats(bottega, game)}
    except OUTAGES:
        return {}


def check_game(bottega: Bottega, game_id: str) -> None:
    """Raise GameNotFound unless there is such a game."""
    read_header(bottega, game_id)


def cursor(letter: str, number: int) -> str:
    """Write a position in a list; the letter tells the lists apart."""
    return f"{letter}{number:012x}"


def position(cursor: str) -> int:
    """Read a position in a list."""
    return int(cursor[1:], 16)


def _candidates(
    bottega: Bottega, wanted: GameFilter, before: int | None, at_once: int
) -> Iterator[tuple[ListEntry, ListedGame | None]]:
    """Iterate over the listed games, newest first."""
    while entries := _entries(bottega, wanted, before, at_once):
        yield from zip(entries, bottega.store.read_listed([entry.game_id for entry in entries]), strict=True)
        before = entries[-1].number


def _entries(bottega: Bottega, wanted: GameFilter, before: int | None, limit: int) -> list[ListEntry]:
    """Read a stretch of the shortest list in which all wanted games are."""
    if wanted.player is not None:
        status = "running" if wanted.waiting or wanted.status == "open" else wanted.status
        return bottega.store.lists.seated(wanted.player, status, before, limit)
    return bottega.store.lists.games(
        wanted.ruleset, wanted.status, wanted.waiting_for, before, limit, tag=next(iter(_tags(wanted)), None)
    )


def _tags(wanted: GameFilter) -> set[str]:
    """Return what a wanted game bears."""
    return {tag for tag in (*GameInfo(label=wanted.label or "").tags, wanted.metadata) if tag}


def _summary(bottega: Bottega, wanted: GameFilter, listed: ListedGame | None) -> Wire | None:
    """Return the summary of a listed game; None if it is left out."""
    if listed is None:
        return None
    try:
        return _of_readable(bottega, wanted, listed)
    except RulesNotHosted:
        return None
    except GameUnreadable as error:
        log_once(logger, "%s", error)
        return None


def _of_readable(bottega: Bottega, wanted: GameFilter, listed: ListedGame) -> Wire | None:
    """Return the summary of a game that can be read; None if it does not fit."""
    game = restore(bottega, listed.header, listed.snapshot, listed.info)
    if not _fits(game, listed.claims, wanted):
        return None
    version, to_act = _seen(bottega, game, inside=wanted.player is not None)
    if wanted.waiting_for is not None and wanted.waiting_for not in _names(game, listed.claims, to_act):
        return None
    offer = {} if wanted.player is None else presenters.undo_offer(game)
    return presenters.summary(game, listed.claims, version, to_act) | offer


def _fits(game: Game, claims: Claims, wanted: GameFilter) -> bool:
    """Whether a game is wanted, whatever the name of whoever is to act in it."""
    return (
        wanted.ruleset in (None, game.ruleset.name)
        and wanted.status in (None, game.status)
        and _tags(wanted) <= {*game.table.tags}
        and (not wanted.open_seats or _has_free_seat(game, claims))
        and (wanted.player is None or wanted.player in _players(game, claims, to_act=wanted.waiting))
    )


def _players(game: Game, claims: Claims, *, to_act: bool) -> Iterator[str]:
    """Name the players who have seats, or those of them who are to act."""
    yield from (holder.player for seat, holder in claims.items() if not to_act or seat in game.to_act)


def _has_free_seat(game: Game, claims: Claims) -> bool:
    """Whether somebody without a code finds a seat."""
    free = (seat for seat, setup in enumerate(game.seats) if setup.kind == "open" and not setup.invited)
    return any(seat not in claims for seat in free)


def _names(game: Game, claims: Claims, to_act: Sequence[int]) -> list[Any]:
    """Return what those are called who are to act."""
    return [(claims[seat].name if seat in claims else None) or game.seats[seat].name for seat in to_act]


def _seen(bottega: Bottega, game: Game, *, inside: bool) -> tuple[int, Sequence[int]]:
    """Return which version of a game a reader may know of, and who is to act then.

    Nothing of one without spectators.
    """
    try:
        version = spectators.horizon(bottega, game.header, bottega.sources.now, inside=inside)
    except SpectatorsOff:
        return 0, ()
    if version is None or version >= game.position.version:
        return game.position.version, game.to_act
    return version, history.rewound(bottega, game, version).to_act


def _next(bottega: Bottega, wanted: GameFilter, reached: int | None) -> Wire:
    """Return where to go on; nothing at the end of the list."""
    if reached is None or not _entries(bottega, wanted, reached, 1):
        return {}
    return {"next_cursor": cursor(GAMES, reached)}
