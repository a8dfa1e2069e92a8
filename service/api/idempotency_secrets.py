"""Idempotency keys of operations whose responses contain tokens."""

import re

from service.api.operations import idempotency
from service.players.callers import Caller
from service.problems import InvalidRequest
from service.resources.headers import IdempotencyKey
from service.resources.problems import FieldError
from service.store import Idempotency

_RANDOM = re.compile(r"[0-9a-f]{32,}")
_FEWEST_DIGITS = 6
"""Minimum of different digits; 32 random hexadecimal digits almost never have fewer."""


def secret_idempotency(headers: IdempotencyKey, scope: str, caller: Caller | None) -> Idempotency | None:
    """Return the idempotency key of a request whose response contains tokens; None without a key.

    Keys of a player are scoped to the player, so any key is accepted. Without a player the key alone gives access to
    the tokens. It must then be a UUID, or have at least 32 hexadecimal digits. Raises InvalidRequest for a key that
    could be guessed.
    """
    if caller is not None:
        return idempotency(headers, f"{scope}:{caller.player}")
    if headers.key and not is_random(headers.key):
        message = "Without a player's key, send a random UUID: the key opens the tokens of the response."
        raise InvalidRequest("The request does not fit its schema.", errors=(FieldError("Idempotency-Key", message),))
    return idempotency(headers, scope)


def is_random(key: str) -> bool:
    """Whether a key looks random."""
    digits = key.replace("-", "").lower()
    return bool(_RANDOM.fullmatch(digits)) and len(set(digits)) >= _FEWEST_DIGITS
