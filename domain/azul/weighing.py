"""How good actions look to the rule-of-thumb player, in points.

A search asks for the best action all the time, and for all scores now and then. So one function weighs all actions of
a kind: it gives the best, the first of equals, and notes the worth of each in a list if it is handed one.
"""

from typing import Any, Final

from domain.azul import bonus, keeping
from domain.azul.appraisal import ANYTHING, LEAD, NO_PLANS, TILE, WILD, collected, homes, in_hand, looks_like
from domain.azul.board import COLOURS_IN, COLOURS_OF, PASSING, reaches
from domain.azul.neighbourhood import number_gains, rewards
from domain.azul.stars import KIND, MIXED, P1, PROSPECTS, TURNED, plans, turned_stars
from domain.azul.state import NOBODY, STAR_COUNT, State
from domain.azul.tables import (
    CENTRE,
    COLOUR_COUNT,
    COST,
    FULL_STAR,
    MAX_COST,
    MOST_KEPT,
    ROUNDS,
    RUN,
    SLOTS,
    TILES_PER_COLOUR,
)
from domain.azul.tiles import COUNT, ONE, SETS, SHIFT, counts, present, total
from domain.guide import NEVER

Worths = list[float] | None
"""Receives what each action is worth, in the order of the legal actions."""


# Drafting


def weigh_drafts(state: State, seat: int, worths: Worths) -> int:
    """Weigh drafts by what the tiles add to the own plans; give the best as 6 * source + colour."""
    best, most = -1, NEVER
    hand, wild = state.hand[seat], state.round - 1
    plan = in_hand(state, seat, wild)
    for source, tiles in enumerate(state.sources):
        others = tiles & ~(COUNT << SHIFT[wild])
        chosen = others or min(tiles, ONE[wild])
        along = 1 if others and others != tiles else 0
        token = source == CENTRE and state.holder == NOBODY
        for colour in COLOURS_IN[present(chosen)]:
            have, number = hand >> SHIFT[colour] & COUNT, chosen >> SHIFT[colour] & COUNT
            worth = plan[colour][have + number] - plan[colour][have] + WILD * along
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
"""A space that may be covered: its slot, its place and its number, the covered spaces with it, turned, and its run."""


def _steps(side: int, star: int, covered: int, reach: int) -> tuple[Step, ...]:
    """List the spaces of a star within reach."""
    return tuple(
        (
            slot,
            (slot - P1[star]) % SLOTS,
            COST[side][SLOTS * star + slot],
            TURNED[star][covered | 1 << slot],
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
    wild, first = state.round - 1, STAR_COUNT * seat
    home, stars = homes(state, seat), turned_stars(covered)
    planned, numbers = collected(state, seat, home), number_gains(side, stars)
    held, reach = SETS[present(hand)], reaches(hand, wild)
    for star in range(STAR_COUNT):
        within = state.takes[first + star] & held
        if not within:
            continue
        kind, before, steps = KIND[side][star], stars[star], STEPS[side][star][covered >> SLOTS * star & FULL_STAR]
        around, looks = rewards(stars, star), looks_like(state, seat, star)
        for colour in COLOURS_OF[within]:
            own, kept, at_home = hand >> SHIFT[colour] & COUNT, planned[colour], star == home[colour]
            plan = plans(kind, colour, later) if at_home else NO_PLANS
            prospects = PROSPECTS[kind][colour if looks in (colour, ANYTHING) else MIXED][later]
            price, now, spent = WILD - TILE if colour == wild else 0.0, prospects[before], kept[own]
            for slot, place, cost, after, run in steps[reach[colour]]:
                worth, left = run + around[place] + numbers[cost] - price * cost - spent, own - cost
                if left < 0:
                    worth, left = worth + WILD * left, 0
                worth += plan[after][left] if at_home else kept[left] + prospects[after] - now
                if worths is not None:
                    worths.append(worth)
                if worth > most:
                    best, most = COLOUR_COUNT * (SLOTS * star + slot) + colour, worth
    passing = _pass_worth(state, seat)
    if worths is not None:
        worths.append(passing)
    return PASSING if passing > most else best


def _pass_worth(state: State, seat: int) -> float:
    """Value passing: it is thought of only where all tiles can be kept."""
    return 0.0 if total(state.hand[seat]) <= MOST_KEPT and state.round < ROUNDS else NEVER


# Choices of several tiles

PARTS: Final[dict[Any, tuple[int, ...]]] = {
    action: tuple((MOST_KEPT + 1) * colour + number for colour, number in enumerate(counts(tiles)) if number)
    for action, tiles in [*bonus.CHOSEN.items(), *keeping.KEPT.items()]
}
"""Of a choice of tiles, the colours and numbers: 5 * colour + number."""


def weigh_bonuses(state: State, seat: int, worths: Worths) -> int:
    """Weigh tiles from the supply by what they add to the own plans; give the place of the best."""
    hand, wild = state.hand[seat], state.round - 1
    plan = in_hand(state, seat, wild)
    added = [0.0] * ((MOST_KEPT + 1) * COLOUR_COUNT)
    for colour in range(COLOUR_COUNT):
        have = hand >> SHIFT[colour] & COUNT
        for more in range(1, min(state.due, TILES_PER_COLOUR - have) + 1):
            gain = plan[colour][have + more] - plan[colour][have]
            added[(MOST_KEPT + 1) * colour + more] = gain if colour == wild else gain + TILE * more
    return _weigh(bonus.legal_actions(state, seat), added, worths)


def weigh_keeps(state: State, seat: int, worths: Worths) -> int:
    """Weigh tiles kept by what they are worth in the next round, and the point that each saves (6.8.2).

    Give the place of the best: whoever may keep all tiles does so, the first of the legal actions.
    """
    if worths is None and total(state.hand[seat]) <= MOST_KEPT:
        return 0
    plan = in_hand(state, seat, state.round)
    kept: list[float] = []
    for colour in range(COLOUR_COUNT):
        kept += [number + plan[colour][number] - plan[colour][0] for number in range(MOST_KEPT + 1)]
    return _weigh(keeping.legal_actions(state, seat), kept, worths)


def _weigh(legal: tuple[Any, ...], tiles: list[float], worths: Worths) -> int:
    """Weigh choices by what so many tiles of a colour are worth, 5 * colour + number; give the place of the best."""
    best, most = -1, NEVER
    for place, action in enumerate(legal):
        worth = 0.0
        for part in PARTS[action]:
            worth += tiles[part]
        if worths is not None:
            worths.append(worth)
        if worth > most:
            best, most = place, worth
    return best
