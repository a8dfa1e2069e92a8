"""Create schedules of round robins: tables by round, as numbers that are later assigned to entrants.

Pairs follow the circle method. Larger tables follow a known design (`designs`). Otherwise tables are diagonals through
rows of entrants while no two meet again (`_crosswise`). Further rounds are searched for one by one (`pods`). With a
stated number of rounds, the search makes meetings even; without one, all entrants should meet soon.

Searched rounds are then balanced as a whole (`balancing`). A round or two are added if some entrants would otherwise
meet in every round. With many entrants no round is searched for: entrants who never share a diagonal meet in schedules
of their own.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import factorial, gcd

from service.tournaments.rules.formats.balancing import balanced
from service.tournaments.rules.formats.designs import Schedule, design
from service.tournaments.rules.formats.entrant_pool import Pool
from service.tournaments.rules.formats.pods import draw_pods
from service.tournaments.rules.formats.table_sizes import table_sizes
from service.tournaments.rules.limits import LEAST_TABLE, MOST_TABLE
from service.tournaments.rules.plan import MOST_ROUNDS
from service.tournaments.rules.random_choice import random_for

Tables = tuple[tuple[int, ...], ...]

MOST_SEARCHED = 67
"""Most entrants for which rounds are searched for. With more, diagonals let entrants of different rows meet once."""
MORE, OFTEN = 2, 3
"""Most extra rounds. They are added if entrants would otherwise meet more than `OFTEN` times, or in every round."""
EVEN, SOON = 0, 1000
"""Extra cost of a repeated meeting in a search, added to the square of the number of meetings."""


def schedule(entrants: int, size: int, rounds: int) -> Schedule:
    """Return a schedule of `rounds` rounds; 0 means as many as needed until all have met, up to 100.

    It is empty for fewer than two entrants. Entrants without a table in a round have a bye.
    """
    if entrants < 2:
        return ()
    return _of_number(entrants, size, rounds) if rounds else _until_all_have_met(entrants, size)


@lru_cache(maxsize=64)
def _of_number(entrants: int, size: int, rounds: int) -> Schedule:
    found = tuple(_round(entrants, size, number, EVEN) for number in range(rounds))
    return balanced(found, entrants) if _is_searched(entrants, size) else found


def _is_searched(entrants: int, size: int) -> bool:
    return size > LEAST_TABLE and design(entrants, size) is None and entrants <= MOST_SEARCHED


@lru_cache(maxsize=64)
def _until_all_have_met(entrants: int, size: int) -> Schedule:
    """Return the shortest schedule found, with up to `MORE` extra rounds if some would meet too often."""
    found: list[Tables] = []
    while _least_and_most(found, entrants)[0] == 0 and len(found) < MOST_ROUNDS:
        found.append(_round(entrants, size, len(found), SOON))
    if not _is_searched(entrants, size):
        return tuple(found)
    ways = [_evened(tuple(found), entrants)]
    while len(ways) <= MORE and _unevenness(ways[-1], entrants) > (OFTEN, False) and len(found) < MOST_ROUNDS:
        found.append(_round(entrants, size, len(found), EVEN))
        ways.append(_evened(tuple(found), entrants))
    return min(ways, key=lambda way: _unevenness(way, entrants))


def _evened(rounds: Schedule, entrants: int) -> Schedule:
    """Balance rounds, if all entrants still meet afterwards."""
    found = balanced(rounds, entrants, all_meet=True)
    return found if _least_and_most(found, entrants)[0] else rounds


def _unevenness(rounds: Schedule, entrants: int) -> tuple[int, bool]:
    """Return how often the two entrants meet who meet most, at least `OFTEN`, and whether they meet in each round."""
    most = _least_and_most(rounds, entrants)[1]
    return max(most, OFTEN), most == len(rounds) > 1


def _least_and_most(rounds: Sequence[Tables], entrants: int) -> tuple[int, int]:
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    times = [met[pair] for pair in combinations(range(entrants), 2)]
    return min(times), max(times)


@lru_cache(maxsize=4096)
def _round(entrants: int, size: int, number: int, aim: int) -> Tables:
    """Return round `number`, from 0. After its end, a complete schedule starts again; pairs then exchange seats."""
    if size == 2:
        again, turn = divmod(number, entrants - 1 + entrants % 2)
        pairs = _circle(entrants, turn)
        return tuple(pair[::-1] for pair in pairs) if again % 2 else pairs
    complete = design(entrants, size)
    if complete:
        return complete[number % len(complete)]
    if entrants > MOST_SEARCHED:
        return _by_lines(entrants, size, number, aim)
    columns = len(table_sizes(entrants, size)[0])
    clean = columns // max(gcd(columns, apart) for apart in range(1, size))
    if number < clean and not table_sizes(entrants, size)[1]:
        return _crosswise(entrants, columns, number)
    return _searched(entrants, size, number, aim)


def _circle(entrants: int, turn: int) -> Tables:
    """Return a round of the circle method; each entrant sits first about as often as second.

    All entrants except one sit in a rotating circle. That one meets the entrant at the top; the others meet the entrant
    opposite. With an odd number, the entrant at the top has a bye.
    """
    circle = entrants - 1 + entrants % 2
    across = [((turn + step) % circle, (turn - step) % circle) for step in range(1, (circle + 1) // 2)]
    pairs = [pair if step % 2 else pair[::-1] for step, pair in enumerate(across, 1)]
    if entrants % 2:
        return tuple(pairs)
    top = (turn, entrants - 1) if turn % 2 else (entrants - 1, turn)
    return (top, *pairs)


def _crosswise(entrants: int, columns: int, step: int) -> Tables:
    """Return a round in which the tables are diagonals.

    Entrants are laid out in rows of `columns`. Each column starts a diagonal, which moves `step` columns with each row.
    Two entrants of different rows share a diagonal again after `columns` rounds, divided by the common divisor of the
    columns and the rows between.
    """
    rows = range(-(-entrants // columns))
    lines = ([row * columns + (first + row * step) % columns for row in rows] for first in range(columns))
    return tuple(tuple(each for each in line if each < entrants) for line in lines)


def _by_lines(entrants: int, size: int, number: int, aim: int) -> Tables:
    """Return a round for many entrants: first all diagonals, then the schedules of the rows, side by side."""
    columns = _columns(entrants, size)
    if number < columns:
        return _crosswise(entrants, columns, number)
    rows = [range(first, min(first + columns, entrants)) for first in range(0, entrants, columns)]
    return tuple(
        tuple(row[each] for each in table) for row in rows for table in _round(len(row), size, number - columns, aim)
    )


def _columns(entrants: int, size: int) -> int:
    """Return the number of columns: no two entrants share two diagonals, and all tables have similar sizes.

    If possible, no row is so short that its own schedule would have byes.
    """
    least, most = -(-entrants // size), entrants // (size - 1)
    fitting = [columns for columns in range(least, most + 1) if gcd(columns, factorial(size - 1)) == 1]
    return min(fitting, key=lambda columns: (0 < entrants - columns * (size - 1) < 12, columns))


def _searched(entrants: int, size: int, number: int, aim: int) -> Tables:
    """Search for a round that suits the earlier ones; entrants with the fewest byes have the next ones."""
    before = [_round(entrants, size, earlier, aim) for earlier in range(number)]
    played = Counter(each for tables in before for table in tables for each in table)
    sizes, byes = table_sizes(entrants, size)
    seated = sorted(sorted(range(entrants), key=lambda each: played[each])[: entrants - byes])
    met = Counter(pair for tables in before for table in tables for pair in combinations(sorted(table), 2))
    again = {pair: times**2 + aim for pair, times in met.items()}
    pool = Pool(
        entrants=seated,
        levels=[0] * len(seated),
        met=[Counter({at: again.get((min(a, b), max(a, b)), 0) for at, b in enumerate(seated)}) for a in seated],
        counts=[[0] * MOST_TABLE for _ in seated],
        byes=[0] * len(seated),
        small=[0] * len(seated),
        games=1,
        rng=random_for(b"", "round robin", len(seated), number),
    )
    return tuple(tuple(seated[each] for each in table) for table in draw_pods(pool, sizes))
