"""Set up the table (section 3)."""

from functools import lru_cache
from random import Random

from domain.chance import pick
from domain.dice import Dice, first_seat, random_for, random_order
from domain.leonardo.rules import deck
from domain.leonardo.rules.components import packed
from domain.leonardo.rules.inventions import BY_TIER, TIER
from domain.leonardo.rules.starting_sets import EXPERT_SET, FEWER_APPRENTICES, STARTING_SETS, StartingSet
from domain.leonardo.rules.state import ENTRIES, FAVOURS, START_MONEY, SUPPLY, WORK, State, clone
from domain.leonardo.wire.constants import (
    APPRENTICES,
    CARDS_PER_KIND,
    COUNCIL_FLORINS,
    INVENTIONS,
    KINDS,
    MIDDLE_DRAW,
    OPENING,
    PLACE_COUNT,
    REMOVED_DRAW,
    REQUESTED,
)
from domain.leonardo.wire.facts import FirstPlayerDrawn, InventionRemoved, InventionsRequested
from domain.leonardo.wire.options import Options
from domain.ruleset import Emit


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Return a new game."""
    first = first_seat(options.first_player, seats, rng, "first player", emit, FirstPlayerDrawn)  # 3.1.2
    state = clone(_table(options, seats, first))
    if options.setup == "expert":
        _lay_out_expert(state, rng, emit)
    return state


@lru_cache(maxsize=128)
def _table(options: Options, seats: int, first: int) -> State:
    """Return a cached table without random parts, to be cloned for each game."""
    expert = options.setup == "expert"
    state = _empty_table(options, seats, first)
    for seat in range(seats):
        part = (seat - first) % seats
        starting = EXPERT_SET if expert else STARTING_SETS[part]
        _equip(state, starting, 0 if expert else FEWER_APPRENTICES[seats])
    if expert:
        state.round, state.stage, state.decision = 0, FAVOURS, "choose_favour"
    else:
        _lay_out_beginner(state)
    return state


def _empty_table(options: Options, seats: int, first: int) -> State:
    """Return the board before players are equipped: round 1, the first player must declare work."""
    market = 1 if options.codex_2 else 0
    return State(
        seats=seats,
        codex_1=options.codex_1,
        codex_2=options.codex_2,
        round=1,
        stage=WORK,
        decision="declare_work",
        turn=first,
        holder=first,
        people=[0] * (PLACE_COUNT * seats),
        master=[SUPPLY] * seats,
        placed=[0] * seats,
        passed=[False] * seats,
        work=[0] * (2 * seats),
        weeks=[0] * (2 * seats),
        late=[False] * (2 * seats),
        could_be=[0] * (2 * seats),
        cap=[0] * seats,
        stock=[CARDS_PER_KIND - market] * len(KINDS),
        market=[market] * len(KINDS),
        ledger=[0] * (ENTRIES * seats),
        council_florins=COUNCIL_FLORINS,
        owned=[[] for _ in range(seats)],
        favours=[[] for _ in range(seats)],
        seen=[[] for _ in range(seats)],
        exact=[False] * seats,
    )


def _equip(state: State, starting: StartingSet, fewer: int) -> None:
    """Add a seat with its starting set, less `fewer` apprentices (3.3.3)."""
    seat = len(state.supply)
    state.supply.append(starting.apprentices - fewer)
    state.academy.append(APPRENTICES - starting.apprentices + fewer)
    state.side += [starting.small_side, starting.large_side]
    state.robots += [starting.robots_small, 0]
    state.hand.append(packed(starting.components))
    state.florins.append(starting.florins)
    state.ledger[ENTRIES * seat + START_MONEY] = starting.florins
    for kind, cards in enumerate(starting.components):
        state.stock[kind] -= cards


def _lay_out_beginner(state: State) -> None:
    """Lay out the opening cards and build the deck of all others (3.4)."""
    state.requested = OPENING[state.seats]
    state.deck = tuple([number for number in INVENTIONS if number not in state.requested])
    state.top_tiers = _top_pile(state.deck)


def _lay_out_expert(state: State, rng: Random, emit: Emit | None) -> None:
    """Remove three cards with two players, build the deck, and request its top cards (3.5)."""
    state.deck = tuple(INVENTIONS)
    if state.seats == 2:
        _remove_cards(state, rng, emit)
    state.top_tiers = _top_pile(state.deck)
    state.requested = tuple([deck.turn_up(state, rng) for _ in range(REQUESTED[state.seats])])
    if emit:
        emit(InventionsRequested(state.requested), None)


def _remove_cards(state: State, rng: Random, emit: Emit | None) -> None:
    """Remove random cards of the lower groups, visible to all (3.5.3)."""
    for tier, cards in enumerate(REMOVED_DRAW):
        for _ in range(cards):
            number = _draw_out([number for number in BY_TIER[tier] if number in state.deck], rng)
            state.removed = (*state.removed, number)
            state.deck = deck.without(state.deck, number)
            if emit:
                emit(InventionRemoved(number), None)


def _draw_out(cards: list[int], rng: Random) -> int:
    """Remove a random card of a group and return it."""
    return (
        random_order(random_for(rng, "removed"), deck.NUMBERS, cards)[0] if isinstance(rng, Dice) else pick(rng, cards)
    )


def _top_pile(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of cards of each tier in the top pile, without the middle pile's share (3.4.4)."""
    return tuple([sum(1 for number in cards if TIER[number] == tier) - drawn for tier, drawn in enumerate(MIDDLE_DRAW)])
