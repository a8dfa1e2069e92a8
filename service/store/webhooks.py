"""The webhooks of an owner in Redis, and what is sent to them.

Keys of one owner, a game or a player, all in one cluster slot:

    bottega:{<owner>}:webhooks                   hash: webhook_id -> JSON of `Webhook`
    bottega:{<owner>}:webhook:<id>:state         hash: `number`, the highest of its deliveries; while it fails how
                                                 often in succession (`failures`), `since` when, until when it is
                                                 left alone (`rest`)
    bottega:{<owner>}:webhook:<id>:deliveries    hash: delivery_id -> JSON of `Delivery`
    bottega:{<owner>}:webhook:<id>:log           sorted set: delivery_id -> number, in the order in which they were told
    bottega:{<owner>}:webhook:<id>:pending       sorted set: delivery_id -> Unix time when to send it
    bottega:{<owner>}:webhook:<id>:flying        sorted set: delivery_id -> Unix time when its lease ends, of those that
                                                 are being sent

A delivery is pending from the moment that it is told until a receiver has acknowledged it or it is given up; while it
is being sent it is put off to the end of its lease. The webhook is on the due list before: so a crash at any point
leaves something to be sent again, and never something that nobody sends.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from service.store.connection import script
from service.store.due_list import DueList
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import readable

T = TypeVar("T")

_ADD = script("add_webhook")
_SEND_AGAIN = script("send_again")
_CHANGE = script("change_webhook")
_NOTIFY = script("notify")
_TAKE = script("take_delivery")
_SETTLE = script("settle_delivery")

WEBHOOKS_DUE = "bottega:{webhooks}:due"
MOST_DELIVERIES = 10_000
"""What is kept of one webhook; the oldest are forgotten, sent or not."""
WEBHOOK_PARTS = ("state", "deliveries", "log", "pending", "flying")
"""Of each webhook."""


class PreviousSecret(NamedTuple):
    """A secret that still signs beside a newer one."""

    secret: str
    until: float
    """Unix time."""


class Webhook(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where an owner wants to be told of what happens."""

    webhook_id: str
    url: str
    event_types: tuple[str, ...]
    """Of notices; none is all."""
    secret: str
    """As `whsec_` and base64."""
    created_at: str
    """UTC, RFC 3339."""
    previous: tuple[PreviousSecret, ...] = ()
    """Newest first."""
    disabled_reason: str = ""
    """Why nothing is sent any more; empty while it is."""
    scope: Literal["seats", "created"] = "seats"
    """Of what a player is told: of the own seats, or of all seats of the games that he has created."""


class Delivery(msgspec.Struct, frozen=True, omit_defaults=True):
    """One notice that is sent to one webhook."""

    delivery_id: str
    """The `webhook-id` of all attempts."""
    type: str
    body: str
    """What is sent, to the byte."""
    created_at: str
    """UTC, RFC 3339, as all times here."""
    attempts: int = 0
    delivered_at: str = ""
    last_attempt_at: str = ""
    response_status: int = 0
    """Of the last attempt; 0 if nobody answered."""
    error: str = ""
    """Why the last attempt failed; empty if it did not."""
    duration_ms: int = 0
    """How long the last attempt took."""


class DeliveryEntry(NamedTuple):
    """One entry of a webhook's log."""

    number: int
    delivery: Delivery
    due: float | None
    """When it is sent, or sent again; None if it is not."""


