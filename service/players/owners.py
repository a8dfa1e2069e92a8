"""Find related players: bots and their owners, who may not meet in a rated game or play one deal in a tournament.

A bot belongs to the player whose key created it. Bots of one owner, and a bot and its owner, are related. The owner is
stored as an alias. After the owner's deletion the alias leads to no player, and the bots stay related.
"""

from collections.abc import Collection

from service import problems
from service.installation.installation import Installation
from service.store import Profile
from service.store.players import Players


def relatives(installation: Installation, player: str) -> frozenset[str]:
    """Return the ids of the players who are related to a player."""
    profile = installation.store.players.profile(player)
    if profile is None:
        return frozenset()
    known = {*installation.store.players.bots(profile.owner or profile.alias)}
    if profile.owner:
        known.add(installation.store.players.by_alias(profile.owner))
    return frozenset(known - {player, ""})


def owner_alias(installation: Installation, player: str) -> str:
    """Return the owner's alias, which related players share; empty for an unknown player."""
    profile = installation.store.players.profile(player)
    return "" if profile is None else profile.owner or profile.alias


def check_unrelated(installation: Installation, player: str, others: Collection[str]) -> None:
    """Raise SameOwner if a player is related to one of the others."""
    if others and not relatives(installation, player).isdisjoint(others):
        raise same_owner(player)


def same_owner(player: str) -> problems.SameOwner:
    """Return the problem of a player who would meet a related one."""
    return problems.SameOwner(
        "Choose another player, or omit `rated`. {player} would meet its owner or a bot of the same owner.",
        {"player": player},
        player=player,
    )


def is_bot(installation: Installation, player: str) -> bool:
    """Whether a player is a bot; False for an unknown player and an empty id."""
    profile = installation.store.players.profile(player) if player else None
    return profile is not None and profile.bot


def alias_of_owner(players: Players, player: str) -> str:
    """Return the alias of the owner of a bot that a player creates; empty for a deleted player.

    A bot creates bots for its owner.
    """
    profile = players.profile(player)
    return (profile.owner if profile else "") or players.note_alias(player)


def owner_of(installation: Installation, profile: Profile) -> str:
    """Return the id of the owner of a bot; empty for human players, and for a deleted owner."""
    return installation.store.players.by_alias(profile.owner) if profile.owner else ""
