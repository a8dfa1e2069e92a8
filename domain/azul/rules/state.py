"""State of the game, in integers and lists for speed in search.

Index conventions: `seat` 0..n-1; `colour` 0..5 (`constants.COLOURS`); `source` 0 is the table centre, followed by the
factories; a space is 6 * star + slot. "Flat" lists have a row for each seat, one after the other. Tiles in one place
are multisets (`tiles`); sets of spaces and sets of colours are bit masks.
"""

from dataclasses import dataclass, field
from typing import Final

from domain.azul.wire.constants import FULL_STAR, SLOTS

NOBODY: Final = -1

ACQUIRING: Final = 1
PLACING: Final = 2
PREPARING: Final = 3
OVER: Final = 4
"""The phases of a round (5.1.1); PREPARING has no decisions."""


@dataclass(init=False)
class State:
    """One game of Azul: Summer Pavilion at a decision, or ended; created by `setup.setup` and `clone`."""

    seats: int
    side: int
    round: int
    """The number of the round, 1 to 6; the wild colour has the number `round` - 1."""
    phase: int
    decision: str
    """The kind of the pending decision, a key of `actions.ACTION_TYPES`; empty between decisions and at the end."""
    turn: int
    """The seat that must act; -1 at the end."""
    starter: int
    """The seat that started this round."""
    holder: int = NOBODY
    """The seat with the token; -1 while it lies in the table centre."""

    # Tiles
    bag: int = 0
    tower: int = 0
    supply: int = 0
    sources: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    corners: list[int] = field(default_factory=list)
    """Tiles kept by seats that have passed, until the next round starts."""

    # Boards
    covered: list[int] = field(default_factory=list)
    """Covered spaces, by seat."""
    shown: list[int] = field(default_factory=list)
    """Spaces covered by tiles of each colour: flat, six a seat, whose union is `covered`."""
    takes: list[int] = field(default_factory=list)
    """Colours that a star still accepts (6.2, 9.1.4): flat, seven a seat; undefined for a full star."""

    # Scores
    points: list[int] = field(default_factory=list)
    """Points for placements, by seat."""
    token_losses: list[int] = field(default_factory=list)
    """Points lost for the token (5.3.1), by seat; the minimum score is taken into account."""
    pass_losses: list[int] = field(default_factory=list)
    """Points lost by passing (6.8.2), by seat; the minimum score is taken into account."""

    # Phase 2
    passed: list[bool] = field(default_factory=list)
    space: int = 0
    """The space of the tile to be paid during `choose_payment`, else 0."""
    colour: int = 0
    """The colour of the tile to be paid during `choose_payment`, else 0."""
    due: int = 0
    """Number of bonus tiles to take during `choose_bonus`, else 0."""

    @property
    def wild(self) -> int:
        """The wild colour of the round (2.2.8)."""
        return self.round - 1

    def star(self, seat: int, star: int) -> int:
        """Return the covered spaces of one star, a mask of slots."""
        return self.covered[seat] >> SLOTS * star & FULL_STAR


def clone(state: State) -> State:
    """Copy a state; the copy shares no mutable data."""
    copy = State()
    copy.seats = state.seats
    copy.side = state.side
    copy.round = state.round
    copy.phase = state.phase
    copy.decision = state.decision
    copy.turn = state.turn
    copy.starter = state.starter
    copy.holder = state.holder
    copy.bag = state.bag
    copy.tower = state.tower
    copy.supply = state.supply
    copy.sources = state.sources.copy()
    copy.hand = state.hand.copy()
    copy.corners = state.corners.copy()
    copy.covered = state.covered.copy()
    copy.shown = state.shown.copy()
    copy.takes = state.takes.copy()
    copy.points = state.points.copy()
    copy.token_losses = state.token_losses.copy()
    copy.pass_losses = state.pass_losses.copy()
    copy.passed = state.passed.copy()
    copy.space = state.space
    copy.colour = state.colour
    copy.due = state.due
    return copy
