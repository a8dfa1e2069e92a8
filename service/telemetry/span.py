"""Define the interface of spans, and the span that records nothing."""

from collections.abc import Mapping
from types import TracebackType
from typing import Literal, Self

Kind = Literal["server", "consumer", "internal"]
Fact = str | int
Carried = Mapping[str, str]
"""The trace context of a span in headers: `traceparent` and `tracestate` of the W3C."""
NOTHING: Carried = {}


class Span:
    """A span, entered and left in the same thread or greenlet. This one records nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass
