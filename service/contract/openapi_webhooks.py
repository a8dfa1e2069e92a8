"""Add the webhooks to the contract."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema

from service.contract.openapi_versions import EXTENSION
from service.contract.schemas import webhooks as schemas

Json = dict[str, Any]

MESSAGES: Mapping[str, type[Schema]] = {
    "yourTurn": schemas.YourTurnMessage,
    "seated": schemas.SeatedMessage,
    "over": schemas.OverMessage,
    "scored": schemas.ScoredMessage,
    "aborted": schemas.AbortedMessage,
    "invited": schemas.InvitedMessage,
    "clockLow": schemas.ClockLowMessage,
    "takenOver": schemas.TakenOverMessage,
    "forfeited": schemas.ForfeitedMessage,
    "tournament": schemas.TournamentMessage,
}
HEADERS: Mapping[str, str] = {
    "webhook-id": "The id of the delivery, identical in each attempt. Ignore a delivery with an id that you have "
    "processed.",
    "webhook-timestamp": "The time of the attempt in seconds of Unix time. Reject deliveries that are older than "
    "five minutes.",
    "webhook-signature": "`v1,` and the HMAC-SHA256 of id, timestamp and body in base64, as in Standard Webhooks. "
    "After a rotation, the previous secret signs for another day. Several signatures, at most ten, are separated "
    "by spaces. Verify the header with a library for Standard Webhooks.",
}
ACKNOWLEDGED = (
    "The delivery has succeeded. After any other response, a redirect, or ten seconds without a response, the "
    "service retries. It makes up to ten retries within a day. `Retry-After` delays the next attempt by up to a "
    "day. 410 disables the webhook."
)


def add_schemas(spec: Any) -> None:
    """Add the schemas of messages as components."""
    for message in MESSAGES.values():
        spec.components.schema(message.__name__, schema=message)


def embed(document: Json) -> None:
    """Add the webhooks to the document."""
    document[EXTENSION] = {name: {"post": _operation(name, message)} for name, message in MESSAGES.items()}


def _operation(name: str, message: type[Schema]) -> Json:
    """Return a webhook as an operation of the receiver."""
    body = {"schema": {"$ref": f"#/components/schemas/{message.__name__}"}}
    return {
        "operationId": f"{name}Webhook",
        "summary": (message.__doc__ or "").partition(":")[0].rstrip(".") + ".",
        "description": message.__doc__ or "",
        "tags": ["webhooks"],
        "security": [],
        "parameters": [_header(*each) for each in HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": body}},
        "responses": {"2XX": {"description": ACKNOWLEDGED}},
    }


def _header(name: str, description: str) -> Json:
    """Return the description of a delivery's header."""
    return {"in": "header", "name": name, "required": True, "description": description, "schema": {"type": "string"}}
