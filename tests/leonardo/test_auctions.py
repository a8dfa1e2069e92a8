"""Shared completions and auctions (8.5, 8.6): the worked examples 16.8.4 to 16.8.10 and more."""

from random import Random

from domain.leonardo import RULESET
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import AuctionChoice, Bid, DeclareWork
from domain.leonardo.wire.facts import (
    AuctionOpened,
    BidsRevealed,
    CardBoxed,
    CardWon,
    FlorinsMoved,
    InventionFinished,
    SealedBid,
)
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    DAVID,
    equip,
    hold,
    of,
    plain,
    play,
    public,
    purse,
    rejection,
    request,
    resolve,
    sent,
    stand,
    start_work,
    to_decide,
)


def shared_by_two(holder: int = ANNA) -> State:
    """Build the auction of 9 between Anna and Bruno; Clara is late with it and has worked three weeks."""
    state = plain(3)
    state.holder = holder
    request(state, 9, 1, 12, 8)
    start_work(state, ANNA, "small", 9, weeks=7)
    start_work(state, BRUNO, "small", 9, weeks=7)
    start_work(state, CLARA, "small", 9, weeks=3)
    resolve(state)
    return state


def test_a_tie_is_resolved_clockwise_from_the_holder() -> None:
    """16.8.4"""
    state = shared_by_two(holder=CLARA)
    play(state, ANNA, Bid(4))
    emitted = play(state, BRUNO, Bid(4))
    assert public(emitted)[:3] == [
        BidsRevealed(9, (SealedBid(ANNA, 4), SealedBid(BRUNO, 4))),
        FlorinsMoved(ANNA, -4, "auction"),
        CardWon(ANNA, 9),
    ]
    assert state.florins[:2] == [14, 18]


def test_the_holder_wins_a_tie() -> None:
    """16.8.5"""
    state = shared_by_two(holder=BRUNO)
    play(state, ANNA, Bid(4))
    emitted = play(state, BRUNO, Bid(4))
    assert of(CardWon, emitted) == [CardWon(BRUNO, 9)]
    assert state.florins[:2] == [18, 14]


def test_a_card_without_bids_is_boxed_with_or_without_observers() -> None:
    state = shared_by_two()
    for seat in (ANNA, BRUNO):
        RULESET.apply(state, seat, Bid(0), Random(1))
    assert (state.boxed, state.auction) == ((9,), 0)


def test_a_card_without_bids_is_boxed() -> None:
    """16.8.6"""
    state = shared_by_two()
    play(state, ANNA, Bid(0))
    emitted = play(state, BRUNO, Bid(0))
    assert public(emitted)[:2] == [BidsRevealed(9, (SealedBid(ANNA, 0), SealedBid(BRUNO, 0))), CardBoxed(9)]
    assert (state.boxed, state.owned, state.florins[:2]) == ((9,), [[], [], []], [18, 18])
    assert state.late[2 * CLARA]
    hold(state, ANNA, "brick", "glass")
    assert rejection(state, ANNA, DeclareWork((), {"small": 9})) == "invention_not_available"
    stand(state, CLARA, "lab:small", apprentices=3)
    state.weeks[2 * CLARA] = 4
    emitted = resolve(state)
    assert of(InventionFinished, emitted) == [InventionFinished(CLARA, "small", 9, late=True)]
    assert of(FlorinsMoved, emitted) == [FlorinsMoved(CLARA, 6, "later_price")]


def test_bids_are_distinct_whole_numbers_up_to_the_money_of_the_bidder() -> None:
    """16.8.7, 1.2.2, 8.6.2"""
    state = shared_by_two()
    purse(state, ANNA, 9)
    assert rejection(state, ANNA, Bid(10)) == "cannot_afford"
    assert sent(state, ANNA, {"type": "bid", "amount": -1}) == "bad_amount"
    play(state, ANNA, Bid(0))
    assert rejection(state, ANNA, Bid(1)) == "already_bid"
    assert rejection(state, CLARA, Bid(1)) == "not_your_turn"


