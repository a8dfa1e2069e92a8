"""The deck of inventions (3.4, 3.5): a set whose order is drawn when a seat first sees it.

From the top the deck has four parts:

1. `state.top`, the cards already looked at, in a fixed order;
2. the rest of the top pile, whose number of cards per tier is known;
3. the rest of the middle pile;
4. the bottom pile, the cards from 21 on.

An undrawn card of a shuffled pile is equally likely to be any card that may lie in it, so drawing late changes no
chance. With named purposes one draw decides the cards of the middle pile in each tier, and another the order of all
cards. So games with the same secret have the same deck, regardless of when it is looked at.
"""

from random import Random
from typing import Final

from domain.chance import below, pick, shuffle
from domain.dice import Dice, random_for, random_order
from domain.leonardo.rules.inventions import TIER, mask_of
from domain.leonardo.rules.state import State
from domain.leonardo.wire.constants import BRONZE, COPPER, FIRST_BOTTOM, GOLD, INVENTIONS, SILVER

NUMBERS: Final = len(INVENTIONS) + 1
"""Random ranks are drawn for the numbers of the inventions, of which 0 is none."""


def turn_up(state: State, rng: Random) -> int:
    """Take the top card of a deck that is not empty. All players see the card."""
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
    """Return the cards without `number`."""
    at = cards.index(number)
    return cards[:at] + cards[at + 1 :]


def look(state: State, count: int, rng: Random) -> tuple[int, ...]:
    """Draw until the top `count` cards are fixed, and return them, the top one first."""
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
    """Return a random first card of a pile."""
    return random_order(random_for(rng, "deck"), NUMBERS, cards)[0] if isinstance(rng, Dice) else pick(rng, cards)


def _draw_from_top_pile(state: State, looked_at: int, rng: Random) -> int:
    """Draw a card of the top pile: its tier by the number of cards per tier, then any card left of that tier."""
    tiers = list(state.top_tiers)
    for number in state.top:
        tiers[TIER[number]] -= 1
    if isinstance(rng, Dice):
        return _first_of(_top_pile_named(state, looked_at, tiers, random_for(rng, "piles")), rng)
    tier, nth = 0, below(rng, sum(tiers))
    while nth >= tiers[tier]:
        nth -= tiers[tier]
        tier += 1
    return pick(rng, [number for number in state.deck if TIER[number] == tier and not looked_at >> number & 1])


def _top_pile_named(state: State, looked_at: int, tiers: list[int], rng: Random) -> list[int]:
    """Return the cards of the top pile that are not looked at: of each tier as many as `tiers` states (3.4.4).

    The middle pile has the cards of each tier with the lowest ranks. It loses no card before the top pile is empty, so
    every call selects the same cards, less those gone.
    """
    undrawn = random_order(rng, NUMBERS, [number for number in state.deck if not looked_at >> number & 1])
    return [
        number
        for tier, cards in enumerate(tiers)
        for number in [each for each in undrawn if TIER[each] == tier][::-1][:cards]
    ]


def redeal(state: State, seat: int, rng: Random) -> None:
    """Draw the fixed cards again in place, consistent with what `seat` knows: `seen`, and the order if `exact`."""
    if state.exact[seat] and len(state.seen[seat]) == len(state.top):
        return
    known = list(state.seen[seat])
    fixed = len(known) if state.exact[seat] else 0
    cards = _complete(state, known, len(state.top), rng)
    loose = cards[fixed:]
    shuffle(rng, loose)
    state.top = (*cards[:fixed], *loose)


def _complete(state: State, known: list[int], size: int, rng: Random) -> list[int]:
    """Return the known cards and random cards that may lie among the top `size` with them, the known ones first.

    While the top pile has more than `size` cards, all come from it. Otherwise the whole top pile is included
    (`top_tiers`). The others come from the middle pile, and from the bottom pile once the middle pile is used up.
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
