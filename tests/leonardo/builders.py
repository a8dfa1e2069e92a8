"""Build positions of Maestro Leonardo as the examples of the rules describe them, and run actions in them.

Every builder changes the state in place and keeps it valid. Cards come from the shops and return there. Characters come
from the Academy where the supply runs short. The invariants therefore hold in every position.
"""

from random import Random
from typing import Any

import msgspec

from domain.actions import IllegalAction, read_action
from domain.leonardo import RULESET
from domain.leonardo.rules import knowledge
from domain.leonardo.rules.components import ONE, counts
from domain.leonardo.rules.inventions import BY_TIER, NEED, RECIPE, TIER
from domain.leonardo.rules.state import ENTRIES, PLACEMENT, START_MONEY, WORK, State
from domain.leonardo.wire.actions import Place
from domain.leonardo.wire.constants import (
    AREAS,
    GOLD,
    INVENTIONS,
    KIND,
    KINDS,
    LAB,
    LAST_CITY_ROUND,
    MIDDLE_DRAW,
    NOT_OWNED,
    PLACE,
    PLACE_COUNT,
)
from domain.leonardo.wire.options import Options
from domain.ruleset import Audience

ANNA, BRUNO, CLARA, DAVID, EVA = range(5)
EmittedFact = tuple[Any, Audience]


def table(
    seats: int = 2, *, setup: str = "beginner", codex_1: bool = False, codex_2: bool = False, first: int = ANNA
) -> State:
    """Set up a game with the same random draws each time."""
    options = Options(first_player=first, setup=setup, codex_1=codex_1, codex_2=codex_2)
    assert RULESET.reject_setup(options, seats) is None
    return RULESET.setup(options, seats, Random(0))


def plain(
    seats: int = 3, *, codex_1: bool = False, codex_2: bool = False, in_round: int = 2, florins: int = 10
) -> State:
    """Set up a game: small labs, empty hands, equal money, four apprentices each; Anna declares work."""
    state = table(seats, codex_1=codex_1, codex_2=codex_2)
    state.round = in_round
    for seat in range(seats):
        hold(state, seat)
        purse(state, seat, florins)
        people(state, seat, 4)
        equip(state, seat, small=3, large=None)
    return state


# Cards and money


def hold(state: State, seat: int, *kinds: str) -> None:
    """Replace the hand of `seat` with these cards."""
    hand = state.hand[seat]
    knowledge.note_laid(state, seat, hand)
    state.hand[seat] = 0
    for kind, cards in enumerate(counts(hand)):
        state.stock[kind] += cards
    give(state, seat, *kinds)


def give(state: State, seat: int, *kinds: str) -> None:
    """Move cards from their shops to the hand of `seat`."""
    for name in kinds:
        state.stock[KIND[name]] -= 1
        state.hand[seat] += ONE[KIND[name]]
    assert min(state.stock) >= 0


def hand_of(state: State, seat: int) -> tuple[str, ...]:
    """List the hand of `seat` in canonical order."""
    return tuple(name for name, cards in zip(KINDS, counts(state.hand[seat]), strict=True) for _ in range(cards))


def sell_out(state: State, *kinds: str, to: int) -> None:
    """Empty the shops of these kinds into the hand of seat `to`."""
    for name in kinds:
        give(state, to, *[name] * state.stock[KIND[name]])


def purse(state: State, seat: int, florins: int) -> None:
    """Set the money of `seat`, as if it had started with the difference."""
    state.ledger[ENTRIES * seat + START_MONEY] += florins - state.florins[seat]
    state.florins[seat] = florins


# People, labs and robots


def people(state: State, seat: int, apprentices: int) -> None:
    """Set the number of apprentices of `seat`; the difference goes to the Academy or comes from it."""
    state.academy[seat] += state.supply[seat] - apprentices
    state.supply[seat] = apprentices
    assert 0 <= state.academy[seat] <= 9


def stand(state: State, seat: int, place: str, apprentices: int = 0, *, master: bool = False) -> None:
    """Place characters of `seat` in an area, to the right of the groups there; the number in the supply stays."""
    area = PLACE[place]
    state.academy[seat] -= apprentices
    state.people[PLACE_COUNT * seat + area] += apprentices
    assert state.academy[seat] >= 0
    if apprentices:
        state.placed[seat] |= 1 << area
    if master:
        state.master[seat] = area
    if place in AREAS and 8 * area + seat not in state.groups:
        state.groups.append(8 * area + seat)


def equip(
    state: State, seat: int, *, small: int = 3, large: int | None = None, robots: tuple[int, int] = (0, 0)
) -> None:
    """Set the labs of `seat` to these sides, the large one if named, with robots in the small and the large one."""
    state.side[2 * seat : 2 * seat + 2] = [small, NOT_OWNED if large is None else large]
    state.robots[2 * seat : 2 * seat + 2] = list(robots)


def lab(seat: int, name: str) -> int:
    """Return the index of a lab in the state's lists."""
    return 2 * seat + LAB[name]


def start_work(state: State, seat: int, name: str, number: int, weeks: int = 0, *, late: bool = False) -> None:
    """Put cards of an invention from the shops under an idle lab, as if started in round 7 or earlier."""
    where = lab(seat, name)
    cards = [KINDS[kind] for kind, count in enumerate(RECIPE[number]) for _ in range(count)]
    give(state, seat, *cards)
    in_round, state.round = state.round, min(state.round, LAST_CITY_ROUND)
    knowledge.note_start(state, where, 0)
    state.round = in_round
    state.hand[seat] -= NEED[number]
    state.work[where], state.weeks[where], state.late[where] = number, weeks, late
    if late:
        knowledge.clear_lab(state, where, shown=number)
    assert late or state.could_be[where] >> number & 1


