"""Who sees what (section 12): the worked examples 16.10 and the possible determinized states."""

from collections import Counter
from itertools import permutations, takewhile
from random import Random

import pytest
from msgspec import UNSET

from domain.leonardo import RULESET
from domain.leonardo.rules.state import State, clone
from domain.leonardo.wire.actions import (
    AreaTurn,
    Bid,
    ConcealedBid,
    ConcealedOrder,
    ConcealedWork,
    CouncilOrder,
    CouncilSpace,
    DeclareWork,
    MarketSwap,
    NameLeonardo,
    Place,
    observe,
)
from domain.leonardo.wire.facts import (
    BidsRevealed,
    CardWon,
    ComponentsReturned,
    FlorinsMoved,
    InventionFinished,
    InventionsRequested,
    Looked,
    Saw,
    SealedBid,
    WorkLate,
    WorkStarted,
)
from domain.leonardo.wire.views import Auction
from domain.ruleset import Emit
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    EmittedFact,
    declaring,
    equip,
    give,
    hold,
    known_to,
    of,
    own,
    placing,
    plain,
    play,
    public,
    rejection,
    request,
    resolve,
    stack,
    stand,
    start_work,
    table,
    to_decide,
)
from tests.leonardo.invariants import check
from tests.leonardo.random_games import all_options, opening, steps
from tests.random_play import step_dice

SPECTATOR = None


def drawn(state: State, seat: int, times: int = 300) -> list[State]:
    """Sample states that are possible from a seat's point of view."""
    return [RULESET.determinize(state, seat, Random(number)) for number in range(times)]


def test_a_face_down_lab_shows_only_that_it_works() -> None:
    """16.10.1"""
    state = table(2)
    emitted = play(state, ANNA, DeclareWork((), {"small": 1}))
    assert known_to(emitted, BRUNO) == [WorkStarted(ANNA, "small")]
    view = RULESET.view(state, BRUNO)
    (small,) = view.seats[ANNA].labs
    assert (small.working, small.weeks, small.late, small.invention) == (True, 0, False, UNSET)
    assert view.own.seat == BRUNO
    assert not hasattr(view.seats[ANNA], "hand")
    assert Counter(sampled.work[0] for sampled in drawn(state, BRUNO)).keys() == {1, 3, 4, 8, 13}
    assert {sampled.work[0] for sampled in drawn(state, ANNA)} == {1}


def test_a_face_down_lab_is_sampled_with_displayed_cards_far_more_often_than_with_deck_cards() -> None:
    state = table(2)
    request(state, 1)
    state.deck = (3, 4, 8, 13)
    play(state, ANNA, DeclareWork((), {"small": 1}))
    counts = Counter(sampled.work[0] for sampled in drawn(state, BRUNO, 2400))
    assert counts.keys() == {1, 3, 4, 8, 13}
    assert 1900 < counts[1] < 2100
    assert all(60 < counts[number] < 140 for number in (3, 4, 8, 13))


def test_a_sealed_bid_shows_that_it_was_made_and_no_amount() -> None:
    """16.10.2, 12.4.5"""
    state = plain(3)
    request(state, 9, 1, 12, 8)
    for seat in (ANNA, BRUNO):
        start_work(state, seat, "small", 9, weeks=7)
    resolve(state)
    emitted = play(state, ANNA, Bid(4))
    assert emitted == []
    for viewer in (BRUNO, CLARA, SPECTATOR):
        view = RULESET.view(state, viewer)
        assert view.auction == Auction(9, (ANNA, BRUNO), sealed=(ANNA,))
        assert observe(Bid(4), ANNA, viewer) == ConcealedBid()
        assert view.own is UNSET or view.own.bid is UNSET
    assert RULESET.view(state, ANNA).own.bid == 4
    assert to_decide(state) == ("bid", [BRUNO])
    emitted = play(state, BRUNO, Bid(3))
    assert public(emitted)[:3] == [
        BidsRevealed(9, (SealedBid(ANNA, 4), SealedBid(BRUNO, 3))),
        FlorinsMoved(ANNA, -4, "auction"),
        CardWon(ANNA, 9),
    ]


