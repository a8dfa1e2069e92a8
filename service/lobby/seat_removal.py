"""Remove deleted and banned players from a game, also those who are removed while a request seats them.

A request that writes a player's id into a game then checks that the player still exists. A deletion removes the profile
first, and then searches the player's lists again. One of the two finds the seat. A ban is stored first as well.

    player     running game                          game that waits
    deleted    resigns; the seat has no holder       the seat is free again
    banned     resigns; the player keeps the seat    the seat is free again
"""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial

import msgspec

from service import problems
from service.game.game import Game, load, vacated, without_player
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.players import bans, deletion
from service.players.deletion import has_been_deleted, is_deleted
from service.playing import abort, faulty_games, missed_decisions
from service.playing.game_info_updates import update_game_info
from service.store import ConflictingWrite, GameInfo, GameUnreadable, Holder, StoredBan
from service.webhooks import webhooks


def remove_deleted(installation: Installation, game_id: str, players: Iterable[str]) -> None:
    """Remove players from a game who have been deleted or banned in the meantime.

    Raises GameBusy and one of OUTAGES.
    """
    for player in dict.fromkeys(players):
        if player and is_deleted(installation, player):
            remove_from_game(installation, game_id, player)
        elif player:
            retire_if_banned(installation, player, game_id)


def remove_from_game(installation: Installation, game_id: str, player: str) -> None:
    """Remove a player from a game: as its creator, from seats and from invitations.

    Raises GameBusy and one of OUTAGES.
    """
    remove_creator(installation, game_id, player)
    withdraw_invitation(installation, game_id, player)
    leave_seats(installation, game_id, player)


def delete_with_seat(installation: Installation, player: str, game_id: str) -> bool:
    """Delete what a request wrote for a player who was deleted at that moment. Returns whether the player is deleted.

    The request may have written a seat of the game after the lists of the player were emptied. Raises what
    `deletion.delete_player` raises.
    """
    if not is_deleted(installation, player):
        return False
    remove_from_game(installation, game_id, player)
    deletion.delete_player(installation, player)
    return True


def check_seated(installation: Installation, player: str, game_id: str) -> None:
    """Raise InvalidToken or PlayerIsBanned for a player who was removed while a request seated the player."""
    if delete_with_seat(installation, player, game_id):
        raise has_been_deleted()
    ban = retire_if_banned(installation, player, game_id)
    if ban is not None:
        bans.reject(ban)


def retire_if_banned(installation: Installation, player: str, game_id: str) -> StoredBan | None:
    """Let a player leave a game who was banned while a request wrote the player's id; return the ban, None without one.

    Raises GameBusy.
    """
    ban = installation.store.bans.of(player)
    if ban is not None:
        withdraw_invitation(installation, game_id, player)
        retire(installation, game_id, player)
    return ban


def remove_creator(installation: Installation, game_id: str, player: str) -> None:
    """Remove the player as creator from a game, with the creator token and the webhooks of the game.

    A game that is not stored yet stays in the player's list while the player exists.
    """
    header = installation.store.header(game_id)
    is_own = header is not None and header.creator == player
    if is_own:
        webhooks.remove_all(installation, game_id)
    is_stored = retry_conflicts(partial(installation.store.replace_creator, game_id, player))
    if is_own:  # a request may have added one before the creator token ended
        webhooks.remove_all(installation, game_id)
    if is_stored or is_deleted(installation, player):
        installation.store.lists.remove_creator(game_id, player)


def withdraw_invitation(installation: Installation, game_id: str, player: str) -> None:
    """Withdraw the invitation of a player from a game."""
    with suppress(problems.GameNotFound, problems.RulesNotHosted):
        update_game_info(installation, game_id, lambda game: _without_invitation(game.info, player))


