"""The players in Redis: who has a key, or has come with a signed identity.

Keys of one player, all in one cluster slot:

    bottega:{<player>}:profile          JSON of `Profile`; whoever has one is known
    bottega:{<player>}:keys             hash: id of a key -> JSON of `KeptKey`, with the digest of the key and no more
                                        of it; the id begins with that of the player
    bottega:{<player>}:given-up         set: ids of keys that were revoked a while ago: no repeated request brings one
                                        back
    bottega:{<alias>}:player            the id of the player with this alias, once a rated game has ended
    bottega:{<alias>}:bots              set: the ids of the bots whose owner has this alias
    bottega:{<player>}:gone             for a while after a player was removed: likewise

Keys outside any player:

    bottega:invitation:<digest>         of an invitation: nothing, or for which key it has been used; expires

Each write may be repeated without harm.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from service.store.channels import channel, keys_of
from service.store.connection import script
from service.store.servers import Servers
from service.store.unreadable import readable

_CREATE = script("create_player")
_ADD_KEY = script("add_key")
_RENAME = script("rename_player")
_REVOKE = script("revoke_key")
_REDEEM = script("redeem")

_ADDED: Mapping[int | None, Literal["added", "too many", "parent revoked", "unknown player"]] = {
    1: "added",
    0: "too many",
    -1: "parent revoked",
    None: "unknown player",
}

MOST_KEYS = 100
"""Keys that a player may have at a time."""


ALIAS = "rp_"
"""How aliases begin, which are no ids of players; 20 random letters and digits follow."""


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a player."""

    created_at: str
    """UTC, RFC 3339."""
    alias: str
    """What records, ratings and tournaments know the player by: random, and leads nowhere without this profile."""
    name: str = ""
    bot: bool = False
    """Whether a program plays, as its owner has said."""
    owner: str = ""
    """The alias of the bot's owner; empty without one."""


