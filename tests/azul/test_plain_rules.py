"""Compare the rules, which use lookup tables and bit masks, with a direct form of them, in random games."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from domain.azul import RULESET
from domain.azul.rules import bag
from domain.azul.rules.board import RUN, can_place, rewarded
from domain.azul.rules.state import State
from domain.azul.rules.tiles import capped, counts, pack, present, total
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
)
from domain.azul.wire.constants import COLOURS, COST, STARS
from tests.azul.builders import LoadedDice, drafting
from tests.azul.decorations import REWARD, SPACES
from tests.azul.invariants import board, may_take
from tests.azul.random_games import all_options, opening, steps


def decisions(number: int) -> Iterator[State]:
    """Yield the decisions of a random game."""
    seats = 2 + number % 3
    state = opening(all_options(seats)[number // 3 % 4], seats, number)
    yield state
    for after, *_ in steps(state, number):
        if after.decision:
            yield after


def drafts(state: State) -> list[DraftTiles]:
    """List each non-wild colour of each source, or the wild colour if there is no other."""
    found = []
    for source, tiles in enumerate(state.sources):
        on_it = [colour for colour in range(6) if counts(tiles)[colour]]
        chosen = [colour for colour in on_it if colour != state.wild] or on_it
        found += [DraftTiles(f"f{source}" if source else "centre", COLOURS[colour]) for colour in chosen]
    return found


def payments(state: State, space: int, colour: int) -> list[int]:
    """List the possible numbers of wilds in a payment."""
    have, cost = counts(state.hand[state.turn]), COST[state.side][space]
    if colour == state.wild:
        return [0] if have[colour] >= cost else []
    return [wilds for wilds in range(cost) if have[colour] >= cost - wilds and have[state.wild] >= wilds]


def placements(state: State) -> list[PlaceTile]:
    """List each affordable placement: an empty space with a colour in hand that it may show."""
    tiles, found = board(state, state.turn), []
    for star, colour, slot in product(range(7), range(6), range(6)):
        space = 6 * star + slot
        shown = [tiles[each] for each in range(6 * star, 6 * star + 6) if each in tiles]
        allowed = space not in tiles and COLOURS[colour] in may_take(state.side, star, shown)
        if allowed and counts(state.hand[state.turn])[colour] and payments(state, space, colour):
            found.append(PlaceTile(STARS[star], slot, COLOURS[colour]))
    return found


def multisets(tiles: int, sizes: range) -> list[Tiles]:
    """List all multisets of some tiles: larger ones first, then those with more of the earlier colours."""
    each = product(*(range(number, -1, -1) for number in counts(capped(tiles, 4))))
    return [Tiles(*numbers) for numbers in sorted(each, key=sum, reverse=True) if sum(numbers) in sizes]


def plainly(state: State) -> list[Any]:
    """List the legal actions of the pending decision."""
    if state.decision == DRAFT_TILES:
        return drafts(state)
    if state.decision == PLACE_OR_PASS:
        return [*placements(state), PassRound()]
    if state.decision == CHOOSE_PAYMENT:
        return [ChoosePayment(wilds) for wilds in payments(state, state.space, state.colour)]
    if state.decision == CHOOSE_BONUS:
        return [ChooseBonus(tiles) for tiles in multisets(state.supply, range(state.due, state.due + 1))]
    assert state.decision == CHOOSE_KEEP
    return [ChooseKeep(tiles) for tiles in multisets(state.hand[state.turn], range(5))]


@pytest.mark.no_cover
@pytest.mark.parametrize("number", range(24))
def test_the_legal_actions_are_those_of_the_plain_rules(number: int) -> None:
    """12.1.2, 12.1.3, 12.1.4, 12.1.5, 12.4.3, 6.3.4: in the same order."""
    for state in decisions(number):
        assert list(RULESET.legal_actions(state, state.turn)) == plainly(state)
        assert can_place(state, state.turn) == bool(placements(state))


def test_multisets_in_bits_count_as_lists_of_numbers_do() -> None:
    """1.3.3"""
    rng = Random(1)
    for _ in range(2000):
        numbers = [rng.choice((0, 0, 1, rng.randrange(23), 22)) for _ in range(6)]
        tiles = pack(numbers)
        assert (counts(tiles), total(tiles)) == (numbers, sum(numbers))
        assert [colour for colour in range(6) if present(tiles) >> colour & 1] == [
            colour for colour, number in enumerate(numbers) if number
        ]
        assert counts(capped(tiles, 4)) == [min(4, number) for number in numbers]


def test_a_draw_selects_the_tile_at_its_place_in_the_bag_ordered_by_colour() -> None:
    """11.1.2"""
    rng = Random(2)
    for _ in range(200):
        numbers = [rng.randrange(5) for _ in range(5)] + [1 + rng.randrange(5)]
        laid_out = [colour for colour, number in enumerate(numbers) for _ in range(number)]
        state, place = drafting(), rng.randrange(len(laid_out))
        state.bag = pack(numbers)
        tile = bag.draw(state, 1, LoadedDice((place, len(laid_out))), None)
        assert counts(tile).index(1) == laid_out[place]


def run(covered: set[int], slot: int) -> set[int]:
    """Return the covered slots that are connected to a slot."""
    found, more = set(), {slot}
    while more:
        found |= more
        more = {each for one in found for each in ((one + 1) % 6, (one - 1) % 6)} & covered - found
    return found


def test_a_run_reaches_as_far_as_neighbours_are_covered() -> None:
    """1.2.4, 3.3.1, 6.5.1"""
    for mask in range(64):
        covered = {slot for slot in range(6) if mask >> slot & 1}
        assert {slot: RUN[mask][slot] for slot in covered} == {slot: len(run(covered, slot)) for slot in covered}


def test_a_reward_is_that_of_all_decorations_whose_last_space_is_covered() -> None:
    """6.6.1, 6.6.3"""
    rng, touching = Random(3), {}
    for name, spaces in SPACES.items():
        each = (space.split(".") for space in spaces.split())
        touching[name] = {6 * STARS.index(star) + int(slot) for star, slot in each}
    for _ in range(3000):
        covered = {space for space in range(42) if rng.random() < 0.8}
        last = rng.choice(sorted(covered))
        complete = [name for name, spaces in touching.items() if last in spaces <= covered]
        assert rewarded(sum(1 << space for space in covered), last) == sum(REWARD[name[0]] for name in complete)
