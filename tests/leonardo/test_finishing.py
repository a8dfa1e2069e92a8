"""The labs' work, finishing, late labs (7.7, 8.1 to 8.4): the worked examples 16.7, 16.8.1 to 16.8.3 and more."""

from domain.leonardo.wire.actions import Bid, DeclareWork
from domain.leonardo.wire.facts import (
    AuctionOpened,
    CardWon,
    FlorinsMoved,
    InventionFinished,
    InventionsRequested,
    WeeksWorked,
    WorkLate,
)
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    DAVID,
    EVA,
    declaring,
    equip,
    hand_of,
    hold,
    idle,
    lab,
    of,
    own,
    plain,
    play,
    public,
    request,
    resolve,
    stack,
    stand,
    start_work,
    to_decide,
)


def test_robots_work_without_apprentices() -> None:
    """16.7.1, 7.7.2"""
    for works in (True, False):
        state = plain(5)
        equip(state, EVA, large=6, robots=(0, 2))
        if works:
            start_work(state, EVA, "large", 16, weeks=3)
        emitted = resolve(state)
        assert of(WeeksWorked, emitted) == ([WeeksWorked(EVA, "large", 7)] if works else [])
        assert state.weeks[lab(EVA, "large")] == (7 if works else 0)


def test_a_card_of_the_same_type_saves_two_weeks() -> None:
    """16.7.2, 8.2.1"""
    state = plain(2)
    request(state, 13, 1, 12)
    own(state, ANNA, 8)
    start_work(state, ANNA, "small", 13, weeks=5)
    stock = list(state.stock)
    emitted = resolve(state)
    assert public(emitted)[1:4] == [
        InventionFinished(ANNA, "small", 13, late=False),
        FlorinsMoved(ANNA, 8, "first_price"),
        CardWon(ANNA, 13),
    ]
    assert of(WeeksWorked, emitted) == []
    assert [now - before for now, before in zip(state.stock, stock, strict=True)] == [1, 0, 1, 0, 0]
    assert (state.owned[ANNA], state.florins[ANNA]) == ([8, 13], 18)


def test_two_cards_of_the_same_type_save_four_weeks() -> None:
    """16.7.3"""
    for weeks, finished in ((10, False), (11, True)):
        state = plain(2)
        request(state, 18, 1, 12)
        own(state, ANNA, 8, 13)
        start_work(state, ANNA, "small", 18, weeks=weeks)
        resolve(state)
        assert (18 in state.owned[ANNA]) is finished
        assert idle(state, ANNA, "small") is finished


def test_a_discount_may_cover_all_the_weeks() -> None:
    """16.7.4"""
    state = plain(2)
    request(state, 3, 1, 12)
    own(state, ANNA, 8, 13)
    hold(state, ANNA, "rope")
    play(state, ANNA, DeclareWork((), {"small": 3}))
    emitted = resolve(state)
    assert of(InventionFinished, emitted) == [InventionFinished(ANNA, "small", 3, late=False)]
    assert state.owned[ANNA] == [8, 13, 3]


def test_a_card_won_now_reduces_costs_from_the_next_round_on() -> None:
    """16.7.5"""
    state = plain(2)
    request(state, 8, 13, 1)
    equip(state, ANNA, large=4)
    start_work(state, ANNA, "small", 8, weeks=11)
    start_work(state, ANNA, "large", 13, weeks=5)
    emitted = resolve(state)
    assert of(InventionFinished, emitted) == [InventionFinished(ANNA, "small", 8, late=False)]
    assert state.work[lab(ANNA, "large")] == 13
    declaring(state, ANNA)
    emitted = resolve(state)
    assert of(InventionFinished, emitted) == [InventionFinished(ANNA, "large", 13, late=False)]


def test_a_discount_counts_once_and_not_each_round() -> None:
    """16.7.6"""
    state = plain(2)
    request(state, 7, 1, 12)
    own(state, BRUNO, 2)
    start_work(state, BRUNO, "small", 7)
    stand(state, BRUNO, "lab:small", apprentices=3)
    emitted = resolve(state)
    assert of(WeeksWorked, emitted) == [WeeksWorked(BRUNO, "small", 3)]
    assert of(InventionFinished, emitted) == []
    state.academy[BRUNO] += 2
    state.supply[BRUNO] -= 2
    stand(state, BRUNO, "lab:small", apprentices=2)
    emitted = resolve(state)
    assert of(WeeksWorked, emitted) == [WeeksWorked(BRUNO, "small", 5)]
    assert of(InventionFinished, emitted) == [InventionFinished(BRUNO, "small", 7, late=False)]


def test_a_lab_finishes_the_invention_of_its_exact_cards_only() -> None:
    """16.7.7, 8.1.5"""
    state = plain(2)
    request(state, 2, 7, 1)
    start_work(state, BRUNO, "small", 7, weeks=4)
    emitted = resolve(state)
    assert of(InventionFinished, emitted) == []
    assert (state.work[lab(BRUNO, "small")], state.weeks[lab(BRUNO, "small")]) == (7, 4)


def test_an_invention_still_in_the_deck_waits_until_it_is_requested() -> None:
    """16.7.8, 8.1.6, 9.1.3"""
    state = plain(4, in_round=5)
    request(state, 1, 12, 8, 3)
    stack(state, 20)
    start_work(state, DAVID, "small", 20, weeks=15)
    emitted = resolve(state)
    assert of(InventionFinished, emitted) == []
    assert of(InventionsRequested, emitted) == [InventionsRequested((20,))]
    assert state.round == 6
    emitted = resolve(state)
    assert of(InventionFinished, emitted) == [InventionFinished(DAVID, "small", 20, late=False)]
    assert state.owned[DAVID] == [20]


