"""Pair an arena: free entrants are paired by score at any time, without waiting for rounds.

Entrants do not meet opponents of their last three matches while other tables are still open. With few entrants, fewer
matches count. Incomplete tables wait in the same way, and entrants who should not meet.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from service.tournaments.rules.apart import NO_LABELS, labels_now
from service.tournaments.rules.formats.entrant_pool import Pool, pool_of
from service.tournaments.rules.formats.pairs import draw_pairs
from service.tournaments.rules.formats.pods import draw_pods
from service.tournaments.rules.formats.seating import seat
from service.tournaments.rules.formats.separation import left_out
from service.tournaments.rules.formats.table_sizes import table_sizes
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.pairing_types import DrawnTable, RoundPairing
from service.tournaments.rules.random_choice import drawn_order
from service.tournaments.rules.state import Tournament, unseated

MATCHES_BACK = 3


def next_tables(tournament: Tournament) -> RoundPairing | None:
    """Return tables for free entrants, or None if none can be formed now; an arena has no byes."""
    able, free = _able(tournament), {*unseated(tournament)}
    waiting = [each for each in able if each in free]
    others = len(able) - len(waiting)
    size = tournament.stage.table_size
    chosen, sizes = _chosen(tournament, waiting, size if others else max(2, size - 1))
    if not sizes:
        return None
    recent = _recent(tournament, len(able))
    pool = pool_of(tournament, chosen, recent)
    drawn = draw_pairs(pool)[0] if size == 2 else draw_pods(pool, sizes)
    tables = [[pool.entrants[each] for each in table] for table in drawn if not others or not _waits(pool, table)]
    return RoundPairing(tuple(map(DrawnTable, seat(tournament, tables)))) if tables else None


def is_over(tournament: Tournament, minutes: float) -> bool:
    """Whether an arena that has run for `minutes` opens no further tables."""
    stage = tournament.stage
    return 0 < stage.minutes <= minutes or len(_able(tournament)) < 2


def _able(tournament: Tournament) -> list[int]:
    most = tournament.stage.matches
    present = tournament.present(tournament.stages[-1][0])
    if not most:
        return present
    had = Counter(each for table in _tables(tournament) for each in table.entrants)
    return [each for each in present if had[each] < most]


def _chosen(tournament: Tournament, waiting: list[int], least: int) -> tuple[list[int], list[int]]:
    """Choose the entrants to seat, those with the fewest matches first, and the table sizes."""
    size = tournament.stage.table_size
    sizes, excess = table_sizes(len(waiting), size)
    if least == size:
        sizes = [size] * (len(waiting) // size)
        excess = len(waiting) % size
    had = Counter(each for table in _tables(tournament) for each in table.entrants)
    drawn = drawn_order(tournament.seed, waiting, "waiting", len(tournament.rounds) + 1)
    by_matches, labels = sorted(drawn, key=lambda each: had[each]), labels_now(tournament)
    last_first = range(len(by_matches))[::-1]
    out = left_out([labels.get(each, NO_LABELS) for each in by_matches], last_first, excess, sizes)
    return [each for at, each in enumerate(by_matches) if at not in out], sizes


def _recent(tournament: Tournament, able: int) -> list[Counter[int]]:
    """Return the latest opponents of each entrant, at most half of the other entrants."""
    back = min(MATCHES_BACK, (able - 1) // (2 * (tournament.stage.table_size - 1)))
    met: list[Counter[int]] = [Counter() for _ in tournament.entrants]
    seen: Counter[int] = Counter()
    for table in reversed(_tables(tournament)):
        for each in table.entrants:
            if seen[each] < back:
                met[each].update(other for other in table.entrants if other != each)
        seen.update(table.entrants)
    return _both_ways(met)


def _both_ways(met: list[Counter[int]]) -> list[Counter[int]]:
    """Return the opponents of each entrant, with all entrants that have it as an opponent."""
    known = [set(others) for others in met]
    for each, others in enumerate(met):
        for other in others:
            known[other].add(each)
    return [Counter(others) for others in known]


def _waits(pool: Pool, table: Sequence[int]) -> bool:
    """Whether entrants of a table have met lately, or should not meet."""
    return any(other in pool.met[one] or pool.clash(one, other) for one, other in combinations(table, 2))


def _tables(tournament: Tournament) -> list[MatchTable]:
    return [table for played in tournament.stage_rounds for table in played.tables]
