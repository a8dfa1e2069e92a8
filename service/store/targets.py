"""Store which notification target holds a push subscription, and what targets have become.

Targets themselves are stored as webhooks: see `webhooks`. Keys of all owners, each in the slot of its name:

    bottega:{<digest>}:webhook:endpoint         owner/target_id of the only target of a push subscription
    bottega:{<digest>}:webhook:endpoint:lock    random text of the request that changes this target; expires
    bottega:{<target>}:webhook:owner    owner/target_id of the target that a notification target became when players
                                        were merged, for links in older messages
    bottega:{webhooks}:webhook:vapid    the private key that signs Web Push messages, unless a setting names one
"""

import hashlib
from collections.abc import Callable

from service.store.connection import script
from service.store.keys import key
from service.store.servers import Servers
from service.store.webhooks import due_name

_UNLOCK = script("unlock")

VAPID_KEY = "bottega:{webhooks}:webhook:vapid"
LOCK_SECONDS = 5
"""How long a lock holds if its request ends without releasing it."""


class Targets:
    """The notification targets of one Redis, without their terms."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def vapid_key(self, fresh: Callable[[], str]) -> str:
        """Return the stored private key of Web Push messages; store a `fresh` one if there is none."""
        stored: bytes | None = self._servers.call(VAPID_KEY, lambda client: client.get(VAPID_KEY))
        if stored is None:
            new = fresh()
            stored = self._servers.write(
                VAPID_KEY, lambda pipeline: pipeline.set(VAPID_KEY, new, nx=True).get(VAPID_KEY)
            )[-1]
        return bytes(stored or b"").decode()

    def note_owner(self, target_id: str, player: str, current_id: str) -> None:
        """Store what a notification target has become: a target of another player."""
        held = due_name(player, current_id)
        self._servers.write(target_id, lambda pipeline: pipeline.set(_owner_key(target_id), held))

    def owner(self, target_id: str) -> tuple[str, str] | None:
        """Return owner and id of what a notification target has become; None for others."""
        return _split(self._servers.call(target_id, lambda client: client.get(_owner_key(target_id))), target_id)

    def delete_owner(self, target_id: str, player: str) -> None:
        """Delete what a target has become, unless it has moved on from this player."""
        current = self.owner(target_id)
        if current is not None and current[0] == player:
            self._servers.write(target_id, lambda pipeline: pipeline.delete(_owner_key(target_id)))

    def lock_endpoint(self, endpoint: str, token: str) -> bool:
        """Lock a push subscription for a request with this random token; False if another request has locked it."""
        name = _endpoint_key(endpoint, "webhook:endpoint:lock")
        return bool(self._servers.call(name, lambda client: client.set(name, token, nx=True, ex=LOCK_SECONDS)))

    def unlock_endpoint(self, endpoint: str, token: str) -> None:
        """Release the lock of a request with this token, unless it has expired."""
        name = _endpoint_key(endpoint, "webhook:endpoint:lock")
        self._servers.call(name, lambda client: client.eval(_UNLOCK, 1, name, token))

    def hold_endpoint(self, endpoint: str, owner: str, target_id: str) -> tuple[str, str] | None:
        """Store the only target of a push subscription; return owner and id of the target before it, if any."""
        name, held = _endpoint_key(endpoint), due_name(owner, target_id)
        before = self._servers.write(name, lambda pipeline: pipeline.set(name, held, get=True))[-1]
        return _split(before)

    def holder_of_endpoint(self, endpoint: str) -> tuple[str, str] | None:
        """Return owner and id of the only target of a push subscription; None if none is known."""
        name = _endpoint_key(endpoint)
        return _split(self._servers.call(name, lambda client: client.get(name)))

    def release_endpoint(self, endpoint: str, owner: str, target_id: str) -> None:
        """Delete the only target of a push subscription, unless it is another one."""
        if self.holder_of_endpoint(endpoint) == (owner, target_id):
            name = _endpoint_key(endpoint)
            self._servers.write(name, lambda pipeline: pipeline.delete(name))


def _owner_key(target_id: str) -> str:
    return key(target_id, "webhook:owner")


def _endpoint_key(endpoint: str, part: str = "webhook:endpoint") -> str:
    return key(hashlib.sha256(endpoint.encode()).hexdigest(), part)


def _split(held: bytes | None, same_id: str = "") -> tuple[str, str] | None:
    """Return owner and id of a target from its name on the due list; with the owner only, the id is the same."""
    owner, _, target_id = (held or b"").decode().partition("/")
    return (owner, target_id or same_id) if owner else None
