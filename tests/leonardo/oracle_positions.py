"""Compute the value of positions directly, without packing, lookup tables or caches. The oracle of `positions`."""

from collections import Counter

from domain.leonardo.heuristics import weights
from domain.leonardo.heuristics.outlooks import ComponentTarget
from domain.leonardo.rules.components import counts
from domain.leonardo.rules.inventions import FIRST_PRICE, LATER_PRICE, RECIPE, TIER, TYPE, WEEKS
from domain.leonardo.rules.state import WORK, State
from domain.leonardo.wire.constants import (
    APPRENTICES,
    DISCOUNT_WEEKS,
    FIRST_BOTTOM,
    FIRST_MIDDLE_GOLD,
    INVENTIONS,
    LAST_CITY_ROUND,
    LAST_ROUND,
    MASTER_STRENGTH,
    NOT_OWNED,
    ROBOT_WEEKS,
    START_SIDE,
    VARIETY_BONUS,
)
from tests.leonardo.oracle import potential

ROUNDS_OF_WEIGHTS = len(weights.HELD_FLORIN)


def values(state: State) -> list[float]:
    """Value each seat, in florins at the end of the game."""
    return [value(state, seat) for seat in range(state.seats)]


def value(state: State, seat: int) -> float:
    """Value everything that a seat has, by the weights for the remaining rounds."""
    at = min(rounds_left(state), ROUNDS_OF_WEIGHTS) - 1
    hand, types = counts(state.hand[seat]), len(cards_by_type(state, seat))
    later = purpose(state, seat, at_once=False)
    now = purpose(state, seat, at_once=True) if state.stage == WORK else later
    return (
        weights.HELD_FLORIN[at] * state.florins[seat]
        + weights.HELD_BONUS[at] * VARIETY_BONUS[types]
        + weights.HELD_TYPE[at] * types
        + weights.HELD_POTENTIAL[at] * potential(hand, now)
        + weights.HELD_LATER[at] * potential(hand, later)
        + weights.HELD_COMPONENT[at] * sum(hand)
        - weights.HELD_APPRENTICE[at] * state.academy[seat]
        + weights.HELD_LEONARDO[at] * (state.holder == seat)
        + sum(lab_value(state, lab, at) for lab in labs_of(state, seat))
    )


def lab_value(state: State, lab: int, at: int) -> float:
    large = lab % 2
    found = weights.HELD_LARGE_LAB[at] * large + weights.HELD_ROBOT[at] * state.robots[lab]
    found += weights.HELD_TURNED_LAB[at] * (state.side[lab] != START_SIDE[large])
    return found + work_value(state, lab, at) if state.work[lab] else found


