"""Positions of Maestro Leonardo with one right action: what pays off before the end, at a fair price."""

from collections.abc import Sequence
from typing import Any

from domain.leonardo import RULESET
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import (
    AreaTurn,
    Bid,
    CouncilBuy,
    CouncilSpace,
    DeclareWork,
    MarketSwap,
    NameLeonardo,
    Place,
)
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    box,
    declaring,
    equip,
    give,
    own,
    people,
    placing,
    plain,
    play,
    purse,
    request,
    resolve,
    stand,
    start_work,
)
from tests.levels.positions import MustPlay
from tests.levels.proofs import SOLVED


def last_round(*florins: int, in_round: int = 9, **options: Any) -> State:
    """Return a position in a round without city actions; all seats have `florins` and small labs only."""
    state = plain(len(florins), in_round=in_round, **options)
    request(state, 1, 2, 6, 12, 16)
    for seat, money in enumerate(florins):
        purse(state, seat, money)
    return state


def placing_last(state: State, seat: int) -> State:
    """Let a seat place characters after all other seats have passed."""
    placing(state, seat)
    state.passed = [other != seat for other in range(state.seats)]
    return state


MASTER_SMALL, MASTER_LARGE = Place("master", "lab:small"), Place("master", "lab:large")


def sent(lab: str, count: int) -> Place:
    """Return the placement of apprentices in a lab."""
    return Place("apprentices", f"lab:{lab}", count)


# The last weeks


def the_dearer_work_is_finished() -> MustPlay:
    """The characters can finish one of two inventions: the gold one pays 20 florins and wins, the bronze one 5."""
    state = last_round(10, 25)
    equip(state, ANNA, small=3, large=4)
    people(state, ANNA, 2)
    start_work(state, ANNA, "small", 1)
    start_work(state, ANNA, "large", 16, weeks=11)
    return MustPlay(placing_last(state, ANNA), ANNA, [MASTER_LARGE, sent("large", 2)], "8.1.1", SOLVED)


def both_works_are_finished_with_nobody_to_spare() -> MustPlay:
    """Six weeks are needed and six are available, if each lab gets exactly what it needs."""
    state = last_round(10, 32)
    equip(state, ANNA, small=3, large=4)
    people(state, ANNA, 4)
    start_work(state, ANNA, "small", 1, weeks=2)
    start_work(state, ANNA, "large", 16, weeks=11)
    must = [MASTER_SMALL, MASTER_LARGE, sent("small", 2), sent("large", 2), sent("large", 4)]
    return MustPlay(placing_last(state, ANNA), ANNA, must, "7.7.1", SOLVED)


def the_third_type_is_worth_more_than_a_dearer_work() -> MustPlay:
    """The invention for 8 florins adds a third type and thus 8 more; that for 13 repeats a type."""
    state = last_round(10, 25, 20)
    request(state, 1, 10, 12, 8)
    equip(state, ANNA, small=3, large=4)
    people(state, ANNA, 0)
    own(state, ANNA, 2, 3)
    start_work(state, ANNA, "small", 10, weeks=5)
    start_work(state, ANNA, "large", 12, weeks=7)
    return MustPlay(placing_last(state, ANNA), ANNA, [MASTER_SMALL], "10.1.1", SOLVED)


def the_discount_decides_what_can_be_finished() -> MustPlay:
    """With the discount of its type the dearer invention needs two weeks less, exactly those that the master works."""
    state = last_round(10, 19, 19, 19)
    equip(state, ANNA, small=3, large=4)
    people(state, ANNA, 0)
    own(state, ANNA, 7)
    start_work(state, ANNA, "small", 6, weeks=5)
    start_work(state, ANNA, "large", 12, weeks=7)
    return MustPlay(placing_last(state, ANNA), ANNA, [MASTER_LARGE], "8.1.2", SOLVED)


# Giving up and starting


def work_without_hope_is_given_up() -> MustPlay:
    """Invention 12 lacks nine weeks; with iron, or the wood of 12, another is started and finished in this round."""
    state = last_round(10, 13)
    start_work(state, ANNA, "small", 12, weeks=2)
    give(state, ANNA, "iron")
    declaring(state, ANNA)
    must = [DeclareWork(("small",), {"small": 1}), DeclareWork(("small",), {"small": 2})]
    return MustPlay(state, ANNA, must, "5.1.2", SOLVED)


def work_that_is_nearly_done_is_not_given_up() -> MustPlay:
    """Invention 12 lacks two weeks and pays 13 florins; 1 could be started instead, for 5."""
    state = last_round(10, 20, 20)
    start_work(state, ANNA, "small", 12, weeks=9)
    give(state, ANNA, "iron")
    declaring(state, ANNA)
    return MustPlay(state, ANNA, [DeclareWork((), {})], "5.1.2", SOLVED)


