"""Store the identities of an OpenID Connect issuer with which players sign in.

An identity has an id: that of the player whom it signs in if it was never linked. Keys of one identity, in the cluster
slot of its id:

    bottega:{<identity>}:linked           the id of the player whom it signs in; missing for the player with its own id

Keys of one player, in the player's cluster slot:

    bottega:{<player>}:identities         hash: identity -> JSON of `StoredIdentity`; completed when the player signs in

Each write may be retried without harm.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from service.store.channels import channel, keys_source
from service.store.connection import script
from service.store.servers import Servers
from service.store.unreadable import readable

EndedIdentity = Literal["ending", "last", "unknown"]

_RELINK = script("relink_identity")
_END = script("end_identity")
_ENDED: Mapping[int, EndedIdentity] = {1: "ending", 0: "last", -1: "unknown"}


class StoredIdentity(msgspec.Struct, frozen=True, omit_defaults=True):
    """An identity of a player."""

    issuer: str
    subject: str
    linked_at: str
    """When the identity was linked to the player, in UTC (RFC 3339)."""
    ending: bool = False
    """Whether the identity is being unlinked."""


class IdentityState(NamedTuple):
    """Whether an identity of a player is accepted."""

    exists: bool
    """Whether the player exists."""
    is_recorded: bool
    """Whether the player lists the identity."""
    is_banned: bool
    """Whether the player is banned: see `bans`."""


class SignIn(NamedTuple):
    """Whom an identity signs in."""

    player: str
    """The id of the player; empty if the identity was never linked."""
    own: "IdentityState"
    """The state of the player with the id of the identity."""


class Identities:
    """The identities of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def sign_in(self, identity: str) -> SignIn:
        """Return whom an identity signs in, in one round trip."""

        def read(client: Any) -> Any:
            pipeline = client.pipeline(transaction=False).get(_key(identity, "linked"))
            return _read_state(pipeline, identity, identity).execute()

        linked, *own = self._servers.call(identity, read)
        return SignIn((linked or b"").decode(), IdentityState(*map(bool, own)))

    def state(self, player: str, identity: str) -> IdentityState:
        """Return whether an identity of a player is accepted, in one round trip."""

        def read(client: Any) -> Any:
            return _read_state(client.pipeline(transaction=False), player, identity).execute()

        return IdentityState(*map(bool, self._servers.call(player, read)))

    def of(self, player: str) -> Mapping[str, StoredIdentity]:
        """Return the identities of a player by id."""
        stored = self._servers.call(player, lambda client: client.hgetall(_key(player, "identities")))
        read = {
            name.decode(): readable(each, StoredIdentity, f"identity {name.decode()}") for name, each in stored.items()
        }
        return {name: each for name, each in read.items() if each is not None}

    def add(self, player: str, identity: str, stored: StoredIdentity) -> None:
        """Add an identity to the list of a player, unless it is there."""
        name, value = _key(player, "identities"), msgspec.json.encode(stored)
        self._servers.write(player, lambda pipeline: pipeline.hsetnx(name, identity, value))

    def relink(self, identity: str, seen: str, player: str, *, unowned: bool = False) -> bool:
        """Let an identity sign in another player; False if it does not sign in the player as `seen` any more.

        False also if a player has the id of the identity, and it must be `unowned`. A `seen` player is empty for an
        identity that was never linked.
        """
        keys, arguments = [_key(identity, part) for part in ("linked", "profile")], [seen, player, int(unowned)]
        (done,) = self._servers.write(identity, lambda pipeline: pipeline.eval(_RELINK, len(keys), *keys, *arguments))
        return bool(done)

    def end(self, player: str, identity: str, lasting_keys: Sequence[str]) -> EndedIdentity:
        """Mark an identity of a player as ending, if another identity or one of the lasting keys remains."""
        keys, arguments = [_key(player, part) for part in ("identities", "keys")], [identity, *lasting_keys]
        (done,) = self._servers.write(player, lambda pipeline: pipeline.eval(_END, len(keys), *keys, *arguments))
        return _ENDED[done]

    def remove(self, player: str, *identities: str) -> None:
        """Remove identities from the list of a player, and end the streams that they opened."""

        def fill(pipeline: Any) -> None:
            pipeline.hdel(_key(player, "identities"), *identities)
            pipeline.publish(channel(keys_source(player)), b"")

        self._servers.write(player, fill)


def _read_state(pipeline: Any, player: str, identity: str) -> Any:
    """Add the commands that read the fields of an `IdentityState`."""
    pipeline.exists(_key(player, "profile")).hexists(_key(player, "identities"), identity)
    return pipeline.exists(_key(player, "ban"))


def _key(name: str, part: str) -> str:
    """Return the name of a key of a player or an identity; the braces put all keys in one cluster slot."""
    return f"bottega:{{{name}}}:{part}"