def work_value(state: State, lab: int, at: int) -> float:
    """Value the work in a lab, and the race against other labs with the same invention."""
    seat, made = lab // 2, state.work[lab]
    rivals = [each for each, number in enumerate(state.work) if number == made and each // 2 != seat]
    weeks = max(0, weeks_to_go(state, lab))
    theirs = [max(0, weeks_to_go(state, rival)) for rival in rivals]
    rounds = -(-weeks // max(1, weeks_a_round(state, lab)))
    share = max(0.0, weights.HELD_WORK[at] + weights.HELD_RACE[at] * len(rivals))
    return (
        weights.HELD_WORKING[at]
        + weights.HELD_LAID[at] * sum(RECIPE[made])
        + weights.HELD_WEEK[at] * state.weeks[lab]
        + weights.HELD_ROUNDS[at] * rounds
        + weights.HELD_AHEAD[at] * sum((weeks < each) - (weeks > each) for each in theirs)
        + share * worth_of_going_on(state, lab)
    )


def worth_of_going_on(state: State, lab: int) -> float:
    """Return the value of finishing the work of a lab in time: the price and the card, minus the weeks."""
    seat, number, left = lab // 2, state.work[lab], rounds_left(state)
    weeks = max(0, weeks_to_go(state, lab))
    if weeks > weeks_a_round(state, lab) * left:
        return 0.0
    late = state.late[lab]
    prize = LATER_PRICE[number] if late else FIRST_PRICE[number] + worth_of_card(state, seat, TYPE[number], left)
    chance = 1.0 if late else chances(state, seat)[number]
    return haste(left) * chance * (prize - week_price(left) * weeks)


def purpose(state: State, seat: int, *, at_once: bool) -> ComponentTarget:
    """Collect the inventions that the seat may start, in this round if `at_once` or else later, with their values."""
    first = state.round + (0 if at_once else 1)
    pace = max(weeks_a_round(state, lab) for lab in labs_of(state, seat))
    under_way = {state.work[lab] for lab in labs_of(state, seat)}
    worths = [0.0, *(worth_of_starting(state, seat, number, LAST_ROUND + 1 - first, pace) for number in INVENTIONS)]
    worths = [0.0 if number in under_way else worth for number, worth in enumerate(worths)]
    free = sum(is_free(state, lab, at_once=at_once) for lab in labs_of(state, seat))
    if state.round > LAST_CITY_ROUND:
        return ComponentTarget(tuple(worths), weights.FOCUS_OVER[free], weights.READY_OVER)
    ready = weights.READY_LAST if state.round == LAST_CITY_ROUND else weights.READY
    return ComponentTarget(tuple(worths), weights.FOCUS[free], ready)


def is_free(state: State, lab: int, *, at_once: bool) -> bool:
    """Whether a lab is idle, or can be idle in the next round since it can finish a requested invention."""
    if not state.work[lab]:
        return True
    is_requested = state.late[lab] or state.work[lab] in state.requested
    return not at_once and is_requested and weeks_to_go(state, lab) <= weeks_a_round(state, lab)


def worth_of_starting(state: State, seat: int, number: int, left: int, pace: int) -> float:
    """Return the value of starting an invention with this number of rounds left."""
    weeks = max(0, WEEKS[number] - DISCOUNT_WEEKS * cards_by_type(state, seat)[TYPE[number]])
    if weeks > pace * left:
        return 0.0
    prize = FIRST_PRICE[number] + worth_of_card(state, seat, TYPE[number], left)
    return haste(left) * chances(state, seat)[number] * max(0.0, prize - week_price(left) * weeks)


def worth_of_card(state: State, seat: int, kind: int, left: int) -> float:
    """Return the value of one more card of a type: discounts (8.1.2), and variety (10.1.1) if the type is new."""
    owned = cards_by_type(state, seat)
    discounts = weights.SAME_TYPE * (left - 1)
    if kind in owned:
        return discounts
    types = len(owned)
    if left <= LAST_ROUND - LAST_CITY_ROUND:
        return discounts + VARIETY_BONUS[types + 1] - VARIETY_BONUS[types]
    return discounts + weights.NEW_TYPE[types]


def chances(state: State, seat: int) -> list[float]:
    """Return for each invention the probability that it is requested in time to start it, as the seat sees it."""
    rounds = LAST_CITY_ROUND + 1 - max(1, state.round)
    turned = weights.TURNED_A_ROUND * state.seats * max(0, rounds)
    seen, found = state.seen[seat], [0.0] * (1 + len(INVENTIONS))
    for number in INVENTIONS:
        if number in state.requested:
            found[number] = 1.0
        elif number in seen:
            before = seen.index(number) + 1 if state.exact[seat] else len(seen)
            found[number] = min(1.0, turned / before)
        elif number in state.deck:
            found[number] = weights.DECK_TRUST * chance_in_deck(state, number, turned)
    return found


def chance_in_deck(state: State, number: int, turned: float) -> float:
    """Return the probability that an unseen card is among those turned up, pile by pile (3.4)."""
    top, bottom = sum(state.top_tiers), sum(each >= FIRST_BOTTOM for each in state.deck)
    middle = len(state.deck) - top - bottom
    of_top, of_middle = part(turned, top), part(turned - top, middle)
    if number >= FIRST_BOTTOM:
        return part(turned - top - middle, bottom)
    if number >= FIRST_MIDDLE_GOLD:
        return of_middle
    alike = [each for each in state.deck if TIER[each] == TIER[number]]
    in_top = state.top_tiers[TIER[number]] / len(alike)
    return in_top * of_top + (1 - in_top) * of_middle


def part(turned: float, cards: int) -> float:
    """Return the share of a pile that is turned up."""
    return min(1.0, max(0.0, turned) / max(1, cards))


def weeks_to_go(state: State, lab: int) -> int:
    """Count the weeks that the work in a lab still needs (8.1); 0 or less if it needs none."""
    number = state.work[lab]
    discount = DISCOUNT_WEEKS * cards_by_type(state, lab // 2)[TYPE[number]]
    return WEEKS[number] - discount - state.weeks[lab]


def weeks_a_round(state: State, lab: int) -> int:
    """Count the weeks of a lab per round with the master and as many apprentices as fit (1.5.1)."""
    apprentices = APPRENTICES - state.academy[lab // 2]
    spaces = state.side[lab] - state.robots[lab]
    return MASTER_STRENGTH + min(spaces - 1, apprentices) + ROBOT_WEEKS * state.robots[lab]


def labs_of(state: State, seat: int) -> list[int]:
    """List the labs of a seat."""
    return [lab for lab in (2 * seat, 2 * seat + 1) if state.side[lab] != NOT_OWNED]


def cards_by_type(state: State, seat: int) -> Counter[int]:
    """Count the invention cards of a seat by type."""
    return Counter(TYPE[number] for number in state.owned[seat])


def rounds_left(state: State) -> int:
    """Count the rounds from the current one to the last."""
    return LAST_ROUND - state.round + 1


def haste(left: int) -> float:
    """Return the weight of a gain that can be used in this number of rounds."""
    base, more = weights.HASTE
    return base + more * left


def week_price(left: int) -> float:
    """Return the cost of a week: 0 once no seat goes to the city any more."""
    return weights.WEEK if left > LAST_ROUND - LAST_CITY_ROUND else 0.0
