"""Random numbers of a game, drawn for named purposes: games with the same secret draw the same numbers.

The numbers depend on the game's secret seed and the purpose alone, not on earlier draws. The section "Dice" of each
`RULES.md` lists all purposes of a ruleset, and how each draw becomes a number.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from msgspec import UNSET

from domain.chance import below


@dataclass(frozen=True)
class Seed:
    """Secret and salt of a game's random numbers.

    Games of one deal share the secret and so draw the same numbers. Each game has its own salt, so equal secrets do not
    show in the commitments.
    """

    secret: bytes
    """The secret of 32 bytes."""
    salt: bytes = b""
    """The salt of 32 bytes; empty for a scenario."""

    @cached_property
    def dice(self) -> Random:
        """Return the random numbers of the game, the same in every step."""
        return Dice(self.secret)

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of salt and secret in hexadecimal digits, which binds the game to its seed.

        It is published when the game is created; random numbers never depend on it.
        """
        return hashlib.sha256(self.salt + self.secret).hexdigest()


class Dice(Random):
    """Random numbers of a game; drawing without a named purpose raises TypeError."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(0)  # without a seed, Random reads one from the system each time
        self.secret = secret

    def named(self, purpose: str) -> Random:
        """Return the random numbers of a purpose, which are the same in every step."""
        return Random(_number(self.secret, f"purpose:{purpose}"))

    def random(self) -> float:
        """Not supported, since every draw names its purpose (`random_for`). Raises TypeError."""
        raise TypeError("Name the purpose of a random draw: call `random_for` first.")

    def getrandbits(self, _bits: int, /) -> int:
        """Not supported, since every draw names its purpose (`random_for`). Raises TypeError."""
        raise TypeError("Name the purpose of a random draw: call `random_for` first.")


def random_for(rng: Random, *purpose: str | int) -> Random:
    """Return the random numbers of a purpose.

    >>> dice = Dice(bytes(32))
    >>> [random_for(dice, "factory", 3, 2).randrange(6) for _ in range(2)]
    [2, 2]

    A game uses each purpose once: a second draw for it has the same result. An `rng` that is not `Dice` is returned
    unchanged, as in a search: it plays many futures of one position, and named purposes would make them all equal.
    """
    return rng.named(" ".join(map(str, purpose))) if isinstance(rng, Dice) else rng


def first_seat(
    chosen: Any,
    seats: int,
    rng: Random,
    purpose: str,
    emit: Callable[[Any, None], None] | None,
    fact: Callable[[int], Any],
) -> int:
    """Return the chosen seat; if it is UNSET, a random one, which is emitted as a fact."""
    if chosen is not UNSET:
        return int(chosen)
    first = below(random_for(rng, purpose), seats)
    if emit:
        emit(fact(first), None)
    return first


def random_order(rng: Random, units: int, present: Iterable[int]) -> list[int]:
    """Return the present units in a random order, every order equally likely; a draw takes the first ones.

    A unit is a number below `units`. Each unit gets a random rank, present or not. So two games with the same dice and
    slightly different units draw mostly the same units:

        ranks of six units          .7 .1 .5 .9 .3 .6
        1, 3, 4 and 5 are present   1 4 5 3
        0, 1, 4 and 5 are present   1 4 5 0
    """
    numbers = [rng.random() for _ in range(units)]
    return sorted(present, key=numbers.__getitem__)


def _number(secret: bytes, name: str) -> int:
    """Return the seed of a sequence: a keyed hash of the secret, which does not reveal it."""
    return int.from_bytes(hmac.digest(secret, name.encode(), hashlib.sha256), "big")
