"""Errors of requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bottega_client import schemas


class NetworkError(Exception):
    """A request without a response: the connection or the service is down."""


class Problem(Exception):
    """An error response. Its `code` is stable; `body` has texts in the language of the request."""

    def __init__(self, body: schemas.Problem, retry_after: float = 0.0) -> None:
        """`retry_after`: seconds that the service wants the client to wait; 0 without the header."""
        super().__init__(f"{body['code']}: {body['detail']}")
        self.body, self.retry_after = body, retry_after
        self.code: str = body["code"]
        self.status: int = body["status"]
        self.parameters: Mapping[str, Any] = body.get("parameters", {})
        """The arguments of the sentence for a rejection by the rules; empty for any other problem."""


def is_passing(status: int) -> bool:
    """Whether a request with this response status may succeed later: the service is overloaded or down."""
    return status == 429 or status >= 500
