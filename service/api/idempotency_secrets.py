"""Idempotency keys of operations whose responses contain tokens."""

import re
from uuid import UUID

from service import problems
from service.api.authentication import installation
from service.api.operations import idempotency
from service.entropy import is_guessable
from service.players.callers import Caller
from service.resources.headers import IdempotencyKey
from service.resources.problems import FieldError
from service.settings import DAY
from service.store import Idempotency

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_RANDOM_VERSIONS = (4, 7)
"""Versions of UUIDs with random bits. The others are made of names, or of the time and the machine."""
_DIGITS = re.compile(r"[0-9a-f]{32,}")
_GREGORIAN = 0x01B21DD213814000
"""The number of 100 ns intervals from the first moment of the Gregorian calendar to that of Unix time."""
_NEAR_SECONDS = 30 * DAY
"""How far the time in a UUID may be from now. One of a million random keys looks like such a UUID."""


def secret_idempotency(headers: IdempotencyKey, scope: str, caller: Caller | None) -> Idempotency | None:
    """Return the idempotency key of a request whose response contains tokens; None without a key.

    Keys of a player are scoped to the player, so any key is accepted. Without a player the key alone gives access to
    the tokens. It must then be a random UUID, or at least 32 random hexadecimal digits. Raises InvalidRequest for a key
    that could be guessed.
    """
    if caller is not None:
        return idempotency(headers, f"{scope}:{caller.player}")
    if headers.key and not is_random(headers.key, installation().sources.now().timestamp()):
        message = (
            "Without a player's key, send a random UUID (version 4 or 7), or 32 or more random hexadecimal digits: the "
            "key opens the tokens of the response."
        )
        raise problems.InvalidRequest(
            "The request does not fit its schema.", errors=(FieldError("Idempotency-Key", message),)
        )
    return idempotency(headers, scope)


def is_random(key: str, now: float) -> bool:
    """Whether a key looks random: a UUID, or hexadecimal digits. A date or number of decimal digits does not."""
    key = key.lower()
    if _UUID.fullmatch(key):
        return UUID(key).version in _RANDOM_VERSIONS and not is_guessable(key.replace("-", ""))
    digits = key.replace("-", "")
    return bool(_DIGITS.fullmatch(digits)) and not (
        digits.isdecimal() or _has_time(digits, now) or is_guessable(digits)
    )


def _has_time(digits: str, now: float) -> bool:
    """Whether digits are those of a UUID that was made of the time a short time ago: version 1 or 6."""
    if len(digits) != 32 or UUID(digits).version not in (1, 6):
        return False
    first, second, third = digits[:8], digits[8:12], digits[13:16]
    time = int(third + second + first if digits[12] == "1" else first + second + third, 16)
    return abs((time - _GREGORIAN) / 10**7 - now) <= _NEAR_SECONDS
