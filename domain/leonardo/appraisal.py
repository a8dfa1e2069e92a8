"""What rules of thumb hold inventions and components to be worth to a seat, in florins at the end of the game.

Everything is worked out from what the seat knows: public things, its own hand and labs, the cards it has seen on the
deck. Nothing here or in what builds on it reads the work or the hand of another seat, or the order of the deck beyond
`seen`. Most of it depends on little and is remembered.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from domain.leonardo.inventions import FIRST_PRICE, LATER_PRICE, MOST_NEEDED, RECIPE, TIER, TYPE, WEEKS
from domain.leonardo.policy_weights import (
    DECK_TRUST,
    FOCUS,
    HASTE,
    NEW_TYPE,
    READY,
    READY_LAST,
    SAME_TYPE,
    TURNED_A_ROUND,
    WEEK,
)
from domain.leonardo.state import State
from domain.leonardo.tables import (
    APPRENTICES,
    DISCOUNT_WEEKS,
    FIRST_BOTTOM,
    FIRST_MIDDLE_GOLD,
    KINDS,
    LAST_CITY_ROUND,
    LAST_ROUND,
    MASTER_STRENGTH,
    NOT_OWNED,
    ROBOT_WEEKS,
    SHOP_KIND,
    TIERS,
    TYPES,
    VARIETY_BONUS,
)

Numbers = tuple[int, ...]
Worths = tuple[float, ...]
"""Florins by invention, type or kind."""

Outlook = tuple[int, int, Numbers, Numbers, Numbers, Numbers, Numbers, bool]
"""What a seat knows of the inventions to come: round, number of seats, the tiers of the top pile, the deck, the
requested ones, the own cards by type, the cards seen on the deck and whether in their order."""

Aim = tuple[tuple[tuple[int, float], ...], tuple[float, float], Worths]
"""What components are for: the inventions that may be started from the next round on with their worths, the best
first; how much the best and the second best count; how much a hand does for one by the components missing."""


def rounds_left(state: State) -> int:
    """Count the rounds from the one being played to the last."""
    return LAST_ROUND + 1 - state.round


# Cards and work


def type_counts(state: State, seat: int) -> Numbers:
    """Count the seat's cards by type."""
    counts = [0] * len(TYPES)
    for card in state.owned[seat]:
        counts[TYPE[card]] += 1
    return tuple(counts)


@lru_cache(maxsize=1 << 14)
def card_worths(counts: Numbers, left: int) -> Worths:
    """Give by type what one more card is worth beside its price: variety (10.1.1) and discount (8.1.2)."""
    types = len(counts) - counts.count(0)
    certain = VARIETY_BONUS[min(types + 1, len(TYPES))] - VARIETY_BONUS[types]
    new = certain if left <= LAST_ROUND - LAST_CITY_ROUND else NEW_TYPE[min(types, len(TYPES) - 1)]
    return tuple(SAME_TYPE * (left - 1) + (0 if count else new) for count in counts)


@lru_cache(maxsize=1 << 14)
def _prospects(counts: Numbers, left: int, pace: int) -> Worths:
    """Give by invention price and card less the weeks, 0 where `left` rounds of `pace` weeks are too short."""
    cards = card_worths(counts, left)
    worths = [0.0]
    for number in range(1, len(WEEKS)):
        weeks = max(0, WEEKS[number] - DISCOUNT_WEEKS * counts[TYPE[number]])
        worth = FIRST_PRICE[number] + cards[TYPE[number]] - WEEK * weeks
        worths.append(max(0.0, worth) if weeks <= pace * left else 0.0)
    return tuple(worths)


@lru_cache(maxsize=1 << 14)
def start_worths(outlook: Outlook, left: int, pace: int) -> Worths:
    """Give by invention what starting work on it is worth, with `left` rounds of at most `pace` weeks to come."""
    rate = haste(left)
    prospects = _prospects(outlook[5], left, pace)
    return tuple([rate * worth * chance for worth, chance in zip(prospects, chances(outlook), strict=True)])


