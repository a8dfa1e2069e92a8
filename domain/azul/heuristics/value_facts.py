"""Facts of a seat, from which its value is learned: numbers of facts that hold, from 0 to `FACTS` - 1.

A star is described by its kind (what it looks like, and whether it is the middle one), its covered spaces p1 to p6
(3.1.4) and their number. A fact that holds for several stars or decorations is listed once for each.
"""

from collections.abc import Iterator
from typing import Final

from domain.azul.heuristics.neighbourhood import COUNT_BITS, NUMBERS, SOME, STATUES, TALLY, TALLY_BITS, counted
from domain.azul.heuristics.star_plans import TURNED
from domain.azul.heuristics.tile_values import looks_like
from domain.azul.rules.scoring import running_score
from domain.azul.rules.state import State
from domain.azul.rules.tiles import BITS, COUNT, total
from domain.azul.wire.constants import (
    COLOUR_COUNT,
    COST,
    FULL_STAR,
    MAX_SEATS,
    MIDDLE,
    ROUNDS,
    SIDES,
    SLOTS,
    STAR_COUNT,
)
from domain.learned_values import ValueFacts

LOOKS: Final = 8
"""What a star can look like: six colours, mixed, or still anything; the number is the lowest bits of `looks_like`."""
STAR_FACTS: Final = 2 * SLOTS + 1
"""Facts of a kind of star: its covered spaces p1 to p6, and how many are covered."""
WINDOW_SPACES: Final = 0b110000
"""The spaces of a star that enclose its window: p5 and p6 (3.4.2)."""
NEED_STEPS: Final = (0, 3, 6, 9, 12, 16)
"""The steps of the tiles that a star still needs beyond those in hand; a larger need is one more step."""
NEEDS: Final = len(NEED_STEPS) + 1
MOST_OF_A_NUMBER: Final = 12
DECORATION_SPACES: Final = 4
MOST_OF_A_COLOUR: Final = 8
MOST_TILES: Final = 13
"""More tiles in hand count as this many."""
SCORE_STEP: Final = 10
MOST_SCORE_STEPS: Final = 12

# The first fact of each group.
STAR: Final = 0
WINDOW: Final = STAR + 2 * LOOKS * STAR_FACTS
NEED: Final = WINDOW + 3
TAKEN: Final = NEED + COLOUR_COUNT * NEEDS
NUMBER: Final = TAKEN + COLOUR_COUNT
PILLAR: Final = NUMBER + len(NUMBERS) * (MOST_OF_A_NUMBER + 1)
STATUE: Final = PILLAR + DECORATION_SPACES + 1
HELD: Final = STATUE + DECORATION_SPACES + 1
ALL_HELD: Final = HELD + COLOUR_COUNT * (MOST_OF_A_COLOUR + 1)
SCORE: Final = ALL_HELD + MOST_TILES + 1
TURN: Final = SCORE + MOST_SCORE_STEPS + 1
FACTS: Final = TURN + MAX_SEATS
"""The number of facts."""

LEARNED_ROUNDS: Final = range(2, ROUNDS + 1)
"""The rounds with weights of their own; those of round 2 value a position of round 1 as well."""


def facts(state: State, seat: int) -> list[int]:
    """List the facts that hold for a seat at the start of a round; they are public."""
    covered, hand = state.covered[seat], state.hand[seat] + state.corners[seat]
    held = [hand >> BITS * colour & COUNT for colour in range(COLOUR_COUNT)]
    found: list[int] = []
    for star in range(STAR_COUNT):
        slots, look = covered >> SLOTS * star & FULL_STAR, looks_like(state, seat, star) % LOOKS
        found += star_facts(star, look, slots)
        if look < COLOUR_COUNT and slots != FULL_STAR:
            found.append(NEED + NEEDS * look + need(remaining(state.side, star, slots) - held[look]))
    found += [TAKEN + colour for colour in range(COLOUR_COUNT) if state.takes[STAR_COUNT * seat + MIDDLE] >> colour & 1]
    found += _neighbourhood(counted(state.side, covered))
    found += [
        HELD + (MOST_OF_A_COLOUR + 1) * colour + min(held[colour], MOST_OF_A_COLOUR) for colour in range(COLOUR_COUNT)
    ]
    found.append(ALL_HELD + min(total(hand), MOST_TILES))
    found.append(SCORE + min(running_score(state, seat) // SCORE_STEP, MOST_SCORE_STEPS))
    found.append(TURN + (seat - state.starter) % state.seats)
    return found


def star_facts(star: int, look: int, slots: int) -> list[int]:
    """List the facts of a star that looks like `look` with these slots covered."""
    turned, first = TURNED[star][slots], STAR + STAR_FACTS * (look + LOOKS * (star == MIDDLE))
    found = [first + place for place in range(SLOTS) if turned >> place & 1]
    found.append(first + SLOTS + slots.bit_count())
    if star != MIDDLE:
        found.append(WINDOW + (turned & WINDOW_SPACES).bit_count())
    return found


def remaining(side: int, star: int, slots: int) -> int:
    """Return what the uncovered spaces of a star cost."""
    return sum(COST[side][SLOTS * star + slot] for slot in range(SLOTS) if not slots >> slot & 1)


def need(tiles: int) -> int:
    """Return the step of a need of tiles, which is negative if more are in hand."""
    return sum(1 for step in NEED_STEPS if tiles > step)


def _neighbourhood(counts: int) -> Iterator[int]:
    """Yield the facts of the numbers, pillars and statues with these covered spaces."""
    for number in range(len(NUMBERS)):
        tally = counts >> TALLY + TALLY_BITS * number & (1 << TALLY_BITS) - 1
        yield NUMBER + (MOST_OF_A_NUMBER + 1) * number + tally
    for place in range(MIDDLE):
        yield PILLAR + (counts >> COUNT_BITS * place & SOME)
        yield STATUE + (counts >> STATUES + COUNT_BITS * place & SOME)


VALUE_FACTS: Final = ValueFacts(
    number=FACTS,
    facts=facts,
    seats=lambda state: state.seats,
    rounds=LEARNED_ROUNDS,
    points=running_score,
    options={side: {"side": side} for side in SIDES},
    options_name=lambda state: SIDES[state.side],
)
