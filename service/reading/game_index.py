"""List games and their seats.

A list is an index. Status and seats come from the game itself. A list leaves out games that do not match the filter or
cannot be read. It also leaves out games that were never created, that the archive lost, or whose rules are not hosted.
A finished game stays among the running games of the index until it is scored.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from service import problems
from service.game import history, presenters, spectators
from service.game.game import Game, game_of, is_game_id, is_started, read_header, seats_of
from service.game.game_info import offered
from service.installation import entity_tags
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.players import presence
from service.resources.lists import GamePage, GameSummary, SeatPresence
from service.resources.seats import SeatList
from service.resources.types import GAMES
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES, ArchiveUnavailable, Claims, GameInfo, GameUnreadable, ListedGame, ListEntry, Status

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


def list_games(installation: Installation, filters: GameFilter, before: int | None, limit: int) -> GamePage:
    """Return up to `limit` games, newest first, whose number is less than `before`.

    A page ends after MOST_EXAMINED games, full or not. It has a cursor while the list continues.
    """
    found: list[GameSummary] = []
    reached, reader = before, Reader(installation)
    candidates = _candidates(installation, filters, before, max(limit, AT_ONCE), reader.read)
    for entry, listed in islice(candidates, MOST_EXAMINED):
        reached = entry.number
        summary = _summary(installation, filters, listed)
        if summary is not None:
            found.append(summary)
        if len(found) == limit:
            break
    return GamePage(tuple(found), _next_cursor(installation, filters, reached), reader.is_incomplete)


class Reader:
    """Reads games for one page. Without the archive it leaves out the games that only the archive has."""

    def __init__(self, installation: Installation) -> None:
        self._listed = installation.store.listed
        self.is_incomplete = False
        """Whether the archive was unavailable."""

    def read(self, game_ids: Sequence[str]) -> Sequence[ListedGame | None]:
        """Return some games; None for those that cannot be read."""
        try:
            return self._listed.read_many(game_ids, live=self.is_incomplete)
        except ArchiveUnavailable as error:
            warn_sparsely(logger, "lists are incomplete: %s", error)
            self.is_incomplete = True
            return self._listed.read_many(game_ids, live=True)


def all_games(installation: Installation, player: str) -> Iterator[tuple[GameSummary, ListedGame]]:
    """Yield all readable games in which a player has a seat, newest first, with their stored data.

    Raises ArchiveUnavailable.
    """
    filters = GameFilter(player=player)
    for _, listed in _candidates(installation, filters, None, MOST_EXAMINED, installation.store.listed.read_many):
        summary = _summary(installation, filters, listed)
        if summary is not None and listed is not None:
            yield summary, listed


def seats(installation: Installation, game_id: str) -> SeatList:
    """Return the seats of a game, with the open seats that have been claimed. Raises GameNotFound."""
    header = read_header(installation, game_id)
    info, claims = installation.store.info(game_id), installation.store.claims(game_id)
    return SeatList(game_id, presenters.listed_seats(seats_of(header, info), claims, info.awaited))


class GameEntry(NamedTuple):
    """The summary of one game."""

    summary: GameSummary
    tag: str
    """Entity tag of the fields that the creator can change."""


def show(installation: Installation, game_id: str, *, inside: bool) -> GameEntry:
    """Return the summary of a game. A caller `inside` sees its current version.

    The summary of a game whose rules are not hosted has no seats to act. Raises GameNotFound.
    """
    listed = installation.store.listed.read(game_id) if is_game_id(game_id) else None
    if listed is None:
        raise problems.GameNotFound("There is no game with this id.")
    try:
        game = spectators.seen(installation, game_of(installation, listed), lambda: inside)
    except problems.RulesNotHosted:
        return GameEntry(_without_rules(installation, listed, inside=inside), entity_tags.tag_of_game_info(listed.info))
    version, to_act = _seen(installation, game, inside=inside)
    summary = presenters.summary(game, listed.claims, version, to_act, presence=_presence(installation, game))
    return GameEntry(summary, entity_tags.tag_of_game_info(game.info))


def _without_rules(installation: Installation, listed: ListedGame, *, inside: bool) -> GameSummary:
    """Return the summary of a game whose rules are not hosted, from its header and its latest event."""
    header, info = listed.header, listed.info
    if not spectators.shows_abort(installation, header, info, lambda: inside):
        info = replace(info, aborted_at="")
    last = installation.store.last_event(header.game_id)
    try:
        limit = spectators.horizon(installation, header, installation.sources.now, inside=inside)
    except problems.SpectatorsOff:
        limit = 0
    status: Status = "running" if is_started(header, info) else "open"
    if limit is None and last is not None and last.over:
        status = "over"
    version = limit if limit is not None else last.version if last else 0
    shown_as: Status = "aborted" if info.aborted_at else status
    return presenters.summary_without_rules(header, info, listed.claims, version, shown_as)


def _presence(installation: Installation, game: Game) -> tuple[SeatPresence, ...] | UnsetType:
    """Return the presence of players, if it is enabled and Redis is available."""
    if not game.header.presence:
        return UNSET
    try:
        return presence.seats(installation, game)
    except OUTAGES:
        return UNSET


def check_game(installation: Installation, game_id: str) -> None:
    """Raise GameNotFound unless the game exists."""
    read_header(installation, game_id)


def cursor(letter: str, number: int) -> str:
    """Format the position in a list. The letter distinguishes the lists."""
    return f"{letter}{number:012x}"


def position(cursor: str) -> int:
    """Parse the position in a list."""
    return int(cursor[1:], 16)


def _candidates(
    installation: Installation,
    filters: GameFilter,
    before: int | None,
    at_once: int,
    read: Callable[[Sequence[str]], Sequence[ListedGame | None]],
) -> Iterator[tuple[ListEntry, ListedGame | None]]:
    while entries := _entries(installation, filters, before, at_once):
        yield from zip(entries, read([entry.game_id for entry in entries]), strict=True)
        before = entries[-1].number


def _entries(installation: Installation, filters: GameFilter, before: int | None, limit: int) -> list[ListEntry]:
    """Read a section of the shortest list that contains all matching games."""
    if filters.player is not None:
        status = "running" if filters.waiting or filters.status == "open" else filters.status
        return installation.store.lists.seated(filters.player, status, before, limit)
    return installation.store.lists.games(
        filters.ruleset, filters.status, filters.waiting_for, before, limit, tag=next(iter(_tags(filters)), None)
    )


def _tags(filters: GameFilter) -> set[str]:
    return {tag for tag in (*GameInfo(label=filters.label or "").tags, filters.metadata) if tag}


def _summary(installation: Installation, filters: GameFilter, listed: ListedGame | None) -> GameSummary | None:
    """Return the summary of a listed game; None to leave it out."""
    if listed is None:
        return None
    try:
        return _of_readable(installation, filters, listed)
    except problems.RulesNotHosted:
        return None
    except (GameUnreadable, RuleFault) as error:
        log_once(logger, "%s", error)
        return None


def _of_readable(installation: Installation, filters: GameFilter, listed: ListedGame) -> GameSummary | None:
    """Return the summary of a readable game; None if it does not match."""
    game = game_of(installation, listed)
    if not _fits(game, listed.claims, filters):
        return None
    game = spectators.seen(installation, game, lambda: filters.inside)
    if filters.status not in (None, game.status):
        return None
    version, to_act = _seen(installation, game, inside=filters.inside)
    if filters.waiting_for is not None and filters.waiting_for not in _names(game, listed.claims, to_act):
        return None
    return presenters.summary(game, listed.claims, version, to_act, shows_undo=filters.inside)


def _fits(game: Game, claims: Claims, filters: GameFilter) -> bool:
    """Whether a game matches the filter, apart from the name of a player who must act."""
    return (
        filters.ruleset in (None, game.ruleset.name)
        and (not filters.public or game.header.visibility == "public")
        and filters.status in (None, game.status)
        and _tags(filters) <= {*game.info.tags}
        and (not filters.open_seats or _has_free_seat(game, claims))
        and (filters.player is None or filters.player in _players(game, claims, to_act=filters.waiting))
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


def _seen(installation: Installation, game: Game, *, inside: bool) -> tuple[int, Sequence[int]]:
    """Return the version that a caller can see, and the seats that must act at it.

    Return version 0 and no seats for a game that hides from spectators.
    """
    try:
        version = spectators.horizon(installation, game.header, installation.sources.now, inside=inside)
    except problems.SpectatorsOff:
        return 0, ()
    if version is None or version >= game.position.version:
        return game.position.version, game.to_act
    return version, history.rewound(installation, game, version).to_act


def _next_cursor(installation: Installation, filters: GameFilter, reached: int | None) -> str | UnsetType:
    """Return the next cursor; UNSET at the end of the list."""
    return UNSET if reached is None or not _entries(installation, filters, reached, 1) else cursor(GAMES, reached)
