"""Delete players. This module and the extensions know every place that holds a player's id or name.

What happens to the data of a player:

    seeks                     deleted
    tournaments               withdrawn; the entrant becomes `Deleted player` and a number, and its number stays
    tournaments created       they continue if they need no organiser, and are cancelled otherwise
    invitations               withdrawn; the seat requires its code
    games created             they have no creator any more; creator tokens end, and webhooks of the games are removed
    seats                     running game: resigned, then without holder; waiting game: open again
    identities                unlinked; each signs in a new player after a day
    profile, name, keys       removed; bots of the player stay, without an owner, and related to each other
    feed, presence, webhooks  removed
    block lists               removed; the player leaves those of others
    ratings                   unlisted; ratings of others are recomputed with the alias of the records

The alias (`rp_` and 20 random letters or digits) stays in records and logs, and leads to no player any more. The id
stays for BOTTEGA_IDEMPOTENCY_SECONDS in Redis keys that keep a repeated request from creating the player again. A keyed
hash of the id stays for a day at least: see `service.players.tombstones`. Texts of the player about other things stay,
such as names of games and tournaments.

Each step may be repeated. Steps that others could undo at the same moment are done again once the profile is removed.
The feed goes last: it names the games with invitations.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from service.installation.bottega import Bottega
from service.lobby.seat_removal import leave_seats, remove_creator, remove_from_game, withdraw_invitation
from service.players import tombstones
from service.players.callers import Caller, has_expired, new_player_id, require_scope
from service.problems import InvalidToken
from service.store import ListEntry, Status
from service.webhooks import webhooks

PAGE = 100


def delete_caller(bottega: Bottega, caller: Caller) -> None:
    """Delete the caller, who must have all scopes of the player's live keys.

    Raises InsufficientScope and what `delete_player` raises.
    """
    check_all_scopes(bottega, caller)
    delete_player(bottega, caller.player)


def check_all_scopes(bottega: Bottega, caller: Caller) -> None:
    """Raise InsufficientScope unless the caller has all scopes of the player's live keys."""
    for kept in bottega.store.players.keys(caller.player).values():
        for scope in kept.scopes if not has_expired(bottega, kept) else ():
            require_scope(caller, scope)


def delete_player(bottega: Bottega, player: str) -> None:
    """Delete a player from every place. Raises one of OUTAGES, GameBusy, TournamentBusy and ArchiveUnavailable.

    The profile is removed after the places that others see. After a failure the player can repeat the request.
    """
    for step in (*SHARED, *PROFILE, *SHARED, _remove_own):
        step(bottega, player)


def delete_again(bottega: Bottega, player: str, game_id: str = "") -> bool:
    """Delete what a request wrote for a player who was deleted at that moment. Returns whether the player is deleted.

    The request may have written a seat of the game `game_id` after the lists of the player were emptied. Raises what
    `delete_player` raises.
    """
    if bottega.store.players.profile(player) is not None:
        return False
    if game_id:
        remove_from_game(bottega, game_id, player)
    delete_player(bottega, player)
    return True


def check_not_deleted(bottega: Bottega, player: str, game_id: str = "") -> None:
    """Raise InvalidToken for a player who was deleted at this moment, after `delete_again`."""
    if delete_again(bottega, player, game_id):
        raise InvalidToken("Create a new player. This player has been deleted.")


def withdraw_seeks(bottega: Bottega, player: str) -> None:
    """Withdraw all seeks of a player."""
    for seek in bottega.store.seeks.of(player):
        bottega.store.seeks.withdraw(seek, bottega.sources.now().timestamp())
    bottega.store.seeks.delete_player(player)


def _leave_extensions(bottega: Bottega, player: str) -> None:
    for extension in bottega.extensions:
        extension.player_leaves(bottega, player)


def _withdraw_invitations(bottega: Bottega, player: str) -> None:
    for game_id in bottega.store.feeds.games_with_notices(player):
        withdraw_invitation(bottega, game_id, player)


def _leave_block_lists(bottega: Bottega, player: str) -> None:
    bottega.store.blocks.delete_player(player)


def _leave_created_games(bottega: Bottega, player: str) -> None:
    for game_id in created_games(bottega, player):
        remove_creator(bottega, game_id, player)


def _leave_seats(bottega: Bottega, player: str) -> None:
    for game_id in seated_games(bottega, player):
        leave_seats(bottega, game_id, player)


def created_games(bottega: Bottega, player: str) -> Iterator[str]:
    """Iterate over the games that a player has created, newest first."""
    return _games(partial(bottega.store.lists.created, player))


def seated_games(bottega: Bottega, player: str, status: Status | None = None) -> Iterator[str]:
    """Iterate over the games of a status in which a player has a seat, newest first."""
    return _games(partial(bottega.store.lists.seated, player, status))


def _games(page: Callable[[int | None, int], Sequence[ListEntry]]) -> Iterator[str]:
    """Iterate over the games of a list, newest first."""
    before = None
    while entries := page(before, PAGE):
        yield from (game_id for _, game_id in entries)
        before = entries[-1].number


def _remove_ratings(bottega: Bottega, player: str) -> None:
    """Remove a player from leaderboards and from an owner's bots; needs the aliases of the profile."""
    profile = bottega.store.players.profile(player)
    if profile is not None:
        bottega.store.ratings.delete_player(profile.alias)
        bottega.store.players.delete_alias(profile.alias)
        if profile.owner:
            bottega.store.players.delete_bot(player, profile.owner)


def _unlink_identities(bottega: Bottega, player: str) -> None:
    """Let each identity that was linked to a player sign in a new player once its tombstone has expired."""
    for identity in bottega.store.identities.of(player):
        new = new_player_id(bottega)
        tombstones.put(bottega, new)
        bottega.store.identities.relink(identity, player, new)


def _remove_profile(bottega: Bottega, player: str) -> None:
    tombstones.put(bottega, player)
    bottega.store.players.remove(player, bottega.settings.idempotency_seconds)


def _remove_own(bottega: Bottega, player: str) -> None:
    """Remove the data of a player that no other player sees."""
    bottega.store.feeds.remove(player)
    bottega.store.presence.remove(player)
    webhooks.remove_all(bottega, player)


Step = Callable[[Bottega, str], None]
SHARED: Sequence[Step] = (
    withdraw_seeks,
    _leave_extensions,
    _withdraw_invitations,
    _leave_block_lists,
    _leave_created_games,
    _leave_seats,
)
"""Steps on data that other players see and may write at the same moment."""
PROFILE: Sequence[Step] = (_remove_ratings, _unlink_identities, _remove_profile)
"""After these steps no request writes the player's id, or it removes the id again."""
