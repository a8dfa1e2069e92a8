"""How good actions look to the rule-of-thumb player, in points.

A search asks for the best action all the time, and for all scores now and then. So one function weighs all actions of
a kind: it gives the best, the first of equals, and notes the worth of each in a list if it is handed one.
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

Worths = list[float] | None
"""Receives what each action is worth, in the order of the legal actions."""


# Drafting


def weigh_drafts(state: State, seat: int, worths: Worths) -> int:
    """Weigh drafts by what the tiles add to the own plans; give the best as 6 * source + colour."""
    best, most = -1, NEVER
    hand, wild = state.hand[seat], state.round - 1
    plan, wilds = in_hand(state, seat, wild), COUNT << BITS * wild
    for source, tiles in enumerate(state.sources):
        if not tiles:
            continue
        others = tiles & ~wilds
        chosen = others or ONE[wild]
        along = 1 if others and others != tiles else 0
        token = source == CENTRE and state.holder == NOBODY
        for colour in COLOURS_OF[present(chosen)]:
            have, number, worths_of = hand >> BITS * colour & COUNT, chosen >> BITS * colour & COUNT, plan[colour]
            worth = worths_of[have + number] - worths_of[have] + WILD * along
            if others:
                worth += TILE * number
            if token:
                worth += LEAD - number - along
            if worths is not None:
                worths.append(worth)
            if worth > most:
                best, most = COLOUR_COUNT * source + colour, worth
    return best


# Placing

Step = tuple[int, int, int, int, float]
"""A space that may be covered: itself, its place, its number, the covered spaces of its star with it, and its run."""


def _steps(side: int, star: int, covered: int, reach: int) -> tuple[Step, ...]:
    """List the spaces of a star within reach."""
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


STEPS: Final[tuple[tuple[tuple[tuple[tuple[Step, ...], ...], ...], ...], ...]] = tuple(
    tuple(
        tuple(
            tuple(_steps(side, star, covered, reach) for reach in range(MAX_COST + 1))
            for covered in range(FULL_STAR + 1)
        )
        for star in range(STAR_COUNT)
    )
    for side in range(len(COST))
)
"""By side, star, its covered spaces and the dearest number within reach."""


def weigh_placements(state: State, seat: int, worths: Worths) -> int:
    """Weigh placements by what they bring and the harm to other plans; give the best as 6 * space + colour.

    Passing, the last of the legal actions, is best only where nothing else is above 0.
    """
    best, most = PASSING, NEVER
    side, hand, covered, later = state.side, state.hand[seat], state.covered[seat], ROUNDS - state.round
    known = plans(side, later)
    wild, first = state.round - 1, STAR_COUNT * seat
    held, means, counts = present(hand), payable(hand, wild), counted(side, covered)
    home, numbers, takes = homes(state, seat), NUMBER_GAINS[side][counts >> TALLY], state.takes
    planned, colours = collected(state, seat, home, COLOURS_OF[held]), held
    for star, bonuses in enumerate(PROSPECTS[side][later]):
        within, slots = takes[first + star] & colours, covered >> SLOTS * star & FULL_STAR
        if not within or slots == FULL_STAR:
            continue
        steps, around, looks = STEPS[side][star][slots], rewards(counts, star, slots), looks_like(state, seat, star)
        for colour in COLOURS_OF[within]:
            own, kept, at_home = hand >> BITS * colour & COUNT, planned[colour], star == home[colour]
            reachable = steps[REACH[means >> BITS * colour & COUNT]]
            if not reachable:
                continue
            prospects = bonuses[colour if looks in (colour, ANYTHING) else MIXED]
            plan, now, spent = known[COLOUR_COUNT * star + colour], prospects[slots], kept[own]
            price = WILD - TILE if colour == wild else 0.0
            for space, place, cost, after, run in reachable:
                worth, left = run + around[place] + numbers[cost] - price * cost - spent, own - cost
                if left < 0:
                    worth, left = worth + WILD * left, 0
                worth += plan[after][left] if at_home else kept[left] + prospects[after] - now
                if worths is not None:
                    worths.append(worth)
                if worth > most:
                    best, most = COLOUR_COUNT * space + colour, worth
    passing = _pass_worth(state, seat)
    if worths is not None:
        worths.append(passing)
    return PASSING if passing > most else best


def _pass_worth(state: State, seat: int) -> float:
    """Value passing: it is thought of only where all tiles can be kept."""
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


def weigh_bonuses(state: State, seat: int, worths: Worths) -> int:
    """Weigh tiles from the supply by what they add to the own plans; give the place of the best in `bonus.CHOICES`."""
    hand, wild, supply, due = state.hand[seat], state.round - 1, state.supply, state.due
    plan = in_hand(state, seat, wild)
    added = [0.0] * ((MOST_KEPT + 1) * COLOUR_COUNT)
    for colour in COLOURS_OF[present(supply)]:
        have, worths_of = hand >> BITS * colour & COUNT, plan[colour]
        for more in range(1, min(due, supply >> BITS * colour & COUNT) + 1):
            gain = worths_of[have + more] - worths_of[have]
            added[(MOST_KEPT + 1) * colour + more] = gain if colour == wild else gain + TILE * more
    return _weigh(bonus.open_choices(supply, due), BONUS_PARTS[due], added, worths)


def weigh_keeps(state: State, seat: int, worths: Worths) -> int:
    """Weigh tiles kept by what they are worth in the next round, and the point that each saves (6.8.2).

    Give the place of the best in `keeping.CHOICES`: whoever may keep all tiles does so.
    """
    hand = state.hand[seat]
    if worths is None and hand in keeping.PLACES:
        return keeping.PLACES[hand]
    plan = in_hand(state, seat, state.round)
    kept: list[float] = []
    for worths_of in plan:
        kept += [number + worths_of[number] - worths_of[0] for number in range(MOST_KEPT + 1)]
    return _weigh(keeping.open_choices(hand), KEPT_PARTS, kept, worths)


def _weigh(places: list[int], parts: Parts, tiles: list[float], worths: Worths) -> int:
    """Weigh choices by what so many tiles of a colour are worth, 5 * colour + number; give the place of the best."""
    best, most = -1, NEVER
    for place in places:
        worth = 0.0
        for part in parts[place]:
            worth += tiles[part]
        if worths is not None:
            worths.append(worth)
        if worth > most:
            best, most = place, worth
    return best
