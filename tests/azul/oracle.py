"""Compute the heuristics of Azul: Summer Pavilion directly, as a check of the lookup in `action_scores`.

Every action is scored alone, without stored intermediate results.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from domain.azul.heuristics.neighbourhood import NEARLY, NUMBER_PATIENCE, REWARD
from domain.azul.heuristics.star_plans import STAR_TILES, STAR_TILES_NOW
from domain.azul.heuristics.tile_values import LEAD, NO_STAR, TILE, WILD
from domain.azul.rules import board, draft
from domain.azul.rules.board import NUMBERED, RUN, on_star
from domain.azul.rules.state import NOBODY, State
from domain.azul.rules.tiles import count, counts, total
from domain.azul.wire.actions import (
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
    Tiles,
    numbers_of,
)
from domain.azul.wire.constants import (
    CENTRE,
    COLOUR,
    COLOUR_COUNT,
    COLOURED,
    COST,
    FULL_STAR,
    MIDDLE,
    MIXED_BONUS,
    MOST_KEPT,
    NUMBER_BONUS,
    ROUNDS,
    SLOTS,
    SOURCE,
    STAR,
    STAR_BONUS,
    STAR_COLOUR,
    STAR_COUNT,
    TOUCHING,
)
from domain.heuristics import NEVER

HOME: Final = {colour: star for star, colour in enumerate(STAR_COLOUR)}


# Actions


def scores(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score the legal actions of the pending decision."""
    return SCORES[state.decision](state, seat, legal)


# Drafting


def _drafts(state: State, seat: int, legal: Sequence[DraftTiles]) -> list[float]:
    """Score drafts by what the tiles add to the seat's plans."""
    gains: dict[tuple[int, int], float] = {}
    return [_draft_worth(state, seat, action, gains) for action in legal]


def _draft_worth(state: State, seat: int, action: DraftTiles, gains: dict[tuple[int, int], float]) -> float:
    """Value a draft; `gains` caches the value of each number of tiles of a colour."""
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
    """Return the value that `more` tiles of a colour add to those in hand."""
    if colour == state.wild:
        return WILD * more
    star = home(state, seat, colour)
    before = collected(state, seat, star, colour, have)
    return collected(state, seat, star, colour, have + more) - before + TILE * more


# Placing


def _placements(state: State, seat: int, legal: Sequence[PlaceTile | PassRound]) -> list[float]:
    """Score placements by their gains minus the harm to other plans. Passing has the lowest score."""
    placements: Sequence[Any] = legal[:-1]
    spaces = [SLOTS * STAR[action.star] + action.slot for action in placements]
    around = {space: neighbourhood(state, seat, space) for space in set(spaces)}
    plans = [_own_plan(state, seat, colour, own) for colour, own in enumerate(counts(state.hand[seat]))]
    worths = [
        around[space] + _placement_worth(state, seat, space, COLOUR[action.colour], plans)
        for space, action in zip(spaces, placements, strict=True)
    ]
    can_save_all = total(state.hand[seat]) <= MOST_KEPT and state.round < ROUNDS
    return [*worths, 0.0 if can_save_all else NEVER]


def _own_plan(state: State, seat: int, colour: int, own: int) -> tuple[int, float]:
    """Return the star on which a colour is collected, and the value of the tiles in hand there."""
    star = home(state, seat, colour)
    return star, collected(state, seat, star, colour, own)


def _placement_worth(state: State, seat: int, space: int, colour: int, plans: Sequence[tuple[int, float]]) -> float:
    """Value a placement by its run and star, minus the planned value of its tiles; `plans` is keyed by colour."""
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


def _payments(state: State, seat: int, legal: Sequence[ChoosePayment]) -> list[float]:
    """Score payments by the wilds they use (6.3.6)."""
    return [-WILD * action.wilds for action in legal]


def _bonuses(state: State, seat: int, legal: Sequence[ChooseBonus]) -> list[float]:
    """Score tiles from the supply by what they add to the seat's plans."""
    have = counts(state.hand[seat])
    sizes = range(state.due + 1)
    gains = [[_gain(state, seat, colour, have[colour], more) for more in sizes] for colour in EVERY_COLOUR]
    return [_sum(gains, action.tiles) for action in legal]


