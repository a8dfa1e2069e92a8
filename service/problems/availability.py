"""Problems of rate limits, capacity and availability."""

from typing import Final

from service.problems.base import LimitReached, ProblemError, Unavailable


class TooManyRequests(LimitReached, retry_after=60, title="Too many requests"):
    """An IP address, player or seat has exceeded a rate limit."""

    def __init__(self, detail: str, after: int) -> None:
        super().__init__(detail)
        self.headers = {"Retry-After": str(after)}  # type: ignore[misc]  # known only per request


class TooManyConnections(LimitReached, retry_after=5, title="Too many connections"):
    """The IP address has too many open connections."""


class TooManySpectators(Unavailable, retry_after=5, title="Too many streams are open"):
    """The process serves as many streams and waiting requests as it can."""


class AiQueueFull(LimitReached, retry_after=5, title="Too many AI searches are waiting"):
    """AI players would have to think now, and too many in games of the same creator are waiting."""


class GameBusy(Unavailable, title="The game is busy"):
    """Too many requests change the game at the same time, or its clocks are corrected after an outage."""


class TournamentBusy(Unavailable, title="The tournament is busy"):
    """Too many requests change the tournament at the same time, or the games of a round are being created."""


class ShuttingDown(Unavailable, title="The process is shutting down"):
    """The process will end soon; until then it still responds to requests."""


class StoreUnavailable(Unavailable, title="The store is not available"):
    """Redis is not available."""


class IssuerUnavailable(Unavailable, retry_after=5, title="Signed identities cannot be verified at the moment"):
    """The keys of the identity issuer cannot be fetched."""


class InternalError(ProblemError, status=500, title="Internal error of the service"):
    """The service has an internal error."""


class ComputationTooLong(ProblemError, status=500, title="The computation takes too long"):
    """The request needed more processor time than the service allows, and was ended."""


STOPPED: Final = "Do not repeat the request soon. This work has failed repeatedly, and waits for the operator."
"""The detail of an internal error of a job that keeps failing."""
