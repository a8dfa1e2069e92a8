"""What happens to block lists when players leave, merge and meet others."""

from collections.abc import Collection, Iterable, Mapping

from service.blocks import block_lists
from service.blocks.store import blocks_in
from service.installation.clock_and_ids import written
from service.installation.installation import Installation, Subject


def _delete(installation: Installation, player: str) -> None:
    blocks_in(installation.store).delete_player(player)


def _move(installation: Installation, other: str, player: str) -> None:
    """Move the block list of the other player, and the player's place in the lists of others."""
    blocks = blocks_in(installation.store)
    for blocked, at in blocks.of(other).items():
        if blocked != player:
            blocks.add(player, blocked, at)
    for blocker in blocks.by(other):
        if blocker != player:
            blocks.add(blocker, player, blocks.of(blocker).get(other, written(installation.sources.now())))
    blocks.delete_player(other)


def _exported(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    return {"blocked_players": block_lists.listed(installation, player).players}


def _avoided(installation: Installation, player: str) -> Collection[str]:
    return blocks_in(installation.store).of(player)


BLOCKS = Subject(player_leaves=_delete, player_merges=_move, avoided=_avoided, exported=_exported)
"""Block lists.

Deletion: the list of the player is removed, and the player is removed from the lists of others.
Merge: the remaining player also blocks whom the other one blocked, and is blocked by the same players.
"""
