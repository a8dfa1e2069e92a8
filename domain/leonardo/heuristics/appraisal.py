"""Value inventions and work for a seat, in florins at the end of the game.

Values depend only on what the seat knows: public information, its own hand and labs, and the cards it has seen in the
deck. This module and its callers never read another seat's work or hand, or the order of the deck beyond `seen`. Most
values depend on few inputs and are cached by numbers that pack them.
"""

from functools import lru_cache
from typing import Final

from domain.leonardo.heuristics.outlooks import Numbers, Outlook, Worths
from domain.leonardo.heuristics.weights import DECK_TRUST, HASTE, NEW_TYPE, SAME_TYPE, TURNED_A_ROUND, WEEK
from domain.leonardo.rules.inventions import FIRST_PRICE, LATER_PRICE, TIER, TYPE, WEEKS
from domain.leonardo.rules.knowledge import on_display
from domain.leonardo.rules.lookup_cache import evict_if_full
from domain.leonardo.rules.state import State
from domain.leonardo.wire.constants import (
    APPRENTICES,
    DISCOUNT_WEEKS,
    FIRST_BOTTOM,
    FIRST_MIDDLE_GOLD,
    LAST_CITY_ROUND,
    LAST_ROUND,
    MASTER_STRENGTH,
    NOT_OWNED,
    ROBOT_WEEKS,
    TIERS,
    TYPES,
    VARIETY_BONUS,
)


def rounds_left(state: State) -> int:
    """Return the number of rounds from the current one to the last."""
    return LAST_ROUND + 1 - state.round


# Cards and work


COUNT_BITS: Final = 5
"""Bits for each type in a number that counts cards by type."""
COUNT_MASK: Final = 0b11111
ONE_OF_TYPE: Final[tuple[int, ...]] = tuple([1 << COUNT_BITS * max(0, kind) for kind in TYPE])
"""For each invention: the count of one card of its type."""


def type_counts(state: State, seat: int) -> int:
    """Count the seat's cards by type, `COUNT_BITS` for each."""
    counts = 0
    for card in state.owned[seat]:
        counts += ONE_OF_TYPE[card]
    return counts


def card_worths(counts: int, left: int) -> Worths:
    """Return by type the value of one more card besides its price: variety (10.1.1) and discount (8.1.2)."""
    key = LEFT_LIMIT * counts + left
    known = _CARD_WORTHS.get(key)
    if known is None:
        evict_if_full(_CARD_WORTHS)
        known = _CARD_WORTHS[key] = _card_worths(counts, left)
    return known


LEFT_LIMIT: Final = 16
"""An upper limit of the rounds left."""
_CARD_WORTHS: Final[dict[int, Worths]] = {}


def _card_worths(counts: int, left: int) -> Worths:
    """Compute a result of `card_worths`, which caches it."""
    numbers = [counts >> COUNT_BITS * each & COUNT_MASK for each in range(len(TYPES))]
    types = len(TYPES) - numbers.count(0)
    certain = VARIETY_BONUS[min(types + 1, len(TYPES))] - VARIETY_BONUS[types]
    new = certain if left <= LAST_ROUND - LAST_CITY_ROUND else NEW_TYPE[min(types, len(TYPES) - 1)]
    return tuple([SAME_TYPE * (left - 1) + (0.0 if number else new) for number in numbers])


@lru_cache(maxsize=1 << 14)
def _prospects(counts: int, left: int, pace: int) -> Worths:
    """Return by invention the price and card value less the cost of the weeks; 0 if `left * pace` weeks are too few."""
    cards = card_worths(counts, left)
    worths = [0.0]
    for number in range(1, len(WEEKS)):
        owned = counts >> COUNT_BITS * TYPE[number] & COUNT_MASK
        weeks = max(0, WEEKS[number] - DISCOUNT_WEEKS * owned)
        worth = FIRST_PRICE[number] + cards[TYPE[number]] - week_cost(left) * weeks
        worths.append(max(0.0, worth) if weeks <= pace * left else 0.0)
    return tuple(worths)


def week_cost(left: int) -> float:
    """Return the cost of a week of work with `left` rounds left: 0 without actions left in the city."""
    return WEEK if left > LAST_ROUND - LAST_CITY_ROUND else 0.0


def haste(left: int) -> float:
    """Return a prize's weight by how many rounds are left to use it."""
    return HASTE[0] + HASTE[1] * left


def pace(state: State, seat: int, lab: int) -> int:
    """Return the weeks that a lab makes in a round with as many of the seat's people as fit (1.5.1)."""
    side = state.side[lab]
    if side == NOT_OWNED:
        return 0
    people = min(side - state.robots[lab], APPRENTICES - state.academy[seat] + 1)
    return people + MASTER_STRENGTH - 1 + ROBOT_WEEKS * state.robots[lab]


