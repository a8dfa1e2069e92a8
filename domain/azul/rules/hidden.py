"""Views and determinization (11.2). No information is hidden.

The bag is a multiset that anyone can compute from the visible tiles. So all views are equal, and each information set
has one state.
"""

from random import Random
from typing import Final

from msgspec import UNSET, UnsetType

from domain.azul.rules.board import wilds_range
from domain.azul.rules.scoring import score
from domain.azul.rules.state import ACQUIRING, NOBODY, OVER, State, clone
from domain.azul.rules.tiles import total, unpack
from domain.azul.wire.actions import CHOOSE_KEEP, CHOOSE_PAYMENT, Action
from domain.azul.wire.constants import (
    CENTRE,
    COLOUR_COUNT,
    COLOURS,
    COST,
    MOST_KEPT,
    SIDES,
    SLOTS,
    SOURCES,
    SPACES,
    STARS,
    TRACK,
)
from domain.azul.wire.views import Covered, Payment, Seat, Source, View

COVERED: Final = tuple(
    [tuple([Covered(STARS[space // SLOTS], space % SLOTS, name) for name in COLOURS]) for space in range(SPACES)]
)
"""For each space and colour: the covered space in a view."""


def view(state: State, seat: int | None) -> View:
    """Return the view of a seat, or of a spectator."""
    return View(
        side=SIDES[state.side],
        round=state.round,
        phase=_phase(state),
        wild=COLOURS[state.wild],
        starter=state.starter,
        centre=unpack(state.sources[CENTRE]),
        factories=tuple(
            [Source(SOURCES[source], unpack(tiles)) for source, tiles in enumerate(state.sources) if source != CENTRE]
        ),
        supply=unpack(state.supply),
        bag=unpack(state.bag),
        bag_total=total(state.bag),
        tower=unpack(state.tower),
        tower_total=total(state.tower),
        seats=tuple([_seat(state, each) for each in range(state.seats)]),
        decision_kind=state.decision or UNSET,
        token=UNSET if state.holder == NOBODY else state.holder,
        payment=_payment(state),
        bonus=state.due or UNSET,
        max_kept=min(MOST_KEPT, total(state.hand[state.turn])) if state.decision == CHOOSE_KEEP else UNSET,
    )


def _phase(state: State) -> str:
    """Return the name of the phase (5.1.1)."""
    if state.phase == OVER:
        return "over"
    return "acquire" if state.phase == ACQUIRING else "place"


def _seat(state: State, seat: int) -> Seat:
    points = score(state, seat)
    return Seat(
        seat=seat,
        score=points,
        laps=(points - 1) // TRACK,
        track_space=(points - 1) % TRACK + 1,
        hand=unpack(state.hand[seat]),
        corners=unpack(state.corners[seat]),
        passed=state.passed[seat],
        board=_board(state, seat),
    )


def _board(state: State, seat: int) -> tuple[Covered, ...]:
    """Return the covered spaces of a seat with their tiles, star by star."""
    covered = state.covered[seat]
    shown = state.shown[COLOUR_COUNT * seat : COLOUR_COUNT * (seat + 1)]
    return tuple([COVERED[space][_colour(shown, space)] for space in range(SPACES) if covered >> space & 1])


def _colour(shown: list[int], space: int) -> int:
    """Return the colour of the tile on a covered space; `shown` has the spaces of one board by colour."""
    colour = 0
    while not shown[colour] >> space & 1:
        colour += 1
    return colour


def _payment(state: State) -> Payment | UnsetType:
    """Return the tile about to be placed and its possible payments."""
    if state.decision != CHOOSE_PAYMENT:
        return UNSET
    star, slot = divmod(state.space, SLOTS)
    fewest, most = wilds_range(state, state.turn, state.space, state.colour)
    return Payment(STARS[star], slot, COLOURS[state.colour], COST[state.side][state.space], fewest, most)


def observe(action: Action, actor: int, viewer: int | None) -> Action:
    """Return the action as `viewer` may see it in the log: unchanged (11.2.1)."""
    return action


def determinize(state: State, seat: int, rng: Random) -> State:
    """Return a copy of the state, the only one in the information set; it shares no mutable data."""
    return clone(state)


def reveals_nothing(before: State, seat: int, action: Action, after: State) -> bool:
    """Return True: only random draws reveal information in this game (11.2.1)."""
    return True
