"""Schemas of headers with an idempotency key."""

from copy import copy
from typing import Any

from marshmallow import fields
from marshmallow.validate import Length, Regexp

from service.contract.schemas.fields import ResponseSchema
from service.contract.structs import schema_of
from service.resources.creation import NewGame


def of_a_game(name: str) -> Any:
    """Return a field of `NewGame` for use in another schema."""
    return copy(schema_of(NewGame)._declared_fields[name])  # noqa: SLF001  # the copy is marshmallow's own


IDEMPOTENCY_KEY = [Length(1, 255), Regexp("^[\\x20-\\x7e]*$", error="Must be printable ASCII.")]
"""The characters and the length of an idempotency key."""


class IdempotencyKey(ResponseSchema):
    """The header that makes a request idempotent."""

    key = fields.String(
        data_key="Idempotency-Key",
        validate=IDEMPOTENCY_KEY,
        metadata={
            "description": "A retry of the request with this key returns the stored response and changes nothing."
        },
    )


class SecretKey(IdempotencyKey):
    """The header that makes a request idempotent whose response contains tokens.

    Keep the key secret: a retry shows the tokens again.
    """

    key = fields.String(
        data_key="Idempotency-Key",
        validate=[Length(16, 255), Regexp("^[\\x20-\\x7e]*$", error="Must be printable ASCII.")],
        metadata={
            "description": "A retry of the request with this key returns the stored response, including its tokens. "
            "Use a random UUID and keep it as secret as the tokens. With a player key, any text of at least 16 "
            "characters is accepted. Without one, a key that is neither a UUID nor 32 or more hexadecimal digits "
            "is rejected: `invalid_request`."
        },
    )
