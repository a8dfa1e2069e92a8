"""Phase B, placing characters (section 6): the worked examples 16.3 and more."""

from domain.leonardo import RULESET
from domain.leonardo.rules.effects import ranking, seats_at, strength
from domain.leonardo.wire.actions import DeclareWork, Place
from domain.leonardo.wire.constants import LAB_SMALL, MARKET, PLACE_COUNT, SMITH
from domain.leonardo.wire.facts import AreaOpened, Passed
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    accepts,
    equip,
    of,
    people,
    placing,
    plain,
    play,
    rejection,
    request,
    start_work,
    to_decide,
)

PASS = Place("pass")


def put(place: str, count: int) -> Place:
    """Return a placement of apprentices."""
    return Place("apprentices", place, count)


def test_apprentices_go_to_a_place_once_a_round_and_the_master_joins_them() -> None:
    """16.3.1, 6.1.4, 6.2.1"""
    state = plain(2)
    placing(state, ANNA)
    play(state, ANNA, put("smith", 2))
    play(state, BRUNO, put("smith", 1))
    assert rejection(state, ANNA, put("smith", 1)) == "already_placed_here"
    play(state, ANNA, Place("master", "smith"))
    assert strength(state, ANNA, SMITH) == 4
    assert seats_at(state, SMITH) == [ANNA, BRUNO]


def test_a_lab_accepts_as_many_pieces_as_it_has_free_spaces() -> None:
    """16.3.2, 1.3.1, 6.1.5"""
    state = plain(2)
    start_work(state, ANNA, "small", 1)
    placing(state, ANNA)
    play(state, ANNA, Place("master", "lab:small"))
    play(state, BRUNO, PASS)
    assert state.supply[ANNA] == 4
    assert rejection(state, ANNA, put("lab:small", 3)) == "lab_full"
    play(state, ANNA, put("lab:small", 2))
    assert state.people[PLACE_COUNT * ANNA + LAB_SMALL] == 2


def test_an_idle_lab_accepts_no_piece() -> None:
    """16.3.3, 6.1.5"""
    state = plain(2)
    equip(state, BRUNO, large=4)
    placing(state, BRUNO)
    assert rejection(state, BRUNO, Place("master", "lab:large")) == "lab_not_working"


def test_only_apprentices_of_the_supply_are_placed() -> None:
    """16.3.4"""
    state = plain(3)
    people(state, CLARA, 2)
    placing(state, CLARA)
    assert rejection(state, CLARA, put("academy", 3)) == "not_enough_apprentices"


def test_the_city_is_closed_in_the_last_two_rounds() -> None:
    """16.3.5, 4.2"""
    for number in (8, 9):
        state = plain(2, in_round=number)
        request(state, 1, 12, 8)
        start_work(state, ANNA, "small", 1)
        placing(state, ANNA)
        assert rejection(state, ANNA, Place("master", "smith")) == "city_closed"
        assert accepts(state, ANNA, Place("master", "lab:small"))


def test_a_player_without_pieces_passes_automatically() -> None:
    """16.3.6, 13.2.3"""
    state = plain(3)
    people(state, BRUNO, 0)
    state.master[BRUNO] = SMITH
    state.groups.append(8 * SMITH + BRUNO)
    placing(state, ANNA)
    emitted = play(state, ANNA, put("academy", 1))
    assert emitted == [(Passed(BRUNO), None)]
    assert to_decide(state) == ("place", [CLARA])


def test_the_first_placement_fixes_the_position_of_a_group() -> None:
    """16.3.7, 6.2.1, 6.2.2"""
    state = plain(2)
    placing(state, BRUNO)
    play(state, BRUNO, put("smith", 1))
    play(state, ANNA, put("smith", 3))
    play(state, BRUNO, Place("master", "smith"))
    assert [strength(state, seat, SMITH) for seat in (ANNA, BRUNO)] == [3, 3]
    assert ranking(state, SMITH) == [BRUNO, ANNA]
    play(state, ANNA, PASS)
    emitted = play(state, BRUNO, PASS)
    assert of(AreaOpened, emitted) == [AreaOpened("smith", (BRUNO, ANNA))]


# More of section 6


def test_passing_is_final_and_the_last_player_continues() -> None:
    """6.1.2, 13.2.3"""
    state = plain(2)
    placing(state, ANNA)
    assert play(state, ANNA, PASS) == [(Passed(ANNA), None)]
    for place in ("academy", "smith", "council"):
        assert to_decide(state) == ("place", [BRUNO])
        play(state, BRUNO, put(place, 1))


def test_the_holder_starts_phase_b() -> None:
    """4.4"""
    state = plain(3)
    state.holder = state.turn = CLARA
    for seat in (CLARA, ANNA, BRUNO):
        play(state, seat, DeclareWork((), {}))
    assert to_decide(state) == ("place", [CLARA])


def test_no_player_can_place_in_round_8_without_a_working_lab() -> None:
    state = plain(2, in_round=8)
    play(state, ANNA, DeclareWork((), {}))
    emitted = play(state, BRUNO, DeclareWork((), {}))
    assert [fact for fact, _ in emitted[:2]] == [Passed(ANNA), Passed(BRUNO)]
    assert (state.round, to_decide(state)) == (9, ("declare_work", [ANNA]))


def test_a_full_lab_allows_no_placement_in_round_8() -> None:
    state = plain(2, in_round=8)
    request(state, 20, 12, 8)
    start_work(state, ANNA, "small", 20)
    placing(state, ANNA)
    play(state, ANNA, Place("master", "lab:small"))
    play(state, ANNA, put("lab:small", 1))
    assert to_decide(state) == ("declare_work", [ANNA])


def test_a_master_alone_keeps_a_player_in_round_8() -> None:
    state = plain(2, in_round=8)
    request(state, 20, 12, 8)
    start_work(state, ANNA, "small", 20)
    placing(state, ANNA)
    play(state, ANNA, put("lab:small", 1))
    assert list(RULESET.legal_actions(state, ANNA)) == [Place("master", "lab:small"), PASS]


def test_the_market_accepts_pieces_with_the_second_codex_only() -> None:
    """6.1.3"""
    for codex_2 in (False, True):
        state = plain(2, codex_2=codex_2)
        placing(state, ANNA)
        if codex_2:
            play(state, ANNA, Place("master", "market"))
            assert seats_at(state, MARKET) == [ANNA]
        else:
            assert rejection(state, ANNA, Place("master", "market")) == "not_in_this_game"


def test_the_robots_of_a_lab_occupy_its_spaces() -> None:
    state = plain(2)
    equip(state, ANNA, small=5, robots=(1, 0))
    start_work(state, ANNA, "small", 1)
    people(state, ANNA, 5)
    placing(state, ANNA)
    assert rejection(state, ANNA, put("lab:small", 5)) == "lab_full"
    assert accepts(state, ANNA, put("lab:small", 4))


def test_apprentices_may_go_to_several_places_and_labs() -> None:
    """6.1.1"""
    state = plain(2)
    equip(state, ANNA, large=4)
    start_work(state, ANNA, "small", 1)
    start_work(state, ANNA, "large", 3)
    placing(state, ANNA)
    play(state, ANNA, put("lab:small", 1))
    play(state, BRUNO, PASS)
    play(state, ANNA, put("lab:large", 1))
    assert rejection(state, ANNA, put("lab:large", 1)) == "already_placed_here"
    play(state, ANNA, put("ropemaker", 2))
