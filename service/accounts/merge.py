"""Merge two players of one person: the other player becomes part of the remaining player.

What happens to the data of the other player:

    seats                     belong to the remaining player, also in finished games
    action queues             stay: the same person has queued the actions
    games created             have the remaining player as creator
    invitations               are for the remaining player
    tournaments               the remaining player replaces the other one, as entrant and as organiser
    identities, bots          belong to the remaining player
    webhooks                  move with their secrets; pending deliveries and the log of deliveries are removed
    notification targets      move, too; links in older messages still unsubscribe them; of two with the same
                              destination one remains
    block lists               the remaining player blocks whom the other one blocked, and is blocked by the same players
    ratings                   end. Records and ratings of others keep the alias, which leads to no player any more
    keys                      end before anything moves, and with them the streams that they opened
    feed, seeks               removed
    profile                   removed; the remaining player keeps their own name and alias

A merge is stored before its first step, and marked when it is done. Each step may be repeated: a repeated request
completes a merge that was interrupted.

The first steps end all credentials of the other player. The keys are gone, the identities sign in the remaining player,
and requests of a platform are rejected. No credential thus becomes that of a spectator when its seat moves. Steps that
earlier requests could undo at the same moment are done again once the profile is removed.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from service.accounts.identities import check_powers
from service.game.game import MOST_ATTEMPTS, Game, load, without_player
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.lobby.guest_seats import list_ended
from service.lobby.player_deletion import (
    check_all_scopes,
    check_not_deleted,
    created_games,
    seated_games,
    withdraw_seeks,
)
from service.matchmaking import seeks
from service.players import callers, keys, players
from service.players.callers import Caller
from service.playing import notices
from service.playing.game_info_updates import update_game_info
from service.problems import GameNotFound, InvalidToken, PlayersNotMergeable, RulesNotHosted, UnknownPlayer, outpaced
from service.resources.players import Me
from service.store import GameInfo
from service.webhooks import destinations, webhooks
from service.webhooks.destinations import MOST_TARGETS
from service.webhooks.webhooks import MOST_WEBHOOKS


def merge(bottega: Bottega, caller: Caller, credential: str) -> Me:
    """Make the player of a key or signed identity a part of the caller; return the caller. Idempotent.

    Raises InsufficientScope, TokenMismatch, InvalidToken, IssuerUnavailable, PlayersNotMergeable, GameBusy and
    ArchiveUnavailable.
    """
    check_powers(caller)
    key_id = keys.key_id_of(credential)
    if key_id is None or keys.player_of(key_id) not in bottega.store.merges.of(caller.player):
        _begin(bottega, caller.player, credential)
    for other, is_done in bottega.store.merges.of(caller.player).items():
        if not is_done:
            for step in (*CREDENTIALS, *SHARED, *OWN, *SHARED, *REST):
                step(bottega, other, caller.player)
            bottega.store.merges.finish(other, caller.player)
    check_not_deleted(bottega, caller.player)
    return players.me(bottega, caller)


def _begin(bottega: Bottega, player: str, credential: str) -> None:
    """Check a merge and store that it has begun. Nothing happens for a credential of the remaining player."""
    if not callers.is_player(bottega, credential):
        raise InvalidToken("Send a player key or a signed identity of the other player as `credential`.")
    other = callers.identify(bottega, credential)
    if other.player == player:
        return
    check_all_scopes(bottega, other)
    try:
        _check(bottega, other.player, player)
    except UnknownPlayer as error:
        raise PlayersNotMergeable("Retry later. One of the players is part of another merge.") from error
    if not bottega.store.merges.begin(other.player, player, lambda: bottega.store.players.profile(player) is None):
        raise PlayersNotMergeable("Retry later. One of the players is part of another merge.")


def _check(bottega: Bottega, other: str, player: str) -> None:
    """Raise PlayersNotMergeable unless everything of both players can belong to one player."""
    if any(profile.bot for profile in players.profiles_of(bottega, [other, player]).values()):
        raise PlayersNotMergeable("Merge human players only. Bots cannot be merged.")
    if any(each.status == "waiting" for each in seeks.own(bottega, other)):
        raise PlayersNotMergeable("Delete the waiting seeks of the other player first.")
    hooks = [each for owner in (other, player) for each in bottega.store.webhooks.of(owner)]
    if sum(each.target is None for each in hooks) > MOST_WEBHOOKS:
        raise PlayersNotMergeable("Delete webhooks first. One player can have {most}.", {"most": MOST_WEBHOOKS})
    if destinations.count(hooks) > MOST_TARGETS:
        most = {"most": MOST_TARGETS}
        raise PlayersNotMergeable("Delete notification targets first. One player can have {most}.", most)
    for game_id in bottega.store.lists.together(player, other, None):
        if {player, other} <= {each.player for each in bottega.store.seats.all(game_id).values()}:
            raise _both_seated(game_id)
    _check_entries(bottega, other, player)
    for game_id in seated_games(bottega, other, "running"):
        with suppress(GameNotFound, RulesNotHosted):
            _check_settled(load(bottega, game_id), other)


def _check_entries(bottega: Bottega, other: str, player: str) -> None:
    """Raise PlayersNotMergeable if an entry of an extension names both players, or must end before the merge."""
    for extension in bottega.extensions:
        for name in {*extension.of_player(bottega, other)} & {*extension.of_player(bottega, player)}:
            raise PlayersNotMergeable("Both players are part of {name}, which cannot be merged.", {"name": name})
        for name in extension.holds_player(bottega, other):
            raise PlayersNotMergeable(
                "Withdraw from {name} first, or wait for its end. The players of a rated tournament cannot change.",
                {"name": name},
            )


def _check_settled(game: Game, player: str) -> None:
    """Raise PlayersNotMergeable if a player has a seat in this unfinished rated game."""
    if game.header.rated and not game.has_ended and player in game.players.values():
        facts = {"game_id": game.header.game_id}
        raise PlayersNotMergeable(
            "Finish game {game_id} first. The seats of a running rated game cannot change.", facts
        )


def _both_seated(game_id: str) -> PlayersNotMergeable:
    return PlayersNotMergeable("Both players have a seat in game {game_id}.", {"game_id": game_id})


def _move_webhooks(bottega: Bottega, other: str, player: str) -> None:
    for each in bottega.store.webhooks.of(other):
        if each.target is None:
            bottega.store.webhooks.add(player, each, MOST_WEBHOOKS)
        else:
            destinations.move(bottega, player, each, each.target)
    webhooks.remove_all(bottega, other)


def _move_tournaments(bottega: Bottega, other: str, player: str) -> None:
    for extension in bottega.extensions:
        extension.player_merges(bottega, other, player)


def _move_blocks(bottega: Bottega, other: str, player: str) -> None:
    """Move the block list of the other player, and the player's place in the lists of others."""
    blocks = bottega.store.blocks
    for blocked, at in blocks.of(other).items():
        if blocked != player:
            blocks.add(player, blocked, at)
    for blocker in blocks.by(other):
        if blocker != player:
            blocks.add(blocker, player, blocks.of(blocker).get(other, written(bottega.sources.now())))
    blocks.delete_player(other)


