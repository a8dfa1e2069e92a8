"""Choose the sizes of tables."""


def table_sizes(count: int, most: int) -> tuple[list[int], int]:
    """Return the table sizes for `count` entrants, larger first, and the number of byes.

    Tables have `most` entrants or one fewer, and at least two. Byes are as few as possible: one of an odd number at
    tables of two, one of five at tables of three or four. If there are too few entrants for one table, they sit at a
    smaller one.

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
