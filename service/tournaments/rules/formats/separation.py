"""Divide entrants among tables so that as few as possible meet who should not.

If each entrant has at most one label, the entrants of each label are dealt to the tables in turn, which is optimal. Up
to `COMPLETE` entrants with more labels, all divisions are compared. With more entrants, a search by the most labelled
entrants looks for a division without clashes, up to `MOST_TRIED` steps. If it finds none, entrants swap places as long
as this helps. More than `MOST_SEARCHED` entrants are dealt by one of their labels.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, islice

from service.tournaments.rules.formats.partitions import partitions

Labels = Sequence[frozenset[str]]
"""The labels of entrants by index. Two entrants with a common label should not meet."""
Tables = list[list[int]]

COMPLETE, MOST_SEARCHED, MOST_TRIED, MOST_LEFT_OUT = 10, 500, 20_000, 200


def clashes(labels: Labels, tables: Iterable[Sequence[int]]) -> int:
    """Return the number of pairs at the tables that should not meet."""
    return sum(not labels[one].isdisjoint(labels[other]) for table in tables for one, other in combinations(table, 2))


def clashing(labels: Labels) -> set[tuple[int, int]]:
    """Return the pairs of entrants who should not meet, the lower index first."""
    members: dict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(labels):
        for label in each:
            members[label].append(at)
    return {pair for each in members.values() for pair in combinations(each, 2)}


def separated(labels: Labels, sizes: Sequence[int]) -> Tables:
    """Return tables of these sizes, by index, with as few clashes as possible; there is a place for each entrant."""
    if all(len(each) <= 1 for each in labels):
        return _dealt(labels, sizes)
    if len(labels) <= COMPLETE:
        best = min(partitions(range(len(labels)), sizes), key=lambda tables: clashes(labels, tables))
        return sorted(map(list, best), key=lambda table: (-len(table), table))
    if len(labels) > MOST_SEARCHED:
        return _dealt(labels, sizes)
    return _search(labels, sizes) or _swapped(labels, _dealt(labels, sizes))


def left_out(labels: Labels, preferred: Sequence[int], count: int, sizes: Sequence[int]) -> list[int]:
    """Return who has no table, so that the others clash least; of equal choices the first of the preferred ones."""
    if not count or not any(labels):
        return [*preferred[:count]]
    best, least = (*preferred[:count],), _without(labels, {*preferred[:count]}, sizes)
    for way in islice(combinations(preferred, count), 1, MOST_LEFT_OUT) if least else ():
        found = _without(labels, {*way}, sizes)
        best, least = (way, found) if found < least else (best, least)
    return [*best]


def _without(labels: Labels, out: set[int], sizes: Sequence[int]) -> int:
    left = [each for at, each in enumerate(labels) if at not in out]
    return clashes(left, separated(left, sizes))


def _dealt(labels: Labels, sizes: Sequence[int]) -> Tables:
    """Deal the entrants of each label to the tables in turn; the sizes differ by at most one, larger ones first."""
    times = Counter(label for each in labels for label in each)
    own = [min(each, default="") for each in labels]
    order = sorted(range(len(labels)), key=lambda at: (-times[own[at]], own[at]))
    tables: Tables = [[] for _ in sizes]
    rows = ((table, row) for row in range(max(sizes, default=0)) for table, size in enumerate(sizes) if row < size)
    for entrant, (table, _) in zip(order, rows, strict=True):
        tables[table].append(entrant)
    return tables


def _search(labels: Labels, sizes: Sequence[int]) -> Tables | None:
    """Return tables without clashes, or None if the search finds none."""
    bad: list[set[int]] = [set() for _ in labels]
    for one, other in clashing(labels):
        bad[one].add(other)
        bad[other].add(one)
    order = sorted(range(len(labels)), key=lambda at: -len(bad[at]))
    tables: Tables = [[] for _ in sizes]
    tried = 0

    def place(index: int) -> bool:
        nonlocal tried
        if index == len(order):
            return True
        tried += 1
        entrant = order[index]
        for table, size in sorted(zip(tables, sizes, strict=True), key=lambda each: len(each[0]) - each[1]):
            if len(table) < size and bad[entrant].isdisjoint(table) and tried < MOST_TRIED:
                table.append(entrant)
                if place(index + 1):
                    return True
                table.pop()
        return False

    return tables if place(0) else None


def _swapped(labels: Labels, tables: Tables) -> Tables:
    """Swap entrants between tables while this reduces the clashes."""
    better = True
    while better:
        better = any(
            _exchange(labels, one, other, at, to)
            for one, other in combinations(tables, 2)
            for at in range(len(one))
            for to in range(len(other))
        )
    return tables


def _exchange(labels: Labels, one: list[int], other: list[int], at: int, to: int) -> bool:
    before = clashes(labels, (one, other))
    if not before:
        return False
    one[at], other[to] = other[to], one[at]
    if clashes(labels, (one, other)) < before:
        return True
    one[at], other[to] = other[to], one[at]
    return False
