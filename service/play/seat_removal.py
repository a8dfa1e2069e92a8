"""Removing players who are deleted from one game, also players who are deleted while a request seats them.

A request that writes a player's id into a game checks afterwards whether the player still exists. A deletion removes
the profile first and looks through the player's lists again then. One of the two finds the seat.
"""

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from service.play import missed_decisions
from service.play.bottega import Bottega
from service.play.game import vacated, without_player
from service.play.game_info_updates import MOST_ATTEMPTS, rearrange
from service.problems import GameAborted, GameBusy, GameNotFound, GameNotStarted, GameOver, RulesNotHosted
from service.store import GameInfo, Holder


def remove_deleted(bottega: Bottega, game_id: str, players: Iterable[str]) -> None:
    """Remove from a game those players who have been deleted in the meantime. Raises GameBusy and one of OUTAGES."""
    for player in dict.fromkeys(players):
        if player and is_deleted(bottega, player):
            remove_from_game(bottega, game_id, player)


def remove_from_game(bottega: Bottega, game_id: str, player: str) -> None:
    """Remove a player from a game as its creator, from the seats, and from the invitations.

    Raises GameBusy and one of OUTAGES.
    """
    release(bottega, game_id, player)
    withdraw_invitation(bottega, game_id, player)
    leave_seats(bottega, game_id, player)


def is_deleted(bottega: Bottega, player: str) -> bool:
    """Whether no player has this id (any more)."""
    return bottega.store.players.profile(player) is None


def release(bottega: Bottega, game_id: str, player: str) -> None:
    """Let a game have no creator if this player is it.

    The game stays in the player's list while it is not written yet and the player exists.
    """
    is_there = bottega.store.remove_creator(game_id, player)
    if is_there or is_deleted(bottega, player):
        bottega.store.lists.remove_host(game_id, player)


def withdraw_invitation(bottega: Bottega, game_id: str, player: str) -> None:
    """Keep no seat of a game for a player any more."""
    with suppress(GameNotFound, RulesNotHosted):
        rearrange(bottega, game_id, lambda game: _without_invitation(game.table, player))


def leave_seats(bottega: Bottega, game_id: str, player: str) -> None:
    """Resign a player's seat in a game, empty it, and take the game out of the player's lists.

    A game without such a seat stays listed while the player exists: a request may be about to seat the player. Raises
    GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        held = {seat: each for seat, each in bottega.store.seats.all(game_id).items() if each.player == player}
        if all(_leave_seat(bottega, game_id, seat, holder) for seat, holder in held.items()):
            break
    else:
        raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})
    bottega.store.archived.drop_copy(game_id)
    if is_deleted(bottega, player):
        bottega.store.lists.remove_holder(game_id, Holder(player=player))


def _without_invitation(table: GameInfo, player: str) -> GameInfo | None:
    """Return a table that keeps no seat for a player; None if it is so already."""
    invited = without_player(table.invited, player)
    return None if len(invited) == len(table.invited) else msgspec.structs.replace(table, invited=invited)


def _leave_seat(bottega: Bottega, game_id: str, seat: int, holder: Holder) -> bool:
    """Resign a seat and empty it; False if it has changed at this moment."""
    _resign(bottega, game_id, seat)
    if not _empty(bottega, game_id, seat, holder):
        return False
    bottega.store.lists.remove_holder(game_id, holder)
    bottega.store.feeds.forget(holder.player, game_id)
    return True


def _resign(bottega: Bottega, game_id: str, seat: int) -> None:
    """Resign a seat, so that the game comes to its end; does nothing in a game that is not played."""
    with suppress(GameOver, GameNotStarted, GameAborted, GameNotFound, RulesNotHosted):
        missed_decisions.resign(bottega, game_id, seat)


def _empty(bottega: Bottega, game_id: str, seat: int, holder: Holder) -> bool:
    """Empty a seat; in a game that waits for its players it can be claimed again. False if it has changed.

    A game that starts in the meantime has another table.
    """
    header, table = bottega.store.header(game_id), bottega.store.info(game_id)
    if header is None or table.began or not header.waits:
        return bottega.store.seats.hold(game_id, seat, holder, holder.freed())
    return bottega.store.seats.leave(game_id, seat, holder, table, vacated(header, table, seat, holder.player))
