"""AI levels: how a seat chooses among its legal actions. Nothing that they look at is hidden (11.2.1)."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from domain.azul import board, draft
from domain.azul.actions import (
    CHOOSE_BONUS,
    CHOOSE_KEEP,
    CHOOSE_PAYMENT,
    DRAFT_TILES,
    PLACE_OR_PASS,
    ChooseBonus,
    ChooseKeep,
    ChoosePayment,
    DraftTiles,
    PassRound,
    PlaceTile,
    unpack,
)
from domain.azul.appraisal import becomes_single, collected, home, neighbourhood, plan, prospect
from domain.azul.placing import PASS, PAYMENTS
from domain.azul.rules import legal_actions
from domain.azul.state import NOBODY, State
from domain.azul.tables import (
    CENTRE,
    COLOUR,
    COLOUR_COUNT,
    COST,
    MIXED_BONUS,
    MOST_KEPT,
    ROUNDS,
    RUN,
    SLOTS,
    SOURCE,
    STAR,
    STAR_BONUS,
)
from domain.azul.tiles import ONE, count, counts, total
from domain.chance import pick

TILE: Final = 0.5
"""A tile in hand beyond what it brings to the star where its colour is collected."""
WILD: Final = 1.8
"""A wild in hand, as a help for any colour; also a tile that will be wild in the next round."""
LEAD: Final = 1.3
"""Beginning phase 2 and the next round."""


def random(state: State, seat: int, rng: Random) -> Any:
    """Take any legal action, each equally likely."""
    return pick(rng, legal_actions(state, seat))


def greedy(state: State, seat: int, rng: Random) -> Any:
    """Take the action that a rule of thumb values most, the first of equals; draws nothing."""
    return CHOOSE[state.decision](state, seat)


def default_action(state: State, seat: int) -> Any:
    """Give what an absent player does: a bot plays on (11.4.2)."""
    return CHOOSE[state.decision](state, seat)


def _draft(state: State, seat: int) -> DraftTiles:
    """Take the tiles that add most to the own plans."""
    gains: dict[tuple[int, int], float] = {}
    return max(draft.legal_actions(state, seat), key=lambda action: _draft_worth(state, seat, action, gains))


def _draft_worth(state: State, seat: int, action: DraftTiles, gains: dict[tuple[int, int], float]) -> float:
    """Value a draft; `gains` remembers what so many tiles of a colour add."""
    source, colour, wild = SOURCE[action.source], COLOUR[action.colour], state.wild
    tiles = draft.taken(state.sources[source], colour, wild)
    number = count(tiles, colour)
    if (colour, number) not in gains:
        gains[colour, number] = _gain(state, seat, colour, count(state.hand[seat], colour), number)
    worth = gains[colour, number]
    if colour != wild and count(tiles, wild):
        worth += WILD
    if source == CENTRE and state.holder == NOBODY:
        worth += LEAD - total(tiles)
    return worth


def _gain(state: State, seat: int, colour: int, have: int, more: int) -> float:
    """Give what more tiles of a colour add to those in hand."""
    if colour == state.wild:
        return WILD * more
    star = home(state, seat, colour)
    before = collected(state, seat, star, colour, have)
    return collected(state, seat, star, colour, have + more) - before + TILE * more


def _place(state: State, seat: int) -> PlaceTile | PassRound:
    """Place the tile that brings most at the least harm to other plans, or save the tiles for the next round."""
    placements = board.placements(state, seat)
    spaces = [SLOTS * STAR[action.star] + action.slot for action in placements]
    around = {space: neighbourhood(state, seat, space) for space in set(spaces)}
    plans = [_own_plan(state, seat, colour, own) for colour, own in enumerate(counts(state.hand[seat]))]
    worths = [
        around[space] + _placement_worth(state, seat, space, COLOUR[action.colour], plans)
        for space, action in zip(spaces, placements, strict=True)
    ]
    most = max(worths)
    can_save_all = total(state.hand[seat]) <= MOST_KEPT and state.round < ROUNDS
    return PASS if can_save_all and most < 0 else placements[worths.index(most)]


def _own_plan(state: State, seat: int, colour: int, own: int) -> tuple[int, float]:
    """Give the star where a colour is collected, and the worth of the tiles in hand there."""
    star = home(state, seat, colour)
    return star, collected(state, seat, star, colour, own)


def _placement_worth(state: State, seat: int, space: int, colour: int, plans: Sequence[tuple[int, float]]) -> float:
    """Value a placement by its run and its star, less what its tiles were planned for; `plans` is by colour."""
    star, slot = divmod(space, SLOTS)
    own_home, planned = plans[colour]
    before, later = state.star(seat, star), ROUNDS - state.round
    after = before | 1 << slot
    wilds, _ = board.wilds_range(state, seat, space, colour)
    own = count(state.hand[seat], colour) - COST[state.side][space] + wilds
    worth = RUN[after][slot] - WILD * wilds - planned
    if colour == state.wild:
        worth -= (WILD - TILE) * (COST[state.side][space])
    single = becomes_single(state, seat, star, colour)
    bonus = STAR_BONUS[colour] if single else MIXED_BONUS
    if star == own_home:
        return worth + plan(state.side, star, after, own, bonus, later)
    gain = prospect(state.side, star, after, bonus, later) - prospect(state.side, star, before, bonus, later)
    return worth + gain + collected(state, seat, own_home, colour, own)


def _pay(state: State, seat: int) -> ChoosePayment:
    """Use as few wilds as possible (6.3.6)."""
    return PAYMENTS[board.wilds_range(state, seat, state.space, state.colour)[0]]


def _bonus(state: State, seat: int) -> ChooseBonus:
    """Take the tiles that add most to the own plans."""
    hand = counts(state.hand[seat])
    chosen = _select(state.supply, state.due, lambda colour, more: _gain(state, seat, colour, hand[colour] + more, 1))
    return ChooseBonus(unpack(chosen))


def _keep(state: State, seat: int) -> ChooseKeep:
    """Keep as many tiles as possible (6.8.3), the coming wilds first."""
    hand = state.hand[seat]
    number = min(MOST_KEPT, total(hand))
    return ChooseKeep(unpack(_select(hand, number, lambda colour, more: _kept_gain(state, seat, colour, more))))


def _kept_gain(state: State, seat: int, colour: int, kept: int) -> float:
    """Give what one more tile of a colour is worth in the next round."""
    if colour == state.round:
        return WILD
    star = home(state, seat, colour)
    return collected(state, seat, star, colour, kept + 1) - collected(state, seat, star, colour, kept)


def _select(tiles: int, number: int, gain: Callable[[int, int], float]) -> int:
    """Choose tiles one by one; `gain` values one more tile of a colour, given how many are chosen."""
    chosen, left = 0, counts(tiles)
    for _ in range(number):
        colour = max(
            (colour for colour in range(COLOUR_COUNT) if left[colour]),
            key=lambda colour: gain(colour, count(chosen, colour)),
        )
        left[colour] -= 1
        chosen += ONE[colour]
    return chosen


CHOOSE: Final[dict[str, Callable[[State, int], Any]]] = {
    DRAFT_TILES: _draft,
    PLACE_OR_PASS: _place,
    CHOOSE_PAYMENT: _pay,
    CHOOSE_BONUS: _bonus,
    CHOOSE_KEEP: _keep,
}
