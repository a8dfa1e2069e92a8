"""The deck of inventions (3.4, 3.5): a set whose order is drawn when somebody gets to see it.

From the top the deck is: `state.top`, the cards somebody has looked at, in a fixed order; then what is left of the top
pile, whose make-up by tier is known; then of the middle pile; then of the bottom pile, the cards from 21 on. An undrawn
card of a shuffled pile is equally likely to be any card that may lie in it, so drawing late changes no chance.

Dice that know purposes settle the whole deck: one throw says which cards of each tier are the middle pile's, another
the order of all cards. So every game of one secret has the same deck, whoever looks at it and when.
"""

from random import Random
from typing import Final

from domain.chance import below, pick, shuffle
from domain.dice import Dice, by_lot, throw
from domain.leonardo.rules.inventions import TIER, mask_of
from domain.leonardo.rules.state import State
from domain.leonardo.wire.constants import BRONZE, COPPER, FIRST_BOTTOM, GOLD, INVENTIONS, SILVER

NUMBERS: Final = len(INVENTIONS) + 1
"""Lots are drawn for the numbers of the inventions, of which 0 is none."""


def turn_up(state: State, rng: Random) -> int:
    """Take the top card of the deck, which is not empty, for everybody to see."""
    number = state.top[0] if state.top else _draw(state, rng)
    state.top = state.top[1:]
    state.deck = without(state.deck, number)
    tier = TIER[number]
    if tier < GOLD and state.top_tiers[tier]:
        state.top_tiers = tuple([cards - (each == tier) for each, cards in enumerate(state.top_tiers)])
    for cards in state.seen:
        if number in cards:
            cards.remove(number)
    return number


def without(cards: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the cards but one."""
    at = cards.index(number)
    return cards[:at] + cards[at + 1 :]


def look(state: State, count: int, rng: Random) -> tuple[int, ...]:
    """Draw what is needed for the top `count` cards to be fixed, and return them, the top one first."""
    while len(state.top) < count:
        state.top = (*state.top, _draw(state, rng))
    return state.top[:count]


def _draw(state: State, rng: Random) -> int:
    """Draw the first card below those looked at; it stays in the deck."""
    looked_at = mask_of(state.top) if state.top else 0
    if sum(state.top_tiers) > len(state.top):
        return _draw_from_top_pile(state, looked_at, rng)
    left = [number for number in state.deck if not looked_at >> number & 1]
    middle = [number for number in left if number < FIRST_BOTTOM]
    return _first_of(middle or left, rng)


def _first_of(cards: list[int], rng: Random) -> int:
    """Draw the first one of the cards of a pile."""
    return by_lot(throw(rng, "deck"), NUMBERS, cards)[0] if isinstance(rng, Dice) else pick(rng, cards)


def _draw_from_top_pile(state: State, looked_at: int, rng: Random) -> int:
    """Draw a card of the top pile: its tier by how many cards of each the pile has, then any of that tier left."""
    tiers = list(state.top_tiers)
    for number in state.top:
        tiers[TIER[number]] -= 1
    if isinstance(rng, Dice):
        return _first_of(_top_pile_by_lot(state, looked_at, tiers, throw(rng, "piles")), rng)
    tier, nth = 0, below(rng, sum(tiers))
    while nth >= tiers[tier]:
        nth -= tiers[tier]
        tier += 1
    return pick(rng, [number for number in state.deck if TIER[number] == tier and not looked_at >> number & 1])


def _top_pile_by_lot(state: State, looked_at: int, tiers: list[int], rng: Random) -> list[int]:
    """List so many cards of each tier that nobody has looked at: those left once the middle pile has its share (3.4.4).

    The cards of a tier that lie in the deck are the same or fewer each time, and none of the middle pile is gone yet.
    """
    undrawn = by_lot(rng, NUMBERS, [number for number in state.deck if not looked_at >> number & 1])
    return [
        number
        for tier, cards in enumerate(tiers)
        for number in [each for each in undrawn if TIER[each] == tier][::-1][:cards]
    ]


def redeal(state: State, seat: int, rng: Random) -> None:
    """Draw the fixed cards anew as `seat` may imagine them, in place: it knows `seen`, and the order if `exact`."""
    if state.exact[seat] and len(state.seen[seat]) == len(state.top):
        return
    known = list(state.seen[seat])
    fixed = len(known) if state.exact[seat] else 0
    cards = _complete(state, known, len(state.top), rng)
    loose = cards[fixed:]
    shuffle(rng, loose)
    state.top = (*cards[:fixed], *loose)


def _complete(state: State, known: list[int], size: int, rng: Random) -> list[int]:
    """Draw cards that may lie among the top `size` beside the known ones; return them all, the known ones first.

    While the top pile reaches beyond `size`, all come from it; else the whole of it is among them (`top_tiers`), and
    the rest come from the middle pile as far as it goes, then from the bottom.
    """
    cards = list(known)
    tiers = list(state.top_tiers)
    for number in known:
        if TIER[number] < GOLD and tiers[TIER[number]]:
            tiers[TIER[number]] -= 1
    slots = [BRONZE] * tiers[BRONZE] + [COPPER] * tiers[COPPER] + [SILVER] * tiers[SILVER]
    shuffle(rng, slots)
    if size == len(known):
        return cards
    left = [number for number in state.deck if number not in known]
    for tier in slots[: size - len(known)]:
        cards.append(pick(rng, [number for number in left if TIER[number] == tier]))
        left.remove(cards[-1])
    while len(cards) < size:
        cards.append(pick(rng, [number for number in left if number < FIRST_BOTTOM] or left))
        left.remove(cards[-1])
    return cards
