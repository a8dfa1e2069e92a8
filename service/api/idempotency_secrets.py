"""Keys of requests whose responses hold tokens: the same request with the same key gets them again."""

import re
from collections.abc import Mapping

from service.api.operations import idempotency
from service.play.callers import Caller
from service.problems import InvalidRequest
from service.store import Idempotency

_RANDOM = re.compile(r"[0-9a-f]{32,}")
_FEWEST_DIGITS = 6
"""Different ones; of 32 random hexadecimal digits fewer are as good as impossible."""


def secret_idempotency(headers: Mapping[str, str], scope: str, caller: Caller | None) -> Idempotency | None:
    """Return what makes a request repeatable whose response holds tokens; None without a key.

    The keys of a player count within the player's own scope, so any will do. Without a player the key alone opens what
    was handed out: it must be a UUID, or at least 32 hexadecimal digits, as random generators write them. Raises
    InvalidRequest for a key that could be guessed.
    """
    if caller is not None:
        return idempotency(headers, f"{scope}:{caller.player}")
    if "key" in headers and not is_random(headers["key"]):
        message = "Without a player's key, send a random UUID: the key opens the tokens of the response."
        raise InvalidRequest(
            "The request does not fit its schema.", errors=[{"path": "Idempotency-Key", "message": message}]
        )
    return idempotency(headers, scope)


def is_random(key: str) -> bool:
    """Whether a key looks as if it had been drawn: nobody chooses such a one by hand."""
    digits = key.replace("-", "").lower()
    return bool(_RANDOM.fullmatch(digits)) and len(set(digits)) >= _FEWEST_DIGITS
