"""The turn of the expansion and its action cards, beyond the worked examples (sections 10 to 12)."""

from domain.riddle import RULESET
from domain.riddle.wire.actions import DiscardActions, DrawCard, EndStep, PlayCard, UseAction
from domain.riddle.wire.facts import CardDiscarded, CardStays, StepOpened, TurnBegan, ZonesSwapped
from tests.riddle.builders import (
    accepts,
    act,
    additional_discard,
    at,
    at_end,
    draw_up,
    end_step,
    expansion,
    hand,
    hold_only,
    in_play,
    lasting,
    lay,
    main_discard,
    of,
    play,
    public,
    ready,
    rejection,
    step,
    use,
)

# The turn (section 10)


def test_each_turn_starts_with_one_main_and_one_additional_play() -> None:
    """10.1.1: the plays, permissions and redirections of the last turn are over."""
    state = ready(expansion("N21-1", "N23-1"))
    use(state, "N21-1")
    use(state, "N23-1")
    for card, zone in (("B12-1", 1), ("B21-1", 3), ("N16-1", 0)):
        play(state, card, zone, pass_to=1)
    draw_up(state)
    view = RULESET.view(state, 1)
    assert (view.active, view.main_played, view.additional_played, view.extra_plays) == (1, 0, 0, 0)
    assert not view.redirecting


def test_any_number_of_start_cards_is_used_in_any_order_or_none() -> None:
    """10.1.2, 11.1.5"""
    state = ready(expansion("N21-1", "N22-1", "N22-2"))
    assert accepts(state, EndStep())
    use(state, "N22-2", zones=(3, 7))
    use(state, "N21-1")
    assert step(state) == "start_actions"
    end_step(state)
    assert (step(state), "N22-1" in hand(state, 0)) == ("play", True)


def test_the_step_of_plays_ends_after_the_first_and_not_before() -> None:
    """3.1.3, 10.1.6"""
    state = ready(expansion())
    assert rejection(state, EndStep()) == "must_play"
    play(state, "N16-1", 0)
    assert accepts(state, EndStep())


def test_using_a_card_is_no_play() -> None:
    """10.1.12"""
    state = ready(expansion("N22-1"))
    use(state, "N22-1", zones=(3, 7))
    assert step(state) == "play"
    assert rejection(state, EndStep()) == "must_play"


def test_a_mirrored_card_may_go_to_its_discard() -> None:
    """12.3.2"""
    state = ready(expansion("N23-1"))
    use(state, "N23-1")
    legal = [action for action in RULESET.legal_actions(state, 0) if (action.card, action.zone) == ("B66-1", 5)]
    assert legal == [
        PlayCard("B66-1", 5, pass_to=1),
        PlayCard("B66-1", 5, pass_to=2),
        PlayCard("B66-1", 5, pass_to_discard=True),
    ]
    play(state, "B66-1", 5, pass_to_discard=True)
    assert (main_discard(state), at(state, 1, 5)) == (("B44-1",), "B42-1")


def test_two_second_hands_allow_two_more_cards() -> None:
    """11.1.3, 12.1.1"""
    state = ready(expansion("N21-1", "N21-2"))
    use(state, "N21-1")
    use(state, "N21-2")
    assert RULESET.view(state, 0).extra_plays == 2
    assert additional_discard(state) == ("N21-1", "N21-2")
    for card, zone in (("B12-1", 1), ("B21-1", 3), ("B34-1", 4)):
        play(state, card, zone)
    assert not any(isinstance(each, PlayCard) and each.card == "B43-1" for each in RULESET.legal_actions(state, 0))
    play(state, "N16-1", 0)
    assert step(state) == "draw"


def test_two_corner_cards_may_be_the_two_plays() -> None:
    """10.1.5"""
    state = ready(expansion("N21-1"))
    use(state, "N21-1")
    play(state, "N16-1", 0)
    play(state, "N20-1", 2)
    assert accepts(state, PlayCard("B12-1", 1))


def test_an_end_step_follows_the_use_of_the_last_action_card() -> None:
    """11.1.2, 14.1.9"""
    state = at_end(expansion("N31-1"))
    emitted = use(state, "N31-1")
    assert public(emitted) == [CardStays(0, "N31-1"), StepOpened("draw")]
    assert in_play(state) == [("N31-1", 0)]
    draw_up(state)
    assert (state.active, step(state)) == (1, "play")