class KeptKey(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a key."""

    digest: str
    """SHA-256 of the whole key, in hexadecimal digits."""
    scopes: tuple[str, ...]
    created_at: str
    """UTC, RFC 3339."""
    expires_at: str | None = None
    """From when on it opens nothing, likewise; None if it does not expire."""
    parent: str = ""
    """The id of the player's own key that it was made with, and ends with; empty without one."""
    platform: str = ""
    """The id of the platform's key that it or its parent was made with, and ends with; empty without one."""


class Players:
    """The players of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def create(self, player: str, profile: Profile, key_id: str, kept: KeptKey) -> None:
        """Write a new player with a first key; does nothing if that has been done."""
        keys = [_key(player, part) for part in ("profile", "keys", "gone")]
        arguments = [msgspec.json.encode(profile), key_id, msgspec.json.encode(kept)]
        self._servers.write(player, lambda pipeline: pipeline.eval(_CREATE, len(keys), *keys, *arguments))

    def meet(self, player: str, profile: Profile) -> None:
        """Know a player from now on, who is known already in most cases."""
        name = _key(player, "profile")
        if not self._servers.call(player, lambda client: client.exists(name)):
            self._servers.write(player, lambda pipeline: pipeline.set(name, msgspec.json.encode(profile), nx=True))

    def profile(self, player: str) -> Profile | None:
        """Read what is known of a player; None of one who is not known."""
        kept: bytes | None = self._servers.call(player, lambda client: client.get(_key(player, "profile")))
        return None if kept is None else readable(kept, Profile, f"the profile of player {player}")

    def rename(self, player: str, seen: Profile, profile: Profile) -> bool:
        """Change what is known of a player; False if that has changed since it was `seen`."""
        keys, told = [_key(player, "profile")], [msgspec.json.encode(each) for each in (seen, profile)]
        (done,) = self._servers.write(player, lambda pipeline: pipeline.eval(_RENAME, 1, *keys, *told))
        return bool(done)

    def remove(self, player: str, keep_seconds: int) -> None:
        """Forget a player and all keys, and for so long that there was one."""

        def fill(pipeline: Any) -> None:
            pipeline.set(_key(player, "gone"), b"", ex=keep_seconds)
            pipeline.delete(_key(player, "profile"), _key(player, "keys"))
            pipeline.publish(channel(keys_of(player)), b"")

        self._servers.write(player, fill)

    def note_alias(self, player: str) -> str:
        """Return the alias of a player, which leads to the player from now on; empty of one who has been deleted."""
        profile = self.profile(player)
        if profile is None:
            return ""
        name = _key(profile.alias, "player")
        self._servers.write_before(profile.alias, lambda pipeline: pipeline.set(name, player))
        if self.profile(player) is None:  # deleted in the meantime
            self.forget_alias(profile.alias)
            return ""
        return profile.alias

    def by_alias(self, alias: str) -> str:
        """Return the id of a player by the alias; empty of one who has been deleted."""
        kept: bytes | None = self._servers.call(alias, lambda client: client.get(_key(alias, "player")))
        return "" if kept is None else kept.decode()

    def forget_alias(self, alias: str) -> None:
        """Let an alias lead to nobody."""
        self._servers.write(alias, lambda pipeline: pipeline.delete(_key(alias, "player")))

    def note_bot(self, player: str, owner: str) -> None:
        """Note that a bot belongs to the owner with this alias; does nothing for a bot that has been deleted."""
        if self.profile(player) is None:
            return
        name = _key(owner, "bots")
        self._servers.write(owner, lambda pipeline: pipeline.sadd(name, player))
        if self.profile(player) is None:  # deleted in the meantime
            self.forget_bot(player, owner)

    def bots(self, owner: str) -> list[str]:
        """List the ids of the bots that belong to the owner with this alias."""
        found = self._servers.call(owner, lambda client: client.smembers(_key(owner, "bots")))
        return sorted(each.decode() for each in found)

    def forget_bot(self, player: str, owner: str) -> None:
        """Forget that a bot belongs to an owner."""
        self._servers.write(owner, lambda pipeline: pipeline.srem(_key(owner, "bots"), player))

    def key(self, player: str, key_id: str) -> KeptKey | None:
        """Read one key of a player; None if there is no such key."""
        kept: bytes | None = self._servers.call(player, lambda client: client.hget(_key(player, "keys"), key_id))
        return None if kept is None else readable(kept, KeptKey, f"key {key_id}")

    def keys(self, player: str) -> Mapping[str, KeptKey]:
        """Read all keys of a player."""
        kept = self._servers.call(player, lambda client: client.hgetall(_key(player, "keys")))
        read = {name.decode(): readable(each, KeptKey, f"key {name.decode()}") for name, each in kept.items()}
        return {key_id: each for key_id, each in read.items() if each is not None}

    def add_key(
        self, player: str, key_id: str, kept: KeptKey, expired: Sequence[str] = ()
    ) -> Literal["added", "too many", "parent revoked", "unknown player"]:
        """Give a player another key in place of those that have expired; does nothing if that has been done."""
        keys = [_key(player, "profile"), _key(player, "keys"), _key(player, "given-up")]
        arguments = [key_id, msgspec.json.encode(kept), MOST_KEYS, kept.parent, *expired]
        (done,) = self._servers.write(player, lambda pipeline: pipeline.eval(_ADD_KEY, len(keys), *keys, *arguments))
        return _ADDED[done]

    def revoke(
        self, player: str, key_id: str, keep_seconds: int, by: str = "", successor: KeptKey | None = None
    ) -> bool:
        """Revoke a key for good, with all keys of the player that were made with it; False if there is no such key.

        The key `by` which it is revoked survives, as `successor` if it was made with the revoked one.
        """
        keys = [_key(player, "keys"), _key(player, "given-up")]
        arguments = [key_id, keep_seconds, channel(keys_of(player)), by, msgspec.json.encode(successor)]
        (done,) = self._servers.write(player, lambda pipeline: pipeline.eval(_REVOKE, len(keys), *keys, *arguments))
        return bool(done)

    def invite(self, digest: str, keep_seconds: int) -> None:
        """Keep an invitation for so long."""
        name = _invitation(digest)
        self._servers.write(name, lambda pipeline: pipeline.set(name, b"", ex=keep_seconds))

    def redeem(self, digest: str, key_id: str) -> bool:
        """Use an invitation for a key; False if there is none, or it has been used for another."""
        name = _invitation(digest)
        (done,) = self._servers.write(name, lambda pipeline: pipeline.eval(_REDEEM, 1, name, key_id))
        return bool(done)


def _key(player: str, *parts: str) -> str:
    """Name a key of a player; the braces keep them all in one cluster slot."""
    return ":".join((f"bottega:{{{player}}}", *parts))


def _invitation(digest: str) -> str:
    """Name the key of an invitation."""
    return f"bottega:invitation:{digest}"
