"""Iterate over the games of a player."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from service.installation.installation import Installation
from service.store import ListEntry, Status

PAGE = 100


def created_games(installation: Installation, player: str) -> Iterator[str]:
    """Iterate over the games that a player has created, newest first."""
    return _games(partial(installation.store.lists.created, player))


def seated_games(installation: Installation, player: str, status: Status | None = None) -> Iterator[str]:
    """Iterate over the games of a status in which a player has a seat, newest first."""
    return _games(partial(installation.store.lists.seated, player, status))


def _games(page: Callable[[int | None, int], Sequence[ListEntry]]) -> Iterator[str]:
    """Iterate over the games of a list, newest first."""
    before = None
    while entries := page(before, PAGE):
        yield from (game_id for _, game_id in entries)
        before = entries[-1].number
