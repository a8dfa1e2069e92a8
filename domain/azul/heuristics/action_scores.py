"""Heuristic scores of actions, in points.

A rollout asks for the best action all the time, a search for all scores now and then. So one function scores all
actions of a decision: it returns the best, the first of equals, and appends the score of each to a list if it is handed
one. `tests/azul/oracle.py` says the same without tables, action by action.
"""

from collections.abc import Iterable
from typing import Final

from domain.azul.heuristics.neighbourhood import NUMBER_GAINS, TALLY, counted, rewards
from domain.azul.heuristics.star_plans import MIXED, P1, PROSPECTS, plans
from domain.azul.heuristics.tile_values import ANYTHING, LEAD, TILE, WILD, collected, homes, in_hand, looks_like
from domain.azul.rules import bonus, keeping
from domain.azul.rules.board import PASSING, REACH, RUN, payable
from domain.azul.rules.state import NOBODY, State
from domain.azul.rules.tiles import BITS, COLOURS_OF, COUNT, ONE, counts, present, total
from domain.azul.wire.constants import (
    CENTRE,
    COLOUR_COUNT,
    COST,
    FULL_STAR,
    MAX_COST,
    MOST_KEPT,
    ROUNDS,
    SLOTS,
    STAR_COUNT,
)
from domain.heuristics import NEVER

Scores = list[float] | None
"""Receives the score of each action, in the order of the legal actions."""


# Drafting


def score_drafts(state: State, seat: int, scores: Scores) -> int:
    """Score drafts by what the tiles add to the own plans; return the best as 6 * source + colour."""
    best, most = -1, NEVER
    hand, wild = state.hand[seat], state.round - 1
    values, wilds = in_hand(state, seat, wild), COUNT << BITS * wild
    for source, tiles in enumerate(state.sources):
        if not tiles:
            continue
        others = tiles & ~wilds
        chosen = others or ONE[wild]
        along = 1 if others and others != tiles else 0
        token = source == CENTRE and state.holder == NOBODY
        for colour in COLOURS_OF[present(chosen)]:
            have, number, value = hand >> BITS * colour & COUNT, chosen >> BITS * colour & COUNT, values[colour]
            score = value[have + number] - value[have] + WILD * along
            if others:
                score += TILE * number
            if token:
                score += LEAD - number - along
            if scores is not None:
                scores.append(score)
            if score > most:
                best, most = COLOUR_COUNT * source + colour, score
    return best


# Placing

Step = tuple[int, int, int, int, float]
"""A space that may be covered: itself, its place (0 for p1), its cost, its star's covered spaces with it, its run."""
StepsByReach = tuple[tuple[Step, ...], ...]


def _steps(side: int, star: int, covered: int, reach: int) -> tuple[Step, ...]:
    """List the empty spaces of a star that cost at most `reach`."""
    return tuple(
        (
            SLOTS * star + slot,
            (slot - P1[star]) % SLOTS,
            COST[side][SLOTS * star + slot],
            covered | 1 << slot,
            float(RUN[covered | 1 << slot][slot]),
        )
        for slot in range(SLOTS)
        if not covered >> slot & 1 and COST[side][SLOTS * star + slot] <= reach
    )


def _steps_by_reach(side: int, star: int, covered: int) -> StepsByReach:
    """List the steps for each dearest cost within reach, 0 to 6."""
    return tuple(_steps(side, star, covered, reach) for reach in range(MAX_COST + 1))


STEPS: Final[tuple[tuple[tuple[StepsByReach, ...], ...], ...]] = tuple(
    tuple(tuple(_steps_by_reach(side, star, covered) for covered in range(FULL_STAR + 1)) for star in range(STAR_COUNT))
    for side in range(len(COST))
)
"""By side, star and its covered spaces."""


