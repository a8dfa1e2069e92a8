"""Seeks: the matches that wait for their game, and what happens to the seeks of a player."""

from collections.abc import Iterable, Mapping

from service import problems
from service.installation.installation import DueWork, Installation, Subject
from service.matchmaking import matchmaking, seeks
from service.matchmaking.store import seeks_in


def _check(installation: Installation, name: str, _now: float) -> None:
    kind, _, game_id = name.partition("/")
    matchmaking.seat_due(installation, kind, game_id)


def _withdraw(installation: Installation, player: str) -> None:
    """Withdraw all seeks of a player."""
    for seek in seeks_in(installation.store).of(player):
        seeks_in(installation.store).withdraw(seek, installation.sources.now().timestamp())
    seeks_in(installation.store).delete_player(player)


def _check_merge(installation: Installation, other: str, _player: str) -> None:
    """Raise PlayersNotMergeable if the other player has a waiting seek."""
    if any(each.status == "waiting" for each in seeks.own(installation, other)):
        raise problems.PlayersNotMergeable("Delete the waiting seeks of the other player first.")


def _withdraw_merged(installation: Installation, other: str, _player: str) -> None:
    _withdraw(installation, other)


def _exported(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    return {"seeks": seeks.own(installation, player)}


SEEKS = Subject(
    due=DueWork("match", "matches", lambda store: seeks_in(store).due, _check),
    player_leaves=_withdraw,
    player_is_banned=_withdraw,
    check_merge=_check_merge,
    avoided_change=seeks.avoid,
    player_has_merged=_withdraw_merged,
    exported=_exported,
)
"""Seeks of a player. A deletion, ban or merge deletes them."""