class Webhooks:
    """The webhooks of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self.due = DueList(servers, WEBHOOKS_DUE)

    def add(self, owner: str, webhook: Webhook, most: int) -> bool | None:
        """Add a webhook; False if its owner has `most` of them, None if the owner is gone."""
        keys = [key(owner, part) for part in ("webhooks", "header", "profile")]
        arguments = (webhook.webhook_id, _encode(webhook), most)
        replies = self._servers.write(owner, lambda pipeline: pipeline.eval(_ADD, len(keys), *keys, *arguments))
        return None if replies[-1] < 0 else bool(replies[-1])

    def of(self, owner: str) -> list[Webhook]:
        """Read the webhooks of an owner, oldest first."""
        return self.of_each([owner])[0]

    def of_each(self, owners: Sequence[str]) -> list[list[Webhook]]:
        """Read the webhooks of some owners, in one round trip to each server."""
        return self._servers.each(owners, lambda client, some: read_each(client.pipeline(transaction=False), some))

    def get(self, owner: str, webhook_id: str) -> Webhook | None:
        """Read a webhook; None if there is no such one."""
        kept = self._servers.call(owner, lambda client: client.hget(key(owner, "webhooks"), webhook_id))
        return None if kept is None else readable(kept, Webhook, f"webhook {webhook_id} of {owner}")

    def change(self, owner: str, seen: Webhook, webhook: Webhook) -> bool:
        """Change a webhook; False if somebody else has changed it since it was seen, or it is gone."""
        return self._write(owner, _CHANGE, [key(owner, "webhooks")], seen.webhook_id, _encode(seen), _encode(webhook))

    def remove(self, owner: str, webhook_ids: Sequence[str]) -> None:
        """Remove webhooks with all that is kept of them; what is on the due list finds nothing."""
        if not webhook_ids:
            return
        keys = [each for webhook_id in webhook_ids for each in _keys(owner, webhook_id, *WEBHOOK_PARTS)]
        self._servers.write(owner, lambda pipeline: pipeline.delete(*keys).hdel(key(owner, "webhooks"), *webhook_ids))
        self.forget_due(owner, webhook_ids)

    def forget_due(self, owner: str, webhook_ids: Sequence[str]) -> None:
        """Look after webhooks no more that are gone; an entry that comes later is settled when it is due."""
        names = [due_name(owner, each) for each in webhook_ids]
        if names:
            self._servers.call(WEBHOOKS_DUE, lambda client: client.zrem(WEBHOOKS_DUE, *names))

    def waiting(self, owner: str, webhook_id: str) -> list[str]:
        """List the ids of all deliveries that wait to be sent, or sent again."""
        (pending,) = _keys(owner, webhook_id, "pending")
        return [each.decode() for each in self._servers.call(owner, lambda client: client.zrange(pending, 0, -1))]

    def notify(self, owner: str, webhook_id: str, delivery: Delivery, now: float, look: float) -> bool:
        """Have something sent from now on, and somebody look after it at `look`; False if it was told before."""
        self.due.put(due_name(owner, webhook_id), look)
        keys = [*_keys(owner, webhook_id, "state", "deliveries", "log", "pending"), key(owner, "webhooks")]
        arguments = (delivery.delivery_id, _encode(delivery), repr(now), MOST_DELIVERIES, webhook_id)
        return self._write(owner, _NOTIFY, keys, *arguments)

    def take(
        self, owner: str, webhook_id: str, now: float, *, lease: float, most: int, furthest: float
    ) -> tuple[Delivery, int] | None:
        """Take what is to be sent next and hold it until `lease`; None if there is nothing, or not now.

        No more than `most` are under way at once, and one while the webhook fails. A time after `furthest` was set by a
        wrong clock, and counts as past. Returns also how often in succession the webhook has failed.
        """
        keys = _keys(owner, webhook_id, "state", "deliveries", "pending", "flying")
        taken = self._call(owner, _TAKE, keys, repr(now), repr(lease), most, repr(furthest))
        if taken is None:
            return None
        read = readable(taken[0], Delivery, f"a delivery to webhook {webhook_id} of {owner}")
        return None if read is None else (read, taken[1])

    def succeeded(self, owner: str, webhook_id: str, delivery: Delivery) -> None:
        """Note that a receiver has acknowledged something."""
        keys = _keys(owner, webhook_id, "state", "deliveries", "pending", "flying")
        self._call(owner, _SETTLE, keys, delivery.delivery_id, _encode(delivery), "")

    def failed(
        self, owner: str, webhook_id: str, delivery: Delivery, begun: float, *, again: float | None, rest: float
    ) -> float:
        """Note that an attempt failed which was `begun` then, and when to make the next, if there is to be one.

        Nothing is sent to the webhook until `rest`, or until the later time that another attempt has set. Attempts that
        fail side by side count as one failure. Returns since when the webhook has failed without a success.
        """
        keys = _keys(owner, webhook_id, "state", "deliveries", "pending", "flying")
        next_time = "" if again is None else repr(again)
        arguments = (delivery.delivery_id, _encode(delivery), repr(begun), next_time, repr(rest))
        return float(self._call(owner, _SETTLE, keys, *arguments))

    def next_look(self, owner: str, webhook_id: str) -> float | None:
        """Return when there is something to send; None if there is nothing."""
        state, pending = _keys(owner, webhook_id, "state", "pending")
        first, rest = self._servers.call(
            owner,
            lambda client: (
                client.pipeline(transaction=False).zrange(pending, 0, 0, withscores=True).hget(state, "rest").execute()
            ),
        )
        return max(first[0][1], float(rest or 0)) if first else None

    def send_again(self, owner: str, webhook_id: str, delivery_id: str, now: float, look: float) -> None:
        """Have something sent once more, now, whatever became of it; also where the webhook is left at rest."""
        self.due.put(due_name(owner, webhook_id), look)
        keys = _keys(owner, webhook_id, "state", "deliveries", "pending")
        self._write(owner, _SEND_AGAIN, keys, delivery_id, repr(now))

    def begin_anew(self, owner: str, webhook_id: str) -> None:
        """Give up what waits to be sent, and forget how often the webhook has failed."""
        state, *waiting = _keys(owner, webhook_id, "state", "pending", "flying")
        self._servers.call(
            owner,
            lambda client: (
                client.pipeline(transaction=False).delete(*waiting).hdel(state, "failures", "since", "rest").execute()
            ),
        )

    def bring_forward(self, owner: str, webhook_id: str, due: float) -> None:
        """Have somebody look whether there is something to send, no later than at `due`."""
        self.due.bring_forward(due_name(owner, webhook_id), due)

    def delivery(self, owner: str, webhook_id: str, delivery_id: str) -> Delivery | None:
        """Read a delivery; None if there is no such one."""
        (deliveries,) = _keys(owner, webhook_id, "deliveries")
        kept = self._servers.call(owner, lambda client: client.hget(deliveries, delivery_id))
        return None if kept is None else readable(kept, Delivery, f"delivery {delivery_id} of {owner}")

    def log(self, owner: str, webhook_id: str, before: int | None, limit: int) -> list[DeliveryEntry]:
        """Read up to `limit` deliveries whose number is less than `before`, newest first."""
        log, deliveries, pending = _keys(owner, webhook_id, "log", "deliveries", "pending")
        start = "+inf" if before is None else f"({before}"
        page = {"desc": True, "byscore": True, "offset": 0, "num": limit, "withscores": True}
        entries = self._servers.call(owner, lambda client: client.zrange(log, start, "-inf", **page))
        if not entries:
            return []
        names = [name for name, _ in entries]
        kept, due = self._servers.call(
            owner,
            lambda client: (
                client.pipeline(transaction=False).hmget(deliveries, names).zmscore(pending, names).execute()
            ),
        )
        return [
            DeliveryEntry(int(number), each, when)
            for (_, number), delivery, when in zip(entries, kept, due, strict=True)
            for each in _readable(f"{owner}/{webhook_id}", [delivery] if delivery else [], Delivery)
        ]

    def _write(self, owner: str, code: str, keys: Sequence[str], *arguments: Any) -> bool:
        """Run a script, and wait until what it wrote has arrived as promised."""
        return bool(self._servers.write(owner, lambda pipeline: pipeline.eval(code, len(keys), *keys, *arguments))[-1])

    def _call(self, owner: str, code: str, keys: Sequence[str], *arguments: Any) -> Any:
        """Run a script that may be lost: then something is sent once more."""
        return self._servers.call(owner, lambda client: client.eval(code, len(keys), *keys, *arguments))


def read_each(pipeline: Any, owners: Sequence[str]) -> list[list[Webhook]]:
    """Carry out what is in a pipeline, and read with it the webhooks of owners that its server has."""
    for owner in owners:
        pipeline.hvals(key(owner, "webhooks"))
    replies = pipeline.execute()[-len(owners) :]
    found = (_readable(owner, kept, Webhook) for owner, kept in zip(owners, replies, strict=True))
    return [sorted(webhooks, key=lambda each: (each.created_at, each.webhook_id)) for webhooks in found]


def _readable(whose: str, kept: Sequence[bytes], kind: type[T]) -> list[T]:
    """Read webhooks or deliveries without those that cannot be read."""
    found = (readable(each, kind, f"a {kind.__name__.lower()} of {whose}") for each in kept)
    return [each for each in found if each is not None]


def due_name(owner: str, webhook_id: str) -> str:
    """Name a webhook on the due list."""
    return f"{owner}/{webhook_id}"


def _keys(owner: str, webhook_id: str, *parts: str) -> list[str]:
    """Name keys of a webhook."""
    return [key(owner, "webhook", webhook_id, part) for part in parts]


def _encode(value: Webhook | Delivery) -> bytes:
    return msgspec.json.encode(value)
