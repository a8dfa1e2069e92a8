"""Repeats: a request with an Idempotency-Key is carried out once, and its response kept for those that repeat it.

A process may be killed after an operation has had its effect and before the response is kept. A repeat runs the
operation again after LEASE_SECONDS. Operations that change something must therefore be safe against a second run.
`createRound` seats no second round in this case, as long as a match of the first round has no result: the second run is
rejected with `round_not_finished`. If all matches of the first round have results by then, the second run seats the
next
round: drawn rounds have no other guard, and rounds by hand are checked against the entrants who are due now. An arena
has no such check of results: the second run seats the entrants who are free, and no entrant at two tables. A client
that waited that long reads `listRounds` before it repeats `createRound`.

What is kept is sealed by the secret of the installation: responses show tokens, names and what one seat alone may know.
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

from service.play.bottega import Bottega
from service.problems import IdempotencyKeyReused, RequestInProgress
from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES, Idempotency
from service.store.idempotent_requests import Attempt

LEASE_SECONDS = 120
"""After so long a request that has not been answered is taken for interrupted, and a repeat is carried out."""
PURPOSE = b"bottega repeat "
HOW = {"alg": "dir", "enc": "A256GCM"}

logger = logging.getLogger(__name__)


class KeptResponse(msgspec.Struct, frozen=True, array_like=True):
    """A response as it is kept."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def recall(bottega: Bottega, asked: Idempotency) -> KeptResponse | None:
    """Return the response to the first request with a key; None if there is none. Raises IdempotencyKeyReused."""
    attempt = bottega.store.repeats.read(asked.digest)
    if attempt is None:
        return None
    _check_same(attempt, asked)
    return _opened(bottega.settings.secrets, asked, attempt.sealed) if attempt.sealed else None


def begin(bottega: Bottega, asked: Idempotency) -> KeptResponse | None:
    """Begin to carry out a request; return the response if another request has been faster.

    Raises IdempotencyKeyReused, and RequestInProgress while the first request with the key is carried out.
    """
    attempt = bottega.store.repeats.begin(asked.digest, asked.request, LEASE_SECONDS)
    if attempt is None:
        return None
    _check_same(attempt, asked)
    if not attempt.sealed:
        raise RequestInProgress("Repeat the request in a moment.")
    return _opened(bottega.settings.secrets, asked, attempt.sealed)


def keep(bottega: Bottega, asked: Idempotency, answer: KeptResponse) -> None:
    """Keep the response to a request that was carried out; where Redis is away, the client gets it all the same."""
    sealed = _sealed(bottega.settings.secrets, asked, answer)
    try:
        bottega.store.repeats.finish(asked.digest, Attempt(asked.request, sealed), bottega.settings.idempotency_seconds)
    except OUTAGES as error:
        warn_sparsely(logger, "a response was not kept for repeats of its request: %s", error)


def give_up(bottega: Bottega, asked: Idempotency) -> None:
    """Forget a request that was rejected or has failed, so that a repeat is carried out."""
    try:
        bottega.store.repeats.give_up(asked.digest)
    except OUTAGES as error:
        warn_sparsely(logger, "repeats of a request that failed have to wait: %s", error)


def _check_same(attempt: Attempt, asked: Idempotency) -> None:
    """Raise IdempotencyKeyReused for a request that differs from the first one with its key."""
    if attempt.request != asked.request:
        raise IdempotencyKeyReused("Something else was asked for with this key.")


def _sealed(secrets: Sequence[bytes], asked: Idempotency, answer: KeptResponse) -> str:
    """Seal a response by the newest secret."""
    return jwe.encrypt_compact(HOW, msgspec.msgpack.encode(answer), _key(secrets[-1], asked))


def _opened(secrets: Sequence[bytes], asked: Idempotency, sealed: str) -> KeptResponse | None:
    """Open a response; None where its secret is gone."""
    for secret in reversed(secrets):
        try:
            opened: Any = jwe.decrypt_compact(sealed, _key(secret, asked)).plaintext
        except (JoseError, ValueError):
            continue
        return msgspec.msgpack.decode(opened, type=KeptResponse)
    return None


def _key(secret: bytes, asked: Idempotency) -> OctKey:
    """Derive the key by which one response is sealed."""
    return OctKey.import_key(hmac.digest(secret, PURPOSE + asked.digest.encode(), sha256))
