"""How many sit at each table."""


def table_sizes(count: int, most: int) -> tuple[list[int], int]:
    """Return the sizes of the tables at which so many entrants sit, the larger first, and how many have a bye.

    Tables have `most` entrants or one fewer, two at least. As few as can be have a bye: one of an odd number where two
    sit, one of five where three or four do. Whoever is too few for any table of these sizes sits at a smaller one.

    >>> [table_sizes(count, 4) for count in (2, 4, 5, 7)]
    [([2], 0), ([4], 0), ([4], 1), ([4, 3], 0)]
    """
    least = max(2, most - 1)
    if count < least:
        return ([count], 0) if count >= 2 else ([], count)
    seated = next(each for each in range(count, 0, -1) if -(-each // most) * least <= each)
    tables = -(-seated // most)
    smaller = tables * most - seated
    return [most] * (tables - smaller) + [most - 1] * smaller, count - seated
