"""Divide a large field into blocks of similar scores, which are paired one by one.

The work of pairing grows with the square of the number of entrants. A block has about `MOST_PAIRED` of them at most.

- Adjacent score groups share a block as long as they fit into one.
- A larger group is dealt to several blocks, so that each has strong and weak seeds alike.
- The lowest seeds who do not fill a table move down, together. Only the last block has small tables.
"""

from collections.abc import Iterable, Sequence

from service.tournaments.rules.limits import MOST_PAIRED


def blocks_of(groups: Iterable[Sequence[int]], size: int) -> list[list[int]]:
    """Return the entrants of each block, by score groups, highest score first; all but the last fill tables of `size`.

    >>> blocks_of([range(4), range(4, 10)], 4)
    [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]
    """
    blocks: list[list[int]] = []
    left: list[int] = []
    for run in _runs(groups):
        filling = (len(left) + len(run)) // size * size - len(left)
        if filling > 0:
            blocks += _dealt(left, run[:filling], size)
            left = run[filling:]
        else:
            left += run
    last = left
    while blocks and len(last) < size * size:
        last = sorted([*blocks.pop(), *last])
    return [*blocks, last] if last else blocks


def _runs(groups: Iterable[Sequence[int]]) -> list[list[int]]:
    """Join adjacent groups as long as they fit into one block."""
    runs: list[list[int]] = []
    for group in groups:
        if runs and len(runs[-1]) + len(group) <= MOST_PAIRED:
            runs[-1] += group
        else:
            runs.append([*group])
    return runs


def _dealt(downfloaters: Sequence[int], entrants: Sequence[int], size: int) -> list[list[int]]:
    """Deal entrants evenly to as few blocks as possible; those who moved down stay together, in the first block.

    All of them fill tables of `size`.
    """
    tables = (len(downfloaters) + len(entrants)) // size
    count = -(-tables * size // MOST_PAIRED)
    shares = [size * (tables // count + (at < tables % count)) for at in range(count)]
    blocks: list[list[int]] = [[] for _ in shares]
    blocks[:1] = [[*downfloaters]]
    for each in entrants:
        emptiest = min(range(count), key=lambda at: len(blocks[at]) / shares[at])
        blocks[emptiest].append(each)
    return blocks