def haste(left: int) -> float:
    """Give how much more a prize counts that can be put to use in so many rounds."""
    return HASTE[0] + HASTE[1] * left


def pace(state: State, seat: int, lab: int) -> int:
    """Count the weeks a lab makes in a round with as many of the seat's people as find room (1.5.1)."""
    if state.side[lab] == NOT_OWNED:
        return 0
    people = min(state.side[lab] - state.robots[lab], APPRENTICES - state.academy[seat] + 1)
    return people + MASTER_STRENGTH - 1 + ROBOT_WEEKS * state.robots[lab]


def weeks_needed(state: State, seat: int, lab: int) -> int:
    """Count the weeks that a working lab of the seat still needs (8.1.1); 0 or less if none."""
    number, owned = state.work[lab], 0
    for card in state.owned[seat]:
        owned += TYPE[card] == TYPE[number]
    return WEEKS[number] - DISCOUNT_WEEKS * owned - state.weeks[lab]


def prize(state: State, seat: int, lab: int) -> float:
    """Give what finishing the work in a lab brings: the price and, unless it is late, the card (8.4)."""
    number = state.work[lab]
    if state.late[lab]:
        return LATER_PRICE[number]
    return FIRST_PRICE[number] + card_worths(type_counts(state, seat), rounds_left(state))[TYPE[number]]


# The deck


def outlook(state: State, seat: int) -> Outlook:
    """Gather what the seat knows of the inventions to come."""
    return (
        state.round,
        state.seats,
        state.top_tiers,
        state.deck,
        state.requested,
        type_counts(state, seat),
        tuple(state.seen[seat]),
        state.exact[seat],
    )


@lru_cache(maxsize=1 << 14)
def chances(known: Outlook) -> Worths:
    """Give by invention the chance that it is requested by the end of round 7: 1 if it is, 0 if it is gone."""
    round_number, seats, tiers, deck, requested, _, seen, exact = known
    turned = TURNED_A_ROUND * seats * max(0, LAST_CITY_ROUND + 1 - max(round_number, 1))
    result = _deck_chances(turned, tiers, deck)
    for number in requested:
        result[number] = 1.0
    for place, number in enumerate(seen):
        result[number] = min(1.0, turned / (place + 1 if exact else len(seen)))
    return tuple(result)


def _deck_chances(turned: float, tiers: Numbers, deck: Numbers) -> list[float]:
    """Give the chances of cards nobody has seen, if so many are turned up: pile after pile (3.4)."""
    top, above_bottom = sum(tiers), sum(1 for number in deck if number < FIRST_BOTTOM)
    first = min(1.0, turned / max(1, top))
    second = min(1.0, max(0.0, turned - top) / max(1, above_bottom - top))
    third = min(1.0, max(0.0, turned - above_bottom) / max(1, len(deck) - above_bottom))
    left = [sum(1 for number in deck if TIER[number] == tier) for tier in range(len(TIERS))]
    result = [0.0] * len(WEEKS)
    for number in deck:
        if number >= FIRST_MIDDLE_GOLD:
            result[number] = DECK_TRUST * (second if number < FIRST_BOTTOM else third)
        else:
            share = tiers[TIER[number]] / left[TIER[number]]
            result[number] = DECK_TRUST * (share * first + (1 - share) * second)
    return result


# Components


def aim(state: State, seat: int) -> Aim:
    """Gather what the seat collects components for."""
    small, large = 2 * seat, 2 * seat + 1
    speed = max(pace(state, seat, small), pace(state, seat, large))
    free = _soon_free(state, seat, small) + _soon_free(state, seat, large)
    return _aim(outlook(state, seat), speed, state.work[small], state.work[large], free)


@lru_cache(maxsize=1 << 14)
def _aim(known: Outlook, speed: int, small: int, large: int, free: int) -> Aim:
    """Give `aim` for the weeks of the faster lab, what the labs work on, and how many are free next round."""
    worths = start_worths(known, LAST_ROUND - known[0], speed)
    targets = [(number, worth) for number, worth in enumerate(worths) if worth and number not in (small, large)]
    return (
        tuple(sorted(targets, key=lambda target: -target[1])),
        FOCUS[free],
        READY if known[0] < LAST_CITY_ROUND else READY_LAST,
    )


