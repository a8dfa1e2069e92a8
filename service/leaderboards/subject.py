"""Ratings: what happens to them at the end of a game, and with a player."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from msgspec import UNSET
from msgspec.structs import replace

from service.installation.installation import Installation, Subject
from service.leaderboards import leaderboards, rating
from service.resources.accounts import ExportedRatedGame
from service.resources.base import shown
from service.resources.ratings import MOST_ENTRIES, HistoryQuery


def _remove(installation: Installation, player: str) -> None:
    """Remove a player from all leaderboards, by the alias in the profile."""
    profile = installation.store.players.profile(player)
    if profile is not None:
        installation.store.ratings.delete_player(profile.alias)


def _end(installation: Installation, other: str, _player: str) -> None:
    _remove(installation, other)


def _exported(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    ratings = leaderboards.of_player(installation, player).ratings
    games = (_rated_games(installation, player, each.pool.pool) for each in ratings)
    return {"ratings": ratings, "rated_games": chain.from_iterable(games)}


def _rated_games(installation: Installation, player: str, pool: str) -> Iterator[ExportedRatedGame]:
    """Yield the rated games of a player in a pool, latest first."""
    query = HistoryQuery(limit=MOST_ENTRIES)
    while True:
        page = leaderboards.history(installation, pool, player, query)
        yield from (shown(each, ExportedRatedGame, pool=pool) for each in page.games)
        if page.next_cursor is UNSET:
            return
        query = replace(query, cursor=page.next_cursor)


RATINGS = Subject(
    game_ends=rating.rate_ended,
    game_stops=rating.rate_waiting,
    profile_leaves=_remove,
    profile_merges=_end,
    exported=_exported,
)
"""Ratings of a player.

Deletion: the player is unlisted. Ratings of others are recomputed with the alias in the records.
Merge: the ratings end. Records and ratings of others keep the alias, which leads to no player any more.
"""
