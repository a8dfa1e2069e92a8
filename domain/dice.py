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
    """32 bytes; none of a position that is no game, as those of scenarios."""

    def dice(self, step: int) -> Random:
        """Return the dice of a step; step 0 is the set-up."""
        return Dice(self.secret, step)

    @property
    def commitment(self) -> str:
        """Bind a game to its seed before anybody may know it: the SHA-256 of salt and secret, in hexadecimal digits.

        It is published from the creation on; the dice never depend on it.
        """
        return hashlib.sha256(self.salt + self.secret).hexdigest()


class Dice(Random):
    """The dice of one step of a game; what is thrown for no named purpose follows from the step."""

    def __init__(self, secret: bytes, step: int) -> None:
        self._secret = secret
        super().__init__(_number(secret, f"dice:{step}"))

    def named(self, purpose: str) -> Random:
        """Return the dice of a purpose: of one secret the same in every step."""
        return Random(_number(self._secret, f"purpose:{purpose}"))


def throw(rng: Random, *purpose: str | int) -> Random:
    """Return the dice for what is thrown: `throw(rng, "factory", 3, 2)`; dice that know no purposes as they are.

    A purpose is thrown for once in a game: whoever asks for it again meets the same throw again.
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
