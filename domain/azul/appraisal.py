"""What a position is worth to the rule-of-thumb player, in points: stars, numbers, decorations and tiles in hand."""

from functools import lru_cache
from typing import Final

from domain.azul.board import on_star
from domain.azul.state import STAR_COUNT, State
from domain.azul.tables import (
    COLOURED,
    COST,
    FULL_STAR,
    MIDDLE,
    NUMBER_BONUS,
    NUMBERED,
    ROUNDS,
    RUN,
    SLOTS,
    STAR_BONUS,
    STAR_COLOUR,
    TOUCHING,
)

STAR_TILES: Final = 3.6
"""Tiles that a player can be expected to spend on one star in each later round."""
STAR_TILES_NOW: Final = 0.5
"""What this round may still bring to a star beyond the tiles in hand."""
REWARD: Final = 1.7
"""A tile of the reward of a decoration."""
NEARLY: Final = 0.2
"""The part of a reward that lies in covering the spaces before the last one."""
NUMBER_PATIENCE: Final = 3
"""How sharply the worth of a number's bonus rises towards the last space: a power."""
MOST_PLANNED: Final = 21
"""No star costs more tiles."""
NO_STAR: Final = -1
HOME: Final = {colour: star for star, colour in enumerate(STAR_COLOUR)}


@lru_cache(maxsize=1 << 17)
def plan(side: int, star: int, covered: int, tiles: int, bonus: int, later: int) -> float:
    """Give the best that so many tiles of the right colour make of a star: points for runs and prospects of its bonus.

    `covered` is the star's mask, `bonus` what it will bring when full, `later` the number of rounds to come.
    """
    best = prospect(side, star, covered, bonus, later)
    for slot in range(SLOTS):
        cost = COST[side][SLOTS * star + slot]
        if not covered >> slot & 1 and cost <= tiles:
            after = covered | 1 << slot
            best = max(best, RUN[after][slot] + plan(side, star, after, tiles - cost, bonus, later))
    return best


@lru_cache(maxsize=1 << 15)
def prospect(side: int, star: int, covered: int, bonus: int, later: int) -> float:
    """Give the part of a star's bonus that it has come near to: all when full, less the more tiles it still needs."""
    missing = sum(COST[side][SLOTS * star + slot] for slot in range(SLOTS) if not covered >> slot & 1)
    return bonus * max(0.0, 1 - missing / (STAR_TILES * later + STAR_TILES_NOW))


def becomes_single(state: State, seat: int, star: int, colour: int) -> bool:
    """Say whether a star that takes this colour is, or can still be, single-coloured in it."""
    if state.side == COLOURED:
        return star != MIDDLE
    covered, alike = state.star(seat, star), on_star(state, seat, star, colour)
    return covered == alike


def home(state: State, seat: int, colour: int) -> int:
    """Give the star on which a colour is collected: on side B the one with most tiles of it, else the first empty one.

    NO_STAR if there is none.
    """
    if state.side == COLOURED:
        return HOME[colour]
    best, most = NO_STAR, -1
    for star in range(STAR_COUNT):
        covered = state.star(seat, star)
        if covered != FULL_STAR and covered.bit_count() > most and on_star(state, seat, star, colour) == covered:
            best, most = star, covered.bit_count()
    return best


def collected(state: State, seat: int, star: int, colour: int, tiles: int) -> float:
    """Give the plan for the home of a colour with so many tiles of it in hand."""
    if star == NO_STAR:
        return 0.0
    covered, later = state.star(seat, star), ROUNDS - state.round
    return plan(state.side, star, covered, min(tiles, MOST_PLANNED), STAR_BONUS[colour], later)


def neighbourhood(state: State, seat: int, space: int) -> float:
    """Give what covering a space brings beside its run and its star: rewards, and prospects of rewards and numbers."""
    covered, side = state.covered[seat], state.side
    worth = 0.0
    for mask, decoration in TOUCHING[space]:
        left = (mask & ~covered).bit_count()
        worth += REWARD * decoration.tiles * (1.0 if left == 1 else NEARLY / left)
    number = COST[side][space]
    if number in NUMBER_BONUS:
        spaces = NUMBERED[side][number]
        worth += _number_gain(number, (spaces & covered).bit_count(), spaces.bit_count())
    return worth


def number_worth(side: int, number: int, covered: int) -> float:
    """Give the part of a number's bonus that the covered spaces have come near to: all when the last is covered."""
    spaces = NUMBERED[side][number]
    return NUMBER_BONUS[number] * ((spaces & covered).bit_count() / spaces.bit_count()) ** NUMBER_PATIENCE


@lru_cache(maxsize=1 << 10)
def _number_gain(number: int, done: int, needed: int) -> float:
    """Give how much nearer one more space brings the bonus of a number."""
    return NUMBER_BONUS[number] * (((done + 1) / needed) ** NUMBER_PATIENCE - (done / needed) ** NUMBER_PATIENCE)
