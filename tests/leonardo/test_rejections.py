"""Rejections (section 14): every code, the order of the checks, details, and the worked examples 16.11."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec import UNSET

from domain.leonardo import RULESET
from domain.leonardo.rules.decisions import DECISIONS
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import (
    AreaTurn,
    AuctionChoice,
    Bid,
    CouncilBuy,
    CouncilMove,
    DeclareWork,
    MarketSwap,
    NameLeonardo,
    Place,
)
from domain.leonardo.wire.options import Options
from domain.leonardo.wire.rejections import REJECTIONS
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    hold,
    placing,
    plain,
    play,
    rejection,
    sent,
    table,
)
from tests.leonardo.rejected_positions import (
    Wire,
    act,
    apprentices,
    bare_shops,
    bidding,
    buying,
    buying_without_money,
    carry,
    choice,
    declare,
    favour,
    favours,
    has_bid,
    improve,
    last_favour,
    later_space,
    market,
    market_without_iron,
    master,
    move,
    naming,
    one_lab,
    order,
    over,
    place,
    place_late,
    powerful_move,
    second_favour,
    smith,
    smith_sold_out,
    smith_too_dear,
    spaces,
    swap,
    two_idle_labs,
    work,
    workshop,
    workshop_first,
    workshop_idle,
)

CASES: list[tuple[str, Callable[[], State], Wire]] = [
    # 14.1.2
    ("malformed_action", work, act("declare_wars")),
    ("game_over", over, declare()),
    ("already_bid", has_bid, act("bid", amount=1)),
    ("not_your_turn", has_bid, declare()),
    ("wrong_decision", work, master("smith")),
    # choose_favour
    ("no_such_favour", favours, favour("e")),
    ("no_such_favour", favours, favour("")),
    ("no_such_favour", last_favour, favour("d5", components=["gold"], lab="attic")),
    ("letter_limit", last_favour, favour("d4", lab="large")),
    ("letter_limit", last_favour, favour("d1", components=[])),
    ("improvement_not_possible", favours, favour("d2", components=["iron"])),
    ("improvement_not_possible", second_favour, favour("d1", components=["iron"])),
    ("improvement_not_possible", second_favour, favour("d3", components=[])),
    ("no_such_lab", favours, favour("d4", lab="medium")),
    ("no_such_lab", second_favour, favour("d4", lab="large")),
    ("no_robot_space", favours, favour("d4", lab="small")),
    ("no_robot_space", favours, favour("d4", lab="large")),
    ("wrong_component_count", favours, favour("b", components=["iron", "rope", "gold"])),
    ("wrong_component_count", favours, favour("d3", components=[])),
    ("wrong_component_count", favours, favour("b", components=["iron"] * 5)),
    ("no_such_component", favours, favour("b", components=["gold", "rope", "rope", "rope"])),
    ("no_such_component", favours, favour("d3", components=["gold"])),
    ("too_many_alike", bare_shops, favour("b", components=["iron", "rope", "rope", "rope"])),
    ("out_of_stock", bare_shops, favour("b", components=["wood", "wood", "rope", "rope"])),
    ("out_of_stock", bare_shops, favour("d1", components=["iron"])),
    # declare_work, each check for all labs before the next
    ("no_such_lab", work, declare("attic", small=26)),
    ("no_such_lab", work, declare("small", cellar=26)),
    ("no_such_lab", one_lab, declare("small", "large")),
    ("no_such_lab", one_lab, declare(small=26, large=1)),
    ("lab_not_working", work, declare("large", large=26)),
    ("no_such_invention", work, declare(small=1, large=26)),
    ("no_such_invention", work, declare(small=1, large=0)),
    ("lab_working", work, declare(small=4, large=4)),
    ("same_invention_again", work, declare("small", small=2, large=4)),
    ("invention_not_available", two_idle_labs, declare(small=5, large=5)),
    ("invention_not_available", work, declare("small", small=4, large=4)),
    ("already_in_work", work, declare(large=2)),
    ("already_in_work", two_idle_labs, declare(small=16, large=16)),
    ("components_missing", work, declare(large=16)),
    ("components_missing", two_idle_labs, declare(small=3, large=7)),
    # place
    ("no_such_place", place_late, master("harbour")),
    ("no_such_place", place, apprentices("harbour", 0)),
    ("not_in_this_game", place_late, apprentices("market", 0)),
    ("city_closed", place_late, apprentices("smith", 0)),
    ("no_such_lab", place_late, apprentices("lab:large", 0)),
    ("lab_not_working", place, master("lab:large")),
    ("lab_not_working", place, apprentices("lab:large", 0)),
    ("master_not_available", place, master("smith")),
    ("master_not_available", place, master("lab:small")),
    ("bad_count", place, apprentices("smith", 0)),
    ("bad_count", place, apprentices("academy", -1)),
    ("already_placed_here", place, apprentices("smith", 9)),
    ("not_enough_apprentices", place, apprentices("academy", 4)),
    ("not_enough_apprentices", place, apprentices("lab:small", 4)),
    ("lab_full", place, apprentices("lab:small", 3)),
    # Council
    ("no_such_player", naming, act("name_leonardo", seat=3)),
    ("no_such_player", naming, act("name_leonardo", seat=-1)),
    ("no_such_space", spaces, act("council_space", space=0)),
    ("no_such_space", later_space, act("council_space", space=5)),
    ("withdraw_not_allowed", spaces, act("council_space", withdraw=True)),
    ("space_taken", later_space, act("council_space", space=3)),
    ("no_such_player", move, carry(3, "harbour", "market")),
    ("no_such_place", move, carry(BRUNO, "harbour", "market")),
    ("no_such_place", move, carry(BRUNO, "market", "harbour")),
    ("not_in_this_game", move, carry(BRUNO, "academy", "market")),
    ("not_in_this_game", powerful_move, carry(BRUNO, "market", "academy")),
    ("not_your_apprentice", move, carry(BRUNO, "academy", "council")),
    ("source_not_allowed", powerful_move, carry(ANNA, "council", "council")),
    ("source_not_allowed", powerful_move, carry(ANNA, "lab:small", "lab:small")),
    ("target_not_allowed", move, carry(ANNA, "academy", "council")),
    ("target_not_allowed", move, carry(ANNA, "smith", "lab:small")),
    ("target_not_allowed", move, carry(ANNA, "smith", "smith")),
    ("target_not_allowed", powerful_move, carry(CLARA, "academy", "academy")),
    ("no_apprentice_there", move, carry(ANNA, "smith", "academy")),
    ("no_apprentice_there", move, carry(ANNA, "lab:large", "academy")),
    ("no_apprentice_there", powerful_move, carry(BRUNO, "smith", "ropemaker")),
    ("owner_first_there", powerful_move, carry(BRUNO, "academy", "ropemaker")),
    ("bad_order", order, act("council_order", order=[])),
    ("bad_order", order, act("council_order", order=[2, 4, 6])),
    ("bad_order", order, act("council_order", order=[2, 4, 6, 9])),
    ("bad_order", order, act("council_order", order=[2, 4, 6, 7, 7])),
    ("no_such_component", buying, act("council_buy", component="gold")),
    ("out_of_stock", buying_without_money, act("council_buy", component="brick")),
    # area_turn
    ("malformed_action", workshop, act("area_turn", choice="act")),
    ("malformed_action", smith, improve("take_large")),
    ("no_such_improvement", workshop, improve("move_robot")),
    ("lab_working", workshop, improve("turn_large")),
    ("lab_working", workshop, improve("robot_large")),
    ("improvement_not_possible", workshop, improve("turn_small")),
    ("improvement_not_possible", workshop, improve("take_large")),
    ("improvement_not_possible", workshop_first, improve("turn_large")),
    ("improvement_not_possible", workshop_first, improve("robot_large")),
    ("no_robot_space", workshop_idle, improve("robot_small")),
    ("no_robot_space", workshop_first, improve("robot_small")),
    ("no_robot_space", workshop_idle, improve("robot_large")),
    # market_swap
    ("no_such_component", market, swap(["gold", "gold", "gold"], [])),
    ("no_such_component", market, swap(["wood", "wood", "wood"], ["gold"])),
    ("bad_swap_size", market, swap(["wood", "wood", "iron"], [])),
    ("swap_sizes_differ", market, swap(["wood"], [])),
    ("swap_sizes_differ", market, swap([], ["wood", "wood", "wood"])),
    ("swap_sizes_differ", market, swap(["wood"], ["wood", "glass"])),
    ("same_kind_both_sides", market, swap(["brick", "brick"], ["brick", "glass"])),
    ("components_missing", market, swap(["brick", "brick"], ["glass", "glass"])),
    ("not_on_market", market_without_iron, swap(["wood"], ["iron"])),
    ("not_on_market", market, swap(["wood", "wood"], ["glass", "glass"])),
    # Phase D
    ("not_shared_by_you", choice, act("auction_choice", invention=5)),
    ("not_shared_by_you", choice, act("auction_choice", invention=99)),
    ("bad_amount", bidding, act("bid", amount=-1)),
    ("cannot_afford", bidding, act("bid", amount=16)),
]


@pytest.mark.parametrize(("code", "position", "wire"), CASES)
def test_the_first_reason_that_applies_is_returned(code: str, position: Callable[[], State], wire: Wire) -> None:
    """14.1.1, 14.1.3"""
    assert sent(position(), ANNA, wire) == code


GUARDS: list[tuple[str, Callable[[], State], Wire]] = [
    ("cannot_afford", buying_without_money, act("council_buy", component="iron")),
    ("out_of_stock", smith_sold_out, act("area_turn", choice="act")),
    ("cannot_afford", smith_too_dear, act("area_turn", choice="act")),
]


@pytest.mark.parametrize(("code", "position", "wire"), GUARDS)
def test_positions_that_the_rules_exclude_are_checked_too(code: str, position: Callable[[], State], wire: Wire) -> None:
    state = position()
    reason = DECISIONS[state.decision].reject(state, ANNA, msgspec.convert(wire, RULESET.action_type))
    assert reason is not None
    assert reason.code == code


SETUPS: list[tuple[str | None, int, Options]] = [
    ("bad_player_count", 1, Options(first_player=7, setup="royal")),
    ("bad_player_count", 6, Options()),
    ("bad_first_player", 2, Options(first_player=2, setup="royal")),
    ("bad_first_player", 2, Options(first_player=-1)),
    ("bad_first_player", 2, Options(first_player=True)),
    ("bad_first_player", 2, Options(first_player="Anna")),
    ("bad_setup", 2, Options(setup="royal", codex_1=3)),
    ("bad_setup", 2, Options(setup=None)),
    ("bad_setup", 2, Options(setup=[])),
    ("bad_codex", 2, Options(codex_1=1)),
    ("bad_codex", 2, Options(codex_2="on")),
    (None, 5, Options(first_player=4, setup="expert", codex_1=True, codex_2=True)),
    (None, 2, Options(first_player=UNSET)),
]


@pytest.mark.parametrize(("code", "seats", "options"), SETUPS)
def test_a_set_up_outside_the_options_is_rejected(code: str | None, seats: int, options: Options) -> None:
    """3.1.1, 3.1.3, 3.1.4, 14.1.6"""
    reason = RULESET.reject_setup(options, seats)
    assert (reason and reason.code) == code


def test_every_code_is_reached_by_a_case() -> None:
    reached = {code for code, *_ in [*CASES, *GUARDS, *SETUPS]} - {None}
    reached.add("not_a_player")  # 16.11.10, below: no case of a seat
    assert reached == {rejection.code for rejection in REJECTIONS}


def test_favours_rejected() -> None:
    """16.11.1"""
    state = table(3, setup="expert")
    assert sent(state, ANNA, favour("e")) == "no_such_favour"
    assert sent(state, ANNA, favour("b", components=["iron"] * 3)) == "wrong_component_count"
    assert sent(state, ANNA, favour("d2", components=[])) == "wrong_component_count"
    assert sent(state, ANNA, favour("d3", components=["iron"])) == "improvement_not_possible"


def test_labs_and_inventions_that_there_are_not() -> None:
    """16.11.2, 13.1.2"""
    state = plain(2)
    hold(state, ANNA, "iron")
    assert sent(state, ANNA, declare(large=1)) == "no_such_lab"
    assert sent(state, ANNA, declare(small=26)) == "no_such_invention"
    assert sent(state, ANNA, declare("small")) == "lab_not_working"
    placing(state, ANNA)
    assert sent(state, ANNA, master("lab:large")) == "no_such_lab"


def test_placements_rejected() -> None:
    """16.11.3"""
    state = plain(2)
    placing(state, ANNA)
    assert sent(state, ANNA, apprentices("smith", 0)) == "bad_count"
    assert sent(state, ANNA, master("harbour")) == "no_such_place"
    assert sent(state, ANNA, master("market")) == "not_in_this_game"
    play(state, ANNA, Place("master", "smith"))
    play(state, BRUNO, Place("pass"))
    assert sent(state, ANNA, master("academy")) == "master_not_available"


def test_players_and_spaces_that_there_are_not() -> None:
    """16.11.4"""
    assert sent(naming(), ANNA, act("name_leonardo", seat=3)) == "no_such_player"
    assert sent(spaces(), ANNA, act("council_space", space=5)) == "no_such_space"


def test_moves_rejected() -> None:
    """16.11.5"""
    assert rejection(move(), ANNA, CouncilMove(BRUNO, "academy", "smith")) == "not_your_apprentice"
    assert rejection(move(), ANNA, CouncilMove(ANNA, "smith", "academy")) == "no_apprentice_there"
    assert rejection(move(), ANNA, CouncilMove(ANNA, "academy", "lab:small")) == "target_not_allowed"
    assert rejection(move(), ANNA, CouncilMove(ANNA, "academy", "academy")) == "target_not_allowed"


def test_purchases_rejected() -> None:
    """16.11.6"""
    assert rejection(buying(), ANNA, CouncilBuy("brick")) == "out_of_stock"
    assert rejection(buying(), ANNA, CouncilBuy("gold")) == "no_such_component"


def test_improvements_rejected() -> None:
    """16.11.7"""
    assert rejection(workshop_first(), ANNA, AreaTurn("act", "turn_large")) == "improvement_not_possible"
    assert rejection(workshop_idle(), ANNA, AreaTurn("act", "turn_small")) == "improvement_not_possible"
    assert sent(workshop(), ANNA, act("area_turn", choice="act")) == "malformed_action"
    assert sent(bidding(), ANNA, act("bid", amount="two")) == "malformed_action"


def test_swaps_rejected() -> None:
    """16.11.8"""
    laid = MarketSwap(("wood", "wood", "iron"), ("glass", "rope", "brick"))
    assert rejection(market(), ANNA, laid) == "bad_swap_size"
    assert rejection(market_without_iron(), ANNA, MarketSwap(("wood",), ("iron",))) == "not_on_market"


def test_choices_and_turns_rejected() -> None:
    """16.11.9"""
    assert rejection(choice(), ANNA, AuctionChoice(5)) == "not_shared_by_you"
    assert rejection(plain(2), ANNA, Place("master", "smith")) == "wrong_decision"
    assert rejection(plain(2), BRUNO, DeclareWork((), {})) == "not_your_turn"


def test_a_spectator_has_no_actions_and_a_finished_game_accepts_none() -> None:
    """16.11.10"""
    assert list(RULESET.legal_actions(plain(2), None)) == []
    assert RULESET.view(plain(2), None).own is UNSET
    for wire in (declare(), master("smith"), act("bid", amount=0), act("council_order", order=[])):
        assert sent(over(), ANNA, wire) == "game_over"
    for stranger in (-1, 2):
        assert sent(plain(2), stranger, declare()) == "not_a_player"
        assert sent(over(), stranger, act("bid", amount=0)) == "not_a_player"


MALFORMED = [
    act("place", piece="apprentices", place="smith", count=1.5),
    act("place", piece="apprentices", place="smith", count="two"),
    act("place", piece="apprentices", place="smith", count=True),
    act("place", piece="apprentices", place="smith"),
    act("place", piece="apprentices", count=1),
    act("place", piece="master", place="smith", count=1),
    act("place", piece="master"),
    act("place", piece="pass", place="smith"),
    act("place", piece="pass", count=1),
    act("place", piece="robot", place="smith"),
    act("place", piece="pass", colour="red"),
    declare("small", "small"),
    act("declare_work", interrupt=[]),
    act("declare_work", start={}),
    act("declare_work", interrupt=["small"], start={"small": "one"}),
    act("name_leonardo", seat=None),
    act("name_leonardo"),
    act("council_space"),
    act("council_space", space="3"),
    act("council_space", space=1, withdraw=True),
    act("council_space", withdraw=False),
    act("council_space", space=True),
    act("council_move", decline=False),
    act("council_move", decline=True, owner=0),
    act("council_move", owner=0, from_="smith"),
    act("council_move"),
    act("council_order"),
    act("council_order", order="2467"),
    act("council_buy"),
    act("council_buy", component="iron", decline=True),
    act("council_buy", decline=False),
    act("council_buy", decline=1),
    act("area_turn", choice="wait"),
    act("area_turn", choice="withdraw", improvement="take_large"),
    act("area_turn"),
    act("market_swap", give=["iron"]),
    act("market_swap", take=["iron"]),
    act("auction_choice", invention="one"),
    act("bid", amount=1.5),
    act("bid", amount=False),
    act("bid"),
    favour("b"),
    favour("d1"),
    favour("d4"),
    favour("a", components=["iron"]),
    favour("c", lab="small"),
    favour("d4", lab="small", components=["iron"]),
    favour("d1", components=["iron"], lab="small"),
    {"amount": 1},
    {"type": "fly"},
]


@pytest.mark.parametrize("wire", MALFORMED)
def test_a_malformed_action_is_rejected_for_every_seat_at_any_time(wire: Wire) -> None:
    """13.1.4, 14.1.4"""
    for state in (plain(2), bidding(), over()):
        for seat in (ANNA, BRUNO):
            assert sent(state, seat, wire) == "malformed_action"


def test_an_improvement_is_checked_after_the_turn_order() -> None:
    state = workshop()
    assert sent(state, BRUNO, act("area_turn", choice="act")) == "not_your_turn"
    assert sent(plain(2), ANNA, act("area_turn", choice="act")) == "wrong_decision"


def test_a_bidder_who_has_sealed_gets_this_reason_only_for_a_bid() -> None:
    assert sent(has_bid(), ANNA, act("bid", amount=99)) == "already_bid"
    assert sent(has_bid(), ANNA, act("bid", amount=-1)) == "already_bid"
    assert sent(has_bid(), CLARA, act("bid", amount=0)) == "not_your_turn"
    assert sent(has_bid(), BRUNO, declare()) == "wrong_decision"


def test_a_value_outside_the_schema_is_marked_and_an_illegal_one_is_not() -> None:
    marks = {}
    for state, action in (
        (bidding(), Bid(-1)),
        (bidding(), Bid(16)),
        (plain(2), DeclareWork((), {"small": 26})),
        (plain(2), DeclareWork((), {"small": 1})),
        (naming(), NameLeonardo(5)),
        (naming(), NameLeonardo(3)),
    ):
        reason = RULESET.reject(state, ANNA, action)
        assert reason is not None
        marks[repr(action)] = reason.malformed
    assert list(marks.values()) == [True, False, True, False, True, False]


def test_the_components_of_a_favour_may_have_any_order() -> None:
    state = table(2, setup="expert")
    assert sent(state, ANNA, favour("b", components=["glass", "iron", "glass", "iron"])) is None


def test_work_is_not_declared_in_round_0() -> None:
    state = table(2, setup="expert")
    assert sent(state, ANNA, declare()) == "wrong_decision"
