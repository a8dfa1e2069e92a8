"""Pair a Swiss: entrants with similar scores who have not met, for a fixed number of rounds.

A manual round counts as one of them. A large field is paired in blocks of similar scores (`blocks`).
"""

from collections.abc import Sequence

from service.tournaments.rules.formats.blocks import blocks_of
from service.tournaments.rules.formats.entrant_pool import Pool, pool_of
from service.tournaments.rules.formats.pairs import draw_pairs
from service.tournaments.rules.formats.pods import draw_pods
from service.tournaments.rules.formats.seating import seat
from service.tournaments.rules.formats.separation import left_out
from service.tournaments.rules.formats.table_sizes import table_sizes
from service.tournaments.rules.limits import LEAST_TABLE, MOST_PAIRED
from service.tournaments.rules.pairing_types import DrawnTable, RoundPairing
from service.tournaments.rules.state import Tournament


def next_round(tournament: Tournament) -> RoundPairing | None:
    """Return the next round of all groups, or None once all rounds are played."""
    if is_over(tournament):
        return None
    tables: list[DrawnTable] = []
    byes: list[int] = []
    for number, group in enumerate(tournament.stages[-1]):
        drawn, without = _draw_group(tournament, tournament.present(group))
        tables += [DrawnTable(entrants, number) for entrants in seat(tournament, drawn)]
        byes += without
    return RoundPairing(tuple(tables), tuple(byes))


def is_over(tournament: Tournament) -> bool:
    """Whether all rounds are played, or no group has two present entrants."""
    groups = tournament.stages[-1]
    is_played = len(tournament.stage_rounds) >= tournament.stage.rounds
    return is_played or all(len(tournament.present(group)) < LEAST_TABLE for group in groups)


def _draw_group(tournament: Tournament, entrants: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    size, is_last = tournament.stage.table_size, len(tournament.stage_rounds) + 1 == tournament.stage.rounds
    pool = pool_of(tournament, entrants, is_last=is_last)
    if size == LEAST_TABLE and len(entrants) <= MOST_PAIRED:
        drawn, byes = draw_pairs(pool)
        return _named(pool, drawn), [pool.entrants[each] for each in byes]
    sizes, byes_due = table_sizes(len(entrants), size)
    without = byes_of(pool, byes_due, sizes)
    if without:
        pool = pool_of(tournament, [each for each in entrants if each not in without], is_last=is_last)
    return _drawn(pool, size), without


def _drawn(pool: Pool, size: int) -> list[list[int]]:
    """Return the tables of entrants without byes, highest scores first; a large field is drawn by blocks."""
    if len(pool.entrants) > MOST_PAIRED:
        return [table for block in blocks_of(pool.score_groups, size) for table in _drawn_block(pool.part(block), size)]
    return _drawn_block(pool, size)


def _drawn_block(pool: Pool, size: int) -> list[list[int]]:
    if size == LEAST_TABLE:
        return _named(pool, draw_pairs(pool)[0])
    return _named(pool, draw_pods(pool, table_sizes(len(pool.entrants), size)[0]))


def byes_of(pool: Pool, count: int, sizes: Sequence[int]) -> list[int]:
    """Choose the entrants with byes: those with the fewest byes so far, then the lowest score, then the lowest seed.

    Others have byes if fewer meet then who should not.
    """
    last_first = sorted(range(len(pool.entrants)), key=lambda each: (pool.byes[each], -each))
    return [pool.entrants[each] for each in left_out(pool.labels, last_first, count, sizes)]


def _named(pool: Pool, tables: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[pool.entrants[each] for each in table] for table in tables]
