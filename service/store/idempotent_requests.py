"""What was answered to requests with an Idempotency-Key, so that a repeat gets the same and changes nothing."""

from typing import NamedTuple

from service.store.servers import Servers

_REPEAT = "bottega:repeat:"


class Attempt(NamedTuple):
    """What is kept of a request with a key."""

    request: str
    """Digest of the request, in hexadecimal digits."""
    sealed: str = ""
    """The response, sealed; empty while the request is carried out."""


class IdempotentRequests:
    """The responses that are kept for repeats, by names that show neither key nor caller."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def read(self, name: str) -> Attempt | None:
        """Read what is kept of a request; None if nothing is."""
        kept: bytes | None = self._servers.call(name, lambda client: client.get(_REPEAT + name))
        return None if kept is None else _read(kept)

    def begin(self, name: str, request: str, seconds: int) -> Attempt | None:
        """Note that a request is carried out from now on, for so many `seconds` at most; None if that was noted.

        Otherwise the request that was sent with the key before is returned.
        """
        made, kept = self._servers.write_before(
            name,
            lambda pipeline: pipeline.set(_REPEAT + name, f"{request}\n", nx=True, ex=seconds).get(_REPEAT + name),
        )
        return None if made or kept is None else _read(kept)

    def finish(self, name: str, attempt: Attempt, seconds: int) -> None:
        """Keep the response to a request for so many `seconds`."""
        kept = f"{attempt.request}\n{attempt.sealed}"
        self._servers.write(name, lambda pipeline: pipeline.set(_REPEAT + name, kept, ex=seconds))

    def give_up(self, name: str) -> None:
        """Forget a request that has come to nothing: a repeat is carried out."""
        self._servers.call(name, lambda client: client.delete(_REPEAT + name))


def _read(kept: bytes) -> Attempt:
    """Read what is kept of a request."""
    request, _, sealed = kept.decode().partition("\n")
    return Attempt(request, sealed)
