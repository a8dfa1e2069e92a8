"""The market of Codex II (11.2): the worked examples 16.6 and more."""

from domain.leonardo import RULESET
from domain.leonardo.rules.effects import seats_at
from domain.leonardo.wire.actions import MarketSwap
from domain.leonardo.wire.constants import MARKET
from domain.leonardo.wire.facts import AreaOpened, Withdrew
from domain.leonardo.wire.views import Components
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    accepts,
    hand_of,
    hold,
    of,
    plain,
    play,
    public,
    rejection,
    resolve,
    stand,
    start_work,
    to_decide,
)

DECLINE = MarketSwap((), ())


def test_two_cards_are_swapped() -> None:
    """16.6.1, 11.2.5"""
    state = plain(2, codex_2=True)
    hold(state, ANNA, "wood", "wood", "iron")
    stand(state, ANNA, "market", apprentices=1)
    resolve(state)
    play(state, ANNA, MarketSwap(("wood", "wood"), ("glass", "rope")))
    assert RULESET.view(state, None).market == Components(iron=1, wood=3, rope=0, brick=1, glass=0)
    assert hand_of(state, ANNA) == ("iron", "rope", "glass")


def test_a_swap_is_even_of_cards_there_are() -> None:
    """16.6.2"""
    state = plain(2, codex_2=True)
    hold(state, ANNA, "wood", "wood", "iron")
    stand(state, ANNA, "market", apprentices=1)
    resolve(state)
    assert rejection(state, ANNA, MarketSwap(("wood",), ("glass", "rope"))) == "swap_sizes_differ"
    assert rejection(state, ANNA, MarketSwap(("wood", "iron"), ("wood", "glass"))) == "same_kind_both_sides"
    assert rejection(state, ANNA, MarketSwap(("brick",), ("glass",))) == "components_missing"


def test_a_player_with_an_empty_hand_gets_the_decision_too() -> None:
    """16.6.3, 13.2.10"""
    state = plain(2, codex_2=True)
    start_work(state, BRUNO, "small", 13)
    stand(state, BRUNO, "market", apprentices=1)
    resolve(state)
    assert to_decide(state) == ("market_swap", [BRUNO])
    assert list(RULESET.legal_actions(state, BRUNO)) == [DECLINE]
    twin = plain(2, codex_2=True)
    start_work(twin, BRUNO, "small", 1)
    hold(twin, BRUNO, "rope")
    stand(twin, BRUNO, "market", apprentices=1)
    resolve(twin)
    assert len(RULESET.legal_actions(twin, BRUNO)) > 1
    assert RULESET.view(twin, ANNA) == RULESET.view(state, ANNA)


def test_all_players_at_the_market_decide_once_in_order_and_their_pieces_return() -> None:
    """6.1.6, 11.2.6"""
    state = plain(3, codex_2=True)
    for seat in (CLARA, ANNA):
        stand(state, seat, "market", apprentices=2)
    stand(state, BRUNO, "market", apprentices=1, master=True)
    hold(state, ANNA, "iron")
    emitted = resolve(state)
    assert of(AreaOpened, emitted) == [AreaOpened("market", (BRUNO, CLARA, ANNA))]
    play(state, BRUNO, DECLINE)
    play(state, CLARA, DECLINE)
    assert seats_at(state, MARKET) == [CLARA, ANNA, BRUNO]
    emitted = play(state, ANNA, MarketSwap(("iron",), ("glass",)))
    assert public(emitted)[:3] == [Withdrew(seat, "market") for seat in (BRUNO, CLARA, ANNA)]
    assert (seats_at(state, MARKET), state.florins) == ([], [10, 10, 10])


def test_the_market_is_resolved_after_the_ropemaker() -> None:
    """7.1.1, 11.2.2"""
    state = plain(2, codex_2=True)
    stand(state, ANNA, "market", apprentices=1)
    stand(state, ANNA, "ropemaker", apprentices=1)
    resolve(state)
    assert to_decide(state) == ("area_turn", [ANNA])
    play(state, ANNA, RULESET.default_action(state, ANNA))
    assert to_decide(state) == ("market_swap", [ANNA])


def test_cards_returned_by_one_player_are_available_to_the_next() -> None:
    state = plain(2, codex_2=True)
    hold(state, ANNA, "wood")
    hold(state, BRUNO, "iron", "brick")
    stand(state, ANNA, "market", apprentices=2)
    stand(state, BRUNO, "market", apprentices=1)
    resolve(state)
    play(state, ANNA, MarketSwap(("wood",), ("glass",)))
    assert rejection(state, BRUNO, MarketSwap(("iron",), ("glass",))) == "not_on_market"
    assert accepts(state, BRUNO, MarketSwap(("brick", "iron"), ("wood", "wood")))


def test_the_order_of_the_cards_in_a_swap_does_not_matter() -> None:
    assert MarketSwap(("glass", "iron"), ("wood", "rope")) == MarketSwap(("iron", "glass"), ("rope", "wood"))