def late_work_still_pays() -> MustPlay:
    """Another seat was first, but the later price of 16 florins is near; a new invention pays 5."""
    state = last_round(10, 24)
    request(state, 1, 2, 6, 12)
    own(state, BRUNO, 16)
    start_work(state, ANNA, "small", 16, weeks=12, late=True)
    give(state, ANNA, "iron")
    declaring(state, ANNA)
    return MustPlay(state, ANNA, [DeclareWork((), {})], "8.3.2", SOLVED)


def two_small_works_beat_one_in_between() -> MustPlay:
    """In two rounds 10 florins from iron and wood, one after the other, are better than 8 from both together in 6."""
    state = last_round(10, 19, in_round=8)
    give(state, ANNA, "iron", "wood")
    declaring(state, ANNA)
    return MustPlay(state, ANNA, [DeclareWork((), {"small": 1}), DeclareWork((), {"small": 2})], "5.2.1", SOLVED)


# Auctions in the last round


def auction(
    *florins: int, owned: Sequence[Sequence[int]], number: int = 1, bidders: Sequence[int] = (ANNA, BRUNO)
) -> State:
    """Let seats finish an invention together and start the auction of its card, with this money before its price."""
    state = last_round(*florins)
    for seat, cards in enumerate(owned):
        own(state, seat, *cards)
    for seat in bidders:
        start_work(state, seat, "small", number, weeks=15)
    resolve(state)
    assert state.auction == number
    return state


def bids(least: int, most: int) -> list[Bid]:
    """List bids."""
    return [Bid(amount) for amount in range(least, most + 1)]


def a_bid_keeps_the_third_type_and_the_lead() -> MustPlay:
    """The card is worth 8 florins to both.

    Below 6 the rival can outbid and win; above 10 the bid costs the lead itself.
    """
    state = auction(12, 10, owned=[(2, 3), (4, 5)])
    return MustPlay(state, ANNA, bids(6, 10), "8.6.4", SOLVED)


def a_small_bid_makes_the_card_too_dear() -> MustPlay:
    """The card is worth nothing to the seat, but five florins to the rival, so bid one florin.

    Without a bid the rival gets the card too cheaply and wins. With a higher bid than three the rival passes and wins.
    """
    state = auction(20, 8, owned=[(6,), (2, 3, 4)])
    return MustPlay(state, ANNA, bids(1, 3), "8.6.4", SOLVED)


def no_florin_is_bid_beyond_the_need() -> MustPlay:
    """The rival has five florins and the holder wins ties. 5 is enough; with more than 6 the third player wins."""
    state = auction(20, 0, 27, owned=[(2, 3), (4, 5), ()])
    return MustPlay(state, ANNA, bids(5, 6), "8.6.5", SOLVED)


# The last round in the city


def last_city(*florins: int, owned: Sequence[Sequence[int]] = (), **options: Any) -> State:
    """Return a position in round 7 with a copper, a silver and two golden inventions requested, and an empty deck."""
    state = plain(len(florins), in_round=7, **options)
    request(state, 6, 12, 16, 17)
    for seat, cards in enumerate(owned):
        own(state, seat, *cards)
    box(state, *state.deck)
    for seat, money in enumerate(florins):
        purse(state, seat, money)
    return state


def the_last_component_is_bought() -> MustPlay:
    """With the wood, the iron makes an invention for 8 florins, for which two rounds are enough."""
    state = last_city(10, 16)
    give(state, ANNA, "iron")
    stand(state, ANNA, "carpenter", 1)
    resolve(state)
    return MustPlay(state, ANNA, [AreaTurn("act")], "7.6.1", SOLVED)


def the_master_goes_where_wood_is_to_be_had() -> MustPlay:
    """In a game of five only the master is left to place: it must get wood, from its shop or from the Council."""
    state = last_city(10, 17, 12, 12, 12, owned=[(), (8,)])
    give(state, ANNA, "iron")
    people(state, ANNA, 0)
    stand(state, ANNA, "academy", 2)
    must = [Place("master", "carpenter"), Place("master", "council")]
    return MustPlay(placing_last(state, ANNA), ANNA, must, "7.6.1", SOLVED)


def nothing_is_bought_for_later_when_there_is_no_later() -> MustPlay:
    """The first component was free; two florins for another are the whole lead, and no invention can use it."""
    state = last_city(11, 10)
    stand(state, ANNA, "ropemaker", 1)
    resolve(state)
    play(state, ANNA, AreaTurn("act"))
    return MustPlay(state, ANNA, [AreaTurn("withdraw")], "7.4.2", SOLVED)


def an_apprentice_makes_the_missing_weeks() -> MustPlay:
    """Seven weeks in two rounds: one more than master and apprentice can work. The Academy has another apprentice."""
    state = last_city(10, 28)
    equip(state, ANNA, small=3, large=4)
    people(state, ANNA, 1)
    start_work(state, ANNA, "large", 16, weeks=8)
    stand(state, ANNA, "academy", 1)
    state.supply[ANNA] -= 1
    state.academy[ANNA] += 1
    resolve(state)
    return MustPlay(state, ANNA, [AreaTurn("act")], "7.5.1", SOLVED)