def leave_seats(installation: Installation, game_id: str, player: str) -> None:
    """Resign and empty a player's seat in a game, and remove the game from the player's lists.

    A game without such a seat stays listed while the player exists, because a request may be about to seat the player.
    Raises GameBusy.
    """

    def attempt() -> None:
        claims = {seat: each for seat, each in installation.store.seats.all(game_id).items() if each.player == player}
        for seat, holder in claims.items():
            _leave_seat(installation, game_id, seat, holder)

    retry_conflicts(attempt)
    installation.store.archived.drop_copy(game_id)
    if is_deleted(installation, player):
        installation.store.lists.remove_holder(game_id, Holder(player=player))


def retire(installation: Installation, game_id: str, player: str) -> None:
    """Resign a player's seat in a running game, and empty it in a game that waits. Raises GameBusy."""

    def attempt() -> None:
        for seat, holder in installation.store.seats.all(game_id).items():
            if holder.player == player:
                _retire_seat(installation, game_id, seat, holder)

    retry_conflicts(attempt)


def close_created(installation: Installation, game_id: str) -> None:
    """End what the creator of an unfinished game can do there without a player key: webhooks and seat tokens.

    A seat whose token the creator got resigns. A game that waits for players is aborted. Raises GameBusy.
    """
    try:
        game = load(installation, game_id)
    except (problems.GameNotFound, problems.RulesNotHosted, GameUnreadable):
        return
    if _has_ended(installation, game):
        return
    webhooks.remove_all(installation, game_id)
    for seat, setup in enumerate(game.seats):
        if setup.kind == "human":
            retry_conflicts(partial(_end_token, installation, game_id, seat))
    if not game.has_started:
        with suppress(problems.RulesNotHosted):
            abort.stop(installation, game_id)


def _has_ended(installation: Installation, game: Game) -> bool:
    """Whether a game is over or was aborted; False for a game whose rules fail, which is stopped."""
    try:
        return game.has_ended
    except RuleFault as fault:
        faulty_games.stop(installation, game.header.game_id, fault)
        return False


def _end_token(installation: Installation, game_id: str, seat: int) -> None:
    """Resign a seat that has a token, and end the token. Raises ConflictingWrite."""
    holder = installation.store.seats.holder(game_id, seat)
    if holder.digest:
        _leave_seat(installation, game_id, seat, holder)


def _retire_seat(installation: Installation, game_id: str, seat: int, holder: Holder) -> None:
    """Resign a seat, or empty it in a game that waits. Raises ConflictingWrite."""
    missed_decisions.resign_if_running(installation, game_id, seat)
    header = installation.store.header(game_id)
    if header is not None and header.waits and not installation.store.info(game_id).started:
        _leave_seat(installation, game_id, seat, holder)


def _without_invitation(info: GameInfo, player: str) -> GameInfo | None:
    """Return the game info without a player's invitation; None without one."""
    invited = without_player(info.invited, player)
    return None if len(invited) == len(info.invited) else msgspec.structs.replace(info, invited=invited)


def _leave_seat(installation: Installation, game_id: str, seat: int, holder: Holder) -> None:
    """Resign a seat and empty it. Raises ConflictingWrite."""
    missed_decisions.resign_if_running(installation, game_id, seat)
    if not _empty(installation, game_id, seat, holder):
        raise ConflictingWrite
    installation.store.lists.remove_holder(game_id, holder)
    if holder.player:
        installation.store.feeds.delete_sent(holder.player, game_id)


def _empty(installation: Installation, game_id: str, seat: int, holder: Holder) -> bool:
    """Empty a seat, which can be claimed again in a waiting game; False after a conflicting write.

    A game that starts in the meantime has other game info, so the write fails.
    """
    header, info = installation.store.header(game_id), installation.store.info(game_id)
    if header is None or info.started or not header.waits:
        return installation.store.seats.hold(game_id, seat, holder, holder.freed())
    return installation.store.seats.leave(game_id, seat, holder, info, vacated(header, info, seat, holder.player))
