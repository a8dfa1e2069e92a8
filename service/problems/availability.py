"""Problems of rate limits, capacity and availability."""

from collections.abc import Mapping
from typing import ClassVar

from service.problems.problem import ProblemError


class TooManyRequests(ProblemError):
    """An IP address, player or seat has exceeded a rate limit."""

    status = 429
    code = "too_many_requests"
    title = "Too many requests"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "60"}

    def __init__(self, detail: str, after: int) -> None:
        super().__init__(detail)
        self.headers = {"Retry-After": str(after)}  # type: ignore[misc]  # known only per request


class TooManyConnections(ProblemError):
    """The IP address has too many open connections."""

    status = 429
    code = "too_many_connections"
    title = "Too many connections"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class TooManySpectators(ProblemError):
    """The process serves as many streams and waiting requests as it can."""

    status = 503
    code = "too_many_spectators"
    title = "Too many streams are open"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class AiQueueFull(ProblemError):
    """AI players would have to think now, and too many in games of the same creator are waiting."""

    status = 429
    code = "ai_queue_full"
    title = "Too many AI searches are waiting"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class GameBusy(ProblemError):
    """Too many requests change the game at the same time, or its clocks are corrected after an outage."""

    status = 503
    code = "game_busy"
    title = "The game is busy"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class ShuttingDown(ProblemError):
    """The process will end soon; until then it still responds to requests."""

    status = 503
    code = "shutting_down"
    title = "The process is shutting down"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class StoreUnavailable(ProblemError):
    """Redis is not available."""

    status = 503
    code = "store_unavailable"
    title = "The store is not available"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class IssuerUnavailable(ProblemError):
    """The keys of the identity issuer cannot be fetched."""

    status = 503
    code = "issuer_unavailable"
    title = "Signed identities cannot be verified at the moment"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class InternalError(ProblemError):
    """The service has an internal error."""

    status = 500
    code = "internal_error"
    title = "Internal error of the service"
