"""Facts of a seat in Connect Four: the rows of four that it, and its opponent, can still complete.

`bottega train connect_four` learns what they are worth. The rollouts of the search are random.
"""

from typing import Final

from domain.learned_values import ValueFacts
from tests.zoo.connect_four.game import COLUMNS, MAX_SEATS, ROWS, State

LINES: Final = [
    [(column + right * far, row + up * far) for far in range(4)]
    for column in range(COLUMNS)
    for row in range(ROWS)
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if column + 3 * right < COLUMNS and 0 <= row + 3 * up < ROWS
]


def facts(state: State, seat: int) -> list[int]:
    """List for each row with discs of one seat only whose it is and how many it has; and whether the seat is to act."""
    spaces = [column + [-1] * (ROWS - len(column)) for column in state.columns]
    found = [6] if state.turn == seat else []
    for line in LINES:
        held = [spaces[column][row] for column, row in line]
        owners = {*held} - {-1}
        if len(owners) == 1:
            found.append(3 * (seat not in owners) + 3 - held.count(-1))
    return found


VALUE_FACTS: Final = ValueFacts(
    number=7,
    facts=facts,
    seats=lambda state: MAX_SEATS,
    scale=30,  # a win is a lead of 30
    rounds=range(2, 34, 8),
    rounds_begun=lambda state: sum(map(len, state.columns)),  # each disc is a round
    horizon=2,
)
