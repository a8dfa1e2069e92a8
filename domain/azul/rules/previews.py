"""What each legal action would take, pay and score. All of it is public."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from msgspec import UNSET

from domain.azul.rules.board import PASSING, PLACED, RUN, rewarded, wilds_range
from domain.azul.rules.draft import PICKED, taken
from domain.azul.rules.keeping import KEPT
from domain.azul.rules.placing import WILDS, payment
from domain.azul.rules.scoring import lost_of
from domain.azul.rules.state import NOBODY, State
from domain.azul.rules.tiles import count, total, unpack
from domain.azul.wire.actions import CHOOSE_KEEP, CHOOSE_PAYMENT, DRAFT_TILES, PLACE_OR_PASS
from domain.azul.wire.constants import CENTRE, COLOUR_COUNT, COLOURS, COST, FULL_STAR, ROUNDS, SLOTS
from domain.azul.wire.previews import Preview

NOTHING: Final = Preview()


def previews(state: State, seat: int, actions: Sequence[Any]) -> Sequence[Preview]:
    """Return the preview of each legal action; empty if the actions say everything."""
    if state.decision == DRAFT_TILES:
        return [_draft(state, seat, PICKED[action]) for action in actions]
    if state.decision == PLACE_OR_PASS:
        return [_place_or_pass(state, seat, PLACED.get(action, PASSING)) for action in actions]
    if state.decision == CHOOSE_PAYMENT:
        return [_payment(state, seat, WILDS[action]) for action in actions]
    if state.decision == CHOOSE_KEEP:
        return [_clear(state, seat, KEPT[action]) for action in actions]
    return ()


def _draft(state: State, seat: int, picked: int) -> Preview:
    """Count the tiles, and the points lost for the token (5.2, 5.3.1)."""
    source, colour = picked // COLOUR_COUNT, picked % COLOUR_COUNT
    tiles = taken(state.sources[source], colour, state.wild)
    lost = lost_of(state, seat, total(tiles)) if source == CENTRE and state.holder == NOBODY else UNSET
    return Preview(count(tiles, colour), total(tiles) - count(tiles, colour) or UNSET, lost)


def _place_or_pass(state: State, seat: int, placed: int) -> Preview:
    """Return what a placement brings and costs; passing costs points in the last round (6.8)."""
    if placed == PASSING:
        return _clear(state, seat, 0) if state.round == ROUNDS else NOTHING
    space, colour = placed // COLOUR_COUNT, placed % COLOUR_COUNT
    fewest, most = wilds_range(state, seat, space, colour)
    points, bonus = _gain(state, seat, space)
    if fewest < most:
        return _placement(0, COST[state.side][space] - 1, 0, points, bonus)
    return _placement(payment(state, space, colour, fewest), 0, fewest, points, bonus)


def _payment(state: State, seat: int, wilds: int) -> Preview:
    """Return what a payment places, costs and brings (6.3 to 6.6)."""
    points, bonus = _gain(state, seat, state.space)
    discarded = payment(state, state.space, state.colour, wilds)
    return Preview(colour=COLOURS[state.colour], discarded=unpack(discarded), points=points, bonus=bonus or UNSET)


def _gain(state: State, seat: int, space: int) -> tuple[int, int]:
    """Return the points and the bonus tiles for covering a space (6.5, 6.6)."""
    covered = state.covered[seat] | 1 << space
    points = RUN[covered >> SLOTS * (space // SLOTS) & FULL_STAR][space % SLOTS]
    return points, min(rewarded(covered, space), total(state.supply))


@lru_cache(maxsize=1 << 12)
def _placement(discarded: int, price: int, wilds: int, points: int, bonus: int) -> Preview:
    return Preview(
        wilds=wilds or UNSET,
        discarded=unpack(discarded) if discarded else UNSET,
        price=price or UNSET,
        points=points,
        bonus=bonus or UNSET,
    )


def _clear(state: State, seat: int, kept: int) -> Preview:
    """Return the points lost for discarded tiles (6.8.2)."""
    return _loss(lost_of(state, seat, total(state.hand[seat] - kept)))


@cache
def _loss(points: int) -> Preview:
    return Preview(lost=points) if points else NOTHING
