"""Store the webhooks of an owner in Redis, and their deliveries.

Keys of one owner, a game or a player, all in one cluster slot:

    bottega:{<owner>}:webhooks                   hash: webhook_id -> JSON of `StoredWebhook`
    bottega:{<owner>}:webhook:<id>:state         hash: `number`, the highest of its deliveries; during failures their
                                                 number in a row (`failures`), the first (`since`), and the end of the
                                                 pause (`rest`)
    bottega:{<owner>}:webhook:<id>:deliveries    hash: delivery_id -> JSON of `Delivery`
    bottega:{<owner>}:webhook:<id>:log           sorted set: delivery_id -> number, in the order of creation
    bottega:{<owner>}:webhook:<id>:pending       sorted set: delivery_id -> Unix time when to send it
    bottega:{<owner>}:webhook:<id>:leased        sorted set: delivery_id -> Unix time when its lease ends, of deliveries
                                                 in progress
    bottega:{<owner>}:webhook:<id>:groups        hash: group of deliveries -> Unix time of its last message, and
                                                 number of its deliveries; expires

A notification target is stored as a webhook with `target`: see `targets`.

A delivery is pending until a receiver has acknowledged it, or its retries end. While it is sent, it is postponed to the
end of its lease. The webhook is put on the due list first. After a crash at any point a delivery may be sent twice, but
none is forgotten.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from service.store.connection import script
from service.store.due_list import DueList
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import readable
from service.store.webhook_types import Delivery, DeliveryEntry, StoredWebhook

T = TypeVar("T")

_ADD = script("add_webhook")
_SEND_AGAIN = script("send_again")
_CHANGE = script("change_webhook")
_NOTIFY = script("notify")
_TAKE = script("take_delivery")
_SETTLE = script("settle_delivery")

WEBHOOKS_DUE = "bottega:{webhooks}:due"
MOST_DELIVERIES = 10_000
"""The maximum number of stored deliveries of one webhook. The oldest are deleted, sent or not."""
GROUP_SECONDS = 600
"""The time in which deliveries of one group are sent together, once."""
MOST_IN_GROUP = 40
"""The maximum number of deliveries of one group in that time. Further ones are not added."""
STORED_SECONDS = 7 * 24 * 60 * 60
"""How long the groups are stored: longer than quiet hours and a digest can delay a delivery."""
WEBHOOK_PARTS = ("state", "deliveries", "log", "pending", "leased", "groups")
"""The parts of each webhook."""


class Webhooks:
    """The webhooks of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self.due = DueList(servers, WEBHOOKS_DUE)

    def add(self, owner: str, webhook: StoredWebhook, most: int) -> bool | None:
        """Add a webhook; False if its owner has `most` of them, None if the owner was removed."""
        keys = [key(owner, part) for part in ("webhooks", "header", "profile")]
        arguments = (webhook.webhook_id, _encode(webhook), most)
        replies = self._servers.write(owner, lambda pipeline: pipeline.eval(_ADD, len(keys), *keys, *arguments))
        return None if replies[-1] < 0 else bool(replies[-1])

    def of(self, owner: str) -> list[StoredWebhook]:
        """Return the webhooks of an owner, oldest first."""
        return self.of_owners([owner])[0]

    def of_owners(self, owners: Sequence[str]) -> list[list[StoredWebhook]]:
        """Return the webhooks of some owners, in one round trip to each server."""
        return self._servers.each(owners, lambda client, some: read_each(client.pipeline(transaction=False), some))

    def ids(self, owner: str) -> list[str]:
        """Return the ids of all webhooks of an owner, also of unreadable ones."""
        return [
            each.decode() for each in self._servers.call(owner, lambda client: client.hkeys(key(owner, "webhooks")))
        ]

    def get(self, owner: str, webhook_id: str) -> StoredWebhook | None:
        """Return a webhook; None for an unknown one."""
        stored = self._servers.call(owner, lambda client: client.hget(key(owner, "webhooks"), webhook_id))
        return None if stored is None else readable(stored, StoredWebhook, f"webhook {webhook_id} of {owner}")

    def change(self, owner: str, seen: StoredWebhook, webhook: StoredWebhook) -> bool:
        """Replace a webhook; False if it is not as `seen`, or was deleted."""
        return self._write(owner, _CHANGE, [key(owner, "webhooks")], seen.webhook_id, _encode(seen), _encode(webhook))

    def remove(self, owner: str, webhook_ids: Sequence[str]) -> None:
        """Delete webhooks with their deliveries."""
        if not webhook_ids:
            return
        keys = [each for webhook_id in webhook_ids for each in _keys(owner, webhook_id, *WEBHOOK_PARTS)]
        self._servers.write(owner, lambda pipeline: pipeline.delete(*keys).hdel(key(owner, "webhooks"), *webhook_ids))
        self.delete_due(owner, webhook_ids)

    def delete_due(self, owner: str, webhook_ids: Sequence[str]) -> None:
        """Remove deleted webhooks from the due list. A later entry is settled when it is due."""
        names = [due_name(owner, each) for each in webhook_ids]
        if names:
            self._servers.call(WEBHOOKS_DUE, lambda client: client.zrem(WEBHOOKS_DUE, *names))

    def pending(self, owner: str, webhook_id: str, limit: int) -> list[Delivery]:
        """Return pending deliveries, those that are due first."""
        pending, deliveries = _keys(owner, webhook_id, "pending", "deliveries")
        names = self._servers.call(owner, lambda client: client.zrange(pending, 0, limit - 1))
        stored = self._servers.call(owner, lambda client: client.hmget(deliveries, names)) if names else []
        return _readable(f"{owner}/{webhook_id}", [each for each in stored if each], Delivery)

    def drop(self, owner: str, webhook_id: str, delivery_id: str) -> None:
        """Delete a delivery, sent or not."""
        deliveries, *sets = _keys(owner, webhook_id, "deliveries", "log", "pending", "leased")

        def delete(client: Any) -> None:
            pipeline = client.pipeline(transaction=True).hdel(deliveries, delivery_id)
            for each in sets:
                pipeline.zrem(each, delivery_id)
            pipeline.execute()

        self._servers.call(owner, delete)

    def notify(
        self, owner: str, webhook_id: str, delivery: Delivery, due: float, check_at: float, group: str = ""
    ) -> float | None:
        """Add a delivery to send at `due`, and check the webhook at `check_at`.

        Deliveries of one `group` are sent together, once in GROUP_SECONDS. Returns when the delivery is due; None if it
        exists, or the group has too many.
        """
        self.due.put(due_name(owner, webhook_id), check_at)
        parts = _keys(owner, webhook_id, "state", "deliveries", "log", "pending")
        keys = [*parts, key(owner, "webhooks"), *_keys(owner, webhook_id, "groups")]
        added = (delivery.delivery_id, _encode(delivery), repr(due), MOST_DELIVERIES, webhook_id)
        arguments = (*added, group, GROUP_SECONDS, MOST_IN_GROUP, STORED_SECONDS)
        replies = self._servers.write(owner, lambda pipeline: pipeline.eval(_NOTIFY, len(keys), *keys, *arguments))
        return None if replies[-1] is None else float(replies[-1])

    def take(
        self,
        owner: str,
        webhook_id: str,
        now: float,
        *,
        lease: float,
        most: int,
        furthest: float,
        together: tuple[int, float] = (1, 0.0),
    ) -> tuple[list[Delivery], int] | None:
        """Return the next delivery and lease it until `lease`; None if there is none, or not now.

        At most `most` deliveries are in progress at once, and one while the webhook fails. A time after `furthest` was
        set by a wrong clock, and counts as past. Returns also the number of failures in a row. `together` is a number
        of deliveries and a time: up to this number of deliveries are leased at once, if they are due until this time.
        """
        keys = _keys(owner, webhook_id, "state", "deliveries", "pending", "leased")
        arguments = (repr(now), repr(lease), most, repr(furthest), together[0], repr(together[1]))
        taken = self._call(owner, _TAKE, keys, *arguments)
        if taken is None:
            return None
        failures, *stored = taken
        found = _readable(f"{owner}/{webhook_id}", stored, Delivery)
        return (found, failures) if found else None

    def succeeded(self, owner: str, webhook_id: str, delivery: Delivery) -> None:
        """Mark a delivery as acknowledged."""
        keys = _keys(owner, webhook_id, "state", "deliveries", "pending", "leased")
        self._call(owner, _SETTLE, keys, delivery.delivery_id, _encode(delivery), "")

    def failed(
        self, owner: str, webhook_id: str, delivery: Delivery, started: float, *, again: float | None, rest: float
    ) -> float:
        """Record a failed attempt that was started at `started`, and when to retry, if at all.

        Nothing is sent to the webhook until `rest`, or a later time that another attempt has set. Parallel failures
        count as one. Returns the start of the current failures.
        """
        keys = _keys(owner, webhook_id, "state", "deliveries", "pending", "leased")
        next_time = "" if again is None else repr(again)
        arguments = (delivery.delivery_id, _encode(delivery), repr(started), next_time, repr(rest))
        return float(self._call(owner, _SETTLE, keys, *arguments))

    def next_check(self, owner: str, webhook_id: str) -> float | None:
        """Return the time of the next delivery; None if there is none."""
        state, pending = _keys(owner, webhook_id, "state", "pending")
        first, rest = self._servers.call(
            owner,
            lambda client: (
                client.pipeline(transaction=False).zrange(pending, 0, 0, withscores=True).hget(state, "rest").execute()
            ),
        )
        return max(first[0][1], float(rest or 0)) if first else None

    def send_again(self, owner: str, webhook_id: str, delivery_id: str, now: float, check_at: float) -> None:
        """Send a delivery again now, in any state, even while the webhook is paused."""
        self.due.put(due_name(owner, webhook_id), check_at)
        keys = _keys(owner, webhook_id, "state", "deliveries", "pending")
        self._write(owner, _SEND_AGAIN, keys, delivery_id, repr(now))

    def reset(self, owner: str, webhook_id: str) -> None:
        """Drop pending deliveries, and reset the failures of the webhook."""
        state, *waiting = _keys(owner, webhook_id, "state", "pending", "leased")
        self._servers.call(
            owner,
            lambda client: (
                client.pipeline(transaction=False).delete(*waiting).hdel(state, "failures", "since", "rest").execute()
            ),
        )

    def bring_forward(self, owner: str, webhook_id: str, due: float) -> None:
        """Check a webhook at `due` or earlier."""
        self.due.bring_forward(due_name(owner, webhook_id), due)

    def delivery(self, owner: str, webhook_id: str, delivery_id: str) -> Delivery | None:
        """Return a delivery; None for an unknown one."""
        (deliveries,) = _keys(owner, webhook_id, "deliveries")
        stored = self._servers.call(owner, lambda client: client.hget(deliveries, delivery_id))
        return None if stored is None else readable(stored, Delivery, f"delivery {delivery_id} of {owner}")

    def leased_with(self, owner: str, webhook_id: str, delivery_id: str) -> tuple[list[Delivery], int] | None:
        """Return a delivery in progress with those of the same message, and the number of failures in a row.

        None if it is not in progress.
        """
        state, deliveries, leased = _keys(owner, webhook_id, "state", "deliveries", "leased")

        def read(client: Any) -> tuple[list[bytes | None], int]:
            until = client.zscore(leased, delivery_id)
            names = [] if until is None else client.zrange(leased, until, until, byscore=True)
            failures = int(client.hget(state, "failures") or 0)
            return client.hmget(deliveries, names) if names else [], failures

        stored, failures = self._servers.call(owner, read)
        found = _readable(f"{owner}/{webhook_id}", [each for each in stored if each], Delivery)
        return (found, failures) if found else None

    def log(self, owner: str, webhook_id: str, before: int | None, limit: int) -> list[DeliveryEntry]:
        """Return up to `limit` deliveries with numbers below `before`, newest first."""
        log, deliveries, pending = _keys(owner, webhook_id, "log", "deliveries", "pending")
        start = "+inf" if before is None else f"({before}"
        page = {"desc": True, "byscore": True, "offset": 0, "num": limit, "withscores": True}
        entries = self._servers.call(owner, lambda client: client.zrange(log, start, "-inf", **page))
        if not entries:
            return []
        names = [name for name, _ in entries]
        stored, due = self._servers.call(
            owner,
            lambda client: (
                client.pipeline(transaction=False).hmget(deliveries, names).zmscore(pending, names).execute()
            ),
        )
        return [
            DeliveryEntry(int(number), each, when)
            for (_, number), delivery, when in zip(entries, stored, due, strict=True)
            for each in _readable(f"{owner}/{webhook_id}", [delivery] if delivery else [], Delivery)
        ]

    def _write(self, owner: str, code: str, keys: Sequence[str], *arguments: Any) -> bool:
        """Run a script, and wait until its writes are durable."""
        return bool(self._servers.write(owner, lambda pipeline: pipeline.eval(code, len(keys), *keys, *arguments))[-1])

    def _call(self, owner: str, code: str, keys: Sequence[str], *arguments: Any) -> Any:
        """Run a script whose writes may be lost: then a delivery is sent again."""
        return self._servers.call(owner, lambda client: client.eval(code, len(keys), *keys, *arguments))


def read_each(pipeline: Any, owners: Sequence[str]) -> list[list[StoredWebhook]]:
    """Run a pipeline, and return the webhooks of owners that its server holds."""
    for owner in owners:
        pipeline.hvals(key(owner, "webhooks"))
    replies = pipeline.execute()[-len(owners) :]
    found = (_readable(owner, stored, StoredWebhook) for owner, stored in zip(owners, replies, strict=True))
    return [sorted(webhooks, key=lambda each: (each.created_at, each.webhook_id)) for webhooks in found]


def _readable(whose: str, stored: Sequence[bytes], kind: type[T]) -> list[T]:
    """Return webhooks or deliveries without unreadable ones."""
    what = f"a {kind.__name__.removeprefix('Stored').lower()} of {whose}"
    found = (readable(each, kind, what) for each in stored)
    return [each for each in found if each is not None]


def due_name(owner: str, webhook_id: str) -> str:
    """Return the name of a webhook on the due list."""
    return f"{owner}/{webhook_id}"


def _keys(owner: str, webhook_id: str, *parts: str) -> list[str]:
    return [key(owner, "webhook", webhook_id, part) for part in parts]


def _encode(value: StoredWebhook | Delivery) -> bytes:
    return msgspec.json.encode(value)
