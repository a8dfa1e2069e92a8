"""Find related players: bots and their owners, who may not meet in a rated game or play one deal in a tournament.

A bot belongs to the player whose key created it. Bots of one owner, and a bot and its owner, are related. The owner is
stored as an alias. After the owner's deletion the alias leads to no player, and the bots stay related.
"""

from collections.abc import Collection

from service.installation.bottega import Bottega
from service.problems import SameOwner
from service.store import Profile
from service.store.players import Players


def relatives(bottega: Bottega, player: str) -> frozenset[str]:
    """Return the ids of the players who are related to a player."""
    profile = bottega.store.players.profile(player)
    if profile is None:
        return frozenset()
    known = {*bottega.store.players.bots(profile.owner or profile.alias)}
    if profile.owner:
        known.add(bottega.store.players.by_alias(profile.owner))
    return frozenset(known - {player, ""})


def owner_alias(bottega: Bottega, player: str) -> str:
    """Return the owner's alias, which related players share; empty for an unknown player."""
    profile = bottega.store.players.profile(player)
    return "" if profile is None else profile.owner or profile.alias


def check_unrelated(bottega: Bottega, player: str, others: Collection[str]) -> None:
    """Raise SameOwner if a player is related to one of the others."""
    if others and not relatives(bottega, player).isdisjoint(others):
        raise same_owner(player)


def same_owner(player: str) -> SameOwner:
    """Return the problem of a player who would meet a related one."""
    return SameOwner(
        "Choose another player, or omit `rated`. {player} would meet its owner or a bot of the same owner.",
        {"player": player},
        player=player,
    )


def is_bot(bottega: Bottega, player: str) -> bool:
    """Whether a player is a bot; False for an unknown player and an empty id."""
    profile = bottega.store.players.profile(player) if player else None
    return profile is not None and profile.bot


def alias_of_owner(players: Players, player: str) -> str:
    """Return the alias of the owner of a bot that a player creates; empty for a deleted player.

    A bot creates bots for its owner.
    """
    profile = players.profile(player)
    return (profile.owner if profile else "") or players.note_alias(player)


def owner_of(bottega: Bottega, profile: Profile) -> str:
    """Return the id of the owner of a bot; empty for human players, and for a deleted owner."""
    return bottega.store.players.by_alias(profile.owner) if profile.owner else ""
