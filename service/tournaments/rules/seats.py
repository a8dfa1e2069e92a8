"""Assign seats in each game of a match."""

from collections.abc import Sequence
from itertools import islice, permutations
from math import factorial
from typing import TypeVar

T = TypeVar("T")


def with_choice(order: Sequence[T], entrant: T, seat: int) -> tuple[T, ...]:
    """Return a turn order in which an entrant has a seat; the entrant of that seat gets the former one.

    >>> with_choice("abc", "c", 0)
    ('c', 'b', 'a')
    """
    changed = list(order)
    before = changed.index(entrant)
    changed[before], changed[seat] = changed[seat], entrant
    return tuple(changed)


def seat_order(entrants: Sequence[T], game: int) -> tuple[T, ...]:
    """Return the entrants of a game of a match (counted from 0) in turn order.

    The seats rotate from game to game. After as many games as entrants, each entrant has had each seat, and the next
    games start from another order. No order repeats before all have been used. Two entrants use all orders in two
    games, three in six.

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