def weeks_needed(state: State, counts: int, lab: int) -> int:
    """Return the weeks that a working lab of a seat with these cards still needs (8.1.1); 0 or less if none."""
    number = state.work[lab]
    alike = counts >> COUNT_BITS * TYPE[number] & COUNT_MASK
    return WEEKS[number] - state.weeks[lab] - DISCOUNT_WEEKS * alike


def prize(state: State, counts: int, lab: int) -> float:
    """Return the value of finishing the work in a lab: the price and, unless it is late, the card (8.4)."""
    number = state.work[lab]
    if state.late[lab]:
        return float(LATER_PRICE[number])
    return FIRST_PRICE[number] + card_worths(counts, rounds_left(state))[TYPE[number]]


# The deck


class Forecast:
    """Public information on the inventions to come, with a cache of the outlooks of seats."""

    def __init__(self, state: State) -> None:
        self.seats = state.seats
        self.round = state.round
        self.tiers = state.top_tiers
        self.deck = state.deck
        self.requested = state.requested
        """`requested`, `deck` and `top_tiers` are the latest state's own objects, so comparing them is fast."""
        self.turned = TURNED_A_ROUND * state.seats * max(0, LAST_CITY_ROUND + 1 - max(state.round, 1))
        """Expected number of cards that will be turned up."""
        self.chances = _deck_chances(self.turned, state.top_tiers, state.deck)
        """The chance of each invention for seats that have looked at no card of the deck."""
        for number in state.requested:
            self.chances[number] = 1.0
        self.outlooks: dict[int, Outlook] = {}


class ForecastCache:
    """All recent forecasts."""

    def __init__(self) -> None:
        self.latest: Forecast | None = None
        self.forecasts: dict[int, Forecast] = {}
        self.outlooks = 0
        """Total number of outlooks in the forecasts."""


_REMEMBERED: Final = ForecastCache()
MOST_OUTLOOKS: Final = 1 << 12


def outlook(state: State, seat: int) -> Outlook:
    """Return what the seat knows of the inventions to come."""
    common = _forecast(state)
    key, seen = 0, state.seen[seat]
    if seen:
        for number in seen:
            key = key << 5 | number
        key = 2 * key + state.exact[seat]
    key = key << COUNT_BITS * len(TYPES) | type_counts(state, seat)
    known = common.outlooks.get(key)
    if known is None:
        known = common.outlooks[key] = _outlook(state, seat, common)
    return known


def _forecast(state: State) -> Forecast:
    """Return the shared forecast of a state's public information."""
    latest = _REMEMBERED.latest
    if (
        latest is not None
        and latest.deck is state.deck
        and latest.requested is state.requested
        and latest.tiers is state.top_tiers
        and latest.round == state.round
        and latest.seats == state.seats
    ):
        return latest
    return _look_up_forecast(state)


def _look_up_forecast(state: State) -> Forecast:
    """Return a state's forecast, found or created, and make it the latest."""
    display, key = on_display(state), LEFT_LIMIT * state.seats + state.round
    for cards in state.top_tiers:
        key = key << COUNT_BITS | cards
    key = (key << len(WEEKS) | display.deck) << len(WEEKS) | display.requested
    found = _REMEMBERED.forecasts.get(key)
    if found is None:
        found = _REMEMBERED.forecasts[key] = Forecast(state)
    found.deck, found.requested, found.tiers = state.deck, state.requested, state.top_tiers
    _REMEMBERED.latest = found
    return found


def _outlook(state: State, seat: int, common: Forecast) -> Outlook:
    """Compute `outlook`: cards seen in the deck come before others, in their order if it is exact."""
    if _REMEMBERED.outlooks == MOST_OUTLOOKS:
        _REMEMBERED.forecasts, _REMEMBERED.outlooks = {}, 0
    _REMEMBERED.outlooks += 1
    chances, seen = common.chances[:], state.seen[seat]
    for place, number in enumerate(seen):
        chances[number] = min(1.0, common.turned / (place + 1 if state.exact[seat] else len(seen)))
    return Outlook(state.round, type_counts(state, seat), tuple(chances))


def start_worths(known: Outlook, left: int, pace: int) -> Worths:
    """Return by invention the value of starting work on it, with `left` rounds to come of at most `pace` weeks."""
    key = LEFT_LIMIT * pace + left
    worths = known.starts.get(key)
    if worths is None:
        worths = known.starts[key] = _start_worths(known, left, pace)
    return worths


def _start_worths(known: Outlook, left: int, pace: int) -> Worths:
    """Compute a result of `start_worths`, which caches it."""
    rate = haste(left)
    prospects = _prospects(known.counts, left, pace)
    return tuple([rate * worth * known.chances[number] for number, worth in enumerate(prospects)])


def _deck_chances(turned: float, tiers: Numbers, deck: Numbers) -> list[float]:
    """Return the chances of unseen cards if `turned` cards are turned up, pile after pile (3.4)."""
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
