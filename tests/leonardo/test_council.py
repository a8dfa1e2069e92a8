"""The Council (7.2, 7.3) with Codex I (11.1): the worked examples 16.4 and more."""

from itertools import permutations

from domain.leonardo import RULESET
from domain.leonardo.rules.deck import without
from domain.leonardo.rules.effects import ranking, seats_at
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import Bid, CouncilBuy, CouncilMove, CouncilOrder, CouncilSpace, NameLeonardo
from domain.leonardo.wire.constants import COUNCIL, LAB_SMALL, PLACE_COUNT, ROPEMAKER, SMITH, WORKSHOP
from domain.leonardo.wire.facts import (
    AreaOpened,
    CardWon,
    ComponentTaken,
    FlorinsMoved,
    GroupExcluded,
    InventionsRequested,
    LeonardoTaken,
    Looked,
    Saw,
    Withdrew,
)
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    CLARA,
    DAVID,
    EmittedFact,
    accepts,
    equip,
    hand_of,
    known_to,
    last_cards,
    of,
    own,
    plain,
    play,
    public,
    purse,
    rejection,
    request,
    resolve,
    sell_out,
    stack,
    stand,
    start_work,
    to_decide,
)

WITHDRAW = CouncilSpace(withdraw=True)
DECLINE = CouncilMove(decline=True)


def council(state: State, *order: int) -> None:
    """Place seats at the Council in this order, and start it; the first seat keeps Leonardo in its place."""
    for rank, seat in enumerate(order):
        stand(state, seat, "council", apprentices=len(order) - rank)
    resolve(state)
    play(state, order[0], NameLeonardo(state.holder))


def on_space(state: State, seat: int, space: int) -> list[EmittedFact]:
    """Place one seat alone on a space of the Council; return the facts up to the next decision."""
    council(state, seat)
    return play(state, seat, CouncilSpace(space))


def test_the_weakest_leaves_if_all_players_are_at_the_council() -> None:
    """16.4.1, 7.2.4, 13.3.1"""
    state = plain(3)
    stand(state, BRUNO, "council", apprentices=2)
    stand(state, ANNA, "council", apprentices=3)
    stand(state, CLARA, "council", apprentices=2)
    emitted = resolve(state)
    assert public(emitted)[1:] == [
        AreaOpened("council", (ANNA, BRUNO, CLARA)),
        Withdrew(CLARA, "council"),
        GroupExcluded(CLARA),
    ]
    assert state.supply[CLARA] == 6
    play(state, ANNA, NameLeonardo(ANNA))
    play(state, ANNA, CouncilSpace(2))
    assert list(RULESET.legal_actions(state, BRUNO)) == [CouncilSpace(1), CouncilSpace(3), CouncilSpace(4), WITHDRAW]


def test_two_players_both_act_at_the_council() -> None:
    """16.4.2, 7.2.3"""
    state = plain(2)
    stand(state, ANNA, "council", apprentices=2)
    stand(state, BRUNO, "council", apprentices=1)
    emitted = resolve(state)
    assert of(GroupExcluded, emitted) == []
    assert state.order == [ANNA, BRUNO]


def test_four_of_five_players_all_act_at_the_council() -> None:
    """16.4.3, 7.2.1, 7.2.4"""
    state = plain(5)
    for seat in range(4):
        stand(state, seat, "council", apprentices=1)
    emitted = resolve(state)
    assert of(GroupExcluded, emitted) == []
    play(state, ANNA, NameLeonardo(ANNA))
    for seat, space in zip(range(4), (4, 3, 2, 1), strict=True):
        assert to_decide(state) == ("council_space", [seat])
        play(state, seat, CouncilSpace(space))
    assert state.spaces == [DAVID, CLARA, BRUNO, ANNA]


def test_the_first_at_the_council_takes_a_space_and_later_ones_may_withdraw() -> None:
    """16.4.4, 7.2.8, 7.2.9, 13.2.5"""
    state = plain(3)
    council(state, ANNA, BRUNO)
    assert rejection(state, ANNA, WITHDRAW) == "withdraw_not_allowed"
    play(state, ANNA, CouncilSpace(3))
    assert rejection(state, BRUNO, CouncilSpace(3)) == "space_taken"
    emitted = play(state, BRUNO, WITHDRAW)
    assert public(emitted)[0] == Withdrew(BRUNO, "council")
    assert state.supply[BRUNO] == 5


