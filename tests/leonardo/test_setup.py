"""Set-up (section 3): the numbers of the tables, and the worked examples 16.1."""

from collections import Counter
from random import Random

import pytest
from msgspec import UNSET

from domain.leonardo import RULESET
from domain.leonardo.rules.deck import look
from domain.leonardo.rules.inventions import TIER
from domain.leonardo.rules.state import SUPPLY, State, clone
from domain.leonardo.wire.actions import ChooseFavour, DeclareWork, Place
from domain.leonardo.wire.constants import BRONZE, COPPER, GOLD, KINDS, NOT_OWNED, SILVER
from domain.leonardo.wire.options import Options
from domain.leonardo.wire.views import Components
from tests.leonardo.builders import ANNA, BRUNO, CLARA, hand_of, play, rejection, table, to_decide
from tests.leonardo.invariants import check


def whole_deck(state: State, dice: int = 0) -> list[int]:
    """Draw the whole deck in order, the top card first."""
    twin = clone(state)
    return list(look(twin, len(twin.deck), Random(dice)))


def larges(state: State) -> list[int]:
    """List the seats without a large lab; their large labs lie in the Workshop."""
    return [seat for seat in range(state.seats) if state.side[2 * seat + 1] == NOT_OWNED]


def test_five_beginners_without_the_market() -> None:
    """16.1.1, 3.2.1, 3.2.3, 3.2.4, 3.2.5, 3.2.6"""
    state = table(5)
    assert dict(zip(KINDS, state.stock, strict=True)) == {"iron": 9, "wood": 12, "rope": 7, "brick": 9, "glass": 11}
    assert state.academy == [4, 4, 5, 6, 6]
    assert RULESET.view(state, None).robots_left == 14
    assert larges(state) == [0, 2, 3]
    assert state.requested == (1, 12, 8, 3, 9)
    assert len(state.deck) == 20
    assert state.council_florins == 1
    assert state.holder == ANNA
    assert to_decide(state) == ("declare_work", [ANNA])


def test_five_beginners_with_the_market() -> None:
    """16.1.2, 3.2.3, 3.3.4"""
    state = table(5, codex_2=True)
    assert dict(zip(KINDS, state.stock, strict=True)) == {"iron": 8, "wood": 11, "rope": 6, "brick": 8, "glass": 10}
    assert RULESET.view(state, None).market == Components(1, 1, 1, 1, 1)


def test_two_experts() -> None:
    """16.1.3, 3.5.3"""
    state = table(2, setup="expert")
    for viewer in (None, ANNA, BRUNO):
        assert RULESET.view(state, viewer).removed == state.removed
    assert sorted(TIER[number] for number in state.removed) == [BRONZE, COPPER, SILVER]
    assert len(state.requested) == 3
    assert GOLD not in {TIER[number] for number in state.requested}
    assert len(state.deck) == 19
    assert sorted(whole_deck(state)[-5:]) == [21, 22, 23, 24, 25]
    for seat in (ANNA, BRUNO):
        assert (state.supply[seat], state.florins[seat], hand_of(state, seat)) == (3, 3, ())
    assert to_decide(state) == ("choose_favour", [ANNA])
    play(state, ANNA, ChooseFavour("c"))
    assert to_decide(state) == ("choose_favour", [BRUNO])
    play(state, BRUNO, ChooseFavour("c"))
    assert to_decide(state) == ("declare_work", [ANNA])
    assert state.round == 1


def test_no_one_of_five_players_takes_a_letter_three_times() -> None:
    """16.1.4, 3.6.2"""
    state = table(5, setup="expert")
    play(state, ANNA, ChooseFavour("d2", ("iron",)))
    for seat in (1, 2, 3, 4):
        play(state, seat, ChooseFavour("a"))
    play(state, ANNA, ChooseFavour("d3", ("iron",)))
    for seat in (1, 2, 3, 4):
        play(state, seat, ChooseFavour("c"))
    assert rejection(state, ANNA, ChooseFavour("d4", lab="large")) == "letter_limit"
    play(state, ANNA, ChooseFavour("c"))
    assert state.supply[ANNA] == 4


