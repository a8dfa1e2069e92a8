"""Make random choices from the seed of a tournament, each for a named purpose.

`openapi/guides/tournament-formats.md` lists all purposes, so that anyone can recompute the choices.
"""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from random import Random

MOST_DRAWN = 2**15
"""The maximum number of random choices that a process holds: enough for the standings of the largest field."""


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a 32-byte seed in hexadecimal digits, which is published before registration closes."""
    return sha256(seed).hexdigest()


def random_for(seed: bytes, *purpose: str | int) -> Random:
    """Return the random generator for a purpose; call only `random()` on it, so that results are reproducible."""
    name = " ".join(map(str, purpose))
    return Random(int.from_bytes(sha256(seed + f":{name}".encode()).digest(), "big"))  # noqa: S311  # public random choices


def drawn_order(seed: bytes, entrants: Iterable[int], *purpose: str | int) -> list[int]:
    """Return entrants in a random order; the order of any two entrants does not depend on the others."""
    return sorted(entrants, key=lambda each: (_drawn(seed, *purpose, each), each))


@lru_cache(maxsize=MOST_DRAWN)
def _drawn(seed: bytes, *purpose: str | int) -> float:
    return random_for(seed, *purpose).random()