# Inventions


def request(state: State, *numbers: int) -> None:
    """Request these inventions, in this order; the former ones go back into the deck."""
    state.deck = tuple(sorted({*state.deck, *state.requested} - set(numbers)))
    state.requested = numbers
    _count_piles(state)


def own(state: State, seat: int, *numbers: int) -> None:
    """Move invention cards from the deck or the requested ones to `seat`."""
    _take_out(state, numbers)
    state.owned[seat] += numbers


def box(state: State, *numbers: int) -> None:
    """Remove inventions from the game, as after auctions without a bid."""
    _take_out(state, numbers)
    state.boxed += numbers


def _take_out(state: State, numbers: tuple[int, ...]) -> None:
    """Remove cards from the deck and from the requested cards."""
    assert set(numbers) <= {*state.deck, *state.requested}
    state.deck = tuple(number for number in state.deck if number not in numbers)
    state.requested = tuple(number for number in state.requested if number not in numbers)
    _count_piles(state)


def _count_piles(state: State) -> None:
    """Set the size of the top pile to the largest that the requested cards allow; 0 after a card of the middle pile."""
    tiers = [sum(1 for number in BY_TIER[tier] if number in state.deck) for tier in range(GOLD)]
    left = [cards - middle for cards, middle in zip(tiers, MIDDLE_DRAW, strict=True)]
    middle_begun = min(left) < 0 or any(TIER[number] == GOLD for number in set(INVENTIONS) - set(state.deck))
    state.top_tiers = (0, 0, 0) if middle_begun else tuple(left)


def stack(state: State, *numbers: int) -> None:
    """Fix the top cards of the deck; the first card is on top."""
    state.top = numbers


def last_cards(state: State, *numbers: int) -> None:
    """Leave only these cards in the deck, the first one on top; the others leave the game."""
    box(state, *(number for number in state.deck if number not in numbers))
    stack(state, *numbers)


# Points in a round


def declaring(state: State, seat: int) -> None:
    """Make `seat` the active seat in phase A."""
    state.stage, state.decision, state.turn = WORK, "declare_work", seat
    state.step = (seat - state.holder) % state.seats


def placing(state: State, seat: int) -> None:
    """Make `seat` the active seat in phase B, before any pass."""
    state.stage, state.decision, state.turn, state.step = PLACEMENT, "place", seat, 0
    state.passed = [False] * state.seats


def resolve(state: State) -> list[EmittedFact]:
    """End phase B with the current placements; return the facts up to the next decision."""
    last = (state.holder - 1) % state.seats
    placing(state, last)
    state.passed = [seat != last for seat in range(state.seats)]
    return play(state, last, Place("pass"))


# Acting


def play(state: State, seat: int, action: Any) -> list[EmittedFact]:
    """Take a legal action that is listed; return the facts in order, each with its audience."""
    assert RULESET.reject(state, seat, action) is None, RULESET.reject(state, seat, action)
    assert action in RULESET.legal_actions(state, seat)
    facts: list[EmittedFact] = []
    RULESET.apply(state, seat, action, Random(1), lambda fact, audience: facts.append((fact, audience)))
    return facts


def rejection(state: State, seat: int, action: Any) -> str:
    """Return the rejection code of an action; check that it changes nothing and is not listed."""
    before = msgspec.msgpack.encode(state)
    reason = RULESET.reject(state, seat, action)
    assert reason is not None
    assert msgspec.msgpack.encode(state) == before
    assert action not in RULESET.legal_actions(state, seat)
    return reason.code


def accepts(state: State, seat: int, action: Any) -> bool:
    """Whether an action is accepted; the state does not change."""
    return RULESET.reject(state, seat, action) is None and action in RULESET.legal_actions(state, seat)


def sent(state: State, seat: int, wire: dict[str, Any]) -> str | None:
    """Return the rejection code of an action decoded from JSON, or None; the state does not change."""
    before = msgspec.msgpack.encode(state)
    try:
        action = read_action(RULESET, wire)
    except IllegalAction as rejected:
        return rejected.reason.code
    reason = RULESET.reject(state, seat, action)
    assert msgspec.msgpack.encode(state) == before
    assert (reason is None) == (action in RULESET.legal_actions(state, seat))
    return None if reason is None else reason.code


def public(facts: list[EmittedFact]) -> list[Any]:
    """List the facts that all viewers see."""
    return [fact for fact, audience in facts if audience is None]


def known_to(facts: list[EmittedFact], seat: int) -> list[Any]:
    """List the facts that `seat` sees."""
    return [fact for fact, audience in facts if audience is None or seat in audience]


def of(kind: type[Any], facts: list[EmittedFact]) -> list[Any]:
    """List the facts of one type, in order."""
    return [fact for fact, _ in facts if isinstance(fact, kind)]


def idle(state: State, seat: int, name: str) -> bool:
    """Whether a lab is idle."""
    return state.work[lab(seat, name)] == 0


def to_decide(state: State) -> tuple[str, list[int]]:
    """Return the kind of the pending decision and the seats that must make it."""
    return state.decision, list(RULESET.to_act(state))
