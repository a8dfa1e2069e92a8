"""Block and unblock players.

A blocked player can neither invite nor seat the player who blocked, request a rematch, nor be matched by a seek. No
response says so.
"""

from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.lobby.player_deletion import check_not_deleted
from service.matchmaking import seeks
from service.players import players
from service.problems import InvalidRequest, TooManyBlockedPlayers
from service.resources.blocks import BlockedPlayer, BlockList
from service.resources.problems import FieldError
from service.store.blocks import MOST_BLOCKED


def block(bottega: Bottega, player: str, other: str) -> None:
    """Let a player block another one. Raises InvalidRequest, UnknownPlayer, TooManyBlockedPlayers and GameBusy."""
    if player == other:
        fault = FieldError("player", "Must be the id of another player.")
        raise InvalidRequest("The request does not fit its schema.", errors=(fault,))
    players.profiles_of(bottega, [other])
    done = bottega.store.blocks.add(player, other, written(bottega.sources.now()))
    check_not_deleted(bottega, player)
    if not done:
        raise TooManyBlockedPlayers("Unblock a player first. At most {most} can be blocked.", {"most": MOST_BLOCKED})
    if bottega.store.players.profile(other) is None:  # deleted at this moment
        bottega.store.blocks.remove(player, other)
    seeks.apply_blocks(bottega, player)


def unblock(bottega: Bottega, player: str, other: str) -> None:
    """Let a player unblock another one. Idempotent. Raises GameBusy."""
    bottega.store.blocks.remove(player, other)
    seeks.apply_blocks(bottega, player)


def listed(bottega: Bottega, player: str) -> BlockList:
    """Return the players whom a player has blocked, latest first."""
    found = sorted(bottega.store.blocks.of(player).items(), key=lambda each: each[1], reverse=True)
    return BlockList(tuple(_shown(bottega, other, at) for other, at in found))


def _shown(bottega: Bottega, other: str, at: str) -> BlockedPlayer:
    """Return a blocked player, with the name of a public page only."""
    profile = bottega.store.players.profile(other)
    return BlockedPlayer(other, at, profile.name if profile is not None and profile.public else "")