def _move_invitations(bottega: Bottega, other: str, player: str) -> None:
    for game_id in bottega.store.feeds.games_with_notices(other):
        with suppress(GameNotFound, RulesNotHosted):
            update_game_info(bottega, game_id, lambda game: _invited(game, other, player))
            notices.send_now(bottega, game_id)


def _invited(game: Game, other: str, player: str) -> GameInfo | None:
    """Return the game info with the invitation of the other player moved, or removed if both have one."""
    own = {seat: replace(each, player=player) for seat, each in game.info.invited.items() if each.player == other}
    if not own:
        return None
    has_place = player in game.players.values() or any(each.player == player for each in game.info.invited.values())
    return replace(game.info, invited=without_player(game.info.invited, other) | ({} if has_place else own))


def _move_created(bottega: Bottega, other: str, player: str) -> None:
    for game_id in created_games(bottega, other):
        bottega.store.lists.copy_games(game_id, other, player)
        bottega.store.replace_creator(game_id, other, player)


def _move_seats(bottega: Bottega, other: str, player: str) -> None:
    for game_id in seated_games(bottega, other):
        bottega.store.lists.copy_games(game_id, other, player)
        _move_seat(bottega, game_id, other, player)
        with suppress(GameNotFound, RulesNotHosted):
            if not list_ended(bottega, load(bottega, game_id), player):
                notices.send_now(bottega, game_id)
        bottega.store.archived.drop_copy(game_id)
        bottega.store.feeds.delete_sent(other, game_id)


