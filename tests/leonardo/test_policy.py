"""Test the AI levels: `greedy` uses only what its seat sees, and acts as a sensible player would."""

import gc
from random import Random
from typing import Any

import pytest

from domain.leonardo import RULESET
from domain.leonardo.heuristics import appraisal
from domain.leonardo.rules import knowledge
from domain.leonardo.rules.council_spaces import looked_at
from domain.leonardo.rules.state import State, clone
from domain.leonardo.wire.actions import AreaTurn, Bid, CouncilOrder, CouncilSpace, DeclareWork, NameLeonardo, Place
from domain.leonardo.wire.options import Options
from domain.levels import play_greedy
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    declaring,
    equip,
    give,
    own,
    people,
    placing,
    plain,
    play,
    purse,
    request,
    resolve,
    stack,
    stand,
    start_work,
)
from tests.leonardo.policy import TABLES, positions


class Unreadable:
    """Replaces values that a seat may not see: comparing, counting or looking up with one fails."""

    def __eq__(self, other: object) -> bool:
        raise TypeError

    __hash__ = None


def greedy(state: State, seat: int) -> Any:
    """Return the action of level `greedy`."""
    return RULESET.heuristics.rollout_policy(state, seat, Random(1))


def blindfold(state: State, seat: int) -> State:
    """Return a copy of a state in which everything hidden from the seat is unreadable."""
    blind = clone(state)
    hidden: Any = Unreadable()
    shown = looked_at(state) if state.decision == "council_order" and state.turn == seat else ()
    blind.top = (*shown, *([hidden] * (len(state.top) - len(shown))))
    for other in set(range(state.seats)) - {seat}:
        blind.hand[other] = hidden
        blind.seen[other], blind.exact[other] = [hidden], hidden
        for lab in (2 * other, 2 * other + 1):
            if state.work[lab] and not state.late[lab]:
                blind.work[lab] = hidden
        if state.auction and state.bids[other] >= 0:
            blind.bids[other] = hidden
    return blind


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_greedy_chooses_equally_in_all_states_of_an_information_set(seats: int, options: Options) -> None:
    for state, seat in positions(seats, options, seats):
        chosen = greedy(state, seat)
        for number in range(2):
            sampled = RULESET.determinize(state, seat, Random(number))
            assert RULESET.view(sampled, seat) == RULESET.view(state, seat)
            assert greedy(sampled, seat) == chosen


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_greedy_reads_no_data_that_its_seat_does_not_know(seats: int, options: Options) -> None:
    for state, seat in positions(seats, options, 10 + seats):
        assert greedy(blindfold(state, seat), seat) == greedy(state, seat)


def test_reading_data_that_a_seat_does_not_know_is_detected() -> None:
    state = plain(2)
    start_work(state, BRUNO, "small", 1)
    blind = blindfold(state, ANNA)
    with pytest.raises(TypeError):
        knowledge.hand_and_labs(blind, BRUNO)
    with pytest.raises(TypeError):
        assert 1 in blind.work


def test_greedy_starts_the_requested_invention_it_has_the_components_for() -> None:
    state = plain(2)
    request(state, 9, 12, 8)
    give(state, ANNA, "brick", "glass")
    declaring(state, ANNA)
    assert greedy(state, ANNA) == DeclareWork((), {"small": 9})


def test_greedy_interrupts_work_that_it_cannot_finish_in_time_for_work_that_it_can() -> None:
    state = plain(2, in_round=9)
    start_work(state, ANNA, "small", 12)
    give(state, ANNA, "iron")
    request(state, 1, 12, 8)
    equip(state, ANNA, small=3)
    declaring(state, ANNA)
    assert greedy(state, ANNA) == DeclareWork(("small",), {"small": 1})


def test_greedy_continues_work_that_is_nearly_done() -> None:
    state = plain(2, in_round=9)
    start_work(state, ANNA, "small", 12, weeks=9)
    give(state, ANNA, "iron")
    request(state, 1, 12, 8)
    declaring(state, ANNA)
    assert greedy(state, ANNA) == DeclareWork((), {})


def test_greedy_continues_late_work_while_its_price_is_worth_the_weeks() -> None:
    state = plain(2, in_round=9)
    own(state, BRUNO, 12)
    start_work(state, ANNA, "small", 12, weeks=9, late=True)
    declaring(state, ANNA)
    assert greedy(state, ANNA) == DeclareWork((), {})


