"""Request headers that several operations read."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.base import Headers

_PRINTABLE = whole_text("^[\\x20-\\x7e]*$", extra={"error": "Must be printable ASCII."})


class IdempotencyKey(Headers, frozen=True, rename={"key": "Idempotency-Key"}):
    """The header that makes a request idempotent."""

    key: Annotated[str, Meta(min_length=1, max_length=255), _PRINTABLE] | UnsetType = UNSET
    """A retry of the request with this key returns the stored response and changes nothing."""


class SecretKey(IdempotencyKey, frozen=True, rename={"key": "Idempotency-Key"}):
    """The header that makes a request idempotent whose response contains tokens.

    Keep the key secret, because a retry returns the tokens again.
    """

    key: Annotated[str, Meta(min_length=16, max_length=255), _PRINTABLE] | UnsetType = UNSET
    """A retry of the request with this key returns the stored response, including its tokens. Use a random UUID and
    keep it as secret as the tokens. With a player key, any text of at least 16 characters is accepted. Without one, a
    key is rejected unless it is a random UUID (version 4 or 7), or 32 or more random hexadecimal digits:
    `invalid_request`."""


class IfMatch(Headers, frozen=True, rename={"etag": "If-Match"}):
    """The header that makes a change conditional."""

    etag: str = ""
    """The `ETag` of the resource when the client read it. If another client has changed the resource since, the request
    is rejected: 412 `precondition_failed`. `*` matches any version. Omitted: the change is unconditional."""


class IfNoneMatchView(Headers, frozen=True, rename={"etag": "If-None-Match"}):
    """The header that makes a request for a view conditional."""

    etag: str = ""
    """The `ETag` of an earlier response. The response has status 304 if the view has not changed."""
