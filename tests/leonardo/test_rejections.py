"""Rejections (section 14): every code, the order of the checks, details, and the worked examples 16.11."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from domain.leonardo import RULESET
from domain.leonardo.rules.components import packed
from domain.leonardo.rules.decisions import DECISIONS
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import (
    AreaTurn,
    AuctionChoice,
    Bid,
    ChooseFavour,
    CouncilBuy,
    CouncilMove,
    CouncilSpace,
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
    equip,
    hold,
    own,
    people,
    placing,
    plain,
    play,
    purse,
    rejection,
    request,
    resolve,
    sell_out,
    sent,
    stack,
    stand,
    start_work,
    table,
)

Wire = dict[str, Any]


# Positions, Anna to act in each


def favours() -> State:
    """Return a position of four: Anna chooses the second favour after taking d2."""
    state = table(4, setup="expert")
    play(state, ANNA, ChooseFavour("d2", ("iron",)))
    for seat in (1, 2, 3):
        play(state, seat, ChooseFavour("a"))
    return state


def second_favour() -> State:
    """Return a position of three: Anna chooses the second favour after taking d1."""
    state = table(3, setup="expert")
    play(state, ANNA, ChooseFavour("d1", ("iron",)))
    for seat in (1, 2):
        play(state, seat, ChooseFavour("a"))
    return state


def last_favour() -> State:
    """Return a position of four: Anna chooses the third favour after d2 and d3, and has an empty robot space."""
    state = favours()
    play(state, ANNA, ChooseFavour("d3", ("iron",)))
    for seat in (1, 2, 3):
        play(state, seat, ChooseFavour("c"))
    return state


def bare_shops() -> State:
    """Return a position with a pending favour, one rope left in the shops and no iron."""
    state = favours()
    state.hand[CLARA] += packed([state.stock[0], 0, state.stock[2] - 1])
    state.stock[0], state.stock[2] = 0, 1
    return state


def work() -> State:
    """Return a position in which Anna declares: small lab working on 2, large idle, rope and iron; Bruno owns 4."""
    state = plain(2)
    equip(state, ANNA, large=4)
    own(state, BRUNO, 4)
    start_work(state, ANNA, "small", 2, weeks=1)
    hold(state, ANNA, "iron", "rope")
    return state


def two_idle_labs() -> State:
    """Return a position in which Anna declares, with two idle labs and two ropes; Bruno owns 5."""
    state = plain(2)
    own(state, BRUNO, 5)
    equip(state, ANNA, large=4)
    hold(state, ANNA, "rope", "rope")
    return state


def one_lab() -> State:
    """Return a position in which Anna declares and owns nothing except the small lab."""
    return plain(2)


def place() -> State:
    """Return a position in which Anna places: apprentices at the Smith, others in her small lab; large lab idle."""
    state = plain(2)
    equip(state, ANNA, large=4)
    start_work(state, ANNA, "small", 1)
    people(state, ANNA, 4)
    placing(state, ANNA)
    play(state, ANNA, Place("apprentices", "smith", 1))
    play(state, BRUNO, Place("pass"))
    play(state, ANNA, Place("master", "lab:small"))
    return state


def place_late() -> State:
    """Return a position in which Anna places in round 8, with a working small lab."""
    state = plain(2, in_round=8)
    start_work(state, ANNA, "small", 1)
    placing(state, ANNA)
    return state


def naming() -> State:
    """Return a position in which Anna names who takes Leonardo; Bruno is at the Council too."""
    state = plain(3)
    stand(state, ANNA, "council", apprentices=2)
    stand(state, BRUNO, "council", apprentices=1)
    resolve(state)
    return state


def spaces() -> State:
    """Return a position in which Anna, first in order, chooses a space."""
    state = naming()
    play(state, ANNA, NameLeonardo(ANNA))
    return state


def later_space() -> State:
    """Return a position in which Anna, second in order, chooses a space after Bruno took space 3."""
    state = plain(3)
    stand(state, BRUNO, "council", apprentices=2)
    stand(state, ANNA, "council", apprentices=1)
    resolve(state)
    play(state, BRUNO, NameLeonardo(ANNA))
    play(state, BRUNO, CouncilSpace(3))
    return state


def move(*, codex_1: bool = False, codex_2: bool = False) -> State:
    """Return a position in which Anna moves an apprentice: one at the Academy, her master at the Smith."""
    state = plain(3, codex_1=codex_1, codex_2=codex_2)
    stand(state, ANNA, "academy", apprentices=1)
    stand(state, ANNA, "smith", master=True)
    stand(state, BRUNO, "ropemaker", apprentices=2)
    stand(state, BRUNO, "academy", apprentices=1)
    start_work(state, ANNA, "small", 16)
    stand(state, ANNA, "lab:small", apprentices=1)
    return on_space(state, 1)


def powerful_move() -> State:
    """Return a position in which Anna may move any apprentice under Codex I."""
    return move(codex_1=True)


def order() -> State:
    """Return a position in which Anna puts 2, 4, 6, 7 back on the deck."""
    state = plain(2)
    stack(state, 2, 4, 6, 7)
    return on_space(state, 3)


def buying() -> State:
    """Return a position in which Anna buys at the Council; the Brickworks is empty."""
    state = plain(2)
    sell_out(state, "brick", to=BRUNO)
    return on_space(state, 4)


def buying_without_money() -> State:
    """Return a position with a purchase that the rules would skip (7.3.8)."""
    state = buying()
    purse(state, ANNA, 0)
    return state


def on_space(state: State, space: int) -> State:
    """Place Anna alone on a space of the Council."""
    stand(state, ANNA, "council", apprentices=1)
    resolve(state)
    play(state, ANNA, NameLeonardo(ANNA))
    play(state, ANNA, CouncilSpace(space))
    return state


def workshop() -> State:
    """Return a position in which Anna acts in the Workshop: small lab idle on 5, large lab working on 4."""
    state = plain(2)
    equip(state, ANNA, small=5, large=4)
    return at_area(state, "workshop", works="large")


def workshop_first() -> State:
    """Return a position in which Anna acts in the Workshop: small lab on 3, no large lab."""
    return at_area(plain(2), "workshop")


def workshop_idle() -> State:
    """Return a position in which Anna acts in the Workshop: small lab on 5 with its robot, large lab idle on 4."""
    state = plain(2)
    equip(state, ANNA, small=5, large=4, robots=(1, 0))
    return at_area(state, "workshop")


def smith() -> State:
    """Return a position in which Anna acts at the Smith."""
    return at_area(plain(2), "smith")


def smith_sold_out() -> State:
    """Return a position in which Anna acts in an empty shop, which the rules exclude (7.4.6)."""
    state = smith()
    sell_out(state, "iron", to=BRUNO)
    return state


def smith_too_dear() -> State:
    """Return a position in which the Smith's price exceeds Anna's money, which the rules exclude (7.4.6)."""
    state = smith()
    state.price = 1
    purse(state, ANNA, 1)
    return state


def at_area(state: State, area: str, works: str = "") -> State:
    """Place Anna alone in an area and resolve it; a lab may be working on 16."""
    if works:
        start_work(state, ANNA, works, 16)
    stand(state, ANNA, area, apprentices=1)
    resolve(state)
    return state


def market() -> State:
    """Return a position in which Anna swaps; her hand is two wood and an iron."""
    state = plain(2, codex_2=True)
    hold(state, ANNA, "wood", "wood", "iron")
    return at_area(state, "market")


def market_without_iron() -> State:
    """Return a position in which Anna swaps and the market has no iron."""
    state = market()
    state.market, state.stock[0] = [0, 1, 1, 1, 2], state.stock[0] + 1
    state.stock[4] -= 1
    return state


def choice() -> State:
    """Return a position in which Anna chooses between two shared inventions, 1 and 3."""
    state = plain(3)
    request(state, 1, 3, 5, 8)
    equip(state, ANNA, large=4)
    for seat, name, number in ((ANNA, "small", 1), (BRUNO, "small", 1), (ANNA, "large", 3), (CLARA, "small", 3)):
        start_work(state, seat, name, number, weeks=4)
    resolve(state)
    return state


def bidding() -> State:
    """Return a position in which Anna and Bruno, of three players, bid for 1; both have 15 florins."""
    state = plain(3)
    for seat in (ANNA, BRUNO):
        start_work(state, seat, "small", 1, weeks=4)
    resolve(state)
    return state


def has_bid() -> State:
    """Return a position in which Anna has bid and Bruno must bid."""
    state = bidding()
    play(state, ANNA, Bid(1))
    return state


def over() -> State:
    """Return a finished game."""
    state = plain(2, in_round=9)
    resolve(state)
    return state


def act(kind: str, **parameters: Any) -> Wire:
    """Return an action decoded from JSON."""
    return {"type": kind, **{name.rstrip("_"): value for name, value in parameters.items()}}


def favour(name: str, **parameters: Any) -> Wire:
    """Return a favour."""
    return act("choose_favour", favour=name, **parameters)


def declare(*interrupt: str, **start: int) -> Wire:
    """Return a declaration of work."""
    return act("declare_work", interrupt=list(interrupt), start=start)


def apprentices(where: str, count: int) -> Wire:
    """Return a placement of apprentices."""
    return act("place", piece="apprentices", place=where, count=count)


def master(where: str) -> Wire:
    """Return a placement of the master."""
    return act("place", piece="master", place=where)


def carry(owner: int, source: str, target: str) -> Wire:
    """Return a move of an apprentice."""
    return act("council_move", owner=owner, from_=source, to=target)


def improve(improvement: str) -> Wire:
    """Return an improvement."""
    return act("area_turn", choice="act", improvement=improvement)


def swap(give: list[str], take: list[str]) -> Wire:
    """Return a swap."""
    return act("market_swap", give=give, take=take)


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


# Worked examples


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


# Fine points (14.1.2, 14.1.4, 14.1.5)


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
    """13.1.4"""
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
