"""Phase A, giving up and starting work (section 5): the worked examples 16.2 and more."""

from itertools import product
from random import Random

from domain.leonardo import RULESET
from domain.leonardo.rules.components import packed
from domain.leonardo.rules.inventions import MASK_BITS, PLAN_BITS, PLANS, RECIPE, add_plans
from domain.leonardo.wire.actions import DeclareWork, Place
from domain.leonardo.wire.constants import KINDS
from domain.leonardo.wire.facts import ComponentsReturned, InventionFinished, WorkInterrupted, WorkStarted
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    DAVID,
    accepts,
    box,
    declaring,
    equip,
    give,
    hand_of,
    hold,
    idle,
    known_to,
    lab,
    of,
    own,
    plain,
    play,
    public,
    rejection,
    request,
    start_work,
    to_decide,
)


def start(**labs: int) -> DeclareWork:
    """Return a declaration that starts work only."""
    return DeclareWork((), dict(labs))


def test_new_work_starts_and_finishes_in_round_9() -> None:
    """16.2.1, 4.2"""
    state = plain(2, in_round=9)
    request(state, 1, 12, 8)
    equip(state, BRUNO, small=5, robots=(1, 0))
    hold(state, BRUNO, "iron")
    play(state, ANNA, start())
    play(state, BRUNO, start(small=1))
    assert state.weeks[lab(BRUNO, "small")] == 0
    assert to_decide(state) == ("place", [BRUNO])
    emitted = play(state, BRUNO, Place("master", "lab:small"))
    while state.decision:
        emitted += play(state, state.turn, Place("pass"))
    assert of(InventionFinished, emitted) == [InventionFinished(BRUNO, "small", 1, late=False)]
    assert state.owned[BRUNO] == [1]


def test_no_piece_is_added_to_a_working_lab() -> None:
    """16.2.2, 5.2.8"""
    state = plain(2)
    start_work(state, BRUNO, "small", 2)
    hold(state, BRUNO, "rope")
    declaring(state, BRUNO)
    assert rejection(state, BRUNO, start(small=7)) == "lab_working"


def test_interrupted_work_returns_its_cards_for_new_work() -> None:
    """16.2.3, 5.3.2, 5.3.3"""
    state = plain(2)
    start_work(state, BRUNO, "small", 2, weeks=3)
    hold(state, BRUNO, "rope")
    declaring(state, BRUNO)
    emitted = play(state, BRUNO, DeclareWork(("small",), {"small": 7}))
    assert (state.work[lab(BRUNO, "small")], state.weeks[lab(BRUNO, "small")]) == (7, 0)
    assert hand_of(state, BRUNO) == ()
    assert (
        known_to(emitted, ANNA) == public(emitted) == [WorkInterrupted(BRUNO, "small", 3), WorkStarted(BRUNO, "small")]
    )
    assert ComponentsReturned(BRUNO, ("wood",)) in known_to(emitted, BRUNO)


def test_the_same_invention_is_not_restarted_in_the_same_lab() -> None:
    """16.2.4"""
    state = plain(2)
    equip(state, BRUNO, small=3, large=4)
    start_work(state, BRUNO, "small", 2, weeks=3)
    hold(state, BRUNO, "rope")
    declaring(state, BRUNO)
    assert rejection(state, BRUNO, DeclareWork(("small",), {"small": 2})) == "same_invention_again"
    play(state, BRUNO, DeclareWork(("small",), {"large": 2}))
    assert idle(state, BRUNO, "small")
    assert state.work[lab(BRUNO, "large")] == 2


def test_a_lab_known_for_sure_is_known_not_to_restart_the_same() -> None:
    """5.3.4, 12.2.1"""
    state = plain(2)
    start_work(state, BRUNO, "small", 2, weeks=3)
    hold(state, BRUNO, "rope")
    declaring(state, BRUNO)
    state.could_be[lab(BRUNO, "small")] = 1 << 2
    play(state, BRUNO, DeclareWork(("small",), {"small": 3}))
    assert state.could_be[lab(BRUNO, "small")] >> 3 & 1
    assert not state.could_be[lab(BRUNO, "small")] >> 2 & 1


def test_all_starts_together_need_their_components() -> None:
    """16.2.5"""
    state = plain(3)
    equip(state, CLARA, large=4)
    hold(state, CLARA, "rope", "iron")
    declaring(state, CLARA)
    assert rejection(state, CLARA, start(small=13, large=3)) == "components_missing"
    play(state, CLARA, start(small=3, large=1))
    assert state.work[4:6] == [3, 1]


def test_the_two_labs_of_a_player_start_different_inventions() -> None:
    """16.2.6"""
    state = plain(3)
    equip(state, CLARA, large=4)
    hold(state, CLARA, "rope", "rope")
    declaring(state, CLARA)
    assert rejection(state, CLARA, start(small=3, large=3)) == "already_in_work"


def test_an_owned_invention_is_not_started() -> None:
    """16.2.7, 5.2.7"""
    state = plain(2)
    own(state, ANNA, 1)
    hold(state, BRUNO, "iron")
    declaring(state, BRUNO)
    assert rejection(state, BRUNO, start(small=1)) == "invention_not_available"


