"""Pair by seeding only, keeping earlier opponents apart."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from service.tournaments.rules.formats.separation import Labels, clashes, left_out, separated
from service.tournaments.rules.formats.table_sizes import table_sizes

LABELLED = 1 << 40
"""Weight of a meeting of entrants with a common label."""
Clash = Callable[[int, int], int]
"""Cost of a meeting of two entrants; 0 if they can meet freely."""


def spread(count: int, size: int) -> tuple[list[list[int]], int]:
    """Spread entrants over tables in snake order, so that tables are equally strong; return the tables and the byes.

    The byes go to the first entrants.
    """
    sizes, byes = table_sizes(count, size)
    tables: list[list[int]] = [[] for _ in sizes]
    rest = iter(range(byes, count))
    for row in range(max(sizes, default=0)):
        for table in range(len(sizes))[:: -1 if row % 2 else 1]:
            if row < sizes[table]:
                tables[table].append(next(rest))
    return tables, byes


def separate(order: Sequence[int], tiers: Sequence[int], tables: Sequence[Sequence[int]], clash: Clash) -> list[int]:
    """Swap entrants of equal tiers so that fewer clash at one table; the tables list positions in the order.

    Each helpful swap is made at once, the last positions first; it need not be the best one.
    """
    order = list(order)
    table_of = {place: table for table in tables for place in table}
    for one in sorted(table_of, reverse=True):
        for other in sorted(table_of, reverse=True):
            if not _clashes(order, table_of[one], clash):
                break
            if tiers[one] == tiers[other] and table_of[one] is not table_of[other]:
                _exchange_if_better(order, (one, other), (table_of[one], table_of[other]), clash)
    return order


def separate_labelled(
    order: Sequence[int], tiers: Sequence[int], tables: Sequence[Sequence[int]], clash: Clash, labels: Labels
) -> list[int]:
    """Separate entrants by `clash`, and before that those with common labels, which are by place in the order.

    Places outside the tables have byes. If swaps within tiers leave entrants with a common label at a table, all
    entrants swap. If this is not enough either, they are divided by label alone, and the byes by preference and label.
    """
    if not any(labels):
        return separate(order, tiers, tables, clash)
    labels_of = dict(zip(order, labels, strict=True))
    fewest = _fewest(order, tables, labels)
    least = _labelled(fewest, tables, labels_of)

    def weighted(one: int, other: int) -> int:
        return LABELLED * (not labels_of[one].isdisjoint(labels_of[other])) + clash(one, other)

    for allowed in (tiers, [0] * len(order)):
        found = separate(order, allowed, tables, weighted)
        if _labelled(found, tables, labels_of) == least:
            return found
    return fewest


def _labelled(order: Sequence[int], tables: Sequence[Sequence[int]], labels_of: Mapping[int, frozenset[str]]) -> int:
    return clashes([labels_of[each] for each in order], tables)


def _fewest(order: Sequence[int], tables: Sequence[Sequence[int]], labels: Labels) -> list[int]:
    """Return the order with the fewest common labels at the tables, whose sizes do not increase."""
    sizes = [len(table) for table in tables]
    out = left_out(labels, range(len(order)), len(order) - sum(sizes), sizes)
    seated = [at for at in range(len(order)) if at not in out]
    found = [order[at] for at in out] + [0] * len(seated)
    for places, table in zip(tables, separated([labels[at] for at in seated], sizes), strict=True):
        for place, each in zip(places, table, strict=True):
            found[place] = order[seated[each]]
    return found


def _exchange_if_better(
    order: list[int], places: tuple[int, int], tables: tuple[Sequence[int], Sequence[int]], clash: Clash
) -> None:
    one, other = places
    before = sum(_clashes(order, table, clash) for table in tables)
    order[one], order[other] = order[other], order[one]
    if sum(_clashes(order, table, clash) for table in tables) >= before:
        order[one], order[other] = order[other], order[one]


def _clashes(order: Sequence[int], table: Sequence[int], clash: Clash) -> int:
    return sum(clash(order[one], order[other]) for one, other in combinations(table, 2))
