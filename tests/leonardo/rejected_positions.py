"""Positions and actions that the tests of rejections use; Anna must act in each position."""

from typing import Any

from domain.leonardo.rules.components import packed
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import (
    Bid,
    ChooseFavour,
    CouncilSpace,
    NameLeonardo,
    Place,
)
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
    request,
    resolve,
    sell_out,
    stack,
    stand,
    start_work,
    table,
)

Wire = dict[str, Any]


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
