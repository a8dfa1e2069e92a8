"""Interactions of effects: Seals, Prohibitions and Silence (section 13), beyond the worked examples."""

import pytest

from domain.riddle.wire.actions import PlayCard, UseAction
from domain.riddle.wire.facts import CardDiscarded, TurnBegan
from tests.riddle.builders import (
    accepts,
    additional_discard,
    at,
    at_end,
    end_step,
    expansion,
    in_play,
    lasting,
    main_discard,
    play,
    public,
    ready,
    rejection,
    step,
    use,
)


def test_a_sealed_and_prohibited_play_is_rejected_as_sealed_and_each_ends_at_its_moment() -> None:
    """13.1.3"""
    state = expansion("N27-1")
    lasting(state, "N29-1", 1)
    lasting(state, "N30-1", 2, 1, 0)
    at_end(state)
    blot = UseAction("N27-1", target_seat=1, zone=0)
    assert rejection(state, blot) == "target_sealed"
    emitted = end_step(state)
    assert [fact for fact in public(emitted) if isinstance(fact, CardDiscarded | TurnBegan)] == [
        TurnBegan(1, 2, 1),
        CardDiscarded("N29-1"),
    ]
    assert in_play(state) == [("N30-1", 2)]


def test_seals_of_different_seats_are_independent() -> None:
    """13.1.4"""
    state = expansion("N29-2")
    lasting(state, "N29-1", 1)
    use(at_end(state), "N29-2")
    assert in_play(state) == [("N29-1", 1), ("N29-2", 0)]


def test_a_zone_is_not_prohibited_twice() -> None:
    """11.1.4, 13.1.4"""
    state = expansion("N30-2")
    lasting(state, "N30-1", 2, 1, 4)
    at_end(state)
    assert rejection(state, UseAction("N30-2", target_seat=1, zone=4)) == "no_effect"
    assert accepts(state, UseAction("N30-2", target_seat=1, zone=5))


def test_a_sealed_zone_may_be_prohibited() -> None:
    """13.1.1"""
    state = expansion("N30-1")
    lasting(state, "N29-1", 1)
    at_end(state)
    assert accepts(state, UseAction("N30-1", target_seat=1, zone=4))


def test_silence_does_not_end_effects_in_force() -> None:
    """13.1.5"""
    state = expansion()
    lasting(state, "N30-1", 2, 0, 4)
    lasting(state, "N29-1", 1)
    lasting(state, "N31-1", 2)
    ready(state)
    assert rejection(state, PlayCard("B12-1", 4)) == "zone_prohibited"
    play(state, "B66-1", 5)
    assert (main_discard(state), at(state, 1, 5)) == (("B44-1",), "B42-1")


def test_one_silence_is_in_force_at_most() -> None:
    """13.1.6"""
    state = at_end(expansion("N31-1", "N31-2"))
    use(state, "N31-1")
    assert rejection(state, UseAction("N31-2")) == "silenced"


def test_a_silence_ends_when_the_next_turn_of_its_user_starts() -> None:
    """11.3.2, 13.1.6"""
    state = expansion("N22-1", active=0)
    lasting(state, "N31-1", 0)
    assert step(ready(state)) == "start_actions"
    assert accepts(state, UseAction("N22-1", zones=(3, 7)))


def test_a_prohibited_empty_corner_stays_empty() -> None:
    """13.1.7"""
    state = expansion("N13-1", active=1)
    lasting(state, "N30-1", 0, 2, 8)
    play(ready(state), "N13-1", 8)
    assert (at(state, 2, 8), additional_discard(state)) == (None, ("N08-1",))
    owner = expansion("N13-2", active=2)
    lasting(owner, "N30-1", 1, 2, 8)
    assert rejection(ready(owner), PlayCard("N13-2", 8)) == "zone_prohibited"


def test_each_of_several_redirected_plays_states_the_destination_of_its_card() -> None:
    """13.1.9"""
    state = ready(expansion("N21-1", "N23-1"))
    use(state, "N21-1")
    use(state, "N23-1")
    play(state, "B66-1", 5, pass_to=2)
    play(state, "B12-1", 7, pass_to=1)
    assert (at(state, 2, 5), at(state, 1, 7)) == ("B44-1", "B55-1")


@pytest.mark.parametrize("seat", [1, 2])
def test_a_redirected_card_is_barred_by_the_seal_of_the_seat_named(seat: int) -> None:
    """5.2.4"""
    state = expansion("N23-1")
    lasting(state, "N29-1", 2)
    use(ready(state), "N23-1")
    play(state, "B66-1", 5, pass_to=seat)
    assert main_discard(state) == (("B42-1",) if seat == 1 else ("B44-1",))
