"""Workshop, Academy and shops (7.4 to 7.6): the worked examples 16.5 and more."""

import pytest

from domain.leonardo import RULESET
from domain.leonardo.rules.components import ONE
from domain.leonardo.rules.effects import seats_at
from domain.leonardo.wire.actions import AreaTurn, Place
from domain.leonardo.wire.constants import ACADEMY, BRICKWORKS, KIND, SMITH, WORKSHOP
from domain.leonardo.wire.facts import ApprenticeTaken, AreaOpened, ComponentTaken, FlorinsMoved, LabImproved, Withdrew
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    DAVID,
    accepts,
    declaring,
    equip,
    hand_of,
    of,
    people,
    plain,
    play,
    public,
    purse,
    rejection,
    resolve,
    sell_out,
    sent,
    stand,
    start_work,
    to_decide,
)

ACT = AreaTurn("act")
WITHDRAW = AreaTurn("withdraw")


def improve(improvement: str) -> AreaTurn:
    """Return a turn in the Workshop."""
    return AreaTurn("act", improvement)


def test_the_workshop_example_of_the_rulebooks() -> None:
    """16.5.1"""
    state = plain(2)
    stand(state, BRUNO, "workshop", apprentices=2)
    stand(state, ANNA, "workshop", apprentices=2)
    equip(state, BRUNO, small=5)
    purse(state, BRUNO, 5)
    purse(state, ANNA, 4)
    start_work(state, ANNA, "small", 16)
    emitted = resolve(state)
    assert of(AreaOpened, emitted) == [AreaOpened("workshop", (BRUNO, ANNA))]
    assert public(play(state, BRUNO, improve("robot_small"))) == [LabImproved(BRUNO, "robot_small")]
    assert (to_decide(state), state.price) == (("area_turn", [ANNA]), 1)
    assert rejection(state, ANNA, improve("robot_small")) == "lab_working"
    emitted = play(state, ANNA, improve("take_large"))
    assert public(emitted) == [FlorinsMoved(ANNA, -2, "area"), LabImproved(ANNA, "take_large")]
    assert (to_decide(state), state.price, state.florins[ANNA]) == (("area_turn", [BRUNO]), 2, 2)
    assert accepts(state, BRUNO, improve("take_large"))
    emitted = play(state, BRUNO, WITHDRAW)
    assert public(emitted)[:2] == [Withdrew(BRUNO, "workshop"), Withdrew(ANNA, "workshop")]
    assert (state.price, seats_at(state, WORKSHOP)) == (0, [])
    assert state.florins == [2, 5]


def test_a_lab_with_cards_under_it_is_not_improved() -> None:
    """16.5.2, 7.4.8"""
    for side, improvement in ((3, "turn_small"), (5, "robot_small")):
        state = plain(2)
        equip(state, ANNA, small=side)
        start_work(state, ANNA, "small", 1)
        stand(state, ANNA, "workshop", apprentices=1)
        resolve(state)
        assert rejection(state, ANNA, improve(improvement)) == "lab_working"


def test_robots_never_leave_their_lab() -> None:
    """16.5.3, 7.4.10"""
    state = plain(3)
    equip(state, CLARA, small=5, large=6, robots=(1, 0))
    stand(state, CLARA, "workshop", apprentices=1)
    resolve(state)
    assert rejection(state, CLARA, improve("move_robot")) == "no_such_improvement"
    assert list(RULESET.legal_actions(state, CLARA)) == [improve("robot_large"), WITHDRAW]


def test_a_robot_is_placed_at_once_or_never() -> None:
    """16.5.4, 7.4.10"""
    state = plain(4)
    stand(state, DAVID, "workshop", apprentices=1)
    resolve(state)
    assert rejection(state, DAVID, improve("robot_small")) == "no_robot_space"


def test_the_large_lab_is_taken_while_the_small_one_works() -> None:
    """16.5.5, 7.4.9"""
    state = plain(2)
    start_work(state, ANNA, "small", 1, weeks=2)
    stand(state, ANNA, "workshop", apprentices=1)
    resolve(state)
    play(state, ANNA, improve("take_large"))
    assert (state.side[:2], state.work[:2], state.weeks[:2]) == ([3, 4], [1, 0], [2, 0])
    assert state.florins[ANNA] == 10