def test_an_invention_in_the_deck_is_started_up_to_round_7() -> None:
    """16.2.8, 5.2.3"""
    for number in range(1, 10):
        state = plain(2, in_round=number)
        hold(state, BRUNO, "wood", "wood", "iron", "iron")
        declaring(state, BRUNO)
        assert 17 in state.deck
        if number <= 7:
            assert accepts(state, BRUNO, start(small=17))
        else:
            assert rejection(state, BRUNO, start(small=17)) == "invention_not_available"


def test_interrupted_late_work_is_lost_for_good() -> None:
    """16.2.9, 5.3.5"""
    state = plain(2)
    own(state, ANNA, 1)
    equip(state, BRUNO, large=4)
    start_work(state, BRUNO, "large", 1, weeks=2, late=True)
    declaring(state, BRUNO)
    assert rejection(state, BRUNO, DeclareWork(("large",), {"small": 1})) == "invention_not_available"
    emitted = play(state, BRUNO, DeclareWork(("large",), {}))
    assert hand_of(state, BRUNO) == ("iron",)
    assert idle(state, BRUNO, "large")
    assert public(emitted) == [WorkInterrupted(BRUNO, "large", 2, 1), ComponentsReturned(BRUNO, ("iron",))]


def test_a_player_who_can_start_nothing_gets_the_decision_too() -> None:
    """16.2.10, 13.2.2"""
    state = plain(4)
    for seat in (ANNA, BRUNO, CLARA):
        play(state, seat, start())
    assert to_decide(state) == ("declare_work", [DAVID])
    assert list(RULESET.legal_actions(state, DAVID)) == [start()]


# More of section 5


def test_declarations_go_clockwise_from_the_holder_once_each() -> None:
    """4.3, 5.1.1"""
    state = plain(3)
    state.holder = BRUNO
    declaring(state, BRUNO)
    for seat in (BRUNO, CLARA, ANNA):
        assert to_decide(state) == ("declare_work", [seat])
        play(state, seat, start())
    assert to_decide(state) == ("place", [BRUNO])


def test_a_boxed_invention_is_not_started() -> None:
    state = plain(2)
    box(state, 2)
    hold(state, ANNA, "wood")
    assert rejection(state, ANNA, start(small=2)) == "invention_not_available"


def test_several_players_work_on_the_same_invention() -> None:
    """5.2.6"""
    state = plain(2)
    for seat in (ANNA, BRUNO):
        hold(state, seat, "iron")
        play(state, seat, start(small=1))
    assert state.work == [1, 0, 1, 0]


def test_a_lab_does_not_start_the_invention_of_the_other_lab() -> None:
    """5.2.6"""
    state = plain(2)
    equip(state, ANNA, large=4)
    start_work(state, ANNA, "small", 1)
    hold(state, ANNA, "iron")
    assert rejection(state, ANNA, start(large=1)) == "already_in_work"


def test_two_labs_swap_their_inventions() -> None:
    state = plain(2)
    equip(state, ANNA, large=4)
    start_work(state, ANNA, "small", 1, weeks=1)
    start_work(state, ANNA, "large", 3, weeks=2)
    play(state, ANNA, DeclareWork(("small", "large"), {"small": 3, "large": 1}))
    assert (state.work[:2], state.weeks[:2]) == ([3, 1], [0, 0])


def test_robots_stay_when_work_is_interrupted() -> None:
    """5.3.2"""
    state = plain(2)
    equip(state, ANNA, small=5, robots=(1, 0))
    start_work(state, ANNA, "small", 1, weeks=2)
    play(state, ANNA, DeclareWork(("small",), {}))
    assert state.robots[lab(ANNA, "small")] == 1


def test_cards_of_interrupted_work_can_be_used_in_the_other_lab() -> None:
    """5.3.3"""
    state = plain(2)
    equip(state, ANNA, large=4)
    start_work(state, ANNA, "small", 1, weeks=1)
    give(state, ANNA, "rope")
    play(state, ANNA, DeclareWork(("small",), {"large": 13}))
    assert state.work[:2] == [0, 13]


def test_the_order_in_which_labs_are_named_does_not_matter() -> None:
    state = plain(2)
    equip(state, ANNA, large=4)
    start_work(state, ANNA, "small", 1)
    start_work(state, ANNA, "large", 3)
    assert accepts(state, ANNA, DeclareWork(("large", "small"), {}))
    assert accepts(state, ANNA, DeclareWork(("small", "large"), {"large": 1, "small": 3}))


def test_two_labs_start_any_inventions_that_the_components_suffice_for_together_5_2() -> None:
    rng = Random(5)
    for _ in range(300):
        hand = [rng.randrange(4) for _ in KINDS]
        small, large = rng.getrandbits(MASK_BITS) | 1, rng.getrandbits(MASK_BITS) | 1
        found: list[int] = []
        add_plans(found, PLANS, packed(hand), small, large)
        assert found == [
            first << PLAN_BITS | second
            for first, second in product(range(MASK_BITS), repeat=2)
            if small >> first & 1 and large >> second & 1 and (first != second or not first)
            if all(have >= one + two for have, one, two in zip(hand, RECIPE[first], RECIPE[second], strict=True))
        ]