def test_a_favour_of_components_has_at_most_two_of_a_kind() -> None:
    """16.1.5, 3.6.4, 3.6.5"""
    state = table(3, setup="expert")
    play(state, ANNA, ChooseFavour("a"))
    assert rejection(state, BRUNO, ChooseFavour("b", ("rope", "rope", "rope", "brick"))) == "too_many_alike"
    before = dict(zip(KINDS, state.stock, strict=True))
    play(state, BRUNO, ChooseFavour("b", ("rope", "rope", "brick", "iron")))
    after = dict(zip(KINDS, state.stock, strict=True))
    assert {kind: before[kind] - after[kind] for kind in KINDS} == {
        "iron": 1,
        "wood": 0,
        "rope": 2,
        "brick": 1,
        "glass": 0,
    }
    assert hand_of(state, BRUNO) == ("iron", "rope", "rope", "brick")


def test_a_robot_needs_a_robot_space() -> None:
    """16.1.6, 1.3.1"""
    state = table(3, setup="expert")
    play(state, ANNA, ChooseFavour("a"))
    play(state, BRUNO, ChooseFavour("a"))
    assert rejection(state, CLARA, ChooseFavour("d4", lab="small")) == "no_robot_space"


# The tables of section 3


@pytest.mark.parametrize(
    ("seats", "stock", "academy", "robots", "larges_left"),
    [
        (2, [10, 12, 10, 11, 12], [6, 6], 6, 1),
        (3, [10, 12, 9, 11, 12], [5, 5, 6], 8, 2),
        (4, [9, 12, 8, 10, 11], [4, 4, 5, 6], 11, 3),
        (5, [9, 12, 7, 9, 11], [4, 4, 5, 6, 6], 14, 3),
    ],
)
def test_beginners_start_with_the_figures_of_the_rules(
    seats: int, stock: list[int], academy: list[int], robots: int, larges_left: int
) -> None:
    """1.1.3, 3.2.2, 3.3.3, 3.3.4, 3.3.5"""
    state = table(seats)
    assert (state.stock, state.academy, len(larges(state))) == (stock, academy, larges_left)
    assert RULESET.view(state, None).robots_left == robots
    assert state.round == 1
    check(state)


def test_each_seat_receives_its_starting_set() -> None:
    """3.3.1, 3.3.2"""
    state = table(5)
    assert state.supply == [5, 5, 4, 3, 3]
    assert state.side == [3, 0, 3, 4, 5, 0, 3, 0, 3, 6]
    assert state.robots == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert state.florins == [3, 3, 3, 13, 8]
    assert state.master == [SUPPLY] * 5
    assert [hand_of(state, seat) for seat in range(5)] == [
        ("iron", "rope", "rope", "brick"),
        ("iron",),
        ("rope",),
        ("iron", "rope", "brick", "glass"),
        ("rope", "brick"),
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_first_player_named_plays_the_part_of_the_first_seat(seats: int) -> None:
    """3.1.2"""
    state, rotated = table(seats), table(seats, first=1)
    assert rotated.holder == rotated.turn == 1
    for part in range(seats):
        seat = (part + 1) % seats
        assert hand_of(rotated, seat) == hand_of(state, part)
        assert rotated.supply[seat] == state.supply[part]
        assert rotated.florins[seat] == state.florins[part]
        assert rotated.side[2 * seat : 2 * seat + 2] == state.side[2 * part : 2 * part + 2]


def test_a_first_player_not_named_is_drawn_among_all_seats() -> None:
    """3.1.2"""
    drawn = Counter(RULESET.setup(Options(first_player=UNSET), 5, Random(number)).holder for number in range(200))
    assert set(drawn) == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("seats", "requested", "top"),
    [
        (2, (1, 12, 8), (3, 3, 0)),
        (3, (1, 12, 8, 3), (2, 3, 0)),
        (4, (1, 12, 8, 3, 9), (2, 2, 0)),
        (5, (1, 12, 8, 3, 9), (2, 2, 0)),
    ],
)
def test_the_beginners_deck_has_three_piles(seats: int, requested: tuple[int, ...], top: tuple[int, int, int]) -> None:
    """3.4.1, 3.4.2, 3.4.3, 3.4.4, 3.4.5, 3.4.6"""
    state = table(seats)
    assert state.requested == requested
    for dice in range(30):
        deck = whole_deck(state, dice)
        assert len(deck) == sum(top) + 16
        assert tuple(sorted(deck)) == state.deck
        _assert_piles(deck, top)