def test_leonardo_changes_its_owner_at_once() -> None:
    """16.4.5"""
    state = plain(3)
    request(state, 9, 1, 12, 8)
    for seat in (BRUNO, CLARA):
        start_work(state, seat, "small", 9, weeks=7)
    stand(state, ANNA, "council", apprentices=1)
    resolve(state)
    emitted = play(state, ANNA, NameLeonardo(CLARA))
    assert public(emitted) == [LeonardoTaken(CLARA)]
    assert state.holder == CLARA
    play(state, ANNA, CouncilSpace(2))
    assert to_decide(state) == ("bid", [BRUNO, CLARA])
    play(state, BRUNO, Bid(4))
    emitted = play(state, CLARA, Bid(4))
    assert of(CardWon, emitted) == [CardWon(CLARA, 9)]


def test_a_purchase_without_money_is_skipped() -> None:
    """16.4.6, 13.2.8, 13.3.1"""
    state = plain(3)
    purse(state, BRUNO, 0)
    purse(state, ANNA, 5)
    state.council_florins = 3
    council(state, ANNA, BRUNO)
    play(state, ANNA, CouncilSpace(2))
    emitted = play(state, BRUNO, CouncilSpace(4))
    assert of(FlorinsMoved, emitted) == [FlorinsMoved(ANNA, 3, "council")]
    assert (state.florins[ANNA], state.florins[BRUNO]) == (8, 0)
    assert state.council_florins == 1, "the florin of the end of the round"
    assert to_decide(state) == ("declare_work", [ANNA])


def test_an_own_apprentice_moves_out_of_the_council_but_not_into_it() -> None:
    """16.4.7, 7.3.1"""
    state = plain(2)
    stand(state, ANNA, "academy", apprentices=1)
    on_space(state, ANNA, 1)
    assert rejection(state, ANNA, CouncilMove(ANNA, "academy", "council")) == "target_not_allowed"
    play(state, ANNA, CouncilMove(ANNA, "council", "academy"))
    assert to_decide(state) == ("area_turn", [ANNA])
    assert RULESET.view(state, None).areas[2].groups[0].apprentices == 2


def test_the_first_codex_moves_no_piece_out_of_the_council() -> None:
    """16.4.8, 11.1.1"""
    state = plain(2, codex_1=True)
    stand(state, ANNA, "academy", apprentices=1)
    on_space(state, ANNA, 1)
    assert rejection(state, ANNA, CouncilMove(ANNA, "council", "academy")) == "source_not_allowed"


def test_an_apprentice_moves_from_an_own_lab_to_the_right_end_of_an_area() -> None:
    """16.4.9, 7.1.3, 7.3.3"""
    state = plain(2)
    start_work(state, ANNA, "small", 18)
    stand(state, ANNA, "lab:small", apprentices=2)
    stand(state, BRUNO, "ropemaker", apprentices=1)
    on_space(state, ANNA, 1)
    emitted = play(state, ANNA, CouncilMove(ANNA, "lab:small", "ropemaker"))
    assert state.people[PLACE_COUNT * ANNA + LAB_SMALL] == 1
    assert of(AreaOpened, emitted) == [AreaOpened("ropemaker", (BRUNO, ANNA))]


def test_the_first_codex_moves_no_piece_to_an_area_where_its_owner_is_first() -> None:
    """16.4.10, 11.1.2"""
    state = plain(3, codex_1=True)
    stand(state, CLARA, "workshop", apprentices=2)
    stand(state, BRUNO, "workshop", apprentices=2)
    stand(state, BRUNO, "academy", apprentices=2)
    stand(state, CLARA, "academy", apprentices=1)
    on_space(state, ANNA, 1)
    assert rejection(state, ANNA, CouncilMove(CLARA, "academy", "workshop")) == "owner_first_there"
    emitted = play(state, ANNA, CouncilMove(BRUNO, "academy", "workshop"))
    assert of(AreaOpened, emitted)[0] == AreaOpened("workshop", (BRUNO, CLARA))


