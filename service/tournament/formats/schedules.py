"""Round robins as schedules: who sits together in which round, by number, before names are put to the numbers.

Pairs follow the circle method. Larger tables follow a design where one is known (`designs`). Otherwise the tables go
crosswise through the entrants as long as nobody meets another again (`_crosswise`), and then round by round by the
search of `pods`: of a stated number of rounds it is to make meetings as even as it can, else to have all met soon. The
rounds that were searched for are then evened out as a whole (`balancing`); a round or two are added where some would
meet in every round otherwise. Of many entrants no round is searched for:
those who are never on one line meet in schedules of their own.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import factorial, gcd

from service.tournament.formats.balancing import balanced
from service.tournament.formats.designs import Schedule, design
from service.tournament.formats.entrant_pool import Pool
from service.tournament.formats.pods import draw_pods
from service.tournament.formats.table_sizes import table_sizes
from service.tournament.plan import LEAST_TABLE, MOST_ROUNDS, MOST_TABLE
from service.tournament.random_choice import lots

Tables = tuple[tuple[int, ...], ...]

MOST_SEARCHED = 67
"""For any more entrants there is a number of lines on which each two of different rows meet once."""
MORE, OFTEN = 2, 3
"""How many rounds a round robin is longer, if need be, so that none meet more than so many times or in every round."""
EVEN, SOON = 0, 1000
"""What it counts that two have met before, besides the square of how often, where a round is searched for."""


def schedule(entrants: int, size: int, rounds: int) -> Schedule:
    """Return so many rounds; of 0, as many as it takes until all have met, up to 100. The empty one of fewer than two.

    Whoever is at no table of a round has a bye.
    """
    if entrants < 2:
        return ()
    return _of_number(entrants, size, rounds) if rounds else _until_all_have_met(entrants, size)


@lru_cache(maxsize=64)
def _of_number(entrants: int, size: int, rounds: int) -> Schedule:
    found = tuple(_round(entrants, size, number, EVEN) for number in range(rounds))
    return balanced(found, entrants) if _is_searched(entrants, size) else found


def _is_searched(entrants: int, size: int) -> bool:
    """Whether there is no known schedule of so many entrants."""
    return size > LEAST_TABLE and design(entrants, size) is None and entrants <= MOST_SEARCHED


@lru_cache(maxsize=64)
def _until_all_have_met(entrants: int, size: int) -> Schedule:
    """Return the fewest rounds that are found, and up to `MORE` further ones where some would meet too often."""
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
    """Even rounds out, as long as all still meet."""
    found = balanced(rounds, entrants, all_meet=True)
    return found if _least_and_most(found, entrants)[0] else rounds


def _unevenness(rounds: Schedule, entrants: int) -> tuple[int, bool]:
    """Return how often some meet, from `OFTEN` on, and whether they do so in every round."""
    most = _least_and_most(rounds, entrants)[1]
    return max(most, OFTEN), most == len(rounds) > 1


def _least_and_most(rounds: Sequence[Tables], entrants: int) -> tuple[int, int]:
    """Return how often those meet who meet the least, and the most."""
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    times = [met[pair] for pair in combinations(range(entrants), 2)]
    return min(times), max(times)


@lru_cache(maxsize=4096)
def _round(entrants: int, size: int, number: int, aim: int) -> Tables:
    """Return one round, counted from 0; what is complete begins again from the first, pairs with seats exchanged."""
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
    """Return a round of the circle method; each comes to sit first about as often as second.

    All but one sit in a circle, which turns; that one meets who is at the top, the others who sits opposite. Of an odd
    number who is at the top has a bye.
    """
    circle = entrants - 1 + entrants % 2
    across = [((turn + step) % circle, (turn - step) % circle) for step in range(1, (circle + 1) // 2)]
    pairs = [pair if step % 2 else pair[::-1] for step, pair in enumerate(across, 1)]
    if entrants % 2:
        return tuple(pairs)
    top = (turn, entrants - 1) if turn % 2 else (entrants - 1, turn)
    return (top, *pairs)


def _crosswise(entrants: int, columns: int, step: int) -> Tables:
    """Return a round in which the tables are lines through the entrants.

    These are laid out in rows of so many columns, and there is a table for each column; its line goes on by `step`
    columns with each row. Two of different rows are on one line again after as many rounds as there are columns,
    divided by what these and the rows between have in common.
    """
    rows = range(-(-entrants // columns))
    lines = ([row * columns + (first + row * step) % columns for row in rows] for first in range(columns))
    return tuple(tuple(each for each in line if each < entrants) for line in lines)


def _by_lines(entrants: int, size: int, number: int, aim: int) -> Tables:
    """Return a round of many: first all lines, then the rounds of each row by itself, side by side."""
    columns = _columns(entrants, size)
    if number < columns:
        return _crosswise(entrants, columns, number)
    rows = [range(first, min(first + columns, entrants)) for first in range(0, entrants, columns)]
    return tuple(
        tuple(row[each] for each in table) for row in rows for table in _round(len(row), size, number - columns, aim)
    )


def _columns(entrants: int, size: int) -> int:
    """Choose how many lines there are: so many that no two meet on two of them, and all are tables of a like size.

    If it can be, no row of them is so short that some of it would have a bye in a schedule of its own.
    """
    least, most = -(-entrants // size), entrants // (size - 1)
    fitting = [columns for columns in range(least, most + 1) if gcd(columns, factorial(size - 1)) == 1]
    return min(fitting, key=lambda columns: (0 < entrants - columns * (size - 1) < 12, columns))


def _searched(entrants: int, size: int, number: int, aim: int) -> Tables:
    """Search for a round that goes well with those before it; whoever has had fewest byes is the first to have one."""
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
        lots=lots(b"", "round robin", len(seated), number),
    )
    return tuple(tuple(seated[each] for each in table) for table in draw_pods(pool, sizes))