def test_only_the_caller_sees_a_rejection() -> None:
    """16.10.3, 12.4.3"""
    state = plain(2)
    declaring(state, BRUNO)
    views = [RULESET.view(state, viewer) for viewer in (ANNA, SPECTATOR)]
    assert rejection(state, BRUNO, DeclareWork((), {"small": 12})) == "components_missing"
    assert [RULESET.view(state, viewer) for viewer in (ANNA, SPECTATOR)] == views


def test_only_the_looking_player_knows_the_chosen_order_until_cards_are_revealed() -> None:
    """16.10.4"""
    state = plain(3)
    request(state, 1, 12)
    stack(state, 18, 6, 7, 2)
    state.top_tiers = (0, 0, 0)
    stand(state, CLARA, "council", apprentices=1)
    resolve(state)
    play(state, CLARA, NameLeonardo(ANNA))
    emitted = play(state, CLARA, CouncilSpace(3))
    assert known_to(emitted, ANNA) == known_to(emitted, BRUNO) == public(emitted)
    order = CouncilOrder((2, 7, 6, 18))
    assert observe(order, CLARA, ANNA) == observe(order, CLARA, SPECTATOR) == ConcealedOrder()
    assert observe(order, CLARA, CLARA) == order
    sampled = {tuple(each.top) for each in drawn(state, CLARA)}
    assert sampled == {(18, 6, 7, 2)}
    emitted = play(state, CLARA, order)
    assert of(InventionsRequested, emitted) == [InventionsRequested((2, 7))]
    assert {tuple(each.top) for each in drawn(state, CLARA)} == {(6, 18)}
    assert len({tuple(each.top) for each in drawn(state, ANNA)}) > 50


# Views and readable actions


def test_the_hand_of_another_does_not_affect_a_view() -> None:
    """12.1.1, 15.19"""
    full, empty = plain(2), plain(2)
    give(full, ANNA, "rope", "iron")
    start_work(empty, ANNA, "small", 1)
    for state in (full, empty):
        state.stock = [9, 9, 9, 9, 9]
        state.work[0] = 1
    assert RULESET.view(full, BRUNO) == RULESET.view(empty, BRUNO)


def test_others_read_of_a_declaration_the_labs_only() -> None:
    action = DeclareWork(("large",), {"small": 13, "large": 1})
    assert (
        observe(action, ANNA, BRUNO)
        == observe(action, ANNA, SPECTATOR)
        == ConcealedWork(("large",), {"small": 0, "large": 0})
    )
    assert observe(action, ANNA, ANNA) == action


def test_a_late_lab_is_public() -> None:
    """8.3.1"""
    state = plain(2)
    own(state, ANNA, 1)
    start_work(state, BRUNO, "small", 1, weeks=2, late=True)
    assert RULESET.view(state, SPECTATOR).seats[BRUNO].labs[0].invention == 1
    assert {each.work[2] for each in drawn(state, ANNA, 20)} == {1}


def test_passing_in_phase_b_concerns_the_player_only() -> None:
    """6.1.2"""
    state = plain(2)
    stand(state, BRUNO, "smith", apprentices=1)
    placing(state, ANNA)

    def passed() -> list[bool]:
        return [seat.passed for seat in RULESET.view(state, SPECTATOR).seats]

    play(state, ANNA, Place("pass"))
    assert (state.decision, passed()) == ("place", [True, False])
    play(state, BRUNO, Place("pass"))
    assert (state.decision, passed()) == ("area_turn", [False, False])
    play(state, BRUNO, AreaTurn("withdraw"))
    assert (state.decision, passed()) == ("declare_work", [False, False])
    state.round = 9
    resolve(state)
    assert (state.decision, passed()) == ("", [False, False])


def test_a_spectator_sees_no_hand_and_no_money() -> None:
    view = RULESET.view(table(2), SPECTATOR)
    assert view.own is UNSET
    assert [seat.florins for seat in view.seats] == [UNSET, UNSET]


# What may be imagined (12.2)


