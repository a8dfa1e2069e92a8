"""Starting sets of seats (3.3.1, 3.5.1)."""

from typing import Final

import msgspec

from domain.leonardo.wire.constants import NOT_OWNED


class StartingSet(msgspec.Struct, frozen=True):
    """Starting set of one seat; components by kind."""

    apprentices: int
    small_side: int
    large_side: int
    robots_small: int
    florins: int
    components: tuple[int, int, int, int, int]


STARTING_SETS: Final = (  # 3.3.1, sets a to e
    StartingSet(5, 3, NOT_OWNED, 0, 3, (1, 0, 2, 1, 0)),
    StartingSet(5, 3, 4, 0, 3, (1, 0, 0, 0, 0)),
    StartingSet(4, 5, NOT_OWNED, 1, 3, (0, 0, 1, 0, 0)),
    StartingSet(3, 3, NOT_OWNED, 0, 13, (1, 0, 1, 1, 1)),
    StartingSet(3, 3, 6, 0, 8, (0, 0, 1, 1, 0)),
)
FEWER_APPRENTICES: Final = {2: 2, 3: 1, 4: 0, 5: 0}  # 3.3.3
EXPERT_SET: Final = StartingSet(3, 3, NOT_OWNED, 0, 3, (0, 0, 0, 0, 0))  # 3.5.1