def test_work_on_an_invention_realised_by_another_becomes_late() -> None:
    """16.8.1, 8.3.1, 8.4.2"""
    state = plain(2)
    start_work(state, ANNA, "small", 1, weeks=4)
    start_work(state, BRUNO, "small", 1, weeks=2)
    emitted = resolve(state)
    assert public(emitted)[1:5] == [
        InventionFinished(ANNA, "small", 1, late=False),
        WorkLate(BRUNO, "small", 1),
        FlorinsMoved(ANNA, 5, "first_price"),
        CardWon(ANNA, 1),
    ]
    assert (state.florins, state.owned) == ([15, 10], [[1], []])
    assert (state.work[2], state.weeks[2], state.late[2]) == (1, 2, True)


def test_late_work_earns_the_later_price_and_no_card() -> None:
    """16.8.2, 2.1.3, 8.3.3, 8.4.1"""
    state = plain(2)
    own(state, ANNA, 1)
    start_work(state, BRUNO, "small", 1, weeks=2, late=True)
    iron = state.stock[0]
    stand(state, BRUNO, "lab:small", apprentices=2)
    emitted = resolve(state)
    assert public(emitted)[1:4] == [
        WeeksWorked(BRUNO, "small", 4),
        InventionFinished(BRUNO, "small", 1, late=True),
        FlorinsMoved(BRUNO, 4, "later_price"),
    ]
    assert (state.florins[BRUNO], state.owned[BRUNO], state.stock[0]) == (14, [], iron + 1)
    assert idle(state, BRUNO, "small")
    assert state.late[lab(BRUNO, "small")] is False


def test_a_late_lab_is_no_bidder() -> None:
    """16.8.3, 2.1.3, 8.6.1"""
    state = plain(3)
    request(state, 9, 1, 12, 8)
    start_work(state, ANNA, "small", 9, weeks=7)
    start_work(state, BRUNO, "small", 9, weeks=7)
    start_work(state, CLARA, "small", 9, weeks=3)
    emitted = resolve(state)
    assert of(WorkLate, emitted) == [WorkLate(CLARA, "small", 9)]
    assert of(FlorinsMoved, emitted) == [FlorinsMoved(ANNA, 8, "first_price"), FlorinsMoved(BRUNO, 8, "first_price")]
    assert of(AuctionOpened, emitted) == [AuctionOpened(9, (ANNA, BRUNO))]
    assert to_decide(state) == ("bid", [ANNA, BRUNO])


# More of sections 7.7 and 8


def test_the_marker_stops_at_15() -> None:
    state = plain(2)
    equip(state, ANNA, small=5, robots=(1, 0))
    start_work(state, ANNA, "small", 16, weeks=12)
    stand(state, ANNA, "lab:small", apprentices=4)
    emitted = resolve(state)
    assert of(WeeksWorked, emitted) == [WeeksWorked(ANNA, "small", 15)]


def test_pieces_return_from_the_labs() -> None:
    """7.7.3"""
    state = plain(2)
    start_work(state, ANNA, "small", 16)
    stand(state, ANNA, "lab:small", apprentices=1, master=True)
    resolve(state)
    assert (state.supply[ANNA], state.master[ANNA], state.weeks[0]) == (5, -1, 3)


def test_a_lab_without_pieces_or_robots_does_not_move() -> None:
    state = plain(2)
    start_work(state, ANNA, "small", 16, weeks=6)
    emitted = resolve(state)
    assert of(WeeksWorked, emitted) == []
    assert state.weeks[0] == 6


def test_several_late_finishers_each_get_the_later_price() -> None:
    """8.4.1"""
    state = plain(3)
    own(state, ANNA, 9)
    for seat in (BRUNO, CLARA):
        start_work(state, seat, "small", 9, weeks=7, late=True)
    emitted = resolve(state)
    assert of(FlorinsMoved, emitted) == [FlorinsMoved(BRUNO, 6, "later_price"), FlorinsMoved(CLARA, 6, "later_price")]
    assert to_decide(state) == ("declare_work", [ANNA])


def test_a_discount_counts_for_late_work_too() -> None:
    state = plain(2)
    own(state, ANNA, 8)
    own(state, BRUNO, 13)
    start_work(state, BRUNO, "small", 8, weeks=9, late=True)
    emitted = resolve(state)
    assert of(InventionFinished, emitted) == [InventionFinished(BRUNO, "small", 8, late=True)]


def test_late_and_sole_payments_precede_auctions() -> None:
    """2.1.3, 8.2.1, 8.2.2, 13.3.1"""
    state = plain(3)
    request(state, 9, 1, 12, 8)
    own(state, CLARA, 2)
    equip(state, ANNA, large=4)
    equip(state, BRUNO, large=4)
    start_work(state, ANNA, "small", 9, weeks=7)
    start_work(state, BRUNO, "small", 9, weeks=7)
    start_work(state, ANNA, "large", 1, weeks=4)
    start_work(state, BRUNO, "large", 2, weeks=4, late=True)
    emitted = resolve(state)
    assert public(emitted)[5:] == [
        FlorinsMoved(BRUNO, 4, "later_price"),
        FlorinsMoved(ANNA, 5, "first_price"),
        CardWon(ANNA, 1),
        FlorinsMoved(ANNA, 8, "first_price"),
        FlorinsMoved(BRUNO, 8, "first_price"),
        AuctionOpened(9, (ANNA, BRUNO)),
    ]
    play(state, ANNA, Bid(23))


def test_the_cards_of_finished_work_are_in_the_shops_of_the_next_round() -> None:
    """7.6.2"""
    state = plain(2)
    start_work(state, ANNA, "small", 1, weeks=4)
    assert hand_of(state, ANNA) == ()
    resolve(state)
    assert state.stock == [12, 12, 12, 12, 12]