def _keeps(state: State, seat: int, legal: Sequence[ChooseKeep]) -> list[float]:
    """Score kept tiles by their value in the next round, plus the point that each saves (6.8.2)."""
    have = counts(state.hand[seat])
    worths = [_kept_worths(state, seat, colour, min(have[colour], MOST_KEPT)) for colour in EVERY_COLOUR]
    return [_sum(worths, action.keep) + sum(numbers_of(action.keep)) for action in legal]


def _kept_worths(state: State, seat: int, colour: int, most: int) -> list[float]:
    """Return the value of tiles of a colour in the next round, for each number of tiles."""
    if colour == state.round:
        return [WILD * number for number in range(most + 1)]
    star = home(state, seat, colour)
    worths = [collected(state, seat, star, colour, number) for number in range(most + 1)]
    return [worth - worths[0] for worth in worths]


def _sum(worths: Sequence[Sequence[float]], tiles: Tiles) -> float:
    """Add up the values of tiles, by colour and number."""
    return sum([of[number] for of, number in zip(worths, numbers_of(tiles), strict=True)])


EVERY_COLOUR: Final = range(COLOUR_COUNT)
SCORES: Final[Mapping[str, Callable[[State, int, Any], list[float]]]] = {
    DRAFT_TILES: _drafts,
    PLACE_OR_PASS: _placements,
    CHOOSE_PAYMENT: _payments,
    CHOOSE_BONUS: _bonuses,
    CHOOSE_KEEP: _keeps,
}


# Boards


@lru_cache(maxsize=1 << 17)
def plan(side: int, star: int, covered: int, tiles: int, bonus: int, later: int) -> float:
    """Return the highest value of a star with this number of tiles: points for runs and part of its bonus.

    `covered` is the star's mask, `bonus` its bonus when full, `later` the number of rounds to come.
    """
    best = prospect(side, star, covered, bonus, later)
    for slot in range(SLOTS):
        cost = COST[side][SLOTS * star + slot]
        if not covered >> slot & 1 and cost <= tiles:
            after = covered | 1 << slot
            best = max(best, RUN[after][slot] + plan(side, star, after, tiles - cost, bonus, later))
    return best


def prospect(side: int, star: int, covered: int, bonus: int, later: int) -> float:
    """Return the part of a star's bonus that counts: all when full, less the more tiles it still needs."""
    missing = sum(COST[side][SLOTS * star + slot] for slot in range(SLOTS) if not covered >> slot & 1)
    return bonus * max(0.0, 1 - missing / (STAR_TILES * later + STAR_TILES_NOW))


def becomes_single(state: State, seat: int, star: int, colour: int) -> bool:
    """Whether a star with this colour added is, or can still become, a star of that colour only."""
    if state.side == COLOURED:
        return star != MIDDLE
    covered, alike = state.star(seat, star), on_star(state, seat, star, colour)
    return covered == alike


def home(state: State, seat: int, colour: int) -> int:
    """Return the star on which a colour is collected; NO_STAR if there is none.

    On side B it is the star with most tiles of the colour, otherwise the first empty one.
    """
    if state.side == COLOURED:
        return HOME[colour]
    best, most = NO_STAR, -1
    for star in range(STAR_COUNT):
        covered = state.star(seat, star)
        if covered != FULL_STAR and covered.bit_count() > most and on_star(state, seat, star, colour) == covered:
            best, most = star, covered.bit_count()
    return best


def collected(state: State, seat: int, star: int, colour: int, tiles: int) -> float:
    """Return the plan for the star of a colour with this number of tiles in hand."""
    if star == NO_STAR:
        return 0.0
    covered, later = state.star(seat, star), ROUNDS - state.round
    return plan(state.side, star, covered, tiles, STAR_BONUS[colour], later)


def neighbourhood(state: State, seat: int, space: int) -> float:
    """Return the further value of a covered space: rewards, and progress towards rewards and numbers."""
    covered, side = state.covered[seat], state.side
    worth = 0.0
    for mask, decoration in TOUCHING[space]:
        left = (mask & ~covered).bit_count()
        worth += REWARD * decoration.tiles * (1.0 if left == 1 else NEARLY / left)
    number = COST[side][space]
    if number in NUMBER_BONUS:
        spaces = NUMBERED[side][number]
        worth += _number_gain(number, (spaces & covered).bit_count(), spaces.bit_count())
    return worth


def _number_gain(number: int, done: int, needed: int) -> float:
    """Return the value that one more covered space adds to the bonus of a number."""
    return NUMBER_BONUS[number] * (((done + 1) / needed) ** NUMBER_PATIENCE - (done / needed) ** NUMBER_PATIENCE)