def test_a_start_card_received_in_a_trade_may_be_used_at_once() -> None:
    """11.1.6"""
    state = expansion("N25-1")
    hold_only(state, 1, "N22-1")
    ready(state)
    use(state, "N25-1", target_seat=1, give="B12-1")
    assert step(state) == "start_actions"
    assert accepts(state, UseAction("N22-1", zones=(3, 7)))


def test_a_swap_is_reported_with_its_table() -> None:
    state = at_end(expansion("N28-1"))
    assert of(ZonesSwapped, use(state, "N28-1", target_seat=1, zones=(7, 1))) == [ZonesSwapped(1, (1, 7))]
    other = ready(expansion("N22-1"))
    assert of(ZonesSwapped, use(other, "N22-1", zones=(0, 8))) == [ZonesSwapped(0, (0, 8))]


def test_seals_end_at_the_start_of_their_owners_turn() -> None:
    """11.3.2, 11.3.4, 13.1.2"""
    state = expansion(active=2)
    lasting(state, "N29-1", 0)
    lasting(state, "N31-1", 0)
    ready(state)
    play(state, "B13-1", 1)
    emitted = end_step(state)
    while state.active == 2:
        emitted = act(state, DrawCard("main"))
    assert [fact for fact in public(emitted) if isinstance(fact, CardDiscarded | TurnBegan)] == [
        TurnBegan(0, 2, 1),
        CardDiscarded("N29-1"),
        CardDiscarded("N31-1"),
    ]
    assert in_play(state) == []


def test_discards_may_be_mixed_with_uses() -> None:
    """10.1.9, 16.1.5"""
    state = at_end(expansion("N26-1", "N27-1", "N29-1"))
    act(state, DiscardActions(("N27-1",)))
    use(state, "N26-1", cards=("B12-1",))
    assert accepts(state, UseAction("N29-1"))


def test_every_choice_of_cards_is_listed_small_ones_first() -> None:
    """10.1.9, 16.1.5"""
    state = at_end(expansion("N27-1", "N29-1", "N31-1"))
    choices = [action.cards for action in RULESET.legal_actions(state, 0) if isinstance(action, DiscardActions)]
    assert choices == [
        ("N27-1",),
        ("N29-1",),
        ("N31-1",),
        ("N27-1", "N29-1"),
        ("N27-1", "N31-1"),
        ("N29-1", "N31-1"),
        ("N27-1", "N29-1", "N31-1"),
    ]


# Using action cards (sections 11 and 12)


def test_a_card_is_used_in_the_step_it_is_marked_for() -> None:
    """11.1.1"""
    cards = ("N21-1", "N27-1")
    state = ready(expansion(*cards))
    assert accepts(state, UseAction("N21-1"))
    assert rejection(state, UseAction("N27-1", target_seat=1, zone=0)) == "wrong_timing"
    later = at_end(expansion(*cards))
    assert rejection(later, UseAction("N21-1")) == "wrong_timing"
    assert accepts(later, UseAction("N27-1", target_seat=1, zone=0))


def test_action_cards_are_not_played_into_zones() -> None:
    """5.2.7"""
    state = ready(expansion("N29-1"))
    assert [rejection(state, PlayCard("N29-1", zone)) for zone in (0, 4)] == ["not_symbol_card"] * 2


def test_two_cards_of_one_design_may_be_swapped() -> None:
    """11.1.4: an effect is called ineffective only if it is already in force."""
    state = expansion("N22-1")
    lay(state, 0, {3: "B56-1", 7: "B56-2"})
    use(ready(state), "N22-1", zones=(3, 7))
    assert (at(state, 0, 3), at(state, 0, 7)) == ("B56-2", "B56-1")


def test_every_other_seat_is_an_opponent() -> None:
    """11.2.1"""
    state = at_end(expansion("N30-1"))
    targets = {each.target_seat for each in RULESET.legal_actions(state, 0) if isinstance(each, UseAction)}
    assert targets == {1, 2}
    assert rejection(state, UseAction("N30-1", target_seat=0, zone=0)) == "target_not_opponent"


def test_a_trade_is_offered_with_every_opponent_and_other_card() -> None:
    """12.5.1"""
    state = expansion("N25-1")
    hold_only(state, 0, "N25-1", "B12-1", "N16-1")
    trades = [each for each in RULESET.legal_actions(ready(state), 0) if isinstance(each, UseAction)]
    assert [(each.target_seat, each.give) for each in trades] == [
        (target, given) for target in (1, 2) for given in ("B12-1", "N16-1")
    ]