def test_the_money_of_a_shared_invention_settled_later_is_not_bid_earlier() -> None:
    """16.8.8, 8.5.1, 8.5.3, 12.5.3"""
    state = plain(3)
    request(state, 1, 3, 12, 8)
    equip(state, ANNA, large=4)
    for seat, name, number in ((ANNA, "small", 1), (BRUNO, "small", 1), (ANNA, "large", 3), (CLARA, "small", 3)):
        start_work(state, seat, name, number, weeks=4)
    for seat, florins in ((ANNA, 2), (BRUNO, 1), (CLARA, 4)):
        purse(state, seat, florins)
    resolve(state)
    assert to_decide(state) == ("auction_choice", [ANNA])
    assert list(RULESET.legal_actions(state, ANNA)) == [AuctionChoice(1), AuctionChoice(3)]
    play(state, ANNA, AuctionChoice(3))
    assert state.florins == [7, 1, 9]
    assert to_decide(state) == ("bid", [ANNA, CLARA])
    assert rejection(state, ANNA, Bid(8)) == "cannot_afford"
    play(state, ANNA, Bid(4))
    emitted = play(state, CLARA, Bid(6))
    assert public(emitted) == [
        BidsRevealed(3, (SealedBid(ANNA, 4), SealedBid(CLARA, 6))),
        FlorinsMoved(CLARA, -6, "auction"),
        CardWon(CLARA, 3),
        FlorinsMoved(ANNA, 5, "first_price"),
        FlorinsMoved(BRUNO, 5, "first_price"),
        AuctionOpened(1, (ANNA, BRUNO)),
    ]
    assert state.florins == [12, 6, 3]
    assert to_decide(state) == ("bid", [ANNA, BRUNO])


def test_shared_inventions_are_settled_clockwise_from_the_holder() -> None:
    """16.8.9, 4.4, 8.5.2"""
    state = plain(4)
    state.holder = DAVID
    request(state, 5, 2, 1, 12, 8)
    equip(state, BRUNO, large=4)
    for seat, name, number in ((BRUNO, "small", 5), (CLARA, "small", 5), (ANNA, "small", 2), (BRUNO, "large", 2)):
        start_work(state, seat, name, number, weeks=4)
    emitted = resolve(state)
    assert of(AuctionOpened, emitted) == [AuctionOpened(2, (ANNA, BRUNO))]
    play(state, ANNA, Bid(1))
    emitted = play(state, BRUNO, Bid(0))
    assert of(AuctionOpened, emitted) == [AuctionOpened(5, (BRUNO, CLARA))]


def test_the_money_of_a_sole_completion_may_be_bid() -> None:
    """16.8.10, 8.4.2, 8.6.2"""
    state = plain(2)
    request(state, 4, 5, 1)
    equip(state, ANNA, large=4)
    purse(state, ANNA, 0)
    for seat, name, number in ((ANNA, "small", 4), (ANNA, "large", 5), (BRUNO, "small", 5)):
        start_work(state, seat, name, number, weeks=4)
    emitted = resolve(state)
    assert public(emitted)[4:] == [
        FlorinsMoved(ANNA, 5, "first_price"),
        CardWon(ANNA, 4),
        FlorinsMoved(ANNA, 5, "first_price"),
        FlorinsMoved(BRUNO, 5, "first_price"),
        AuctionOpened(5, (ANNA, BRUNO)),
    ]
    assert list(RULESET.legal_actions(state, ANNA)) == [Bid(amount) for amount in range(11)]


# More of 8.5 and 8.6


def test_the_card_being_auctioned_counts_as_requested() -> None:
    """8.2.3"""
    state = shared_by_two()
    assert 9 in state.requested
    play(state, BRUNO, Bid(1))
    assert 9 in state.requested
    play(state, ANNA, Bid(2))
    assert 9 not in state.requested


def test_bids_are_accepted_in_any_order() -> None:
    """12.4.5, 12.5.1"""
    state = shared_by_two()
    play(state, BRUNO, Bid(5))
    assert to_decide(state) == ("bid", [ANNA])
    emitted = play(state, ANNA, Bid(3))
    assert of(BidsRevealed, emitted) == [BidsRevealed(9, (SealedBid(ANNA, 3), SealedBid(BRUNO, 5)))]
    assert state.owned[BRUNO] == [9]


def test_three_finishers_bid_together() -> None:
    """12.5.1, 13.2.12"""
    state = plain(3)
    for seat in (ANNA, BRUNO, CLARA):
        start_work(state, seat, "small", 1, weeks=4)
    resolve(state)
    assert to_decide(state) == ("bid", [ANNA, BRUNO, CLARA])
    play(state, CLARA, Bid(2))
    play(state, ANNA, Bid(1))
    play(state, BRUNO, Bid(2))
    assert state.owned == [[], [1], []]
    assert state.florins == [15, 13, 15]


def test_the_same_two_players_share_two_inventions_and_the_holder_chooses() -> None:
    """8.5.2, 13.2.11"""
    state = plain(2)
    state.holder = BRUNO
    request(state, 1, 3, 12)
    for seat in (ANNA, BRUNO):
        equip(state, seat, large=4)
        start_work(state, seat, "small", 1, weeks=4)
        start_work(state, seat, "large", 3, weeks=4)
    resolve(state)
    assert to_decide(state) == ("auction_choice", [BRUNO])
    play(state, BRUNO, AuctionChoice(3))
    play(state, ANNA, Bid(1))
    emitted = play(state, BRUNO, Bid(0))
    assert of(AuctionOpened, emitted) == [AuctionOpened(1, (ANNA, BRUNO))]
