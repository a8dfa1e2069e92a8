"""Phase 2: pay for a tile, place it, and take the bonus tiles of its decorations (6.2 to 6.6)."""

from typing import Final

from domain.azul.rules import bonus, keeping
from domain.azul.rules.board import PASSING, PLACED, RUN, lay, on_star, placements, rewarded, wilds_range
from domain.azul.rules.state import State
from domain.azul.rules.tiles import ONE, count, unpack
from domain.azul.wire.actions import CHOOSE_PAYMENT, ChoosePayment, PassRound, PlaceTile
from domain.azul.wire.constants import (
    COLOUR,
    COLOUR_COUNT,
    COLOURS,
    COST,
    MAX_COST,
    SLOTS,
    STAR,
    STAR_COUNT,
    STARS,
    TOUCHING,
)
from domain.azul.wire.facts import DecorationCompleted, TilePlaced
from domain.ruleset import Emit, Rejection

PASS: Final = PassRound()
PAYMENTS: Final = tuple([ChoosePayment(wilds) for wilds in range(MAX_COST)])
WILDS: Final = {payment: payment.wilds for payment in PAYMENTS}


def legal_actions(state: State, seat: int) -> list[PlaceTile | PassRound]:
    """List the placements, and passing last (12.3.1)."""
    options: list[PlaceTile | PassRound] = placements(state, seat)
    options.append(PASS)
    return options


def apply(state: State, seat: int, action: PlaceTile | PassRound, emit: Emit | None) -> None:
    """Pass, or place; opens the choice of payment if there is one (12.4.1)."""
    placed = PLACED.get(action, PASSING)
    if placed == PASSING:
        keeping.pass_round(state, seat, emit, automatic=False)
        return
    space, colour = placed // COLOUR_COUNT, placed % COLOUR_COUNT
    fewest, most = wilds_range(state, seat, space, colour)
    if fewest == most:
        _place(state, seat, space, colour, fewest, emit, automatic=True)
    else:
        state.space, state.colour, state.decision = space, colour, CHOOSE_PAYMENT


def legal_payments(state: State, seat: int) -> tuple[ChoosePayment, ...]:
    """List the payments, the one with the fewest wilds first."""
    fewest, most = wilds_range(state, seat, state.space, state.colour)
    return PAYMENTS[fewest : most + 1]


def apply_payment(state: State, seat: int, action: ChoosePayment, emit: Emit | None) -> None:
    """Pay and place."""
    space, colour = state.space, state.colour
    state.space = state.colour = 0
    _place(state, seat, space, colour, WILDS[action], emit, automatic=False)


def payment(state: State, space: int, colour: int, wilds: int) -> int:
    """Return the tiles that pay for a placement, besides the placed tile (6.3)."""
    own = COST[state.side][space] - 1 - wilds
    return own * ONE[colour] + wilds * ONE[state.round - 1]


def _place(state: State, seat: int, space: int, colour: int, wilds: int, emit: Emit | None, *, automatic: bool) -> None:
    """Pay, place, score, and take the bonus tiles (6.4.1)."""
    discarded = payment(state, space, colour, wilds)
    state.hand[seat] -= discarded + ONE[colour]
    state.tower += discarded
    lay(state, seat, space, colour)
    star, slot = space // SLOTS, space % SLOTS
    points = RUN[state.star(seat, star)][slot]
    state.points[seat] += points
    state.decision = ""
    if emit:
        placed = TilePlaced(seat, STARS[star], slot, COLOURS[colour], wilds, automatic, unpack(discarded), points)
        _emit_placed(state, seat, space, placed, emit)
    reward = rewarded(state.covered[seat], space)
    if reward:
        bonus.offer(state, seat, reward, emit)


def _emit_placed(state: State, seat: int, space: int, placed: TilePlaced, emit: Emit) -> None:
    """Emit facts of a placed tile and of the decorations that it completes (6.6.1)."""
    emit(placed, None)
    covered = state.covered[seat]
    for mask, decoration in TOUCHING[space]:
        if covered & mask == mask:
            emit(DecorationCompleted(seat, decoration.name, decoration.tiles), None)


def reject(state: State, seat: int, action: PlaceTile) -> Rejection | None:
    """Return the first reason to reject a placement, in the order of 13.2; passing is always legal (6.8.1)."""
    star, colour = STAR[action.star], COLOUR[action.colour]
    return _reject_space(state, seat, star, action) or _reject_tiles(state, seat, action, colour)


def _reject_space(state: State, seat: int, star: int, action: PlaceTile) -> Rejection | None:
    """Reject a covered space, or a colour that the star does not accept (6.2, 9.1.4)."""
    colour = COLOUR[action.colour]
    where = {"star": action.star, "slot": action.slot}
    if state.star(seat, star) >> action.slot & 1:
        return Rejection("space_taken", "6.2.1", where)
    if state.takes[STAR_COUNT * seat + star] >> colour & 1:
        return None
    if on_star(state, seat, star, colour):
        return Rejection("colour_repeated", "6.2.3", {"star": action.star, "colour": action.colour})
    allowed = state.takes[STAR_COUNT * seat + star].bit_length() - 1
    means = _means(state, seat, SLOTS * star + action.slot, allowed)
    return Rejection("colour_not_allowed", "6.2.2", {"star": action.star, "allowed": COLOURS[allowed], **means})


def _reject_tiles(state: State, seat: int, action: PlaceTile, colour: int) -> Rejection:
    """Return why the hand cannot pay (6.3.2, 6.3.3)."""
    means = _means(state, seat, SLOTS * STAR[action.star] + action.slot, colour)
    if not means["tiles"]:
        return Rejection("no_tile_of_colour", "6.3.2", {"colour": action.colour})
    where = {"star": action.star, "slot": action.slot, "colour": action.colour}
    return Rejection("too_few_tiles", "6.3.4", {**where, **means})


def _means(state: State, seat: int, space: int, colour: int) -> dict[str, int]:
    """Return the cost of a space, and the tiles and wilds of a seat for it; without `wilds` if the colour is wild."""
    hand = state.hand[seat]
    means = {"cost": COST[state.side][space], "tiles": count(hand, colour)}
    return means if colour == state.wild else means | {"wilds": count(hand, state.wild)}


def reject_payment(state: State, seat: int, action: ChoosePayment) -> Rejection:
    """Return why a payment is illegal for a tile that can be paid (6.3.4)."""
    fewest, most = wilds_range(state, seat, state.space, state.colour)
    if action.wilds > most:
        return Rejection("wilds_too_many", "6.3.4", {"most": most})
    return Rejection("wilds_too_few", "6.3.4", {"fewest": fewest})
