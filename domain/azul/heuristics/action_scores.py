"""Score actions heuristically, in points.

One function per decision scores all actions. It returns the best action, the first of equals. If it receives a list, it
appends all scores: a rollout needs only the best action. `tests/azul/oracle.py` has the same scores without tables.
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
    """Score drafts by what the tiles add to the seat's plans; return the best as 6 * source + colour."""
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
"""An empty space: its number, its place (0 for p1), its cost, its star's covered spaces with it, its run's length."""
StepsByReach = tuple[tuple[Step, ...], ...]


def _steps(side: int, star: int, covered: int, reach: int) -> tuple[Step, ...]:
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
    """List the steps for each affordable cost, 0 to 6."""
    return tuple(_steps(side, star, covered, reach) for reach in range(MAX_COST + 1))


STEPS: Final[tuple[tuple[tuple[StepsByReach, ...], ...], ...]] = tuple(
    tuple(tuple(_steps_by_reach(side, star, covered) for covered in range(FULL_STAR + 1)) for star in range(STAR_COUNT))
    for side in range(len(COST))
)
"""The steps by side, star and covered spaces of the star."""


def score_placements(state: State, seat: int, scores: Scores) -> int:
    """Score placements by their gain less the harm to other plans; return the best as 6 * space + colour.

    Passing is the last legal action and is best only if no placement scores above 0. A placement scores its run, the
    progress of its decorations, numbers and star, less the value of the tiles that it spends.
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
                if left < 0:  # wilds pay for the missing tiles
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
    """Score passing, which is considered only if the seat can keep all tiles."""
    return 0.0 if total(state.hand[seat]) <= MOST_KEPT and state.round < ROUNDS else NEVER


# Choices of several tiles

Parts = tuple[tuple[int, ...], ...]
"""For each choice of tiles, its colours and numbers: 5 * colour + number."""


def _parts(choices: Iterable[int]) -> Parts:
    """Split choices of up to four tiles into `Parts`."""
    return tuple(
        tuple((MOST_KEPT + 1) * colour + number for colour, number in enumerate(counts(tiles)) if number)
        for tiles in choices
    )


BONUS_PARTS: Final[tuple[Parts, ...]] = tuple(_parts(choices) for choices in bonus.CHOICES)
KEPT_PARTS: Final[Parts] = _parts(keeping.CHOICES)


def score_bonuses(state: State, seat: int, scores: Scores) -> int:
    """Score supply tiles by what they add to the seat's plans; return the index of the best in `bonus.CHOICES`."""
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
    """Score kept tiles by their value in the next round, and the point that each saves (6.8.2).

    Return the index of the best in `keeping.CHOICES`. If the seat may keep all tiles, that is the best choice.
    """
    hand = state.hand[seat]
    if scores is None and hand in keeping.PLACES:
        return keeping.PLACES[hand]
    kept: list[float] = []
    for value in in_hand(state, seat, state.round):
        kept += [number + value[number] - value[0] for number in range(MOST_KEPT + 1)]
    return _score_choices(keeping.open_choices(hand), KEPT_PARTS, kept, scores)


def _score_choices(places: list[int], parts: Parts, values: list[float], scores: Scores) -> int:
    """Score choices by their parts' values, indexed by 5 * colour + number; return the index of the best."""
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