def test_both_labs_together_contain_no_more_than_their_player_had() -> None:
    state = plain(2)
    equip(state, ANNA, large=4)
    hold(state, ANNA, "iron", "rope", "wood")
    play(state, ANNA, DeclareWork((), {"small": 1, "large": 7}))
    pairs = {tuple(each.work[:2]) for each in drawn(state, BRUNO, 2000)}
    # Held: iron, wood, rope. Recipes in it: 1 iron, 2 wood, 3 rope, 6 iron and wood, 7 wood and rope, 13 rope and iron.
    assert pairs == {*permutations((1, 2, 3), 2), (1, 7), (7, 1), (2, 13), (13, 2), (3, 6), (6, 3)}


def test_cards_returned_on_the_market_are_not_under_a_lab() -> None:
    state = plain(2, codex_2=True)
    hold(state, ANNA, "iron", "rope")
    play(state, ANNA, DeclareWork((), {"small": 1}))
    assert {each.work[0] for each in drawn(state, BRUNO)} == {1, 3, 13}
    stand(state, ANNA, "market", apprentices=1)
    resolve(state)
    play(state, ANNA, MarketSwap(("rope",), ("glass",)))
    assert {each.work[0] for each in drawn(state, BRUNO)} == {1}


def test_a_lab_with_weeks_enough_that_does_not_finish_is_on_something_else() -> None:
    state = plain(2)
    request(state, 3, 12, 8)
    hold(state, ANNA, "iron", "rope")
    play(state, ANNA, DeclareWork((), {"small": 13}))
    stand(state, ANNA, "lab:small", apprentices=3)
    state.weeks[0] = 1
    resolve(state)
    assert {each.work[0] for each in drawn(state, BRUNO)} == {1, 13}


def test_a_lab_that_does_not_become_late_is_not_on_a_realised_invention() -> None:
    state = plain(2)
    request(state, 3, 12, 8)
    hold(state, ANNA, "iron", "rope")
    start_work(state, BRUNO, "small", 3, weeks=4)
    play(state, ANNA, DeclareWork((), {"small": 1}))
    assert {each.work[0] for each in drawn(state, BRUNO)} == {1, 3, 13}
    resolve(state)
    assert {each.work[0] for each in drawn(state, BRUNO)} == {1, 13}


def test_a_sealed_bid_is_sampled_as_any_amount_the_bidder_can_pay() -> None:
    state = plain(2, florins=1)
    for seat in (ANNA, BRUNO):
        start_work(state, seat, "small", 1, weeks=4)
    resolve(state)
    play(state, ANNA, Bid(2))
    assert {each.bids[ANNA] for each in drawn(state, BRUNO)} == {0, 1, 2, 3, 4, 5, 6}
    assert {each.bids[ANNA] for each in drawn(state, ANNA, 20)} == {2}


def test_a_second_look_by_another_keeps_the_set_and_hides_the_order() -> None:
    state = plain(3)
    for seat, order in ((ANNA, (4, 2, 6, 7)), (BRUNO, (6, 4, 7, 2))):
        stack(state, *(state.top or (2, 4, 6, 7)))
        state.supply[seat], state.master[seat] = 4, -1
        state.academy[seat] = 5
        stand(state, seat, "council", apprentices=1)
        resolve(state)
        play(state, seat, NameLeonardo(ANNA))
        play(state, seat, CouncilSpace(3))
        play(state, seat, CouncilOrder(order))
    assert {tuple(each.top) for each in drawn(state, BRUNO, 50)} == {(6, 4, 7, 2)}
    assert {tuple(each.top) for each in drawn(state, ANNA, 2000)} == set(permutations((2, 4, 6, 7)))
    assert len({frozenset(each.top) for each in drawn(state, CLARA)}) > 10


def test_cards_seen_by_another_are_sampled_from_their_possible_piles() -> None:
    """12.2.3"""
    state = table(2)
    RULESET.apply(state, ANNA, DeclareWork((), {}), Random(0))
    RULESET.apply(state, BRUNO, DeclareWork((), {}), Random(0))
    stand(state, ANNA, "council", apprentices=1)
    resolve(state)
    play(state, ANNA, NameLeonardo(ANNA))
    play(state, ANNA, CouncilSpace(3))
    seen = {number for each in drawn(state, BRUNO) for number in each.top}
    # The top pile holds three bronze and three copper cards of 2 to 5 and of 6, 7, 9, 10, 13.
    assert seen == {2, 3, 4, 5, 6, 7, 9, 10, 13}


