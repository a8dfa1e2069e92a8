"""Store the responses to requests with an `Idempotency-Key`, so that a retry returns the first response."""

from typing import NamedTuple

from service.store.servers import Servers

_PREFIX = "bottega:idempotency:"


class Attempt(NamedTuple):
    """The stored state of an idempotent request."""

    request: str
    """Digest of the request, in hexadecimal digits."""
    sealed: str = ""
    """The encrypted response; empty while the request is in progress."""


class IdempotentRequests:
    """The stored responses, by names that show neither key nor caller."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def read(self, name: str) -> Attempt | None:
        """Return the stored state of a request; None if there is none."""
        key = _PREFIX + name
        stored: bytes | None = self._servers.call(key, lambda client: client.get(key))
        return None if stored is None else _read(stored)

    def start(self, name: str, request: str, seconds: int) -> Attempt | None:
        """Mark a request as in progress for `seconds` at most, and return None.

        If the key is in use, return the state of its earlier request instead.
        """
        key = _PREFIX + name
        is_new, stored = self._servers.write_before(
            key, lambda pipeline: pipeline.set(key, f"{request}\n", nx=True, ex=seconds).get(key)
        )
        return None if is_new or stored is None else _read(stored)

    def finish(self, name: str, attempt: Attempt, seconds: int) -> None:
        """Store the response to a request for `seconds`."""
        key, stored = _PREFIX + name, f"{attempt.request}\n{attempt.sealed}"
        self._servers.write(key, lambda pipeline: pipeline.set(key, stored, ex=seconds))

    def release(self, name: str) -> None:
        """Delete the state of a failed request, so that a retry is carried out."""
        key = _PREFIX + name
        self._servers.call(key, lambda client: client.delete(key))


def _read(stored: bytes) -> Attempt:
    request, _, sealed = stored.decode().partition("\n")
    return Attempt(request, sealed)