def _move_seat(bottega: Bottega, game_id: str, other: str, player: str) -> None:
    """Move the other player's seat of a game to the player. Raises PlayersNotMergeable and GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        claims = bottega.store.seats.all(game_id)
        own = {seat: holder for seat, holder in claims.items() if holder.player == other}
        if own and player in [holder.player for holder in claims.values()]:
            raise _both_seated(game_id)
        moved = {seat: holder._replace(player=player) for seat, holder in own.items()}
        if all(bottega.store.seats.hold(game_id, seat, own[seat], new) for seat, new in moved.items()):
            return
    raise outpaced(MOST_ATTEMPTS)


def _clear_lists(bottega: Bottega, other: str, player: str) -> None:  # noqa: ARG001  # one of `Step`
    """Remove the games, which have moved, from the lists of the other player."""
    for games in (created_games, seated_games):
        for game_id in games(bottega, other):
            bottega.store.lists.remove_player(game_id, other)


def _move_bots(bottega: Bottega, other: str, player: str) -> None:
    profile = bottega.store.players.profile(other)
    owner = bottega.store.players.note_alias(player)
    for bot in bottega.store.players.bots(profile.alias) if profile and owner else ():
        _own_bot(bottega, bot, owner)
        bottega.store.players.note_bot(bot, owner)
        bottega.store.players.delete_bot(bot, profile.alias if profile else "")


def _own_bot(bottega: Bottega, bot: str, owner: str) -> None:
    """Set the owner of a bot, named by alias. Raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.players.profile(bot)
        if seen is None or bottega.store.players.replace_profile(bot, seen, replace(seen, owner=owner)):
            return
    raise outpaced(MOST_ATTEMPTS)


def _end_ratings(bottega: Bottega, other: str, player: str) -> None:  # noqa: ARG001  # one of `Step`
    profile = bottega.store.players.profile(other)
    if profile is not None:
        bottega.store.ratings.delete_player(profile.alias)
        bottega.store.players.delete_alias(profile.alias)


def _end_keys(bottega: Bottega, other: str, player: str) -> None:  # noqa: ARG001  # one of `Step`
    bottega.store.players.end_keys(other)


def _move_identities(bottega: Bottega, other: str, player: str) -> None:
    """Let all identities sign in the player; the streams that they opened end."""
    moved = bottega.store.identities.of(other)
    for identity, stored in moved.items():
        if not bottega.store.identities.relink(identity, other, player) and identity == other:
            bottega.store.identities.relink(identity, "", player)
        bottega.store.identities.add(player, identity, stored)
    if moved:
        bottega.store.identities.remove(other, *moved)


def _remove_profile(bottega: Bottega, other: str, player: str) -> None:  # noqa: ARG001  # one of `Step`
    bottega.store.players.remove(other, bottega.settings.idempotency_seconds)


def _remove_rest(bottega: Bottega, other: str, player: str) -> None:  # noqa: ARG001  # one of `Step`
    """Remove the data of the other player that does not move."""
    withdraw_seeks(bottega, other)
    bottega.store.feeds.remove(other)
    bottega.store.presence.remove(other)


Step = Callable[[Bottega, str, str], None]
"""Moves data of a player, the first one, to another player."""
CREDENTIALS: Sequence[Step] = (_end_keys, _move_identities)
"""Steps after which no new request acts for the other player."""
SHARED: Sequence[Step] = (
    _move_webhooks,
    _move_tournaments,
    _move_invitations,
    _move_blocks,
    _move_created,
    _move_seats,
)
"""Steps on data that requests of the other player may write at the same moment."""
OWN: Sequence[Step] = (_move_bots, _end_ratings, _remove_profile)
"""Steps after which earlier requests find that the other player is gone."""
REST: Sequence[Step] = (_clear_lists, _remove_rest)
"""Steps that remove what has moved, and what does not move."""
