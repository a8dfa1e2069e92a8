"""Test hidden information (section 14): views, knowledge of other hands, and sampled states."""

from collections import Counter
from random import Random

import msgspec
import pytest

from domain.riddle import RULESET
from domain.riddle.rules.cards import CARD, PILE, names
from domain.riddle.rules.hidden import determinize
from domain.riddle.rules.piles import everyone, hand_of, show
from domain.riddle.rules.state import PLAY, START_ACTIONS, State
from domain.riddle.wire.actions import EndStep
from domain.riddle.wire.options import Options
from domain.riddle.wire.views import LastingCard
from tests.riddle.builders import (
    Draws,
    at_end,
    base,
    end_step,
    expansion,
    hand,
    hold,
    hold_only,
    lasting,
    play,
    ready,
    run_out,
    step,
    throw_away,
    use,
)
from tests.riddle.invariants import check
from tests.riddle.random_games import opening, steps


def known(state: State, seat: int) -> dict[int, tuple[str, ...]]:
    """Return the cards that a seat knows in other hands."""
    return {each.seat: each.cards for each in RULESET.view(state, seat).own.known}


def test_the_view_shows_public_data_and_the_hand_of_the_seat() -> None:
    """11.3.1, 14.1.1, 14.1.2"""
    state = expansion("N23-1")
    lasting(state, "N30-1", 2, 1, 4)
    lasting(state, "N29-1", 1)
    throw_away(state, "B65-1", "N28-2", "B56-1")
    use(ready(state), "N23-1")
    view = RULESET.view(state, 1)
    assert (view.mode, view.decision_kind, view.active, view.first, view.turn, view.round) == (
        "expansion",
        "play",
        0,
        0,
        1,
        1,
    )
    assert (view.main_deck, view.additional_deck) == (len(state.deck[0]), len(state.deck[1]))
    assert view.main_discard == ("B65-1", "B56-1")
    assert view.additional_discard == ("N28-2", "N23-1")
    assert (view.redirecting, view.main_played, view.additional_played, view.extra_plays) == (True, 0, 0, 0)
    assert [(each.main_in_hand, each.additional_in_hand) for each in view.seats] == [(5, 2)] * 3
    assert view.seats[2].in_play == (LastingCard("N30-1", "until_target_turn_end", 1, 4),)
    assert view.seats[1].in_play == (LastingCard("N29-1", "until_owner_turn_start"),)
    assert [each.zone for each in view.seats[2].zones] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert view.own.hand == hand(state, 1)


def test_no_view_names_a_card_that_its_seat_cannot_know() -> None:
    """14.1.3, 18.1.13"""
    state = opening(Options("expansion"), 3, 6)
    for count, (after, _, _, _) in enumerate(steps(state, 6)):
        for reader in (0, 1, 2, None) if count % 10 == 0 else ():
            shown = msgspec.json.encode(RULESET.view(after, reader)).decode()
            hands = [hand(after, seat) for seat in range(3) if seat != reader]
            remembered = set[str]() if reader is None else set().union(*known(after, reader).values())
            unknown = {*names(after.deck[0]), *names(after.deck[1]), *(card for each in hands for card in each)}
            assert [card for card in unknown - remembered if f'"{card}"' in shown] == []


def test_views_of_spectators_and_seats_differ_in_the_private_part_only() -> None:
    state = opening(Options("expansion"), 4, 3)
    views = [RULESET.view(state, seat) for seat in (*range(4), None)]
    assert len({msgspec.json.encode(msgspec.structs.replace(view, own=msgspec.UNSET)) for view in views}) == 1
    assert views[-1].own is msgspec.UNSET


def test_the_base_game_shows_no_part_of_the_expansion() -> None:
    shown = msgspec.to_builtins(RULESET.view(base(), 0))
    assert not {name for name in shown if name.startswith(("additional", "extra", "redirecting"))}


def test_an_ended_game_shows_no_step() -> None:
    state = opening(Options("base"), 2, 1)
    for after, _, _, _ in steps(state, 1):
        state = after
    assert "decision_kind" not in msgspec.to_builtins(RULESET.view(state, None))


# Memories (14.1.5, 14.1.6)


def trade(state: State, target: int, give: str, take: str) -> None:
    """Let the active seat trade and get this card."""
    others = hand(state, target)
    use(state, "N25-1", Draws((others.index(take), len(others))), target_seat=target, give=give)


def remembering(*cards: str) -> State:
    """Start a turn of fixture X with Trade in hand; all seats know these cards of seats 0 and 1."""
    state = expansion("N25-1")
    for card in cards:
        show(state, CARD[card])
    return ready(state)


def test_the_parties_of_a_trade_know_both_cards() -> None:
    """14.1.5"""
    state = remembering()
    trade(state, 1, "B12-1", "B36-1")
    assert known(state, 0) == {1: ("B12-1",)}
    assert known(state, 1) == {0: ("B36-1",)}
    assert known(state, 2) == {}


def test_others_lose_knowledge_of_cards_that_may_have_moved_in_a_trade() -> None:
    """14.1.6"""
    state = remembering("B12-1", "B21-1", "N16-1", "B15-1", "B36-1", "N14-1")
    trade(state, 1, "B12-1", "B36-1")
    assert known(state, 2) == {0: ("N16-1",), 1: ("N14-1",)}
    assert known(state, 1) == {0: ("B21-1", "B36-1", "N16-1")}
    assert known(state, 0) == {1: ("B12-1", "B15-1", "N14-1")}


