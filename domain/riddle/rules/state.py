"""State of the game including hidden information, in integers and lists for speed in search.

Index conventions: `seat` 0..n-1; `zone` 0..8; a card is its number in `cards.CARDS`; `table` holds 9 zones a seat, one
row after the other. A seat's hand is three ascending tuples, `hand[3 * seat + sort]`. Decks and discard piles are
indexed by MAIN and ADDITIONAL. A deck is a set of cards: its order is never seen, so the order of its list is
arbitrary.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from domain.riddle.wire.constants import SORTS, ZONES

EMPTY: Final = -1
"""The card of an empty zone."""
NOWHERE: Final = -1
"""The target seat and zone of a lasting card without target."""

# The steps of a turn with decisions; LATE_FREE_KEY is step `free_key` opened by 7.1.4.
START_ACTIONS: Final = 0
PLAY: Final = 1
FREE_KEY: Final = 2
END_ACTIONS: Final = 3
LATE_FREE_KEY: Final = 4
DRAW: Final = 5
OVER: Final = 6
STEP_NAMES: Final = ("start_actions", "play", "free_key", "end_actions", "free_key", "draw")
"""Name of each step in the API."""


@dataclass(init=False)
class State:
    """One game of The Riddle of Leonardo at a decision, or ended; created by `empty_table`."""

    seats: int
    expansion: bool
    first: int
    """The seat that had the first turn."""
    active: int
    """The seat whose turn it is, or was when the game ended."""
    step: int
    turn: int
    """Number of turns started, over all seats."""

    # Cards
    table: list[int]
    hand: list[tuple[int, ...]]
    deck: list[list[int]]
    discard: list[list[int]]
    in_play: list[tuple[int, int, int, int]]
    """Lasting action cards in the order of use: card, user, target seat, zone; NOWHERE for no target."""
    known: dict[int, int]
    """The hand cards that other seats than the holder know, each with a bit mask of those seats. With n seats, bit n
    stands for spectators. It is set only for cards shown to all.
    """

    # Keys
    keys: list[int]
    """The Keys of each seat, as a bit mask of symbols."""
    free_used: list[bool]

    # This turn
    played_main: int
    played_additional: int
    extra: int
    """Extra plays allowed this turn (10.1.4)."""
    redirecting: bool
    """Whether the player chooses where replaced cards go this turn (12.3)."""
    offered: bool
    """Whether the free Key was taken or declined this turn (7.1.4)."""

    # Towards the technical stop
    keyless: int
    """Complete rounds since the last Key."""
    key_in_round: bool

    def __post_init__(self) -> None:
        """Restore field types after decoding, where tuples are lists and, in JSON, the keys of `known` are text.

        The decoder checks outer types only.
        """
        hands: Sequence[Any] = self.hand
        lasting: Sequence[Any] = self.in_play
        known: Mapping[Any, int] = self.known
        self.hand = [tuple(cards) for cards in hands]
        self.in_play = [(card, user, target, zone) for card, user, target, zone in lasting]
        self.known = {int(card): seats for card, seats in known.items()}


def empty_table(seats: int, *, expansion: bool, first: int) -> State:
    """Return a table without cards before the first turn."""
    state = State()
    state.seats, state.expansion, state.first = seats, expansion, first
    state.active, state.step, state.turn = first, START_ACTIONS, 1
    state.table = [EMPTY] * (ZONES * seats)
    state.hand = [()] * (SORTS * seats)
    state.deck, state.discard = [[], []], [[], []]
    state.in_play, state.known = [], {}
    state.keys, state.free_used = [0] * seats, [False] * seats
    state.played_main = state.played_additional = state.extra = 0
    state.redirecting = state.offered = False
    state.keyless, state.key_in_round = 0, False
    return state


def clone(state: State) -> State:
    """Copy a state; the copy shares no mutable data."""
    copy = State()
    copy.seats = state.seats
    copy.expansion = state.expansion
    copy.first = state.first
    copy.active = state.active
    copy.step = state.step
    copy.turn = state.turn
    copy.table = state.table.copy()
    copy.hand = state.hand.copy()
    main, additional = state.deck
    copy.deck = [main.copy(), additional.copy()]
    main, additional = state.discard
    copy.discard = [main.copy(), additional.copy()]
    copy.in_play = state.in_play.copy()
    copy.known = state.known.copy()
    copy.keys = state.keys.copy()
    copy.free_used = state.free_used.copy()
    copy.played_main = state.played_main
    copy.played_additional = state.played_additional
    copy.extra = state.extra
    copy.redirecting = state.redirecting
    copy.offered = state.offered
    copy.keyless = state.keyless
    copy.key_in_round = state.key_in_round
    return copy


def round_of(state: State) -> int:
    """Return the round (3.1.2), from 1."""
    return (state.turn - 1) // state.seats + 1
