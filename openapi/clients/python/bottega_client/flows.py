"""Steps of flows. A flow is a generator that does no I/O: it yields steps, and a client performs them.

`Client` and `AsyncClient` therefore share all flows: requests with retries, followed logs, and turns of bots.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Send:
    """Send a request. The result is the `httpx.Response`; a transport error is raised in the flow."""

    method: str
    url: str
    params: Mapping[str, Any]
    headers: Mapping[str, str]
    content: bytes | None
    is_stream: bool
    """Whether `Read` reads the body of a success."""


@dataclass(frozen=True)
class Read:
    """Read the next bytes of the stream; the result is empty at its end."""


@dataclass(frozen=True)
class Pause:
    """Wait."""

    seconds: float


@dataclass(frozen=True)
class Emit:
    """Return a value to the caller of the flow."""

    value: Any


Flow: TypeAlias = Generator[Send | Read | Pause | Emit, Any, T]