def test_the_only_card_of_its_kind_is_known_to_have_moved() -> None:
    """14.1.6"""
    state = expansion("N25-1")
    hold_only(state, 0, "N16-1", "B21-1", "N25-1", "B66-1")
    hold_only(state, 1, "B15-1", "N14-1")
    for card in ("N16-1", "B15-1"):
        show(state, CARD[card])
    ready(state)
    trade(state, 1, "N16-1", "B15-1")
    assert known(state, 2) == {0: ("B15-1",), 1: ("N16-1",)}
    assert state.known == {CARD["N16-1"]: everyone(state), CARD["B15-1"]: everyone(state)}


def test_a_card_known_only_to_its_owner_again_is_not_remembered() -> None:
    state = expansion("N25-1")
    state.known = {CARD["B21-1"]: 1 << 2, CARD["B24-1"]: 1 << 2 | 1 << 0}
    ready(state)
    trade(state, 1, "B12-1", "B36-1")
    assert CARD["B21-1"] not in state.known
    assert state.known[CARD["B24-1"]] == 1 << 0


def test_a_card_that_leaves_a_hand_is_no_longer_known() -> None:
    """14.1.6"""
    state = remembering("B66-1")
    end_step(state)
    play(state, "B66-1", 5)
    assert state.known == {}


# Imagined states


def test_a_sampled_state_preserves_what_the_seat_knows() -> None:
    state = remembering("N16-1", "B15-1")
    trade(state, 1, "B12-1", "B36-1")
    hands = set()
    for seed in range(60):
        sampled = determinize(state, 1, Random(seed))
        check(sampled)
        assert RULESET.view(sampled, 1) == RULESET.view(state, 1)
        assert hand(sampled, 1) == hand(state, 1)
        assert {"N16-1", "B36-1"} <= set(hand(sampled, 0))
        hands.add(hand(sampled, 2))
    assert len(hands) > 50


def test_a_sampled_state_does_not_depend_on_data_that_the_seat_does_not_know() -> None:
    """14.1.7"""
    for number in range(12):
        seats = 2 + number % 4
        state = opening(Options("expansion"), seats, number)
        for count, (after, _, _, _) in enumerate(steps(state, number)):
            if count % 10 == 0:
                seat = count % seats
                redealt = determinize(after, seat, Random(count))
                first, second = (determinize(each, seat, Random(7)) for each in (after, redealt))
                assert msgspec.msgpack.encode(first) == msgspec.msgpack.encode(second)


@pytest.mark.parametrize("name", ["start_actions", "play", "end_actions"])
def test_sampled_hands_of_the_active_seat_agree_with_the_open_step(name: str) -> None:
    """14.1.10"""
    state = {"start_actions": _starting, "play": _playing, "end_actions": _ending}[name]()
    assert step(state) == name
    sampled = [determinize(state, 1, Random(seed)) for seed in range(80)]
    assert all(len(RULESET.legal_actions(each, 0)) >= 2 for each in sampled)
    assert len({hand(each, 0) for each in sampled}) > 1


def _starting() -> State:
    """Return a position in step `start_actions`."""
    return ready(expansion("N22-1"))


def _ending() -> State:
    """Return a position in step `end_actions` with one action card among few additional cards."""
    state = expansion("N26-1")
    return at_end(state)


def _playing() -> State:
    """Return a position in step `play` with one playable card among many that are not."""
    state = expansion()
    hold_only(state, 0, "N16-1", "N29-1", "N30-1", "N31-1")
    return ready(state)


def test_every_deal_that_agrees_is_equally_likely() -> None:
    """14.1.10: of three unknown additional cards the active seat is sure to hold one action card."""
    state = expansion()
    hold_only(state, 0, "B12-1", "B66-1", "N29-1")
    hold_only(state, 1)
    hold_only(state, 2, "N16-1")
    run_out(state, 1, discard=True)
    state.deck[1] = [CARD["N30-1"]]
    state.discard[1].remove(CARD["N30-1"])
    play(ready(state), "B66-1", 5)
    assert step(state) == "end_actions"
    held = Counter(hand(determinize(state, 1, Random(seed)), 0)[-1] for seed in range(600))
    assert set(held) == {"N29-1", "N30-1"}
    assert 240 < held["N29-1"] < 360


def test_sampling_ignores_knowledge_that_a_seat_cannot_have() -> None:
    state = remembering("N16-1")
    trade(state, 1, "B12-1", "B36-1")
    assert determinize(state, 2, Random(0)).known == {CARD["N16-1"]: everyone(state)}
    assert determinize(state, 0, Random(0)).known == {CARD["N16-1"]: everyone(state), CARD["B12-1"]: 1}


def test_other_hands_are_drawn_from_the_unseen_cards_of_their_kind() -> None:
    state = base(2)
    drawn: Counter[int] = Counter()
    for seed in range(300):
        drawn.update(hand_of(determinize(state, 0, Random(seed)), 1))
    unseen = set(state.deck[0]) | set(hand_of(state, 1))
    assert set(drawn) == unseen
    assert {PILE[card] for card in drawn} == {0}


def test_steps_without_a_choice_do_not_open() -> None:
    """14.1.9, 16.1.3"""
    state = expansion()
    hold(state, 0, "N29-1")
    assert ready(state).step == PLAY
    assert state.step != START_ACTIONS
    assert EndStep() not in RULESET.legal_actions(state, 0)
