"""What happens to seasons when their organiser leaves, merges or exports data."""

from collections.abc import Iterable, Mapping

from service.installation.installation import Installation, Subject
from service.seasons.store import Seasons, StoredSeason, seasons_in


def _delete(installation: Installation, player: str) -> None:
    store = seasons_in(installation.store)
    for name in store.listed_with(player):
        while (season := _own(store, name, player)) is not None and not store.delete(season):
            pass  # another request has changed the season in the meantime
        store.remove_from_player(player, name)


def _own(store: Seasons, name: str, player: str) -> StoredSeason | None:
    """Return a season that the player organises; None if there is none."""
    season = store.load(name)
    return season if season is not None and season.organiser == player else None


def _move(installation: Installation, other: str, player: str) -> None:
    store = seasons_in(installation.store)
    for name in store.listed_with(other):
        store.replace_organiser(name, other, player)


def _exported(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    return {"seasons": seasons_in(installation.store).listed_with(player)}


SEASONS = Subject(player_leaves=_delete, player_merges=_move, exported=_exported)
"""Seasons.

Deletion: the seasons of the player are deleted, and their tournaments stay. Seasons of others name entrants of
tournaments, and have no ids or names of players.
Merge: the remaining player organises the seasons of the other one.
"""