def test_greedy_sends_the_master_first_to_work_that_can_be_finished_in_the_last_round() -> None:
    state = plain(2, in_round=9)
    request(state, 1, 12, 8)
    start_work(state, ANNA, "small", 1)
    placing(state, ANNA)
    assert greedy(state, ANNA) == Place("master", "lab:small")
    play(state, ANNA, greedy(state, ANNA))
    assert greedy(state, ANNA) == Place("apprentices", "lab:small", 2)


def test_greedy_serves_first_the_lab_that_is_worth_more() -> None:
    state = plain(2, in_round=9)
    equip(state, ANNA, small=3, large=4)
    request(state, 1, 12, 8)
    start_work(state, ANNA, "small", 1)
    start_work(state, ANNA, "large", 12, weeks=7)
    placing(state, ANNA)
    assert greedy(state, ANNA) == Place("master", "lab:large")


def test_greedy_passes_when_more_pieces_are_of_no_use() -> None:
    state = plain(2, in_round=9)
    start_work(state, ANNA, "small", 12)
    placing(state, ANNA)
    assert greedy(state, ANNA) == Place("pass")


def test_greedy_takes_the_leonardo_card() -> None:
    state = plain(3)
    stand(state, CLARA, "council", 1)
    resolve(state)
    assert greedy(state, CLARA) == NameLeonardo(CLARA)


def test_greedy_takes_the_florins_of_a_rich_council() -> None:
    state = plain(3)
    state.council_florins = 9
    stand(state, CLARA, "council", 1)
    resolve(state)
    play(state, CLARA, NameLeonardo(CLARA))
    assert greedy(state, CLARA) == CouncilSpace(2)


def test_greedy_puts_the_invention_it_works_on_on_top_of_the_deck() -> None:
    state = plain(3)
    stack(state, 2, 4, 6, 7)
    start_work(state, CLARA, "small", 7)
    stand(state, CLARA, "council", 1)
    resolve(state)
    play(state, CLARA, NameLeonardo(CLARA))
    play(state, CLARA, CouncilSpace(3))
    chosen = greedy(state, CLARA)
    assert isinstance(chosen, CouncilOrder)
    assert chosen.order[0] == 7


def test_greedy_improves_its_lab_while_that_is_free() -> None:
    state = plain(2)
    stand(state, ANNA, "workshop", 1)
    resolve(state)
    assert greedy(state, ANNA).choice == "act"


def test_greedy_buys_no_component_that_it_can_no_longer_use() -> None:
    state = plain(2, in_round=7)
    people(state, ANNA, 0)
    equip(state, ANNA, small=5, robots=(1, 0))
    stand(state, ANNA, "workshop", 1)
    state.price = 0
    resolve(state)
    play(state, ANNA, greedy(state, ANNA))
    state.price = 3
    assert greedy(state, ANNA) == AreaTurn("withdraw")


def test_greedy_swaps_a_component_it_has_too_many_of_for_one_it_lacks() -> None:
    state = plain(2, codex_2=True)
    request(state, 9, 12, 8)
    give(state, ANNA, "brick", "iron", "iron", "iron", "iron", "iron")
    stand(state, ANNA, "market", 1)
    resolve(state)
    swap = greedy(state, ANNA)
    assert set(swap.give) == {"iron"}
    assert "iron" not in swap.take


def test_greedy_bids_no_more_than_beats_all_the_money_of_its_rivals() -> None:
    state = plain(2)
    request(state, 1, 12, 8)
    for seat in (ANNA, BRUNO):
        start_work(state, seat, "small", 1, weeks=4)
    purse(state, ANNA, 50)
    purse(state, BRUNO, 0)
    resolve(state)
    assert state.auction == 1
    state.florins[BRUNO] = 0
    assert greedy(state, ANNA) == Bid(1)


@pytest.mark.no_cover
def test_caches_of_heuristics_can_be_cleared_without_the_garbage_collector():
    """Without the garbage collector, as in searches, cycles would never be freed."""
    state = RULESET.setup(Options(), 2, Random(0))
    gc.collect()
    gc.disable()
    try:
        for _ in range(40):
            seat = RULESET.to_act(state)[0]
            RULESET.apply(state, seat, play_greedy(RULESET, state, seat, Random(0)), Random(0))
            RULESET.heuristics.evaluate(state)
        appraisal._REMEMBERED.forecasts, appraisal._REMEMBERED.latest = {}, None
        assert gc.collect() == 0
    finally:
        gc.enable()
