"""Components by kind as one integer: six bits a kind, iron lowest; the highest bit of each kind, its guard, is free.

Adding and removing cards are `+` and `-`. No kind has more than twelve cards, and two recipes need at most 24 of one
kind (2.4.1), so five bits hold any count without overflow.
"""

from collections.abc import Iterable
from typing import Final

from domain.leonardo.wire.constants import KINDS

CARD_BITS: Final = 6
CARD_MASK: Final = 0b11111
GUARDS: Final = 1 << 5 | 1 << 11 | 1 << 17 | 1 << 23 | 1 << 29
"""The free bits: subtracting too many cards of a kind clears its bit, so one comparison checks all kinds."""
ONE: Final[tuple[int, ...]] = tuple([1 << CARD_BITS * kind for kind in range(len(KINDS))])
"""For each kind: a single card."""


def packed(numbers: Iterable[int]) -> int:
    """Return the integer form of the numbers of cards of each kind, in canonical order."""
    return sum([cards << CARD_BITS * kind for kind, cards in enumerate(numbers)])


def count(components: int, kind: int) -> int:
    """Count the cards of a kind."""
    return components >> CARD_BITS * kind & CARD_MASK


def counts(components: int) -> list[int]:
    """Count the cards of each kind, in canonical order."""
    return [count(components, kind) for kind in range(len(KINDS))]


def total(components: int) -> int:
    """Return the number of all cards, at most 62.

    The remainder of a division by 63 is the sum of the digits in base 64.
    """
    return components % 63


def covers(components: int, need: int) -> bool:
    """Whether components cover a need."""
    return (components | GUARDS) - need & GUARDS == GUARDS


def fewer(some: int, others: int) -> int:
    """Return by kind the lower of two numbers of cards."""
    return packed([min(pair) for pair in zip(counts(some), counts(others), strict=True)])
