"""Block and unblock players.

A blocked player can neither invite nor seat the player who blocked, request a rematch, nor be matched by a seek. No
response says so.
"""

from service import problems
from service.blocks.problems import TooManyBlockedPlayers
from service.blocks.store import MOST_BLOCKED, blocks_in
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.players import contacts, players
from service.players.deletion import check_not_deleted
from service.resources.blocks import BlockedPlayer, BlockList
from service.resources.problems import FieldError


def block(installation: Installation, player: str, other: str) -> None:
    """Let a player block another one. Raises InvalidRequest, UnknownPlayer, TooManyBlockedPlayers and GameBusy."""
    if player == other:
        fault = FieldError("player", "Must be the id of another player.")
        raise problems.InvalidRequest("The request does not fit its schema.", errors=(fault,))
    players.profiles_of(installation, [other])
    done = blocks_in(installation.store).add(player, other, written(installation.sources.now()))
    check_not_deleted(installation, player)
    if not done:
        raise TooManyBlockedPlayers("Unblock a player first. At most {most} can be blocked.", {"most": MOST_BLOCKED})
    if installation.store.players.profile(other) is None:  # deleted at this moment
        blocks_in(installation.store).remove(player, other)
    contacts.avoided_change(installation, player)


def unblock(installation: Installation, player: str, other: str) -> None:
    """Let a player unblock another one. Idempotent. Raises GameBusy."""
    blocks_in(installation.store).remove(player, other)
    contacts.avoided_change(installation, player)


def listed(installation: Installation, player: str) -> BlockList:
    """Return the players whom a player has blocked, latest first."""
    found = sorted(blocks_in(installation.store).of(player).items(), key=lambda each: each[1], reverse=True)
    return BlockList(tuple(_shown(installation, other, at) for other, at in found))


def _shown(installation: Installation, other: str, at: str) -> BlockedPlayer:
    """Return a blocked player, with the name of a public page only."""
    profile = installation.store.players.profile(other)
    return BlockedPlayer(other, at, profile.name if profile is not None and profile.public else "")