NESTED = ("owned", "favours", "shared", "seen")


@pytest.mark.no_cover
def test_sampled_states_are_valid_and_share_no_mutable_data_with_the_true_one() -> None:
    for number in range(6):
        seats = 2 + number % 4
        state = opening(all_options(seats)[-1 - number], seats, number)
        for after, _, _, _ in steps(state, number):
            for seat in range(seats):
                sampled = RULESET.determinize(after, seat, step_dice(bytes(32), after.round))
                check(sampled)
                assert not _lists(sampled) & _lists(after)


def _lists(state: State) -> set[int]:
    """Return the identities of all lists in a state, which must stay alive."""
    lists = [value for value in vars(state).values() if isinstance(value, list)]
    return {id(each) for each in lists} | {id(row) for name in NESTED for row in getattr(state, name)}


def test_a_copy_is_equal_and_independent() -> None:
    state = table(3)
    twin = clone(state)
    assert twin == state
    twin.owned[0].append(2)
    twin.stock[0] = 0
    assert state == table(3)


# Facts of an action


def test_only_looks_and_unseen_returned_cards_are_hidden_from_others() -> None:
    """12.3.1"""
    held: Counter[str] = Counter()
    for number in range(40):
        seats = 2 + number % 4
        state = opening(all_options(seats)[number % 16], seats, number)
        for _, actor, action, emitted in steps(state, number):
            for place, (fact, audience) in enumerate(emitted):
                if isinstance(fact, Saw):
                    assert len(audience) == 1
                    assert emitted[place - 1] == (Looked(audience[0], len(fact.inventions)), None)
                    held["look"] += 1
                elif isinstance(fact, ComponentsReturned) and emitted[place - 1][0].invention is UNSET:
                    assert audience == (actor,) == (fact.seat,)
                    held["cards returned"] += 1
                else:
                    assert audience is None
            for viewer in (SPECTATOR, *(seat for seat in range(seats) if seat != actor)):
                shown = observe(action, actor, viewer)
                assert isinstance(shown, CONCEALED.get(type(action), type(action)))
                assert type(action) in CONCEALED or shown == action
    assert held.keys() == {"look", "cards returned"}


CONCEALED: dict[type, type] = {DeclareWork: ConcealedWork, CouncilOrder: ConcealedOrder, Bid: ConcealedBid}


def test_a_seat_reads_the_same_of_its_action_until_hidden_data_is_revealed() -> None:
    compared = 0
    for number in range(12):
        seats = 2 + number % 4
        before = opening(all_options(seats)[-1 - number], seats, number)
        twin = clone(before)
        for after, actor, action, emitted in steps(before, number):
            sampled = RULESET.determinize(twin, actor, Random(number))
            reapplied: list[EmittedFact] = []
            RULESET.apply(sampled, actor, action, Random(0), _into(reapplied))
            one, other = _until_revealed(emitted, actor), _until_revealed(reapplied, actor)
            shorter = min(len(one), len(other))
            assert one[:shorter] == other[:shorter]
            if len(known_to(emitted, actor)) == len(one) == len(other) == len(known_to(reapplied, actor)):
                assert RULESET.view(sampled, actor) == RULESET.view(after, actor)
                compared += 1
            twin = clone(after)
    assert compared > 1000


def _into(emitted: list[EmittedFact]) -> Emit:
    """Return a function that collects facts in a list."""
    return lambda fact, audience: emitted.append((fact, audience))


def _until_revealed(emitted: list[EmittedFact], seat: int) -> list[object]:
    """List what a seat sees before the first fact that depends on hidden information."""
    return list(takewhile(lambda fact: not isinstance(fact, REVEALING), known_to(emitted, seat)))


REVEALING = (BidsRevealed, InventionFinished, InventionsRequested, Saw, WorkLate)