@pytest.mark.parametrize(("seats", "top"), [(2, (3, 2, 1)), (3, (4, 3, 2)), (4, (4, 3, 2)), (5, (4, 3, 2))])
def test_the_experts_deck_has_three_piles_and_shows_its_top(seats: int, top: tuple[int, int, int]) -> None:
    """3.5.1, 3.5.2, 3.5.4, 3.5.6"""
    for dice in range(30):
        state = RULESET.setup(Options(first_player=0, setup="expert"), seats, Random(dice))
        assert (state.round, state.supply, state.florins) == (0, [3] * seats, [3] * seats)
        assert state.hand == [0] * seats
        assert state.side == [3, NOT_OWNED] * seats
        assert state.master == [SUPPLY] * seats
        _assert_piles([*state.requested, *whole_deck(state, dice)], top)


def _assert_piles(deck: list[int], top: tuple[int, int, int]) -> None:
    """Check the tiers of a whole deck: top pile, middle pile, bottom pile."""
    size = sum(top)
    piles = [Counter(TIER[number] for number in pile) for pile in (deck[:size], deck[size : size + 11])]
    assert piles == [
        Counter({tier: cards for tier, cards in enumerate(top) if cards}),
        Counter({BRONZE: 1, COPPER: 2, SILVER: 3, GOLD: 5}),
    ]
    assert {number for number in deck[size : size + 11] if TIER[number] == GOLD} == {16, 17, 18, 19, 20}
    assert sorted(deck[size + 11 :]) == [21, 22, 23, 24, 25]


def test_every_card_of_the_top_pile_is_sometimes_revealed_first() -> None:
    state = table(2)
    first = {whole_deck(state, dice)[0] for dice in range(300)}
    assert first == {number for number in state.deck if TIER[number] in (BRONZE, COPPER)}


# Round 0: the favours


@pytest.mark.parametrize(("seats", "each"), [(2, 1), (3, 2), (4, 3), (5, 3)])
def test_favours_go_round_from_the_holder_without_a_reversal(seats: int, each: int) -> None:
    """3.6.1, 13.2.1"""
    state = table(seats, setup="expert", first=1)
    order = []
    while state.decision == "choose_favour":
        order.append(state.turn)
        play(state, state.turn, RULESET.default_action(state, state.turn))
    assert order == [(1 + step) % seats for step in range(seats)] * each
    assert (state.round, state.holder, to_decide(state)) == (1, 1, ("declare_work", [1]))


def test_each_favour_has_its_effect() -> None:
    """3.6.4, 3.6.6"""
    state = table(5, setup="expert")
    play(state, 0, ChooseFavour("a"))
    play(state, 1, ChooseFavour("b", ("glass", "iron", "glass", "wood")))
    play(state, 2, ChooseFavour("c"))
    play(state, 3, ChooseFavour("d1", ("rope",)))
    play(state, 4, ChooseFavour("d2", ("brick",)))
    play(state, 0, ChooseFavour("a"))
    play(state, 1, ChooseFavour("d1", ("iron",)))
    play(state, 2, ChooseFavour("c"))
    play(state, 3, ChooseFavour("d4", lab="small"))
    play(state, 4, ChooseFavour("d3", ("brick",)))
    assert state.florins == [13, 3, 3, 3, 3]
    assert hand_of(state, 1) == ("iron", "iron", "wood", "glass", "glass")
    assert state.supply == [3, 3, 5, 3, 3]
    assert (state.side[6], state.robots[6], hand_of(state, 3)) == (5, 1, ("rope",))
    assert (state.side[9], hand_of(state, 4)) == (6, ("brick", "brick"))
    assert RULESET.view(state, 0).seats[3].favours == ("d1", "d4")
    check(state)


def test_three_players_may_take_one_letter_twice() -> None:
    """3.6.2"""
    state = table(3, setup="expert")
    for _ in range(2):
        for seat in range(3):
            play(state, seat, ChooseFavour("a"))
    assert state.florins == [13, 13, 13]


def test_a_robot_of_a_favour_enters_a_free_robot_space_only() -> None:
    """3.6.3"""
    state = table(3, setup="expert")
    for seat in range(3):
        play(state, seat, ChooseFavour("d1", ("iron",)))
    robots = [action for action in RULESET.legal_actions(state, ANNA) if action.favour == "d4"]
    assert robots == [ChooseFavour("d4", lab="small")]


def test_an_expert_without_components_starts_like_all_others() -> None:
    state = table(2, setup="expert")
    play(state, ANNA, ChooseFavour("a"))
    play(state, BRUNO, ChooseFavour("a"))
    assert list(RULESET.legal_actions(state, ANNA)) == [DeclareWork((), {})]
    play(state, ANNA, DeclareWork((), {}))
    play(state, BRUNO, DeclareWork((), {}))
    play(state, ANNA, Place("master", "academy"))
