"""Constants of The Riddle of Leonardo. Numbers in brackets are paragraphs of the rules; `card_list` has the cards."""

from typing import Final

MIN_SEATS: Final = 2
MAX_SEATS: Final = 7

OPPONENTS: Final = tuple(
    tuple(tuple(other for other in range(seats) if other != seat) for seat in range(seats))
    for seats in range(MAX_SEATS + 1)
)
"""The other seats in ascending order, by number of seats and seat."""

MODES: Final = ("base", "expansion")  # 1.1.3
SYMBOL_COUNT: Final = 12  # 1.2.1

MAIN: Final = 0
ADDITIONAL: Final = 1
DECKS: Final = ("main", "additional")
DECK: Final = {name: deck for deck, name in enumerate(DECKS)}

# What a card is, and where its holder keeps it: a seat's hand is three lists, 3 * seat + sort.
CORNER: Final = 1
ACTION: Final = 2
SORTS: Final = 3
"""Number of sorts: MAIN, CORNER (additional cards with symbols) and ACTION (additional cards with text)."""

ZONES: Final = 9  # 1.6.1, row by row
ZONE_NAMES: Final = (
    "top left",
    "top",
    "top right",
    "left",
    "centre",
    "right",
    "bottom left",
    "bottom",
    "bottom right",
)
CROSS: Final[tuple[int, ...]] = (1, 3, 4, 5, 7)
CORNERS: Final[tuple[int, ...]] = (0, 2, 6, 8)
ZONES_OF: Final[tuple[tuple[int, ...], ...]] = (CROSS, CORNERS)
"""The zones in which a card may lie, by sort of symbol card (1.6.3)."""
LINES: Final[tuple[tuple[tuple[int, int, int], ...], ...]] = (  # 1.7.1, 1.7.2, by mode
    ((1, 4, 7), (3, 4, 5)),
    ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)),
)
PATTERNS: Final[tuple[tuple[tuple[int, ...], ...], ...]] = (  # 1.7.3, by mode
    ((1, 3, 4, 5, 7),),
    ((1, 3, 4, 5, 7), (0, 2, 4, 6, 8)),
)

MAIN_TO_TABLE: Final = 5  # 2.2.2
MAIN_TO_HAND: Final = 5
CORNERS_TO_HAND: Final = 2  # 2.3.2
HAND_SIZE: Final[tuple[int, ...]] = (5, 7)  # 1.9, by mode: what drawing fills the hand up to
HAND_MOST: Final = 11  # 2.3.4: five main cards, two additional ones and four from the corners
GOAL: Final[tuple[int, ...]] = (7, 9)  # 9.1.1, by mode
LEAST_ADDITIONAL: Final = {seats: 45 if seats < 5 else 70 for seats in range(MIN_SEATS, MAX_SEATS + 1)}  # 1.4.2
SET_SIZE: Final = 15  # 1.4.7

TIMINGS: Final = ("start", "end")
STEPS: Final = ("start_actions", "play", "free_key", "end_actions", "draw")  # 3.1.4
OPERATIONS: Final = (  # 11.4.1
    "extra_play",
    "swap_own",
    "redirect_replaced",
    "take_from_discard",
    "trade_random",
    "discard_hand",
    "remove_corner",
    "swap_opponent",
    "protect_table",
    "freeze_zone",
    "forbid_actions",
)
DURATIONS: Final = ("instant", "this_turn", "until_owner_turn_start", "until_target_turn_end")
