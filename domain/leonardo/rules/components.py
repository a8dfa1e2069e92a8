"""Components by kind as one whole number: six bits a kind, iron lowest, of which the highest, its guard, stays free.

Joining and taking away are `+` and `-`. No kind has more than twelve cards, and two recipes need at most 24 of one
(2.4.1), so five bits hold any count and nothing runs over.
"""

from collections.abc import Iterable
from typing import Final

from domain.leonardo.wire.constants import KINDS

CARD_BITS: Final = 6
CARD_MASK: Final = 0b11111
GUARDS: Final = 1 << 5 | 1 << 11 | 1 << 17 | 1 << 23 | 1 << 29
"""The free bits: taking too many of a kind from cards that have them clears its own, so one comparison serves all."""
ONE: Final[tuple[int, ...]] = tuple([1 << CARD_BITS * kind for kind in range(len(KINDS))])
"""By kind, a single card."""


def packed(numbers: Iterable[int]) -> int:
    """Pack the numbers of cards of each kind, in canonical order."""
    return sum([cards << CARD_BITS * kind for kind, cards in enumerate(numbers)])


def count(components: int, kind: int) -> int:
    """Count the cards of a kind."""
    return components >> CARD_BITS * kind & CARD_MASK


def counts(components: int) -> list[int]:
    """Count the cards of each kind, in canonical order."""
    return [count(components, kind) for kind in range(len(KINDS))]


def total(components: int) -> int:
    """Count all cards, fewer than 63: each digit to the base 64 leaves itself when divided by 63."""
    return components % 63


def covers(components: int, need: int) -> bool:
    """Whether components suffice for what is needed."""
    return (components | GUARDS) - need & GUARDS == GUARDS


def fewer(some: int, others: int) -> int:
    """Return by kind the lower of two numbers of cards."""
    return packed([min(pair) for pair in zip(counts(some), counts(others), strict=True)])
