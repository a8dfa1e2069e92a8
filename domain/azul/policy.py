"""Rules of thumb: how good actions and positions look, in points. Nothing that they look at is hidden (11.2.1)."""

from collections.abc import Callable, Mapping, Sequence
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
    Tiles,
    numbers_of,
)
from domain.azul.appraisal import becomes_single, collected, home, neighbourhood, number_worth, plan, prospect
from domain.azul.board import on_star
from domain.azul.rules import legal_actions
from domain.azul.scoring import running_score
from domain.azul.state import NOBODY, STAR_COUNT, State
from domain.azul.tables import (
    CENTRE,
    COLOUR,
    COLOUR_COUNT,
    COST,
    MIXED_BONUS,
    MOST_KEPT,
    NUMBER_BONUS,
    ROUNDS,
    RUN,
    SLOTS,
    SOURCE,
    STAR,
    STAR_BONUS,
)
from domain.azul.tiles import count, counts, total
from domain.guide import NEVER, Guide, best

TILE: Final = 0.5
"""A tile in hand beyond what it brings to the star where its colour is collected."""
WILD: Final = 1.8
"""A wild in hand, as a help for any colour; also a tile that will be wild in the next round."""
LEAD: Final = 1.3
"""Beginning phase 2 and the next round."""
HELD: Final = 2.0
"""A tile in hand or on a corner, whatever its colour, in the value of a position."""


def greedy(state: State, seat: int, rng: Random) -> Any:
    """Take the action that scores best, the first of equals; draws nothing."""
    return default_action(state, seat)


def default_action(state: State, seat: int) -> Any:
    """Give what an absent player does: a bot plays on (11.4.2)."""
    legal = legal_actions(state, seat)
    return best(legal, scores(state, seat, legal))


def scores(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score the legal actions of the open decision."""
    return SCORES[state.decision](state, seat, legal)


# Drafting


def _drafts(state: State, seat: int, legal: Sequence[DraftTiles]) -> list[float]:
    """Score drafts by what the tiles add to the own plans."""
    gains: dict[tuple[int, int], float] = {}
    return [_draft_worth(state, seat, action, gains) for action in legal]


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


# Placing


def _placements(state: State, seat: int, legal: Sequence[PlaceTile | PassRound]) -> list[float]:
    """Score placements by what they bring and the harm to other plans; passing comes last, and loses no tiles."""
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


def _payments(state: State, seat: int, legal: Sequence[ChoosePayment]) -> list[float]:
    """Score payments by the wilds they use (6.3.6)."""
    return [-WILD * action.wilds for action in legal]


def _bonuses(state: State, seat: int, legal: Sequence[ChooseBonus]) -> list[float]:
    """Score tiles from the supply by what they add to the own plans."""
    have = counts(state.hand[seat])
    sizes = range(state.due + 1)
    gains = [[_gain(state, seat, colour, have[colour], more) for more in sizes] for colour in EVERY_COLOUR]
    return [_sum(gains, action.tiles) for action in legal]


def _keeps(state: State, seat: int, legal: Sequence[ChooseKeep]) -> list[float]:
    """Score tiles kept by what they are worth in the next round."""
    have = counts(state.hand[seat])
    worths = [_kept_worths(state, seat, colour, min(have[colour], MOST_KEPT)) for colour in EVERY_COLOUR]
    return [_sum(worths, action.keep) for action in legal]


def _kept_worths(state: State, seat: int, colour: int, most: int) -> list[float]:
    """Give what tiles of a colour are worth in the next round, by their number."""
    if colour == state.round:
        return [WILD * number for number in range(most + 1)]
    star = home(state, seat, colour)
    return [collected(state, seat, star, colour, number) for number in range(most + 1)]


def _sum(worths: Sequence[Sequence[float]], tiles: Tiles) -> float:
    """Add up what tiles are worth, by colour and number."""
    return sum([of[number] for of, number in zip(worths, numbers_of(tiles), strict=True)])


EVERY_COLOUR: Final = range(COLOUR_COUNT)
SCORES: Final[Mapping[str, Callable[[State, int, Any], list[float]]]] = {
    DRAFT_TILES: _drafts,
    PLACE_OR_PASS: _placements,
    CHOOSE_PAYMENT: _payments,
    CHOOSE_BONUS: _bonuses,
    CHOOSE_KEEP: _keeps,
}


# Positions


def values(state: State) -> list[float]:
    """Value each seat: its points, and the prospects of its stars, numbers and tiles."""
    return [_value(state, seat) for seat in range(state.seats)]


def _value(state: State, seat: int) -> float:
    """Value a seat."""
    later, covered = ROUNDS - state.round + 1, state.covered[seat]
    worth = running_score(state, seat) + HELD * total(state.hand[seat] + state.corners[seat])
    worth += sum([number_worth(state.side, number, covered) for number in NUMBER_BONUS])
    for star in range(STAR_COUNT):
        if slots := state.star(seat, star):
            worth += prospect(state.side, star, slots, _star_bonus(state, seat, star), later)
    return worth + (LEAD if state.starter == seat else 0.0)


def _star_bonus(state: State, seat: int, star: int) -> int:
    """Give what a star will bring when it is full, as it looks so far."""
    covered = state.star(seat, star)
    alike = (colour for colour in EVERY_COLOUR if on_star(state, seat, star, colour) == covered)
    return next((STAR_BONUS[colour] for colour in alike), MIXED_BONUS)


GUIDE: Final = Guide(
    choose=greedy, scores=scores, scale=3.0, values=values, spread=9.0, round=lambda state: state.round
)