def test_the_cards_looked_at_return_in_the_chosen_order() -> None:
    """16.4.11"""
    state = plain(3)
    last_cards(state, 22, 25, 21)
    state.requested = without(state.requested, 3)
    state.boxed = (3,)
    emitted = on_space(state, BRUNO, 3)
    assert public(emitted) == [Looked(BRUNO, 3)]
    assert known_to(emitted, BRUNO) == [Looked(BRUNO, 3), Saw((22, 25, 21))]
    assert known_to(emitted, ANNA) == public(emitted)
    assert rejection(state, BRUNO, CouncilOrder((25, 21))) == "bad_order"
    emitted = play(state, BRUNO, CouncilOrder((25, 21, 22)))
    assert of(InventionsRequested, emitted) == [InventionsRequested((25,))]


# More of 7.2


def test_the_holder_stays_if_no_piece_is_at_the_council() -> None:
    """7.2.5"""
    state = plain(2)
    state.holder = BRUNO
    emitted = resolve(state)
    assert state.holder == BRUNO
    assert of(LeonardoTaken, emitted) == []


def test_the_first_may_name_any_player() -> None:
    """7.2.6, 13.2.4"""
    state = plain(4)
    stand(state, BRUNO, "council", master=True)
    resolve(state)
    assert list(RULESET.legal_actions(state, BRUNO)) == [NameLeonardo(seat) for seat in range(4)]


def test_a_space_may_be_taken_without_using_it() -> None:
    state = plain(2)
    purse(state, ANNA, 0)
    council(state, ANNA)
    assert accepts(state, ANNA, CouncilSpace(4))


def test_the_spaces_are_carried_out_in_their_order_after_all_have_chosen() -> None:
    """7.2.11, 7.2.12, 7.3.4"""
    state = plain(3)
    stand(state, ANNA, "smith", apprentices=1)
    council(state, ANNA, BRUNO)
    play(state, ANNA, CouncilSpace(4))
    play(state, BRUNO, CouncilSpace(1))
    assert to_decide(state) == ("council_move", [BRUNO])
    play(state, BRUNO, DECLINE)
    assert to_decide(state) == ("council_buy", [ANNA])
    emitted = play(state, ANNA, CouncilBuy("glass"))
    assert public(emitted)[:4] == [
        FlorinsMoved(ANNA, -1, "purchase"),
        ComponentTaken(ANNA, "glass"),
        Withdrew(ANNA, "council"),
        Withdrew(BRUNO, "council"),
    ]
    assert hand_of(state, ANNA) == ("glass",)
    assert seats_at(state, COUNCIL) == []


# More of 7.3 and 11.1


def test_a_move_without_an_apprentice_to_move_is_skipped() -> None:
    """7.3.1, 7.3.4, 13.2.6"""
    state = plain(2)
    stand(state, ANNA, "council", master=True)
    resolve(state)
    play(state, ANNA, NameLeonardo(ANNA))
    play(state, ANNA, CouncilSpace(1))
    assert to_decide(state) == ("declare_work", [ANNA])


def test_the_last_apprentice_of_a_group_moves_its_position_too() -> None:
    """7.3.3"""
    state = plain(2)
    stand(state, ANNA, "smith", apprentices=1)
    stand(state, BRUNO, "smith", apprentices=1)
    on_space(state, ANNA, 1)
    play(state, ANNA, CouncilMove(ANNA, "smith", "ropemaker"))
    assert seats_at(state, SMITH) == [BRUNO]
    assert seats_at(state, ROPEMAKER) == [ANNA]


def test_a_remaining_master_keeps_the_position_of_a_group() -> None:
    state = plain(2)
    stand(state, ANNA, "smith", apprentices=1, master=True)
    stand(state, BRUNO, "smith", apprentices=2)
    on_space(state, ANNA, 1)
    play(state, ANNA, CouncilMove(ANNA, "smith", "ropemaker"))
    assert ranking(state, SMITH) == [ANNA, BRUNO]


def test_a_moved_apprentice_may_join_a_group_placed_this_round() -> None:
    """7.3.3"""
    state = plain(2)
    stand(state, ANNA, "smith", apprentices=1)
    stand(state, ANNA, "ropemaker", apprentices=2)
    on_space(state, ANNA, 1)
    play(state, ANNA, CouncilMove(ANNA, "smith", "ropemaker"))
    assert state.people[PLACE_COUNT * ANNA + ROPEMAKER] == 3


def test_the_first_codex_moves_own_apprentices_to_where_they_are_first() -> None:
    """11.1.2"""
    state = plain(2, codex_1=True)
    stand(state, ANNA, "workshop", apprentices=1)
    stand(state, ANNA, "academy", apprentices=1)
    on_space(state, ANNA, 1)
    assert accepts(state, ANNA, CouncilMove(ANNA, "academy", "workshop"))


