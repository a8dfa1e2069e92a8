"""Store the players in Redis: owners of keys, and users with signed identities.

Keys of one player, all in one cluster slot:

    bottega:{<player>}:profile          JSON of `Profile`; every known player has one
    bottega:{<player>}:keys             hash: id of a key -> JSON of `StoredKey`, with only a digest of the key; the id
                                        begins with the player's
    bottega:{<player>}:revoked         set: ids of keys revoked a while ago, which a late retry must not add again
    bottega:{<alias>}:player            the id of the player with this alias, once a rated game has ended
    bottega:{<alias>}:bots              set: the ids of the bots whose owner has this alias
    bottega:{<player>}:deleted          set for a while after the deletion of a player, for late retries; expires

Keys outside any player:

    bottega:{tombstone:<mark>}          exists for a while after the deletion of a player; the mark is a keyed
                                        hash of the id; expires
    bottega:invitation:<digest>         of an invitation: empty, or the id of the key that used it; expires

Each write may be retried without harm.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from service.resources.players import Audience
from service.store.channels import channel, keys_source
from service.store.connection import script
from service.store.servers import Servers
from service.store.unreadable import readable

AddedKey = Literal["added", "too many", "parent revoked", "banned", "unknown player"]

_CREATE = script("create_player")
_ADD_KEY = script("add_key")
_RENAME = script("rename_player")
_REVOKE = script("revoke_key")
_REDEEM = script("redeem")

_GOING = ("profile", "keys", "identities", "merges", "ban", "ended_keys")
"""Keys that go with a player."""

_ADDED: Mapping[int | None, AddedKey] = {
    1: "added",
    0: "too many",
    -1: "parent revoked",
    -2: "banned",
    None: "unknown player",
}

MOST_KEYS = 100
"""The maximum number of keys of a player at a time."""


ALIAS = "rp_"
"""The beginning of aliases, which differ from player ids; 20 random letters and digits follow."""


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The profile of a player."""

    created_at: str
    """When the player was created, in UTC (RFC 3339)."""
    alias: str
    """The player's id in records, ratings and tournaments: random, and anonymous without this profile."""
    name: str = ""
    bot: bool = False
    """Whether the player is a program, according to its owner."""
    owner: str = ""
    """The alias of the bot's owner; empty without one."""
    public: bool = False
    """Whether others may see the player's page."""
    vouched: bool = False
    """Whether the operator, a platform or an issuer of identities vouches for the player."""
    platform: str = ""
    """The player id of the platform whose user the player is; empty for others."""
    invited_by: Audience | UnsetType = UNSET
    """Who may invite the player to a game; UNSET for the default: everybody."""
    seated_by: Audience | UnsetType = UNSET
    """Who may give the player a seat at once; UNSET for the default, which depends on `bot`."""
    calendar_id: str = ""
    """The random id of the token that opens the player's calendars; empty without one."""


class StoredKey(msgspec.Struct, frozen=True, omit_defaults=True):
    """The stored data of a key."""

    digest: str
    """The SHA-256 of the whole key, in hexadecimal digits."""
    scopes: tuple[str, ...]
    created_at: str
    """When the key was created, in UTC (RFC 3339)."""
    expires_at: str | UnsetType = UNSET
    """When the key expires: UTC, RFC 3339. Omitted: never."""
    parent: str = ""
    """The id of the player's key that created this one and whose end revokes it; empty without one."""
    platform: str = ""
    """The id of the platform's key that created this one or its parent, and whose end revokes it; empty without one."""
    test: bool = False
    """Whether the key may use the sandbox."""


class PlayerState(NamedTuple):
    """Whether the requests of a player are accepted."""

    exists: bool
    is_merging: bool
    """Whether the player becomes a part of another one: see `merges`."""
    is_banned: bool
    """Whether the player is banned: see `bans`."""


