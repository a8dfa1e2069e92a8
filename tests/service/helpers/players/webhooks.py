"""Webhooks and their deliveries."""

import json

from service.resources.messages import SeatTurn, YourTurnMessage
from service.store import StoredWebhook
from service.webhooks import deliveries, webhooks
from service.webhooks.deliveries import Attempt
from service.webhooks.webhooks import Message

URL = "https://example.org/hooks"
SECRET = "whsec_" + "c2VjcmV0" * 4
OWNER = "g" * 20
OK = Attempt(204, "", 5)


def hooked(installation, owner=OWNER, **changes):
    """Store a webhook for an existing owner; return it."""
    installation.store.servers.call(owner, lambda client: client.setnx(f"bottega:{{{owner}}}:header", b"{}"))
    stored = StoredWebhook(
        webhook_id="wh_" + "w" * 20,
        url=URL,
        event_types=(),
        created_at="2026-01-01T00:00:00.000000Z",
        secret=SECRET,
        **changes,
    )
    assert installation.store.webhooks.add(owner, stored, 10)
    return stored


def silent(_terms):
    """Return no notification: the message is for webhooks only."""
    raise AssertionError


def publish(installation, webhook, *message_ids, owner=OWNER):
    for each in message_ids:
        turn = YourTurnMessage("2026-01-01T00:00:00.000000Z", SeatTurn(OWNER, "tiny", 1, 0, 1))
        reported = Message(each, turn, silent)
        webhooks.publish(installation, owner, [webhook], reported)


def attempt(installation, webhook, result, now, owner=OWNER):
    """Send the next due delivery, with this result; return the lease on it."""
    taken = deliveries.take(installation, owner, webhook.webhook_id, now)
    if taken is not None:
        deliveries.record_attempt(installation, owner, taken, result, now, 1.0)
    return taken


def bodies(installation, owner, webhook_id):
    """List the deliveries of a webhook, oldest first, without times."""
    stored = installation.store.webhooks.log(owner, webhook_id, None, 100)
    reported = [json.loads(each.delivery.body) for each in reversed(stored)]
    return [(each["type"], each["data"].get("seat"), each["data"].get("decision")) for each in reported]