def test_the_first_codex_moves_an_apprentice_to_an_area_without_pieces_of_its_owner() -> None:
    """11.1.1, 11.1.4"""
    state = plain(2, codex_1=True)
    stand(state, BRUNO, "academy", apprentices=1)
    on_space(state, ANNA, 1)
    play(state, ANNA, CouncilMove(BRUNO, "academy", "workshop"))
    assert seats_at(state, WORKSHOP) == [BRUNO]


def test_either_codex_lets_space_1_use_the_market_of_the_second() -> None:
    """11.3.1"""
    for codex_1 in (False, True):
        state = plain(2, codex_1=codex_1, codex_2=True)
        stand(state, ANNA, "academy", apprentices=1)
        on_space(state, ANNA, 1)
        play(state, ANNA, CouncilMove(ANNA, "academy", "market"))
        assert to_decide(state) == ("market_swap", [ANNA])


def test_four_cards_are_looked_at_and_every_order_is_possible() -> None:
    """7.3.6, 13.2.7"""
    state = plain(2)
    stack(state, 2, 4, 6, 7)
    emitted = on_space(state, ANNA, 3)
    assert of(Saw, emitted) == [Saw((2, 4, 6, 7))]
    assert list(RULESET.legal_actions(state, ANNA)) == [CouncilOrder(order) for order in permutations((2, 4, 6, 7))]
    assert RULESET.view(state, ANNA).own.looked_at == (2, 4, 6, 7)
    assert RULESET.default_action(state, ANNA) == CouncilOrder((2, 4, 6, 7))


def test_a_single_remaining_card_is_shown_without_a_decision() -> None:
    """13.2.7"""
    state = plain(2)
    last_cards(state, 21)
    emitted = on_space(state, ANNA, 3)
    assert known_to(emitted, ANNA)[:2] == [Looked(ANNA, 1), Saw((21,))]
    assert known_to(emitted, BRUNO)[0] == Looked(ANNA, 1)
    assert state.decision != "council_order"


def test_an_empty_deck_shows_no_card() -> None:
    """13.2.7"""
    state = plain(2)
    last_cards(state)
    emitted = on_space(state, ANNA, 3)
    assert of(Looked, emitted) == []
    assert state.decision == "declare_work"


def test_a_purchase_is_offered_of_the_kinds_in_stock_only() -> None:
    """13.2.8"""
    state = plain(2)
    sell_out(state, "iron", "wood", "rope", to=BRUNO)
    on_space(state, ANNA, 4)
    assert list(RULESET.legal_actions(state, ANNA)) == [
        CouncilBuy("brick"),
        CouncilBuy("glass"),
        CouncilBuy(decline=True),
    ]
    play(state, ANNA, CouncilBuy(decline=True))
    assert (state.florins[ANNA], hand_of(state, ANNA)) == (10, ())


def test_a_purchase_is_skipped_when_all_shops_are_empty() -> None:
    state = plain(2, codex_2=True)
    sell_out(state, "iron", "wood", "rope", "brick", "glass", to=BRUNO)
    on_space(state, ANNA, 4)
    assert state.decision == "declare_work"


def test_a_second_look_hides_the_order_from_the_first_player() -> None:
    state = plain(2)
    stack(state, 2, 4, 6, 7)
    state.seen[BRUNO], state.exact[BRUNO] = [2, 4, 6, 7], True
    on_space(state, ANNA, 3)
    play(state, ANNA, CouncilOrder((7, 2, 6, 4)))
    assert (state.seen[ANNA], state.exact[ANNA]) == ([7, 2, 6, 4], True)
    assert (sorted(state.seen[BRUNO]), state.exact[BRUNO]) == ([2, 4, 6, 7], False)


def test_a_lab_with_one_own_apprentice_is_a_source_until_it_is_empty() -> None:
    state = plain(2)
    equip(state, ANNA, large=4)
    own(state, BRUNO, 2)
    start_work(state, ANNA, "large", 7)
    stand(state, ANNA, "lab:large", apprentices=1)
    on_space(state, ANNA, 1)
    assert accepts(state, ANNA, CouncilMove(ANNA, "lab:large", "glassmaker"))
    play(state, ANNA, CouncilMove(ANNA, "lab:large", "glassmaker"))
    assert state.work[1] == 7
