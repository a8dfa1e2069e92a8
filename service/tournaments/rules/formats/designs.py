"""Resolvable designs: round robins at tables of three to five in which every two meet exactly once.

These include Kirkman's schoolgirls (15 in threes) and similar designs, and the affine planes (9, 16 and 25 in threes,
fours and fives). Each is stored as one round, from which the others follow by rotation, like the circle method for
pairs.
"""

from collections.abc import Iterable
from typing import NamedTuple

Block = tuple[int, ...]
Schedule = tuple[tuple[Block, ...], ...]
"""Entrants by round, then by table."""


class Starter(NamedTuple):
    """A round that generates a design by rotation."""

    cycle: int
    """Entrants rotate within consecutive groups of this size; leftover entrants stay fixed."""
    first: tuple[Block, ...]
    """The first round; its rotations are further rounds, as many in total as the cycle is long."""
    turned: tuple[Block, ...] = ()
    """Further tables. All rotations of one table together form one round."""


def _starter(cycle: int, first: str, turned: str = "") -> Starter:
    """Return a starter; each table is a word: `0-2-8 1-3-4 5-6-7`."""
    return Starter(cycle, _tables(first), _tables(turned))


def _tables(text: str) -> tuple[Block, ...]:
    return tuple(tuple(map(int, table.split("-"))) for table in text.split())


STARTERS = {
    (9, 3): _starter(3, "0-2-8 1-3-4 5-6-7", "0-4-7"),
    (15, 3): _starter(7, "0-3-7 1-10-14 2-4-12 5-6-11 8-9-13"),
    (21, 3): _starter(7, "0-7-20 1-5-6 2-8-16 3-12-19 4-9-14 10-11-13 15-17-18", "0-8-18 0-10-19 0-11-15"),
    (27, 3): _starter(
        9,
        "0-1-14 2-5-7 3-13-24 4-22-23 6-9-17 8-19-25 10-12-16 11-21-26 15-18-20",
        "0-9-22 0-15-24 0-16-23 0-17-25",
    ),
    (33, 3): _starter(
        11,
        "0-5-32 1-11-18 2-24-31 3-19-23 4-8-17 6-21-29 7-9-10 12-13-15 14-20-27 16-25-26 22-28-30",
        "0-11-25 0-12-28 0-14-26 0-18-24 0-19-30",
    ),
    (39, 3): _starter(
        13,
        "0-9-28 1-22-30 2-5-24 3-4-11 6-16-23 7-20-25 8-26-32 10-12-33 13-15-27 14-17-18 19-29-37 21-36-38 31-34-35",
        "0-14-30 0-15-35 0-16-27 0-20-26 0-24-33 0-25-38",
    ),
    (45, 3): _starter(
        15,
        "0-37-44 1-4-6 2-23-36 3-22-29 5-19-28 7-13-14 8-12-15 9-26-34 10-40-42 11-35-38 16-17-27 "
        "18-20-30 21-24-41 25-31-32 33-39-43",
        "0-15-31 0-16-35 0-20-38 0-24-33 0-25-36 0-27-41 0-28-43",
    ),
    (16, 4): _starter(5, "0-2-6-7 1-9-10-15 3-4-11-14 5-8-12-13"),
    (28, 4): _starter(9, "0-14-18-27 1-8-9-10 2-7-22-23 3-6-20-25 4-5-11-17 12-16-19-26 13-15-21-24"),
    (25, 5): _starter(5, "0-4-5-11-14 1-3-17-21-22 2-6-9-15-19 7-8-10-20-23 12-13-16-18-24", "0-8-13-15-22"),
}
"""Starters by number of entrants and table size; found by search, verified by a test."""


def design(count: int, size: int) -> Schedule | None:
    """Return the rounds of a design for `count` entrants, else those for one entrant more, whose place stays empty."""
    if (count, size) in STARTERS:
        return developed(STARTERS[count, size], count)
    if (count + 1, size) in STARTERS:
        full = developed(STARTERS[count + 1, size], count + 1)
        return tuple(tuple(tuple(each for each in table if each < count) for table in one) for one in full)
    return None


def developed(starter: Starter, count: int) -> Schedule:
    """Return all rounds that a starter generates."""
    cycle = starter.cycle
    by_turns = (_turned(starter, starter.first, by, count) for by in range(cycle))
    of_tables = (
        tuple(block for by in range(cycle) for block in _turned(starter, [table], by, count))
        for table in starter.turned
    )
    return (*by_turns, *of_tables)


def _turned(starter: Starter, tables: Iterable[Block], by: int, count: int) -> tuple[Block, ...]:
    cycle = starter.cycle
    fixed = count - count % cycle
    return tuple(
        tuple(each if each >= fixed else each // cycle * cycle + (each + by) % cycle for each in table)
        for table in tables
    )
