"""Everything true at the table, hidden or not: whole numbers and lists, for speed in search.

Index conventions: `seat` 0..n-1; `zone` 0..8; a card is its number in `cards.CARDS`; `table` holds 9 zones a seat, one
row after the other; a seat's hand is three ascending lists, `hand[3 * seat + sort]`; decks and discards are indexed by
MAIN and ADDITIONAL. A deck is the set of its cards: nobody ever sees its order, so the order of its list means nothing.
"""

from dataclasses import dataclass, field

EMPTY = -1
"""The card of a zone that holds none."""
NOWHERE = -1
"""The target seat and zone of a lasting card that has none."""

START_ACTIONS, PLAY, FREE_KEY, END_ACTIONS, LATE_FREE_KEY, DRAW, OVER = range(7)
"""The steps of a turn in which a decision may be open. LATE_FREE_KEY is step `free_key` opened by 7.1.4."""
STEP_NAMES = ("start_actions", "play", "free_key", "end_actions", "free_key", "draw")
"""What each step is called on the wire."""


@dataclass
class State:
    """One game of The Riddle of Leonardo at a decision, or ended."""

    seats: int
    expansion: bool
    first: int
    """Who had the first turn."""
    active: int
    """Whose turn it is, or was when the game ended."""
    step: int
    turn: int = 1
    """Turns begun, over all seats."""

    # Cards
    table: list[int] = field(default_factory=list)
    hand: list[list[int]] = field(default_factory=list)
    deck: list[list[int]] = field(default_factory=list)
    discard: list[list[int]] = field(default_factory=list)
    in_play: list[list[int]] = field(default_factory=list)
    """Lasting action cards in the order of use: card, user, target seat, zone; NOWHERE where there is none."""
    known: dict[int, int] = field(default_factory=dict)
    """Hand cards that others than the holder know: a bit mask of those seats, with bit n for onlookers of n seats.
    That bit is set exactly for cards that everybody was shown."""

    # Keys
    keys: list[int] = field(default_factory=list)
    """By seat, a bit mask of symbols."""
    free_used: list[bool] = field(default_factory=list)

    # This turn
    played_main: int = 0
    played_additional: int = 0
    extra: int = 0
    """Extra plays allowed (10.1.4)."""
    redirecting: bool = False
    """Whether each replaced card goes where its player says (12.3)."""
    offered: bool = False
    """Whether the free Key was taken or declined (7.1.4)."""

    # Towards the technical stop
    keyless: int = 0
    """Complete rounds without a Key since the last Key."""
    key_in_round: bool = False

    @property
    def round(self) -> int:
        """The round (3.1.2), from 1."""
        return (self.turn - 1) // self.seats + 1


def clone(state: State) -> State:
    """Copy a state; the copy shares nothing mutable."""
    twin = State.__new__(State)
    twin.__dict__ = state.__dict__.copy()
    twin.table = state.table[:]
    twin.hand = [cards[:] for cards in state.hand]
    twin.deck = [cards[:] for cards in state.deck]
    twin.discard = [cards[:] for cards in state.discard]
    twin.in_play = [entry[:] for entry in state.in_play]
    twin.known = state.known.copy()
    twin.keys = state.keys[:]
    twin.free_used = state.free_used[:]
    return twin