def test_four_actions_in_a_shop_cost_0_2_3_and_4() -> None:
    """16.5.6, 7.4.1"""
    state = plain(3)
    for seat, florins in ((ANNA, 9), (BRUNO, 6), (CLARA, 5)):
        purse(state, seat, florins)
        stand(state, seat, "smith", apprentices=3 - seat)
    state.stock[0], state.hand[CLARA] = 9, 3 * ONE[0]
    resolve(state)
    assert state.order == [ANNA, BRUNO, CLARA]
    play(state, ANNA, ACT)
    play(state, BRUNO, ACT)
    play(state, CLARA, WITHDRAW)
    play(state, ANNA, ACT)
    emitted = play(state, BRUNO, ACT)
    assert public(emitted)[:4] == [
        FlorinsMoved(BRUNO, -4, "area"),
        ComponentTaken(BRUNO, "iron"),
        Withdrew(ANNA, "smith"),
        Withdrew(BRUNO, "smith"),
    ]
    assert state.florins == [6, 0, 5]
    assert (hand_of(state, ANNA), hand_of(state, BRUNO)) == (("iron", "iron"), ("iron", "iron"))
    assert (state.stock[KIND["iron"]], state.price) == (5, 0)
    assert (state.supply, seats_at(state, SMITH)) == ([7, 6, 5], [])


def test_withdrawing_does_not_change_the_price() -> None:
    """16.5.7"""
    state = plain(2)
    stand(state, ANNA, "ropemaker", apprentices=2)
    stand(state, BRUNO, "ropemaker", apprentices=1)
    resolve(state)
    play(state, ANNA, WITHDRAW)
    assert (to_decide(state), state.price) == (("area_turn", [BRUNO]), 0)
    play(state, BRUNO, ACT)
    assert state.florins[BRUNO] == 10


def test_a_player_with_all_apprentices_withdraws_from_the_academy() -> None:
    """16.5.8, 7.5.2, 12.4.2"""
    state = plain(2)
    people(state, ANNA, 7)
    stand(state, ANNA, "academy", apprentices=2)
    stand(state, BRUNO, "academy", apprentices=1)
    assert state.academy[ANNA] == 0
    emitted = resolve(state)
    assert public(emitted)[1:] == [AreaOpened("academy", (ANNA, BRUNO)), Withdrew(ANNA, "academy")]
    assert (to_decide(state), state.price) == (("area_turn", [BRUNO]), 0)


def test_all_pieces_return_from_an_empty_shop() -> None:
    """16.5.9"""
    state = plain(3)
    sell_out(state, "brick", to=CLARA)
    stand(state, ANNA, "brickworks", apprentices=1)
    stand(state, BRUNO, "brickworks", apprentices=1)
    emitted = resolve(state)
    assert of(Withdrew, emitted) == [Withdrew(ANNA, "brickworks"), Withdrew(BRUNO, "brickworks")]
    assert of(FlorinsMoved, emitted) == []
    assert (state.florins, seats_at(state, BRICKWORKS)) == ([10, 10, 10], [])


def test_a_player_alone_in_the_academy_acts_four_times() -> None:
    """16.5.10, 7.4.4, 7.4.5"""
    state = plain(2)
    people(state, BRUNO, 4)
    stand(state, BRUNO, "academy", apprentices=1)
    purse(state, BRUNO, 9)
    resolve(state)
    assert state.academy[BRUNO] == 4
    for florins in (9, 7, 4, 0):
        assert state.decision == "area_turn"
        emitted = play(state, BRUNO, ACT)
        assert of(ApprenticeTaken, emitted) == [ApprenticeTaken(BRUNO)]
        assert state.florins[BRUNO] == florins
    assert (state.supply[BRUNO], state.academy[BRUNO]) == (9, 0)
    assert (state.round, state.decision) == (3, "declare_work")


def test_the_areas_are_resolved_in_the_order_of_the_alphabet() -> None:
    """16.5.11, 7.1.1"""
    state = plain(2)
    for place in ("ropemaker", "brickworks", "carpenter", "glassmaker", "smith", "academy", "workshop"):
        stand(state, ANNA, place, apprentices=1 if place != "workshop" else 0, master=place == "workshop")
        if place == "carpenter":
            people(state, ANNA, 2)
    emitted = resolve(state)
    opened = of(AreaOpened, emitted)
    while state.decision == "area_turn":
        emitted = play(state, ANNA, WITHDRAW)
        opened += of(AreaOpened, emitted)
    names = ("workshop", "academy", "smith", "glassmaker", "carpenter", "brickworks", "ropemaker")
    assert opened == [AreaOpened(name, (ANNA,)) for name in names]


