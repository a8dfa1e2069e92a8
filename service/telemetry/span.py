"""What a span is told and names, and the one that tells nothing."""

from collections.abc import Mapping
from types import TracebackType
from typing import Literal, Self

Kind = Literal["server", "consumer", "internal"]
Fact = str | int
Carried = Mapping[str, str]
"""What names a span elsewhere: `traceparent` and `tracestate` of the W3C."""
NOTHING: Carried = {}


class Span:
    """A span to be entered, and left in the same thread or greenlet; this one tells nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass
