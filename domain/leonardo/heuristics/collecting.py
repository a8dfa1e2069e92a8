"""What components are worth to a seat: how far they lead to the inventions that it may start from the next round on.

Hands are whole numbers (`components`), so that what is known of them is looked up fast.
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
"""By area, one card of the kind that is sold there."""


def missing(hand: int) -> bytes:
    """Count by invention the components that a hand lacks, `MANY` for more."""
    known = _MISSING.get(hand)
    if known is None:
        evict_if_full(_MISSING)
        known = _MISSING[hand] = _missing(hand)
    return known


_MISSING: Final[dict[int, bytes]] = {}


def _missing(hand: int) -> bytes:
    """Work out `missing`."""
    cards = counts(hand)
    lacking = [sum([max(0, need - have) for need, have in zip(recipe, cards, strict=True)]) for recipe in RECIPE]
    return bytes([min(count, MANY) for count in lacking])


MANY: Final = len(READY) - 1


def _missing_beside(hand: int, number: int) -> bytes:
    """Return `missing` once what a hand has of one recipe is laid aside."""
    key = hand << 5 | number
    known = _MISSING_BESIDE.get(key)
    if known is None:
        evict_if_full(_MISSING_BESIDE)
        known = _MISSING_BESIDE[key] = _work_out_missing_beside(hand, number)
    return known


_MISSING_BESIDE: Final[dict[int, bytes]] = {}


def _work_out_missing_beside(hand: int, number: int) -> bytes:
    """Work out `_missing_beside`."""
    cards = [max(0, have - need) for have, need in zip(counts(hand), RECIPE[number], strict=True)]
    return missing(packed(cards))


def _gains(hand: int, aim: ComponentTarget) -> Gains:
    """Return what components are worth to a hand: all that one or two more of a kind add to its potential."""
    now = potential(hand, aim)
    more = [potential(hand + card, aim) for card in ONE]
    most = [potential(hand + 2 * card, aim) for card in ONE]
    one = [worth - now for worth in more]
    return Gains(hand, one, [[one[kind], most[kind] - more[kind]] for kind in range(len(KINDS))])


def cost(known: Gains, kind: int, aim: ComponentTarget) -> float:
    """Return what giving one component of the hand away costs, with the aim that the gains belong to."""
    return potential(known.hand, aim) - potential(known.hand - ONE[kind], aim)


def aim(state: State, seat: int) -> ComponentTarget:
    """Gather what the seat collects components for, to start it in the next round or later."""
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
    """Gather what a seat that is still to declare its work collects components for, to start it in this round."""
    small, large = 2 * seat, 2 * seat + 1
    known, work, other = outlook(state, seat), state.work[small], state.work[large]
    speed = max(pace(state, seat, small), pace(state, seat, large))
    free = 1 if state.side[small] != NOT_OWNED and not work else 0
    free += 1 if state.side[large] != NOT_OWNED and not other else 0
    key = ~((speed << 5 | work) << 7 | other << 2 | free)  # none of `aim`
    found = known.aims.get(key)
    if found is None:
        found = known.aims[key] = _aim(known, speed, work, other, free, known.round)
    return found


def _soon_free(state: State, counts: int, lab: int, weeks: int) -> bool:
    """Whether a lab, which makes so many weeks a round, is idle or may be in the next round."""
    if state.side[lab] == NOT_OWNED:
        return False
    number = state.work[lab]
    if not number:
        return True
    if not state.late[lab] and not on_display(state).requested >> number & 1:
        return False
    return weeks_needed(state, counts, lab) <= weeks


def _aim(known: Outlook, speed: int, small: int, large: int, free: int, first: int) -> ComponentTarget:
    """Return the aim for the weeks of the faster lab, what the labs work on, and how many are free in round `first`.

    That is the round in which the next invention may be started; the shops before it, if any, are still to come.
    """
    worths = list(start_worths(known, LAST_ROUND + 1 - first, speed))
    worths[small] = worths[large] = 0.0
    shops = LAST_CITY_ROUND + 1 - known.round
    if shops > 0:
        return ComponentTarget(tuple(worths), FOCUS[free], READY if shops > 1 else READY_LAST)
    return ComponentTarget(tuple(worths), FOCUS_OVER[free], READY_OVER)


def potential(hand: int, aim: ComponentTarget) -> float:
    """Return what a hand is worth: the invention it does most for, and the next with what is left."""
    known = aim.potentials.get(hand)
    if known is None:
        known = aim.potentials[hand] = _potential(hand, aim)
    return known


def _potential(hand: int, aim: ComponentTarget) -> float:
    """Work out `potential`."""
    number = _nearest(aim, missing(hand), 0)
    beside = _missing_beside(hand, number)
    other = _nearest(aim, beside, number)
    return aim.first * potential_of(hand, aim, number) + aim.second * aim.worths[other] * aim.ready[beside[other]]


def _nearest(aim: ComponentTarget, lacking: bytes, beside: int) -> int:
    """Find the invention that a hand does most for, other than one; no hand does more than one with everything."""
    best, number, worths, ready = 0.0, 0, aim.worths, aim.ready
    for each in aim.targets:
        if worths[each] * ready[0] <= best:
            break
        worth = worths[each] * ready[lacking[each]]
        if worth > best and each != beside:
            best, number = worth, each
    return number


def potential_of(hand: int, aim: ComponentTarget, number: int) -> float:
    """Return what a hand is worth towards one invention, 0 if the seat may not start it."""
    return aim.worths[number] * aim.ready[missing(hand)[number]]


def gains(state: State, seat: int) -> Gains:
    """Appraise components for the seat, whose groups in other shops are taken to bring one each."""
    hand, here = state.hand[seat], state.area
    for code in state.groups:
        if code & 7 == seat and code >> 3 != here:
            hand += SOLD_IN[code >> 3]
    purpose = aim(state, seat)
    known = purpose.gains.get(hand)
    if known is None:
        known = purpose.gains[hand] = _gains(hand, purpose)
    return known