# More of section 7


def test_the_offer_returns_to_the_first_when_the_last_player_has_withdrawn() -> None:
    """7.4.3"""
    state = plain(2)
    stand(state, ANNA, "smith", apprentices=2)
    stand(state, BRUNO, "smith", apprentices=1)
    resolve(state)
    play(state, ANNA, ACT)
    play(state, BRUNO, WITHDRAW)
    assert (to_decide(state), state.price) == (("area_turn", [ANNA]), 1)


def test_a_player_without_the_price_withdraws() -> None:
    """13.2.9"""
    state = plain(2)
    purse(state, ANNA, 1)
    stand(state, ANNA, "smith", apprentices=1)
    resolve(state)
    emitted = play(state, ANNA, ACT)
    assert public(emitted)[:2] == [ComponentTaken(ANNA, "iron"), Withdrew(ANNA, "smith")]
    assert state.florins[ANNA] == 1


def test_of_equal_groups_the_one_nearer_the_arrow_is_first() -> None:
    """7.1.2"""
    state = plain(3)
    stand(state, CLARA, "smith", apprentices=2)
    stand(state, ANNA, "smith", master=True)
    stand(state, BRUNO, "smith", apprentices=1, master=True)
    resolve(state)
    assert state.order == [BRUNO, CLARA, ANNA]


@pytest.mark.parametrize(
    ("place", "kind"),
    [("smith", "iron"), ("glassmaker", "glass"), ("carpenter", "wood"), ("brickworks", "brick"), ("ropemaker", "rope")],
)
def test_each_shop_sells_its_kind(place: str, kind: str) -> None:
    state = plain(2)
    stand(state, ANNA, place, apprentices=1)
    resolve(state)
    play(state, ANNA, ACT)
    assert hand_of(state, ANNA) == (kind,)


def test_a_new_lab_is_improved_further_in_the_same_round() -> None:
    """1.3.2, 7.4.9"""
    state = plain(2)
    stand(state, ANNA, "workshop", apprentices=1)
    resolve(state)
    for improvement, florins in (("take_large", 10), ("turn_large", 8), ("robot_large", 5), ("robot_large", 1)):
        play(state, ANNA, improve(improvement))
        assert state.florins[ANNA] == florins
    assert (state.side[1], state.robots[1]) == (6, 2)


def test_a_fully_improved_player_withdraws_from_the_workshop() -> None:
    """1.3.3"""
    state = plain(2)
    equip(state, ANNA, small=5, large=6, robots=(1, 2))
    stand(state, ANNA, "workshop", apprentices=1)
    emitted = resolve(state)
    assert Withdrew(ANNA, "workshop") in public(emitted)
    assert state.decision == "declare_work"


def test_robots_in_a_lab_leave_room_for_workers_according_to_its_side() -> None:
    """1.3.1"""
    state = plain(2)
    equip(state, ANNA, large=6, robots=(0, 2))
    start_work(state, ANNA, "large", 16)
    people(state, ANNA, 5)
    declaring(state, ANNA)
    for seat in (ANNA, BRUNO):
        play(state, seat, RULESET.default_action(state, seat))
    assert rejection(state, ANNA, Place("apprentices", "lab:large", 5)) == "lab_full"
    play(state, ANNA, Place("apprentices", "lab:large", 4))
    play(state, BRUNO, Place("pass"))
    assert rejection(state, ANNA, Place("master", "lab:large")) == "lab_full"


def test_turns_are_well_formed_only_with_an_improvement_where_one_is_due() -> None:
    """13.1.4, 13.2.9"""
    state = plain(2)
    stand(state, ANNA, "workshop", apprentices=1)
    stand(state, ANNA, "academy", apprentices=1)
    resolve(state)
    assert sent(state, ANNA, {"type": "area_turn", "choice": "act"}) == "malformed_action"
    assert (
        sent(state, ANNA, {"type": "area_turn", "choice": "withdraw", "improvement": "take_large"})
        == "malformed_action"
    )
    play(state, ANNA, WITHDRAW)
    assert state.area == ACADEMY
    assert sent(state, ANNA, {"type": "area_turn", "choice": "act", "improvement": "take_large"}) == "malformed_action"
