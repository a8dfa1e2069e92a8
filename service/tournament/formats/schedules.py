"""Round robins as schedules: who sits together in which round, by number, before names are put to the numbers.

Pairs follow the circle method. Larger tables follow a design where one is known (`designs`). Otherwise the tables go
crosswise through the entrants where their number allows it (`_crosswise`), and then round by round by the search of
`pods`. Of a stated number of rounds it is to make meetings as even as it can, else to have all met soon.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations
from math import factorial, gcd

from service.tournament.formats.designs import Schedule, design
from service.tournament.formats.pods import draw_pods
from service.tournament.formats.pool import Pool
from service.tournament.formats.sizes import table_sizes
from service.tournament.lots import lots
from service.tournament.plan import MOST_ROUNDS, MOST_TABLE

Tables = tuple[tuple[int, ...], ...]

EVEN, SOON = 0, 1000
"""What it counts that two have met before, besides the square of how often, where a round is searched for."""


def schedule(entrants: int, size: int, rounds: int) -> Schedule:
    """Return so many rounds; of 0, as many as it takes until all have met, up to 100. The empty one of fewer than two.

    Whoever is at no table of a round has a bye.
    """
    if entrants < 2:
        return ()
    if rounds:
        return tuple(_round(entrants, size, number, EVEN) for number in range(rounds))
    return _until_all_have_met(entrants, size)


@lru_cache(maxsize=64)
def _until_all_have_met(entrants: int, size: int) -> Schedule:
    missing = set(combinations(range(entrants), 2))
    found: list[Tables] = []
    while missing and len(found) < MOST_ROUNDS:
        found.append(_round(entrants, size, len(found), SOON))
        missing -= {pair for table in found[-1] for pair in combinations(sorted(table), 2)}
    return tuple(found)


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
    crosswise = _crosswise(entrants, size)
    return crosswise[number] if number < len(crosswise) else _searched(entrants, size, number, aim)


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


def _crosswise(entrants: int, size: int) -> Schedule:
    """Return rounds in which nobody meets another again: as many as there are tables, or none.

    The entrants are laid out in as many rows as a table has places and as many columns as there are tables; a table
    is a line that goes on by so many columns with each row, another number in each round. Two of different rows meet
    in one round only where the number of columns has no factor in common with how far rows can be apart.
    """
    sizes, byes = table_sizes(entrants, size)
    columns = len(sizes)
    if byes or columns < size or gcd(columns, factorial(size - 1)) > 1:
        return ()
    cells = [[row * columns + column for column in range(columns)] for row in range(size)]
    lines = (
        [[cells[row][(first + row * step) % columns] for row in range(size)] for first in range(columns)]
        for step in range(columns)
    )
    return tuple(tuple(tuple(each for each in line if each < entrants) for line in tables) for tables in lines)


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
        games=1,
        lots=lots(b"", "round robin", len(seated), number),
    )
    return tuple(tuple(seated[each] for each in table) for table in draw_pods(pool, sizes))
