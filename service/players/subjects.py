"""What belongs to a player: profile, keys, bots and presence."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from service import problems
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation, Subject
from service.players import players, tombstones
from service.store import ConflictingWrite


def _end_keys(installation: Installation, other: str, _player: str) -> None:
    installation.store.players.end_keys(other)


def _exported_keys(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    return {"keys": players.list_keys(installation, player).keys}


def _check_bots(installation: Installation, other: str, player: str) -> None:
    """Raise PlayersNotMergeable if one of two players is a bot; UnknownPlayer if one is deleted."""
    if any(profile.bot for profile in players.profiles_of(installation, [other, player]).values()):
        raise problems.PlayersNotMergeable("Merge human players only. Bots cannot be merged.")


def _leave_owner(installation: Installation, player: str) -> None:
    """Remove a bot from its owner, whom the profile names."""
    profile = installation.store.players.profile(player)
    if profile is not None and profile.owner:
        installation.store.players.delete_bot(player, profile.owner)


def _move_bots(installation: Installation, other: str, player: str) -> None:
    profile = installation.store.players.profile(other)
    owner = installation.store.players.note_alias(player)
    for bot in installation.store.players.bots(profile.alias) if profile and owner else ():
        _own_bot(installation, bot, owner)
        installation.store.players.note_bot(bot, owner)
        installation.store.players.delete_bot(bot, profile.alias if profile else "")


def _own_bot(installation: Installation, bot: str, owner: str) -> None:
    """Set the owner of a bot, named by alias. Raises GameBusy."""

    def attempt() -> None:
        seen = installation.store.players.profile(bot)
        if seen and not installation.store.players.replace_profile(bot, seen, replace(seen, owner=owner)):
            raise ConflictingWrite

    retry_conflicts(attempt)


def _exported_bots(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    profile = installation.store.players.profile(player)
    return {"bots": () if profile is None else installation.store.players.bots(profile.alias)}


def _delete_profile(installation: Installation, player: str) -> None:
    _delete_alias(installation, player)
    tombstones.put(installation, player)
    installation.store.players.remove(player, installation.settings.idempotency_seconds)


def _merge_profile(installation: Installation, other: str, _player: str) -> None:
    _delete_alias(installation, other)
    installation.store.players.remove(other, installation.settings.idempotency_seconds)


def _delete_alias(installation: Installation, player: str) -> None:
    profile = installation.store.players.profile(player)
    if profile is not None:
        installation.store.players.delete_alias(profile.alias)


def _merge_presence(installation: Installation, other: str, _player: str) -> None:
    installation.store.presence.remove(other)


KEYS = Subject(ends_credentials=_end_keys, exported=_exported_keys)
"""Keys of a player.

Deletion: the keys end with the profile, so that the player can repeat the request.
Ban: the keys end with the first step of the ban.
Merge: the keys and the streams that they opened end before anything moves.
"""

BOTS = Subject(
    profile_leaves=_leave_owner,
    check_merge=_check_bots,
    profile_merges=_move_bots,
    exported=_exported_bots,
)
"""Bots that a player owns.

Deletion: the bots lose their owner, but stay related to each other.
Merge: the remaining player becomes their owner.
"""

PROFILES = Subject(profile_leaves=_delete_profile, profile_merges=_merge_profile)
"""Profile and name of a player. `service.accounts.export` exports them.

Deletion: the profile is removed, and a tombstone is stored.
Merge: the profile is removed. The remaining player keeps name and alias. The other alias leads to no player any more.
"""

PRESENCE = Subject(
    player_has_left=lambda installation, player: installation.store.presence.remove(player),
    player_has_merged=_merge_presence,
)
"""The presence of a player. A deletion or merge removes it."""
