"""List games and their seats.

A list is an index. Status and seats come from the game itself. A list leaves out games that do not match the filter or
cannot be read. It also leaves out games that were never created, that the archive lost, or whose rules are not hosted.
A finished game stays among the running games of the index until it is scored.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from service.game import history, presenters, spectators
from service.game.game import Game, is_game_id, read_header, restore, restored, seats_of
from service.game.game_info import asked, offered
from service.installation import entity_tags
from service.installation.bottega import Bottega
from service.players import presence
from service.problems import GameNotFound, RulesNotHosted, SpectatorsOff
from service.resources.lists import GamePage, GameSummary, SeatPresence
from service.resources.seats import SeatList
from service.resources.types import GAMES
from service.runtime.throttled_log import log_once
from service.store import OUTAGES, Claims, GameInfo, GameUnreadable, ListedGame, ListEntry, Status

logger = logging.getLogger(__name__)

MOST_EXAMINED = 200
"""Games that one request reads, whether they match or not."""
AT_ONCE = 20
"""Least number of games that one round trip reads."""


@dataclass(frozen=True)
class GameFilter:
    """A filter of games; None accepts any value."""

    ruleset: str | None = None
    status: Status | None = None
    waiting_for: str | None = None
    """Name of a player who must act."""
    player: str | None = None
    """Id of the caller, who has a seat."""
    waiting: bool = False
    """Whether that player must act."""
    open_seats: bool = False
    """Whether a seat must be open without a code."""
    label: str | None = None
    metadata: str | None = None
    """One pair of metadata: name, colon, value."""
    public: bool = False
    """Whether games must be public, and are shown as spectators see them."""

    @property
    def inside(self) -> bool:
        """Whether the caller has a seat of the games."""
        return self.player is not None and not self.public


def list_games(bottega: Bottega, wanted: GameFilter, before: int | None, limit: int) -> GamePage:
    """Return up to `limit` games, newest first, whose number is less than `before`.

    A page ends after MOST_EXAMINED games, full or not. It has a cursor while the list continues.
    """
    found: list[GameSummary] = []
    reached = before
    for entry, listed in islice(_candidates(bottega, wanted, before, max(limit, AT_ONCE)), MOST_EXAMINED):
        reached = entry.number
        summary = _summary(bottega, wanted, listed)
        if summary is not None:
            found.append(summary)
        if len(found) == limit:
            break
    return GamePage(tuple(found), _next_cursor(bottega, wanted, reached))


def all_games(bottega: Bottega, player: str) -> Iterator[tuple[GameSummary, ListedGame]]:
    """Yield all readable games in which a player has a seat, newest first, with their stored data."""
    wanted = GameFilter(player=player)
    for _, listed in _candidates(bottega, wanted, None, MOST_EXAMINED):
        summary = _summary(bottega, wanted, listed)
        if summary is not None and listed is not None:
            yield summary, listed


def seats(bottega: Bottega, game_id: str) -> SeatList:
    """Return the seats of a game, with the open seats that have been claimed. Raises GameNotFound."""
    header = read_header(bottega, game_id)
    setups, claims = seats_of(header, bottega.store.info(game_id)), bottega.store.claims(game_id)
    return SeatList(game_id, presenters.listed_seats(setups, claims))


class GameEntry(NamedTuple):
    """The summary of one game."""

    summary: GameSummary
    tag: str
    """Entity tag of the fields that the creator can change."""


def show(bottega: Bottega, game_id: str, *, inside: bool) -> GameEntry:
    """Return the summary of a game. A caller `inside` sees its current version.

    Raises GameNotFound and RulesNotHosted.
    """
    listed = bottega.store.listed.read(game_id) if is_game_id(game_id) else None
    if listed is None:
        raise GameNotFound("There is no game with this id.")
    game = spectators.seen(bottega, restored(bottega, listed), lambda: inside)
    version, to_act = _seen(bottega, game, inside=inside)
    summary = presenters.summary(game, listed.claims, version, to_act, presence=_presence(bottega, game))
    return GameEntry(summary, entity_tags.tag_of_game_info(game.info))


def _presence(bottega: Bottega, game: Game) -> tuple[SeatPresence, ...] | UnsetType:
    """Return the presence of players, if it is enabled and Redis is available."""
    if not game.header.presence:
        return UNSET
    try:
        return presence.seats(bottega, game)
    except OUTAGES:
        return UNSET


def check_game(bottega: Bottega, game_id: str) -> None:
    """Raise GameNotFound unless the game exists."""
    read_header(bottega, game_id)


def cursor(letter: str, number: int) -> str:
    """Format the position in a list. The letter distinguishes the lists."""
    return f"{letter}{number:012x}"


def position(cursor: str) -> int:
    """Parse the position in a list."""
    return int(cursor[1:], 16)


def _candidates(
    bottega: Bottega, wanted: GameFilter, before: int | None, at_once: int
) -> Iterator[tuple[ListEntry, ListedGame | None]]:
    while entries := _entries(bottega, wanted, before, at_once):
        yield from zip(entries, bottega.store.listed.read_many([entry.game_id for entry in entries]), strict=True)
        before = entries[-1].number


def _entries(bottega: Bottega, wanted: GameFilter, before: int | None, limit: int) -> list[ListEntry]:
    """Read a section of the shortest list that contains all matching games."""
    if wanted.player is not None:
        status = "running" if wanted.waiting or wanted.status == "open" else wanted.status
        return bottega.store.lists.seated(wanted.player, status, before, limit)
    return bottega.store.lists.games(
        wanted.ruleset, wanted.status, wanted.waiting_for, before, limit, tag=next(iter(_tags(wanted)), None)
    )


def _tags(wanted: GameFilter) -> set[str]:
    return {tag for tag in (*GameInfo(label=wanted.label or "").tags, wanted.metadata) if tag}


def _summary(bottega: Bottega, wanted: GameFilter, listed: ListedGame | None) -> GameSummary | None:
    """Return the summary of a listed game; None to leave it out."""
    if listed is None:
        return None
    try:
        return _of_readable(bottega, wanted, listed)
    except RulesNotHosted:
        return None
    except GameUnreadable as error:
        log_once(logger, "%s", error)
        return None


def _of_readable(bottega: Bottega, wanted: GameFilter, listed: ListedGame) -> GameSummary | None:
    """Return the summary of a readable game; None if it does not match."""
    game = restore(bottega, listed.header, listed.snapshot, listed.info)
    if not _fits(game, listed.claims, wanted):
        return None
    game = spectators.seen(bottega, game, lambda: wanted.inside)
    if wanted.status not in (None, game.status):
        return None
    version, to_act = _seen(bottega, game, inside=wanted.inside)
    if wanted.waiting_for is not None and wanted.waiting_for not in _names(game, listed.claims, to_act):
        return None
    return presenters.summary(game, listed.claims, version, to_act, shows_undo=wanted.inside)


def _fits(game: Game, claims: Claims, wanted: GameFilter) -> bool:
    """Whether a game matches the filter, apart from the name of a player who must act."""
    return (
        wanted.ruleset in (None, game.ruleset.name)
        and (not wanted.public or game.header.visibility == "public")
        and wanted.status in (None, game.status)
        and _tags(wanted) <= {*game.info.tags}
        and (not wanted.open_seats or _has_free_seat(game, claims))
        and (wanted.player is None or wanted.player in _players(game, claims, to_act=wanted.waiting))
    )


def _players(game: Game, claims: Claims, *, to_act: bool) -> Iterator[str]:
    """Yield the ids of players with seats, or of those who must act."""
    yield from (holder.player for seat, holder in claims.items() if not to_act or offered(game, seat) is not None)


def _has_free_seat(game: Game, claims: Claims) -> bool:
    """Whether a seat is open without a code."""
    free = (seat for seat, setup in enumerate(game.seats) if setup.kind == "open" and not setup.invited)
    return any(seat not in claims for seat in free)


def _names(game: Game, claims: Claims, to_act: Sequence[int]) -> list[Any]:
    """Return the names at the seats that must act."""
    return [(claims[seat].name if seat in claims else None) or game.seats[seat].name for seat in to_act]


def _seen(bottega: Bottega, game: Game, *, inside: bool) -> tuple[int, Sequence[int]]:
    """Return the version that a caller can see, and the seats that must act at it.

    Return version 0 and no seats for a game that hides from spectators.
    """
    try:
        version = spectators.horizon(bottega, game.header, bottega.sources.now, inside=inside)
    except SpectatorsOff:
        return 0, ()
    if version is None or version >= game.position.version:
        return game.position.version, asked(game)
    return version, asked(history.rewound(bottega, game, version))


def _next_cursor(bottega: Bottega, wanted: GameFilter, reached: int | None) -> str:
    """Return the next cursor; empty at the end of the list."""
    return "" if reached is None or not _entries(bottega, wanted, reached, 1) else cursor(GAMES, reached)
