"""Number the cards for fast computation.

A card's number is its index among all ids in character order (15.1.2), so lists of numbers sort like lists of ids.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET

from domain.riddle.wire.card_list import DATA, SYMBOLS
from domain.riddle.wire.constants import ACTION, ADDITIONAL, CORNER, LEAST_ADDITIONAL, MAIN

SYMBOL: Final = {name: symbol for symbol, name in enumerate(SYMBOLS)}

CARDS: Final = tuple(sorted({*DATA.main_ids(), *DATA.every_additional_id()}))
"""The id of every card of all games, by number."""
CARD: Final = {name: card for card, name in enumerate(CARDS)}


def _numbers(ids: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(CARD[each] for each in ids))


MAIN_DECK: Final = _numbers(DATA.main_ids())
ADDITIONAL_DECK: Final = {seats: _numbers(DATA.additional_ids(seats)) for seats in LEAST_ADDITIONAL}
"""The cards of the additional deck, by number of seats; for a game without a choice of sets."""


def additional_deck(seats: int, sets: Iterable[str]) -> list[int]:
    """Return the cards of the additional deck: those of the named sets, or of the whole list if none is named."""
    chosen = DATA.additional_ids_of(sets)
    return list(_numbers(chosen) if chosen else ADDITIONAL_DECK[seats])


def design(card: int) -> str:
    """Return the id of a card's design."""
    return CARDS[card].rpartition("-")[0]


_SORT_OF: Final = {
    **{each.id: MAIN for each in DATA.main_designs},
    **{each.id: CORNER for each in DATA.corner_designs},
    **{each.id: ACTION for each in DATA.action_designs},
}
_SYMBOLS_OF: Final = {
    **{each.id: each.symbols for each in DATA.main_designs},
    **{each.id: each.symbols for each in DATA.corner_designs},
}
ACTIONS: Final = {each.id: each for each in DATA.action_designs}

# By card number.
SORT: Final = tuple(_SORT_OF[design(card)] for card in range(len(CARDS)))
PILE: Final = tuple(MAIN if sort == MAIN else ADDITIONAL for sort in SORT)
"""For each card number: the deck and discard pile that the card belongs to (1.8.2)."""
MASK: Final[tuple[int, ...]] = (
    *(sum(1 << SYMBOL[symbol] for symbol in _SYMBOLS_OF.get(design(card), ())) for card in range(len(CARDS))),
    0,
)
"""The symbols of a card as a bit mask, bit n for symbol n:

    MASK[CARD["B12-1"]] == 1 << SYMBOL["face"] | 1 << SYMBOL["gear"]
    MASK[EMPTY] == 0

An empty zone holds card -1 (`state.EMPTY`), whose entry is the last one.
"""


_CARD_ACTIONS: Final = tuple(ACTIONS.get(design(card)) for card in range(len(CARDS)))

# By card number; empty or 0 for cards with symbols.
TIMING: Final = tuple(action.timing if action else "" for action in _CARD_ACTIONS)
OPERATION: Final = tuple(action.operation if action else "" for action in _CARD_ACTIONS)
DURATION: Final = tuple(action.duration if action else "" for action in _CARD_ACTIONS)
EXTRA: Final = tuple(action.amount if action and action.amount is not UNSET else 0 for action in _CARD_ACTIONS)
"""Extra plays that a card allows."""

KEYLESS_ROUNDS: Final = DATA.technical_stop.keyless_rounds
LAST_ROUND: Final = DATA.technical_stop.last_round


def names(cards: Iterable[int]) -> tuple[str, ...]:
    """Return the ids of cards, in the order given."""
    return tuple(CARDS[card] for card in cards)


def symbol_names(mask: int) -> tuple[str, ...]:
    """Return the ids of the symbols in a bit mask, in canonical order."""
    return tuple(name for symbol, name in enumerate(SYMBOLS) if mask >> symbol & 1)