def score_placements(state: State, seat: int, scores: Scores) -> int:
    """Score placements by what they bring and the harm to other plans; return the best as 6 * space + colour.

    Passing, the last of the legal actions, is best only where nothing else is above 0. A placement scores its run, what
    comes nearer around it, and what becomes of its star; the tiles that it takes were saved for something, and are not
    any more.
    """
    best, most = PASSING, NEVER
    side, hand, covered, wild = state.side, state.hand[seat], state.covered[seat], state.round - 1
    colours_in_hand, payers, home = present(hand), payable(hand, wild), homes(state, seat)
    saved, marks = collected(state, seat, home, COLOURS_OF[colours_in_hand]), counted(side, covered)
    numbers, known, takes = NUMBER_GAINS[side][marks >> TALLY], plans(side, ROUNDS - state.round), state.takes
    for star, prospects_by_bonus in enumerate(PROSPECTS[side][ROUNDS - state.round]):
        slots, colours = covered >> SLOTS * star & FULL_STAR, takes[STAR_COUNT * seat + star] & colours_in_hand
        if not colours or slots == FULL_STAR:
            continue
        around, looks, steps = rewards(marks, star, slots), looks_like(state, seat, star), STEPS[side][star][slots]
        for colour in COLOURS_OF[colours]:
            tiles, value, at_home = hand >> BITS * colour & COUNT, saved[colour], star == home[colour]
            prospects = prospects_by_bonus[colour if looks in (colour, ANYTHING) else MIXED]
            plan, now, before = known[COLOUR_COUNT * star + colour], prospects[slots], value[tiles]
            price = WILD - TILE if colour == wild else 0.0
            for space, place, cost, after, run in steps[REACH[payers >> BITS * colour & COUNT]]:
                score, left = run + around[place] + numbers[cost] - price * cost - before, tiles - cost
                if left < 0:  # wilds pay for what is missing
                    score, left = score + WILD * left, 0
                score += plan[after][left] if at_home else value[left] + prospects[after] - now
                if scores is not None:
                    scores.append(score)
                if score > most:
                    best, most = COLOUR_COUNT * space + colour, score
    passing = _score_passing(state, seat)
    if scores is not None:
        scores.append(passing)
    return PASSING if passing > most else best


def _score_passing(state: State, seat: int) -> float:
    """Score passing: it is thought of only where all tiles can be kept."""
    return 0.0 if total(state.hand[seat]) <= MOST_KEPT and state.round < ROUNDS else NEVER


# Choices of several tiles

Parts = tuple[tuple[int, ...], ...]
"""Of choices of tiles, the colours and numbers: 5 * colour + number."""


def _parts(choices: Iterable[int]) -> Parts:
    """Take choices of up to four tiles apart."""
    return tuple(
        tuple((MOST_KEPT + 1) * colour + number for colour, number in enumerate(counts(tiles)) if number)
        for tiles in choices
    )


BONUS_PARTS: Final[tuple[Parts, ...]] = tuple(_parts(choices) for choices in bonus.CHOICES)
KEPT_PARTS: Final[Parts] = _parts(keeping.CHOICES)


def score_bonuses(state: State, seat: int, scores: Scores) -> int:
    """Score tiles of the supply by what they add to the own plans; return the place of the best in `bonus.CHOICES`."""
    hand, wild, supply, due = state.hand[seat], state.round - 1, state.supply, state.due
    values = in_hand(state, seat, wild)
    added = [0.0] * ((MOST_KEPT + 1) * COLOUR_COUNT)
    for colour in COLOURS_OF[present(supply)]:
        have, value = hand >> BITS * colour & COUNT, values[colour]
        for more in range(1, min(due, supply >> BITS * colour & COUNT) + 1):
            gain = value[have + more] - value[have]
            added[(MOST_KEPT + 1) * colour + more] = gain if colour == wild else gain + TILE * more
    return _score_choices(bonus.open_choices(supply, due), BONUS_PARTS[due], added, scores)


def score_keeps(state: State, seat: int, scores: Scores) -> int:
    """Score tiles kept by what they are worth in the next round, and the point that each saves (6.8.2).

    Return the place of the best in `keeping.CHOICES`: whoever may keep all tiles does so.
    """
    hand = state.hand[seat]
    if scores is None and hand in keeping.PLACES:
        return keeping.PLACES[hand]
    kept: list[float] = []
    for value in in_hand(state, seat, state.round):
        kept += [number + value[number] - value[0] for number in range(MOST_KEPT + 1)]
    return _score_choices(keeping.open_choices(hand), KEPT_PARTS, kept, scores)


def _score_choices(places: list[int], parts: Parts, values: list[float], scores: Scores) -> int:
    """Score choices by what so many tiles of a colour are worth, 5 * colour + number; return the place of the best."""
    best, most = -1, NEVER
    for place in places:
        score = 0.0
        for part in parts[place]:
            score += values[part]
        if scores is not None:
            scores.append(score)
        if score > most:
            best, most = place, score
    return best
