"""Lots: whatever the rules of a tournament leave open is drawn from its seed, each time for a named purpose."""

from collections.abc import Iterable
from hashlib import sha256
from random import Random


def commitment(seed: bytes) -> str:
    """Bind a tournament to its seed before registration closes: the SHA-256 of its 32 bytes, in hexadecimal digits."""
    return sha256(seed).hexdigest()


def lots(seed: bytes, *purpose: str | int) -> Random:
    """Return the lots for a purpose, drawn by `random()` alone; whoever has the seed draws the same."""
    name = " ".join(map(str, purpose))
    return Random(int.from_bytes(sha256(seed + f":{name}".encode()).digest(), "big"))  # noqa: S311  # public lots


def drawn_order(seed: bytes, entrants: Iterable[int], *purpose: str | int) -> list[int]:
    """Put entrants into an order that the seed gives; it does not depend on who else is among them."""
    return sorted(entrants, key=lambda each: (lots(seed, *purpose, each).random(), each))
