"""Pair the rounds of a short round robin one by one, so that as few as possible meet who should not.

After that, as few as possible meet again. Entrants with the fewest byes have the next ones.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from service.tournaments.rules.apart import NO_LABELS
from service.tournaments.rules.formats.entrant_pool import Pool
from service.tournaments.rules.formats.pairs import draw_pairs
from service.tournaments.rules.formats.pods import draw_pods
from service.tournaments.rules.formats.separation import left_out
from service.tournaments.rules.formats.table_sizes import table_sizes
from service.tournaments.rules.limits import LEAST_TABLE, MOST_TABLE
from service.tournaments.rules.random_choice import random_for

Labels = tuple[frozenset[str], ...]
Round = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def labelled_rounds(labels: Labels, size: int, rounds: int, limit: int) -> tuple[Round, ...]:
    """Return this number of rounds, as tables of indices; the labels count in the first `limit` rounds."""
    found: list[Round] = []
    for number in range(rounds):
        own = labels if number < limit else (NO_LABELS,) * len(labels)
        tables = _next_round(own, size, found)
        found.append(_with_even_seats(tables, found) if size == LEAST_TABLE else tables)
    return tuple(found)


def _next_round(labels: Labels, size: int, before: Sequence[Round]) -> Round:
    played = Counter(each for tables in before for table in tables for each in table)
    sizes, byes = table_sizes(len(labels), size)
    preferred = sorted(range(len(labels)), key=lambda each: (-played[each], each))
    out = left_out(labels, preferred, byes, sizes)
    seated = [each for each in range(len(labels)) if each not in out]
    pool = _pool(labels, seated, before)
    drawn = draw_pairs(pool)[0] if size == LEAST_TABLE else draw_pods(pool, sizes)
    return tuple(tuple(seated[each] for each in table) for table in drawn)


def _pool(labels: Labels, seated: list[int], before: Sequence[Round]) -> Pool:
    met: list[Counter[int]] = [Counter() for _ in seated]
    index = {each: at for at, each in enumerate(seated)}
    for table in (table for tables in before for table in tables):
        there = [index[each] for each in table if each in index]
        for each in there:
            met[each].update(other for other in there if other != each)
    return Pool(
        entrants=seated,
        levels=[0] * len(seated),
        met=met,
        counts=[[0] * MOST_TABLE for _ in seated],
        byes=[0] * len(seated),
        small=[0] * len(seated),
        games=1,
        rng=random_for(b"", "labelled rounds", len(seated), len(before)),
        labels=[labels[each] for each in seated],
    )


def _with_even_seats(tables: Round, before: Sequence[Round]) -> Round:
    """Return pairs in which the entrant comes first who has done so less often."""
    first = Counter(table[0] for each in before for table in each)
    return tuple(tuple(sorted(table, key=lambda each: (first[each], each))) for table in tables)