def the_lab_is_turned_for_the_work_to_come() -> MustPlay:
    """Eleven weeks in two rounds take the master and four apprentices; only the turned lab has room for them."""
    state = last_city(10, 22)
    give(state, ANNA, "wood", "wood", "glass")
    stand(state, ANNA, "workshop", 1)
    resolve(state)
    return MustPlay(state, ANNA, [AreaTurn("act", "turn_small")], "7.4.7", SOLVED)


def the_swap_completes_a_recipe() -> MustPlay:
    """The market has the wood that goes with the iron; the brick given for it has no other use."""
    state = last_city(10, 17, codex_2=True)
    give(state, ANNA, "iron", "brick")
    stand(state, ANNA, "market", 1)
    resolve(state)
    return MustPlay(state, ANNA, [MarketSwap(("brick",), ("wood",))], "11.2.3", SOLVED)


def the_council_sells_the_last_component() -> MustPlay:
    """Wood makes the iron worth eight florins. It is sold here, or in its shop by an apprentice who moves there."""
    state = at_council(10, 16)
    give(state, ANNA, "iron")
    play(state, ANNA, NameLeonardo(ANNA))
    return MustPlay(state, ANNA, [CouncilSpace(1), CouncilSpace(4)], "7.3.7", SOLVED)


def wood_it_must_be() -> MustPlay:
    """The iron in hand lacks wood for the only invention that can still be finished."""
    state = at_council(10, 16)
    give(state, ANNA, "iron")
    play(state, ANNA, NameLeonardo(ANNA))
    play(state, ANNA, CouncilSpace(4))
    return MustPlay(state, ANNA, [CouncilBuy("wood")], "7.3.7", SOLVED)


def the_florins_of_the_council_decide() -> MustPlay:
    """No invention can be finished any more: the nine florins at the Council are the last income."""
    state = at_council(10, 17)
    state.council_florins = 9
    play(state, ANNA, NameLeonardo(ANNA))
    return MustPlay(state, ANNA, [CouncilSpace(2)], "7.3.5", SOLVED)


def at_council(*florins: int) -> State:
    """Return a position of the last city round: Anna is alone at the Council, where three florins lie."""
    state = last_city(*florins)
    state.council_florins = 3
    stand(state, ANNA, "council", 1)
    resolve(state)
    return state


def an_apprentice_moves_to_the_shop_of_the_missing_wood() -> MustPlay:
    """The rest of the city is empty: the first action at the new place is free, and wood is missing."""
    state = at_council(10, 17)
    give(state, ANNA, "iron")
    stand(state, ANNA, "academy", 1)
    play(state, ANNA, NameLeonardo(ANNA))
    play(state, ANNA, CouncilSpace(1))
    must = [each for each in RULESET.legal_actions(state, ANNA) if each.target == "carpenter"]
    return MustPlay(state, ANNA, must, "7.3.2", SOLVED)


def leonardo_decides_the_auction_to_come() -> MustPlay:
    """Both seats will finish 6 this round with equal money.

    Leonardo decides the tie for the card, a third type for either.
    """
    state = last_city(10, 10, owned=[(2, 3), (4, 5)])
    for seat in (ANNA, BRUNO):
        start_work(state, seat, "small", 6, weeks=7)
    state.holder, state.council_florins = BRUNO, 0
    stand(state, ANNA, "council", 1)
    resolve(state)
    return MustPlay(state, ANNA, [NameLeonardo(ANNA)], "7.2.7", SOLVED)


POSITIONS = (
    the_dearer_work_is_finished,
    both_works_are_finished_with_nobody_to_spare,
    the_third_type_is_worth_more_than_a_dearer_work,
    the_discount_decides_what_can_be_finished,
    work_without_hope_is_given_up,
    work_that_is_nearly_done_is_not_given_up,
    late_work_still_pays,
    two_small_works_beat_one_in_between,
    a_bid_keeps_the_third_type_and_the_lead,
    a_small_bid_makes_the_card_too_dear,
    no_florin_is_bid_beyond_the_need,
    the_last_component_is_bought,
    the_master_goes_where_wood_is_to_be_had,
    nothing_is_bought_for_later_when_there_is_no_later,
    an_apprentice_makes_the_missing_weeks,
    the_lab_is_turned_for_the_work_to_come,
    the_swap_completes_a_recipe,
    the_council_sells_the_last_component,
    wood_it_must_be,
    the_florins_of_the_council_decide,
    an_apprentice_moves_to_the_shop_of_the_missing_wood,
    leonardo_decides_the_auction_to_come,
)
