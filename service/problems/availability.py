"""What the service cannot do at the moment, or has done too often for one asker."""

from collections.abc import Mapping
from typing import ClassVar

from service.problems.problem import ProblemError


class TooManyRequests(ProblemError):
    """An address, or a seat, has done more in a minute than it may."""

    status = 429
    code = "too_many_requests"
    title = "Too Many Requests"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "60"}

    def __init__(self, detail: str, after: int) -> None:
        super().__init__(detail)
        self.headers = {"Retry-After": str(after)}  # type: ignore[misc]  # how long is known only now


class TooManyConnections(ProblemError):
    """The address has as many connections open as one may have."""

    status = 429
    code = "too_many_connections"
    title = "Too many connections"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class TooManySpectators(ProblemError):
    """The process serves as many streams and waiting requests as it may."""

    status = 503
    code = "too_many_spectators"
    title = "Too many are watching"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class AiQueueFull(ProblemError):
    """AI players would have to think now, and enough of those in the same creator's games wait to do so already."""

    status = 429
    code = "ai_queue_full"
    title = "Too many AI players are thinking"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class GameBusy(ProblemError):
    """Too many others act in the game at the same moment, or its clocks are being put right after an outage."""

    status = 503
    code = "game_busy"
    title = "The game is busy"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class ShuttingDown(ProblemError):
    """The process that was asked is about to end; it answers until then."""

    status = 503
    code = "shutting_down"
    title = "The process is about to end"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class StoreUnavailable(ProblemError):
    """Redis cannot be used at the moment."""

    status = 503
    code = "store_unavailable"
    title = "The store is not available"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class IssuerUnavailable(ProblemError):
    """The keys of those who sign identities cannot be fetched at the moment."""

    status = 503
    code = "issuer_unavailable"
    title = "Signed identities cannot be checked"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class InternalError(ProblemError):
    """A fault of the service itself."""

    status = 500
    code = "internal_error"
    title = "Something went wrong on the service's side"
