"""End of a round and of the game (sections 9 and 10): the worked examples 16.9 and more."""

from msgspec import UNSET

from domain.leonardo import RULESET
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import Bid
from domain.leonardo.wire.facts import GameEnded, InventionsRequested, RoundBegan
from domain.ruleset import SeatOutcome
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    of,
    own,
    plain,
    play,
    public,
    purse,
    request,
    resolve,
    stack,
    start_work,
)


def final(seats: int = 2) -> State:
    """Build the last round of a game, before the labs work."""
    return plain(seats, in_round=9)


def score(state: State) -> tuple[SeatOutcome, ...]:
    """End the game and return its scores."""
    emitted = resolve(state)
    assert public(emitted)[-1] == GameEnded()
    outcome = RULESET.outcome(state)
    assert outcome is not None
    for seat in outcome.seats:
        assert sum(row.amount for row in seat.rows) == seat.total
    return outcome.seats


def test_no_card_is_refilled_after_round_7() -> None:
    """16.9.1, 9.1.2"""
    state = plain(2, in_round=8)
    start_work(state, ANNA, "small", 1, weeks=4)
    emitted = resolve(state)
    assert (state.requested, state.council_florins, state.round) == ((12, 8), 1, 9)
    assert of(InventionsRequested, emitted) == []


def test_a_round_ends_with_a_florin_and_new_cards() -> None:
    """16.9.2, 9.1.1, 13.3.1"""
    state = plain(4, in_round=3)
    state.council_florins = 2
    stack(state, 5, 2)
    start_work(state, ANNA, "small", 1, weeks=4)
    start_work(state, BRUNO, "small", 3, weeks=4)
    emitted = resolve(state)
    assert public(emitted)[-2:] == [InventionsRequested((5, 2)), RoundBegan(4)]
    assert (state.requested, state.council_florins) == ((12, 8, 9, 5, 2), 3)


def test_of_equal_totals_more_cards_win() -> None:
    """16.9.3, 10.1.3"""
    state = final()
    purse(state, ANNA, 34)
    own(state, ANNA, 1, 2, 3)
    purse(state, BRUNO, 29)
    own(state, BRUNO, 4, 5, 6, 7, 9)
    anna, bruno = score(state)
    assert (anna.total, bruno.total) == (42, 42)
    assert (anna.rank, bruno.rank) == (2, 1)
    assert ([row.amount for row in anna.tie_breaks], [row.amount for row in bruno.tie_breaks]) == (
        [3, 0, 0, 0, 3],
        [5, 0, 0, 3, 2],
    )


def test_of_equal_cards_the_higher_tiers_win() -> None:
    """16.9.4, 10.1.3"""
    state = final()
    purse(state, ANNA, 32)
    own(state, ANNA, 16, 12, 1, 3)
    purse(state, BRUNO, 32)
    own(state, BRUNO, 17, 8, 13, 4)
    anna, bruno = score(state)
    assert (anna.total, bruno.total) == (40, 40)
    assert [row.amount for row in anna.tie_breaks] == [4, 1, 1, 0, 2]
    assert [row.amount for row in bruno.tie_breaks] == [4, 1, 1, 1, 1]
    assert (anna.rank, bruno.rank) == (2, 1)


def test_the_variety_bonus_grows_with_the_number_of_types() -> None:
    for cards, bonus in (((), 0), ((1,), 0), ((1, 2), 0), ((1, 6), 0), ((1, 2, 3), 8), ((1, 2, 3, 4), 13)):
        state = final()
        own(state, ANNA, *cards)
        assert score(state)[ANNA].total == 10 + bonus
    state = final()
    own(state, ANNA, 1, 2, 3, 4, 5)
    assert score(state)[ANNA].total == 30


def test_players_who_are_still_tied_share_the_better_rank() -> None:
    state = final(3)
    purse(state, CLARA, 9)
    assert [seat.rank for seat in score(state)] == [1, 1, 3]
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.winners == (ANNA, BRUNO)


def test_money_is_public_at_the_end() -> None:
    state = final()
    assert [seat.florins for seat in RULESET.view(state, None).seats] == [UNSET, UNSET]
    score(state)
    assert [seat.florins for seat in RULESET.view(state, None).seats] == [10, 10]
    assert RULESET.view(state, None).phase == "over"


def test_the_public_score_counts_what_inventions_have_brought() -> None:
    """12.1"""
    state = plain(2, in_round=3)
    purse(state, ANNA, 34)
    own(state, ANNA, 2, 3)
    start_work(state, ANNA, "small", 1, weeks=4)
    assert [seat.score for seat in RULESET.view(state, None).seats] == [0, 0]
    resolve(state)
    assert [seat.score for seat in RULESET.view(state, None).seats] == [5 + 8, 0]


def test_the_public_score_is_the_total_at_the_end() -> None:
    state = final()
    own(state, ANNA, 1, 2, 3)
    totals = [seat.total for seat in score(state)]
    assert [seat.score for seat in RULESET.view(state, None).seats] == totals == [18, 10]


def test_a_game_has_nine_rounds() -> None:
    """9.1.4"""
    state = plain(2, in_round=1)
    for number in range(1, 9):
        assert (state.round, RULESET.outcome(state)) == (number, None)
        resolve(state)
    assert score(state)[ANNA].rank == 1
    assert list(RULESET.to_act(state)) == []
    assert list(RULESET.legal_actions(state, ANNA)) == []


def test_the_deck_may_run_out_and_leaves_gaps() -> None:
    """9.1.1"""
    state = plain(2, in_round=7)
    own(state, ANNA, *state.deck)
    start_work(state, BRUNO, "small", 1, weeks=4)
    emitted = resolve(state)
    assert of(InventionsRequested, emitted) == []
    assert (state.requested, state.round, state.council_florins) == ((12, 8), 8, 2)


def test_an_auction_in_the_last_round_precedes_the_score() -> None:
    state = final()
    request(state, 1, 12, 8)
    for seat in (ANNA, BRUNO):
        start_work(state, seat, "small", 1, weeks=4)
    resolve(state)
    assert RULESET.outcome(state) is None
    play(state, ANNA, Bid(1))
    emitted = play(state, BRUNO, Bid(0))
    assert public(emitted)[-1] == GameEnded()
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert [(seat.total, seat.rank) for seat in outcome.seats] == [(14, 2), (15, 1)]
