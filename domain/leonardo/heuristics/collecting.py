"""Value components for a seat by the inventions that it may start from the next round on.

Hands are integers (`components`), so cached results are found fast.
"""

from typing import Final

from domain.leonardo.heuristics.appraisal import outlook, pace, start_worths, weeks_needed
from domain.leonardo.heuristics.outlooks import ComponentTarget, Gains, Outlook
from domain.leonardo.heuristics.weights import FOCUS, FOCUS_OVER, READY, READY_LAST, READY_OVER
from domain.leonardo.rules.components import ONE, counts, packed
from domain.leonardo.rules.inventions import RECIPE
from domain.leonardo.rules.knowledge import on_display
from domain.leonardo.rules.lookup_cache import evict_if_full
from domain.leonardo.rules.state import State
from domain.leonardo.wire.constants import KINDS, LAST_CITY_ROUND, LAST_ROUND, NOT_OWNED, SHOP_KIND

SOLD_IN: Final[tuple[int, ...]] = tuple([ONE[SHOP_KIND[area]] if area in SHOP_KIND else 0 for area in range(9)])
"""For each area: one card of the kind sold there."""


def missing(hand: int) -> bytes:
    """Return by invention the number of components that a hand lacks, at most `MANY`."""
    known = _MISSING.get(hand)
    if known is None:
        evict_if_full(_MISSING)
        known = _MISSING[hand] = _missing(hand)
    return known


_MISSING: Final[dict[int, bytes]] = {}


def _missing(hand: int) -> bytes:
    """Compute a result of `missing`, which caches it."""
    cards = counts(hand)
    lacking = [sum([max(0, need - have) for need, have in zip(recipe, cards, strict=True)]) for recipe in RECIPE]
    return bytes([min(count, MANY) for count in lacking])


MANY: Final = len(READY) - 1


def _missing_beside(hand: int, number: int) -> bytes:
    """Return by invention the number of components that a hand lacks without those for one recipe."""
    key = hand << 5 | number
    known = _MISSING_BESIDE.get(key)
    if known is None:
        evict_if_full(_MISSING_BESIDE)
        known = _MISSING_BESIDE[key] = _work_out_missing_beside(hand, number)
    return known


_MISSING_BESIDE: Final[dict[int, bytes]] = {}


def _work_out_missing_beside(hand: int, number: int) -> bytes:
    """Compute a result of `_missing_beside`, which caches it."""
    cards = [max(0, have - need) for have, need in zip(counts(hand), RECIPE[number], strict=True)]
    return missing(packed(cards))


def _gains(hand: int, aim: ComponentTarget) -> Gains:
    """Return the values of components to a hand: what one or two more of a kind add to its potential."""
    now = potential(hand, aim)
    more = [potential(hand + card, aim) for card in ONE]
    most = [potential(hand + 2 * card, aim) for card in ONE]
    one = [worth - now for worth in more]
    return Gains(hand, one, [[one[kind], most[kind] - more[kind]] for kind in range(len(KINDS))])


def cost(known: Gains, kind: int, aim: ComponentTarget) -> float:
    """Return the cost of giving away one component of the hand; `aim` is the target for which `known` was computed."""
    return potential(known.hand, aim) - potential(known.hand - ONE[kind], aim)


def aim(state: State, seat: int) -> ComponentTarget:
    """Return the seat's target for components, for inventions to start in the next round or later."""
    small, large = 2 * seat, 2 * seat + 1
    slow, fast = pace(state, seat, small), pace(state, seat, large)
    known, work, other, speed = outlook(state, seat), state.work[small], state.work[large], max(slow, fast)
    free = 1 if _soon_free(state, known.counts, small, slow) else 0
    free += 1 if _soon_free(state, known.counts, large, fast) else 0
    key = (speed << 5 | work) << 7 | other << 2 | free
    found = known.aims.get(key)
    if found is None:
        found = known.aims[key] = _aim(known, speed, work, other, free, known.round + 1)
    return found


def aim_at_once(state: State, seat: int) -> ComponentTarget:
    """Return the target of a seat that has not declared its work yet, for inventions to start in this round."""
    small, large = 2 * seat, 2 * seat + 1
    known, work, other = outlook(state, seat), state.work[small], state.work[large]
    speed = max(pace(state, seat, small), pace(state, seat, large))
    free = 1 if state.side[small] != NOT_OWNED and not work else 0
    free += 1 if state.side[large] != NOT_OWNED and not other else 0
    key = ~((speed << 5 | work) << 7 | other << 2 | free)  # no key of `aim`
    found = known.aims.get(key)
    if found is None:
        found = known.aims[key] = _aim(known, speed, work, other, free, known.round)
    return found


def _soon_free(state: State, counts: int, lab: int, weeks: int) -> bool:
    """Whether a lab that makes `weeks` a round is idle, or may be idle in the next round."""
    if state.side[lab] == NOT_OWNED:
        return False
    number = state.work[lab]
    if not number:
        return True
    if not state.late[lab] and not on_display(state).requested >> number & 1:
        return False
    return weeks_needed(state, counts, lab) <= weeks


def _aim(known: Outlook, speed: int, small: int, large: int, free: int, first: int) -> ComponentTarget:
    """Return the target by weeks of the faster lab, work in the labs, and labs that are free in round `first`.

    Round `first` is when the next invention may be started; the shops before it are still to come.
    """
    worths = list(start_worths(known, LAST_ROUND + 1 - first, speed))
    worths[small] = worths[large] = 0.0
    shops = LAST_CITY_ROUND + 1 - known.round
    if shops > 0:
        return ComponentTarget(tuple(worths), FOCUS[free], READY if shops > 1 else READY_LAST)
    return ComponentTarget(tuple(worths), FOCUS_OVER[free], READY_OVER)


def potential(hand: int, aim: ComponentTarget) -> float:
    """Return the value of a hand: for the invention that it fits best, and for the next with the rest."""
    known = aim.potentials.get(hand)
    if known is None:
        known = aim.potentials[hand] = _potential(hand, aim)
    return known


def _potential(hand: int, aim: ComponentTarget) -> float:
    """Compute a result of `potential`, which caches it."""
    number = _nearest(aim, missing(hand), 0)
    beside = _missing_beside(hand, number)
    other = _nearest(aim, beside, number)
    return aim.first * potential_of(hand, aim, number) + aim.second * aim.worths[other] * aim.ready[beside[other]]


def _nearest(aim: ComponentTarget, lacking: bytes, beside: int) -> int:
    """Return the invention that a hand fits best, except `beside`, or 0.

    The targets are sorted. The search ends where even a complete hand would not improve the result.
    """
    best, number, worths, ready = 0.0, 0, aim.worths, aim.ready
    for each in aim.targets:
        if worths[each] * ready[0] <= best:
            break
        worth = worths[each] * ready[lacking[each]]
        if worth > best and each != beside:
            best, number = worth, each
    return number


def potential_of(hand: int, aim: ComponentTarget, number: int) -> float:
    """Return the value of a hand for one invention, 0 if the seat may not start it."""
    return aim.worths[number] * aim.ready[missing(hand)[number]]


def gains(state: State, seat: int) -> Gains:
    """Value components for the seat; its groups in other shops are assumed to bring one each."""
    hand, here = state.hand[seat], state.area
    for code in state.groups:
        if code & 7 == seat and code >> 3 != here:
            hand += SOLD_IN[code >> 3]
    purpose = aim(state, seat)
    known = purpose.gains.get(hand)
    if known is None:
        known = purpose.gains[hand] = _gains(hand, purpose)
    return known
