"""What the service sends by itself: the webhooks of the contract."""

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
    "webhook-id": "Names what is sent, the same at each attempt: whoever has seen it has done all there is to do.",
    "webhook-timestamp": "When this attempt was made, in seconds of Unix time; reject what is older than five minutes.",
    "webhook-signature": "`v1,` and the HMAC-SHA256 of id, timestamp and body in base64, as in Standard Webhooks. Each "
    "secret signs for a day beside newer ones, up to ten: several signatures are separated by spaces. Verify it with a "
    "library of Standard Webhooks.",
}
ACKNOWLEDGED = (
    "The message has arrived. After any other response (a redirect too), or none within ten seconds, it is sent again, "
    "ten times within a day. `Retry-After` delays the next attempt by up to a day. 410 switches the webhook off."
)


def add_schemas(spec: Any) -> None:
    """Make components of what is sent."""
    for message in MESSAGES.values():
        spec.components.schema(message.__name__, schema=message)


def embed(document: Json) -> None:
    """Say in the document what is sent, and when."""
    document[EXTENSION] = {name: {"post": _operation(name, message)} for name, message in MESSAGES.items()}


def _operation(name: str, message: type[Schema]) -> Json:
    """Describe what is sent as the operation of its receiver."""
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
    """Describe a header that is sent."""
    return {"in": "header", "name": name, "required": True, "description": description, "schema": {"type": "string"}}