def _soon_free(state: State, seat: int, lab: int) -> bool:
    """Say whether a lab is idle or may be in the next round."""
    if state.side[lab] == NOT_OWNED:
        return False
    number = state.work[lab]
    if not number:
        return True
    wanted = state.late[lab] or number in state.requested
    return wanted and weeks_needed(state, seat, lab) <= pace(state, seat, lab)


def capped(hand: Sequence[int]) -> Numbers:
    """Count no component beyond what two recipes can need."""
    return tuple([min(have, most) for have, most in zip(hand, _CAP, strict=True)])


_CAP: Final = tuple(2 * most for most in MOST_NEEDED)


@lru_cache(maxsize=1 << 12)
def _missing(hand: Numbers) -> Numbers:
    """Count by invention the components that a hand lacks, `MANY` for more."""
    lacking = [sum(max(0, need - have) for need, have in zip(recipe, hand, strict=True)) for recipe in RECIPE]
    return tuple(min(count, MANY) for count in lacking)


MANY: Final = len(READY) - 1


@lru_cache(maxsize=1 << 15)
def _missing_beside(hand: Numbers, number: int) -> Numbers:
    """Give `_missing` once what a hand has of one recipe is laid aside."""
    return _missing(tuple(max(0, have - need) for have, need in zip(hand, RECIPE[number], strict=True)))


def potential(hand: Numbers, aim: Aim) -> float:
    """Give what a hand (capped) is worth: the invention it does most for, and the next with what is left."""
    targets, (first, second), table = aim
    number, best = _nearest(targets, table, _missing(hand), 0)
    _, other = _nearest(targets, table, _missing_beside(hand, number), number)
    return first * best + second * other


def _nearest(targets: tuple[tuple[int, float], ...], ready: Worths, missing: Numbers, beside: int) -> tuple[int, float]:
    """Find the invention that a hand does most for, other than one; no hand does more than one with everything."""
    best, number = 0.0, 0
    for each, worth in targets:
        if worth * ready[0] <= best:
            break
        if worth * ready[missing[each]] > best and each != beside:
            best, number = worth * ready[missing[each]], each
    return number, best


def potential_of(hand: Numbers, aim: Aim, number: int) -> float:
    """Give what a hand (capped) is worth towards one invention, 0 if the seat may not start it."""
    targets, _, table = aim
    return dict(targets).get(number, 0.0) * table[_missing(hand)[number]]


Gains = tuple[Worths, Worths, Worths]
"""By kind: what one more component is worth, what a second one after it, and what giving one away costs."""


def gains(state: State, seat: int) -> Gains:
    """Appraise components for the seat, whose groups in other shops are taken to bring one each."""
    hand = state.hand[5 * seat : 5 * seat + 5]
    for code in state.groups:
        if code & 7 == seat and code >> 3 in SHOP_KIND and code >> 3 != state.area:
            hand[SHOP_KIND[code >> 3]] += 1
    return _gains(capped(hand), aim(state, seat))


@lru_cache(maxsize=1 << 14)
def _gains(hand: Numbers, aim: Aim) -> Gains:
    """Give `gains` for a hand (capped)."""
    now = potential(hand, aim)
    one, two, less = [], [], []
    for kind in range(len(KINDS)):
        more = potential(_changed(hand, kind, 1), aim)
        one.append(more - now)
        two.append(potential(_changed(hand, kind, 2), aim) - more)
        less.append(now - potential(_changed(hand, kind, -1), aim) if hand[kind] else 0.0)
    return tuple(one), tuple(two), tuple(less)


def _changed(hand: Numbers, kind: int, change: int) -> Numbers:
    """Give a hand with more or fewer of a kind."""
    return capped((*hand[:kind], hand[kind] + change, *hand[kind + 1 :]))
