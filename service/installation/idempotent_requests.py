"""Store the response to a request with an Idempotency-Key, and return it to retries.

A process may be killed after an operation took effect and before its response is stored. After LEASE_SECONDS a retry
runs the operation again. Operations must therefore be safe against a second run. `createRound` seats no second round as
long as a match of the first round has no result: the second run is rejected with `round_not_finished`. If all these
matches have results, the second run seats the next round. Manual rounds are checked against the entrants who are due
now. An arena does not check results: the second run seats the free entrants, and no entrant at two tables. A client
that waited this long should read `listRounds` before it retries `createRound`. `challengeEntrant` returns the running
match of the same two, or is rejected.

Stored responses are encrypted with the secret of the installation: they contain tokens, names and private information.
"""

import hmac
import logging
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from service import problems
from service.installation.installation import Installation
from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES, Idempotency
from service.store.idempotent_requests import Attempt

LEASE_SECONDS = 30
"""An attempt without a response is considered interrupted after this time, and a retry runs again.

It is much longer than any request takes: long work is done in portions of about 2 seconds.
"""
PURPOSE = b"bottega repeat "
ENCRYPTION = {"alg": "dir", "enc": "A256GCM"}

logger = logging.getLogger(__name__)


class SavedResponse(msgspec.Struct, frozen=True, array_like=True):
    """A response before encryption."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def find_response(installation: Installation, request: Idempotency) -> SavedResponse | None:
    """Return the response to the first request with a key; None without one. Raises IdempotencyKeyReused."""
    attempt = installation.store.repeats.read(request.digest)
    if attempt is None:
        return None
    _check_same(attempt, request)
    return _opened(installation.settings.secrets, request, attempt.sealed) if attempt.sealed else None


def start(installation: Installation, request: Idempotency) -> SavedResponse | None:
    """Lease a request; return the response if another attempt has finished.

    Raises IdempotencyKeyReused, and RequestInProgress while the first request with the key runs.
    """
    attempt = installation.store.repeats.start(request.digest, request.request, LEASE_SECONDS)
    if attempt is None:
        return None
    _check_same(attempt, request)
    if not attempt.sealed:
        raise problems.RequestInProgress("Repeat the request in a moment.")
    return _opened(installation.settings.secrets, request, attempt.sealed)


def store_response(installation: Installation, request: Idempotency, response: SavedResponse) -> None:
    """Store the response of a request. During an outage of Redis it is not stored, and the client still gets it."""
    sealed = _sealed(installation.settings.secrets, request, response)
    try:
        installation.store.repeats.finish(
            request.digest, Attempt(request.request, sealed), installation.settings.idempotency_seconds
        )
    except OUTAGES as error:
        warn_sparsely(logger, "a response was not stored for retries: %s", error)


def discard(installation: Installation, request: Idempotency) -> None:
    """Remove a request that was rejected or failed, so that a retry runs again."""
    try:
        installation.store.repeats.release(request.digest)
    except OUTAGES as error:
        warn_sparsely(logger, "retries of a failed request must wait: %s", error)


def _check_same(attempt: Attempt, request: Idempotency) -> None:
    """Raise IdempotencyKeyReused for a request that differs from the first one with its key."""
    if attempt.request != request.request:
        raise problems.IdempotencyKeyReused("Send a new `Idempotency-Key`. The key was used for another request.")


def _sealed(secrets: Sequence[bytes], request: Idempotency, response: SavedResponse) -> str:
    return jwe.encrypt_compact(ENCRYPTION, msgspec.msgpack.encode(response), _key(secrets[-1], request))


def _opened(secrets: Sequence[bytes], request: Idempotency, sealed: str) -> SavedResponse | None:
    """Decrypt a response; None if its secret has been removed."""
    for secret in reversed(secrets):
        try:
            opened: Any = jwe.decrypt_compact(sealed, _key(secret, request)).plaintext
        except (JoseError, ValueError):
            continue
        return msgspec.msgpack.decode(opened, type=SavedResponse)
    return None


def _key(secret: bytes, request: Idempotency) -> OctKey:
    return OctKey.import_key(hmac.digest(secret, PURPOSE + request.digest.encode(), sha256))
