"""Who sits where in each game of a match."""

from collections.abc import Sequence
from itertools import islice, permutations
from math import factorial
from typing import TypeVar

T = TypeVar("T")


def seat_order(entrants: Sequence[T], game: int) -> tuple[T, ...]:
    """Return who has which seat in a game of a match, counted from 0, in turn order.

    The seats rotate from one game to the next, so that each entrant has had each seat after as many games as there are
    entrants; the games after that begin with another order. No order comes twice before all have come. After all orders
    the first one follows again: in pairs after two games, at tables of three after six.

    >>> [seat_order("abc", game) for game in range(4)]
    [('a', 'b', 'c'), ('b', 'c', 'a'), ('c', 'a', 'b'), ('a', 'c', 'b')]
    >>> [seat_order("ab", game) for game in range(3)]
    [('a', 'b'), ('b', 'a'), ('a', 'b')]
    """
    size = len(entrants)
    number, turned = divmod(game, size)
    first, *others = entrants
    cycles = factorial(size - 1)
    order = (first, *next(islice(permutations(others), number % cycles, None)))
    return (*order[turned:], *order[:turned])
