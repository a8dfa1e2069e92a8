"""Describe the webhook messages in the contract."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from service.contract.document import Json
from service.contract.openapi_versions import EXTENSION
from service.contract.structs import schema_of
from service.resources.messages import message_types

HEADERS: Mapping[str, str] = {
    "webhook-id": "Id of the message, the same for each attempt. Ignore a message whose id you have already processed.",
    "webhook-timestamp": "Time of this attempt, in seconds of Unix time. Reject requests older than five minutes.",
    "webhook-signature": "Signature as in Standard Webhooks: `v1,` and the HMAC-SHA256 of id, timestamp and body in "
    "base64. Each secret that a rotation replaced also signs for one day: up to ten signatures, separated by spaces. "
    "Verify the signature with a library of Standard Webhooks.",
}
ACKNOWLEDGED = (
    "The receiver has accepted the message. After any other response (a redirect too), or a timeout of ten seconds, it "
    "is sent again, up to ten times in about a day. `Retry-After` delays the next attempt by up to a day. A response "
    "410 disables the webhook."
)


def add_schemas(spec: Any) -> None:
    """Add the schemas of the messages to the components."""
    for message in message_types().values():
        spec.components.schema(message.__name__, schema=schema_of(message))


def embed(document: Json) -> None:
    """Add the webhooks and their response to the document."""
    document["components"].setdefault("responses", {})["MessageAccepted"] = {"description": ACKNOWLEDGED}
    document[EXTENSION] = {name: {"post": _operation(name, message)} for name, message in _by_name().items()}


def _by_name() -> Mapping[str, type[Struct]]:
    """Return the messages by name: `yourTurn` for `YourTurnMessage`."""
    named = ((message.__name__.removesuffix("Message"), message) for message in message_types().values())
    return {f"{name[0].lower()}{name[1:]}": message for name, message in named}


def _operation(name: str, message: type[Struct]) -> Json:
    """Describe a message as an operation of the receiver."""
    body = {"schema": {"$ref": f"#/components/schemas/{message.__name__}"}}
    return {
        "operationId": f"{name}Webhook",
        "summary": (message.__doc__ or "").partition(":")[0].rstrip(".") + ".",
        "description": message.__doc__ or "",
        "tags": ["webhooks"],
        "security": [],
        "parameters": [_header(*each) for each in HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": body}},
        "responses": {"2XX": {"$ref": "#/components/responses/MessageAccepted"}},
    }


def _header(name: str, description: str) -> Json:
    return {"in": "header", "name": name, "required": True, "description": description, "schema": {"type": "string"}}