class Players:
    """The players of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def create(self, player: str, profile: Profile, key_id: str, stored: StoredKey) -> None:
        """Write a new player with a first key; a retry does nothing."""
        keys = [_key(player, part) for part in ("profile", "keys", "deleted")]
        arguments = [msgspec.json.encode(profile), key_id, msgspec.json.encode(stored)]
        self._servers.write(player, lambda pipeline: pipeline.eval(_CREATE, len(keys), *keys, *arguments))

    def ensure(self, player: str, profile: Profile) -> bool:
        """Write a player unless the player is known; False while the player is being merged into another one."""
        name = _key(player, "profile")
        state = self.state(player)
        if not state.exists and not state.is_merging:
            self._servers.write(player, lambda pipeline: pipeline.set(name, msgspec.json.encode(profile), nx=True))
        return not state.is_merging

    def is_active(self, player: str) -> bool:
        """Whether a player exists, is not being merged into another one, and is not banned."""
        return self.state(player) == PlayerState(exists=True, is_merging=False, is_banned=False)

    def state(self, player: str) -> PlayerState:
        """Return whether requests of a player are accepted, in one round trip."""

        def read(client: Any) -> Any:
            pipeline = client.pipeline(transaction=False)
            for part in ("profile", "merging", "ban"):
                pipeline.exists(_key(player, part))
            return pipeline.execute()

        return PlayerState(*map(bool, self._servers.call(player, read)))

    def profile(self, player: str) -> Profile | None:
        """Return the profile of a player; None for an unknown one."""
        stored: bytes | None = self._servers.call(player, lambda client: client.get(_key(player, "profile")))
        return None if stored is None else readable(stored, Profile, f"the profile of player {player}")

    def profile_to_seat(self, player: str) -> Profile | None:
        """Return the profile of a player; None for an unknown or banned one. It takes one round trip."""

        def read(client: Any) -> Any:
            return client.pipeline(transaction=False).get(_key(player, "profile")).exists(_key(player, "ban")).execute()

        stored, is_banned = self._servers.call(player, read)
        if stored is None or is_banned:
            return None
        return readable(stored, Profile, f"the profile of player {player}")

    def replace_profile(self, player: str, seen: Profile, profile: Profile) -> bool:
        """Replace the profile of a player; False if it is not as `seen`."""
        keys, profiles = [_key(player, "profile")], [msgspec.json.encode(each) for each in (seen, profile)]
        (done,) = self._servers.write(player, lambda pipeline: pipeline.eval(_RENAME, 1, *keys, *profiles))
        return bool(done)

    def end_keys(self, player: str) -> None:
        """Delete all keys of a player, and end the streams that they opened."""

        def fill(pipeline: Any) -> None:
            pipeline.delete(_key(player, "keys")).publish(channel(keys_source(player)), b"")

        self._servers.write(player, fill)

    def remove(self, player: str, keep_seconds: int) -> None:
        """Delete a player, all keys and the list of identities; the deletion is remembered for `keep_seconds`."""

        def fill(pipeline: Any) -> None:
            pipeline.set(_key(player, "deleted"), b"", ex=keep_seconds)
            pipeline.delete(*(_key(player, part) for part in _GOING))
            pipeline.publish(channel(keys_source(player)), b"")

        self._servers.write(player, fill)

    def put_tombstone(self, mark: str, keep_seconds: int) -> None:
        """Remember a deleted player for `keep_seconds`."""
        name = _tombstone(mark)
        self._servers.write(name, lambda pipeline: pipeline.set(name, b"", ex=keep_seconds))

    def has_tombstone(self, mark: str) -> bool:
        """Whether a deleted player is remembered under a mark."""
        name = _tombstone(mark)
        return bool(self._servers.call(name, lambda client: client.exists(name)))

    def note_alias(self, player: str) -> str:
        """Return the alias of a player, and make it lead to the player; empty for a deleted one."""
        profile = self.profile(player)
        if profile is None:
            return ""
        name = _key(profile.alias, "player")
        self._servers.write_before(profile.alias, lambda pipeline: pipeline.set(name, player))
        if self.profile(player) is None:  # deleted in the meantime
            self.delete_alias(profile.alias)
            return ""
        return profile.alias

    def by_alias(self, alias: str) -> str:
        """Return the id of the player with an alias; empty for a deleted one."""
        stored: bytes | None = self._servers.call(alias, lambda client: client.get(_key(alias, "player")))
        return "" if stored is None else stored.decode()

    def delete_alias(self, alias: str) -> None:
        """Delete the link from an alias to its player."""
        self._servers.write(alias, lambda pipeline: pipeline.delete(_key(alias, "player")))

    def note_bot(self, player: str, owner: str) -> None:
        """Add a bot to its owner, named by alias; does nothing for a deleted bot."""
        if self.profile(player) is None:
            return
        name = _key(owner, "bots")
        self._servers.write(owner, lambda pipeline: pipeline.sadd(name, player))
        if self.profile(player) is None:  # deleted in the meantime
            self.delete_bot(player, owner)

    def bots(self, owner: str) -> list[str]:
        """Return the ids of the bots of an owner, named by alias."""
        found = self._servers.call(owner, lambda client: client.smembers(_key(owner, "bots")))
        return sorted(each.decode() for each in found)

    def delete_bot(self, player: str, owner: str) -> None:
        """Remove a bot from its owner."""
        self._servers.write(owner, lambda pipeline: pipeline.srem(_key(owner, "bots"), player))

    def key(self, player: str, key_id: str) -> StoredKey | None:
        """Return one key of a player; None for an unknown one."""
        stored: bytes | None = self._servers.call(player, lambda client: client.hget(_key(player, "keys"), key_id))
        return None if stored is None else readable(stored, StoredKey, f"key {key_id}")

    def keys(self, player: str) -> Mapping[str, StoredKey]:
        """Return all keys of a player by their ids."""
        stored = self._servers.call(player, lambda client: client.hgetall(_key(player, "keys")))
        read = {name.decode(): readable(each, StoredKey, f"key {name.decode()}") for name, each in stored.items()}
        return {key_id: each for key_id, each in read.items() if each is not None}

    def add_key(self, player: str, key_id: str, stored: StoredKey, expired: Sequence[str] = ()) -> AddedKey:
        """Add a key to a player and remove the expired ones; a retry does nothing."""
        keys = [_key(player, part) for part in ("profile", "keys", "revoked", "ban")]
        arguments = [key_id, msgspec.json.encode(stored), MOST_KEYS, stored.parent, *expired]
        (done,) = self._servers.write(player, lambda pipeline: pipeline.eval(_ADD_KEY, len(keys), *keys, *arguments))
        return _ADDED[done]

    def revoke(
        self, player: str, key_id: str, keep_seconds: int, by: str = "", successor: StoredKey | None = None
    ) -> bool:
        """Revoke a key and all keys of the player that it created; False for an unknown key.

        The key `by` that authorised the request survives, as `successor` if the revoked key had created it.
        """
        keys = [_key(player, "keys"), _key(player, "revoked")]
        arguments = [key_id, keep_seconds, channel(keys_source(player)), by, msgspec.json.encode(successor)]
        (done,) = self._servers.write(player, lambda pipeline: pipeline.eval(_REVOKE, len(keys), *keys, *arguments))
        return bool(done)

    def invite(self, digest: str, keep_seconds: int) -> None:
        """Store an invitation for `keep_seconds`."""
        name = _invitation(digest)
        self._servers.write(name, lambda pipeline: pipeline.set(name, b"", ex=keep_seconds))

    def redeem(self, digest: str, key_id: str) -> bool:
        """Use an invitation for a key; False for an unknown one, or one that another key has used."""
        name = _invitation(digest)
        (done,) = self._servers.write(name, lambda pipeline: pipeline.eval(_REDEEM, 1, name, key_id))
        return bool(done)


def _key(player: str, *parts: str) -> str:
    """Return the name of a key of a player; the braces put all keys in one cluster slot."""
    return ":".join((f"bottega:{{{player}}}", *parts))


def _tombstone(mark: str) -> str:
    return f"bottega:{{tombstone:{mark}}}"


def _invitation(digest: str) -> str:
    return f"bottega:invitation:{digest}"
