"""Remove deleted players from a game, also players who are deleted while a request seats them.

A request that writes a player's id into a game then checks that the player still exists. A deletion removes the profile
first, and then searches the player's lists again. One of the two finds the seat.
"""

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from service.game.game import MOST_ATTEMPTS, vacated, without_player
from service.installation.bottega import Bottega
from service.playing import missed_decisions
from service.playing.game_info_updates import update_game_info
from service.problems import GameAborted, GameNotFound, GameNotStarted, GameOver, RulesNotHosted, outpaced
from service.store import GameInfo, Holder
from service.webhooks import webhooks


def remove_deleted(bottega: Bottega, game_id: str, players: Iterable[str]) -> None:
    """Remove players from a game who have been deleted in the meantime. Raises GameBusy and one of OUTAGES."""
    for player in dict.fromkeys(players):
        if player and is_deleted(bottega, player):
            remove_from_game(bottega, game_id, player)


def remove_from_game(bottega: Bottega, game_id: str, player: str) -> None:
    """Remove a player from a game: as its creator, from seats and from invitations.

    Raises GameBusy and one of OUTAGES.
    """
    remove_creator(bottega, game_id, player)
    withdraw_invitation(bottega, game_id, player)
    leave_seats(bottega, game_id, player)


def is_deleted(bottega: Bottega, player: str) -> bool:
    """Whether no player has this id."""
    return bottega.store.players.profile(player) is None


def remove_creator(bottega: Bottega, game_id: str, player: str) -> None:
    """Remove the player as creator from a game, with the creator token and the webhooks of the game.

    A game that is not stored yet stays in the player's list while the player exists.
    """
    header = bottega.store.header(game_id)
    is_own = header is not None and header.creator == player
    if is_own:
        webhooks.remove_all(bottega, game_id)
    is_stored = bottega.store.replace_creator(game_id, player)
    if is_own:  # a request may have added one before the creator token ended
        webhooks.remove_all(bottega, game_id)
    if is_stored or is_deleted(bottega, player):
        bottega.store.lists.remove_creator(game_id, player)


def withdraw_invitation(bottega: Bottega, game_id: str, player: str) -> None:
    """Withdraw the invitation of a player from a game."""
    with suppress(GameNotFound, RulesNotHosted):
        update_game_info(bottega, game_id, lambda game: _without_invitation(game.info, player))


def leave_seats(bottega: Bottega, game_id: str, player: str) -> None:
    """Resign and empty a player's seat in a game, and remove the game from the player's lists.

    A game without such a seat stays listed while the player exists, because a request may be about to seat the player.
    Raises GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        claims = {seat: each for seat, each in bottega.store.seats.all(game_id).items() if each.player == player}
        if all(_leave_seat(bottega, game_id, seat, holder) for seat, holder in claims.items()):
            break
    else:
        raise outpaced(MOST_ATTEMPTS)
    bottega.store.archived.drop_copy(game_id)
    if is_deleted(bottega, player):
        bottega.store.lists.remove_holder(game_id, Holder(player=player))


def _without_invitation(info: GameInfo, player: str) -> GameInfo | None:
    """Return the game info without a player's invitation; None without one."""
    invited = without_player(info.invited, player)
    return None if len(invited) == len(info.invited) else msgspec.structs.replace(info, invited=invited)


def _leave_seat(bottega: Bottega, game_id: str, seat: int, holder: Holder) -> bool:
    """Resign a seat and empty it; False after a conflicting write."""
    _resign(bottega, game_id, seat)
    if not _empty(bottega, game_id, seat, holder):
        return False
    bottega.store.lists.remove_holder(game_id, holder)
    bottega.store.feeds.delete_sent(holder.player, game_id)
    return True


def _resign(bottega: Bottega, game_id: str, seat: int) -> None:
    """Resign a seat of a running game, so that the game can end."""
    with suppress(GameOver, GameNotStarted, GameAborted, GameNotFound, RulesNotHosted):
        missed_decisions.resign(bottega, game_id, seat)


def _empty(bottega: Bottega, game_id: str, seat: int, holder: Holder) -> bool:
    """Empty a seat, which can be claimed again in a waiting game; False after a conflicting write.

    A game that starts in the meantime has other game info, so the write fails.
    """
    header, info = bottega.store.header(game_id), bottega.store.info(game_id)
    if header is None or info.started or not header.waits:
        return bottega.store.seats.hold(game_id, seat, holder, holder.freed())
    return bottega.store.seats.leave(game_id, seat, holder, info, vacated(header, info, seat, holder.player))
