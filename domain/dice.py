"""The dice of a game: they are thrown for named purposes, so two games of one deal meet the same.

A game's throws follow from its secret seed and from the purpose of the throw, whatever was played before. The section
"Dice" of each `RULES.md` lists all purposes of a ruleset, and how each throw becomes a number.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Seed:
    """What all dice of a game follow from: a secret, and a salt that is the game's own.

    Games of one deal share the secret, so they meet the same dice; each has a salt, so its commitment tells nobody that
    they do.
    """

    secret: bytes
    """32 bytes."""
    salt: bytes = b""
    """32 bytes; empty for a scenario, which is a position and no game."""

    @property
    def dice(self) -> Random:
        """Return the dice of the game, the same in every step."""
        return Dice(self.secret)

    @property
    def commitment(self) -> str:
        """Bind a game to its seed before anybody may know it: the SHA-256 of salt and secret, in hexadecimal digits.

        It is published from the creation on; the dice never depend on it.
        """
        return hashlib.sha256(self.salt + self.secret).hexdigest()


class Dice(Random):
    """The dice of a game: every throw has a named purpose; a throw without one raises TypeError."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(0)  # a Random without a seed reads one from the system each time
        self._secret = secret

    def named(self, purpose: str) -> Random:
        """Return the dice of a purpose: of one secret the same in every step."""
        return Random(_number(self._secret, f"purpose:{purpose}"))

    def random(self) -> float:
        """Raise TypeError."""
        raise TypeError("The dice of a game are thrown for a purpose: call `throw` first.")

    def getrandbits(self, _bits: int, /) -> int:
        """Raise TypeError."""
        raise TypeError("The dice of a game are thrown for a purpose: call `throw` first.")


def throw(rng: Random, *purpose: str | int) -> Random:
    """Return the dice for what is thrown: `throw(rng, "factory", 3, 2)`.

    A purpose is thrown for once in a game: a second throw for the same purpose has the same result.
    The dice of a search are returned as they are. A search plays many futures of one position, and named dice would
    make all of them the same.
    """
    return rng.named(" ".join(map(str, purpose))) if isinstance(rng, Dice) else rng


def by_lot(rng: Random, units: int, present: Iterable[int]) -> list[int]:
    """Put the units that are present into a random order, every order equally likely; those drawn come first.

    A unit is a number below `units`, and each gets a lot, present or not. So of two games with the same dice, in which
    a few other units are present, both draw the same ones for the most part:

        lots of six units           .7 .1 .5 .9 .3 .6
        1, 3, 4 and 5 are present   1 4 5 3
        0, 1, 4 and 5 are present   1 4 5 0
    """
    lots = [rng.random() for _ in range(units)]
    return sorted(present, key=lots.__getitem__)


def _number(secret: bytes, name: str) -> int:
    """Return the number that begins a sequence: a keyed function of the secret, which it does not reveal."""
    return int.from_bytes(hmac.digest(secret, name.encode(), hashlib.sha256), "big")
