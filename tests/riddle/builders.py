"""Build positions of The Riddle of Leonardo as the examples of the rules describe them, and run actions in them.

Every builder takes cards from their decks and puts them back, so that the invariants hold in every position.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from domain.actions import IllegalAction, read_action
from domain.riddle import RULESET
from domain.riddle.rules import flow
from domain.riddle.rules.cards import CARD, CARDS, PILE, SYMBOL, names, symbol_names
from domain.riddle.rules.piles import hand_of, put_in_hand, take_from_hand
from domain.riddle.rules.setup import full_decks
from domain.riddle.rules.state import DRAW, EMPTY, NOWHERE, STEP_NAMES, State, empty_table
from domain.riddle.wire.actions import DrawCard, EndStep, PlayCard, UseAction
from domain.riddle.wire.constants import ADDITIONAL, CORNERS, CROSS, MAIN, ZONES
from domain.ruleset import Audience

EmittedFact = tuple[Any, Audience]

TABLES = (  # 19.1.1: zones 1, 3, 4, 5, 7
    "B11-1 B22-1 B33-1 B44-1 B55-1",
    "B16-1 B25-1 B31-1 B42-1 B53-1",
    "B61-1 B52-1 B46-1 B35-1 B23-1",
)
HANDS = (
    "B12-1 B21-1 B34-1 B43-1 B66-1",
    "B15-1 B24-1 B36-1 B45-1 B54-1",
    "B13-1 B26-1 B32-1 B41-1 B62-1",
)
CORNER_CARDS = (  # 19.1.2: zones 0, 2, 6, 8
    ("N01-1", "N07-1", "N03-1", "N09-1"),
    ("N05-1", "N11-1", "N02-1", "N08-1"),
    ("N04-1", "N10-1", "N06-1", None),
)
MORE_HANDS = ("N16-1 N20-1", "N14-1 N17-1", "N12-1 N18-1")


class Draws(Random):
    """Dice with fixed results: `Draws((2, 7))` makes the next draw of seven kinds return 2."""

    def __init__(self, *draws: tuple[int, int]) -> None:
        super().__init__(0)
        self.draws = list(draws)

    def random(self) -> float:
        """Return the next result; at the end of the list behave like ordinary dice."""
        if not self.draws:
            return super().random()
        result, sides = self.draws.pop(0)
        return (result + 0.5) / sides


def base(seats: int = 3, active: int = 0) -> State:
    """Build fixture F, or F without seat 2; seat `active` is in step `play`, as if it were also first."""
    return _fixture(seats, active, expansion=False)


def expansion(*extra: str, active: int = 0) -> State:
    """Build fixture X with these cards added to the active seat's hand, before its turn."""
    state = _fixture(3, active, expansion=True)
    hold(state, active, *extra)
    return state


def _fixture(seats: int, active: int, *, expansion: bool) -> State:
    """Place the cards of 19.1.1 or 19.1.2."""
    state = empty_table(seats, expansion=expansion, first=active)
    state.deck = full_decks(seats, expansion=expansion)
    for seat in range(seats):
        lay(state, seat, dict(zip(CROSS, TABLES[seat].split(), strict=True)))
        hold(state, seat, *HANDS[seat].split())
        if expansion:
            lay(state, seat, {zone: card for zone, card in zip(CORNERS, CORNER_CARDS[seat], strict=True) if card})
            hold(state, seat, *MORE_HANDS[seat].split())
    if not expansion:
        flow.start_turn(state, None)
    return state


def laid_out(tables: Sequence[str], own_hand: str, active: int = 0) -> State:
    """Build a position from designs: crosses of five cards or tables of nine, `-` an empty corner, and the active hand.

    Each design takes its first free copy; the other hands get any remaining cards. Tables of nine belong to the
    expansion, before the turn.
    """
    zones = CROSS if len(tables[0].split()) == len(CROSS) else range(ZONES)
    state = empty_table(len(tables), expansion=zones is not CROSS, first=active)
    state.deck = full_decks(state.seats, expansion=state.expansion)
    for seat, table in enumerate(tables):
        for zone, design in zip(zones, table.split(), strict=True):
            lay(state, seat, {zone: None if design == "-" else copy_of(state, design)})
    for design in own_hand.split():
        hold(state, active, copy_of(state, design))
    for seat in set(range(state.seats)) - {active}:
        for deck, cards in ((MAIN, 5), (ADDITIONAL, 2 * state.expansion)):
            hold(state, seat, *(CARDS[card] for card in state.deck[deck][seat :: state.seats][:cards]))
    if not state.expansion:
        flow.start_turn(state, None)
    return state


def copy_of(state: State, design: str) -> str:
    """Return the first copy of a design that is still in its deck."""
    left = [*state.deck[MAIN], *state.deck[ADDITIONAL]]
    return next(name for card, name in enumerate(CARDS) if name.split("-")[0] == design and card in left)


# Cards


def lay(state: State, seat: int, cards: dict[int, str | None]) -> None:
    """Put cards from their decks into zones; the cards there go back. No zone becomes empty."""
    for zone, name in cards.items():
        at = ZONES * seat + zone
        if state.table[at] != EMPTY:
            _back(state, state.table[at])
        state.table[at] = EMPTY if name is None else _out(state, name)


def hold(state: State, seat: int, *cards: str) -> None:
    """Add cards to a hand."""
    for name in cards:
        put_in_hand(state, seat, _out(state, name))


def hold_only(state: State, seat: int, *cards: str) -> None:
    """Replace a hand with these cards."""
    for card in hand_of(state, seat):
        take_from_hand(state, seat, card)
        _back(state, card)
    hold(state, seat, *cards)


def throw_away(state: State, *cards: str) -> None:
    """Put cards from their decks on their discards."""
    for name in cards:
        state.discard[PILE[CARD[name]]].append(_out(state, name))


def run_out(state: State, deck: int, *, discard: bool) -> None:
    """Move a deck to its discard; with `discard`, remove the discard too (cards are lost)."""
    if discard:
        state.discard[deck] += state.deck[deck]
    else:
        state.discard[deck] = []
    state.deck[deck] = []


def lasting(state: State, card: str, user: int, target: int = NOWHERE, zone: int = NOWHERE) -> None:
    """Put a lasting action card in force."""
    state.in_play.append((_out(state, card), user, target, zone))


def prohibit(state: State, seat: int, *zones: int) -> None:
    """Prohibit zones of a table for its next turn; one copy stands for as many as another card list has (13.1.11)."""
    state.in_play += [(CARD["N30-1"], (seat + 1) % state.seats, seat, zone) for zone in zones]


def _out(state: State, name: str) -> int:
    """Take a card from its deck."""
    card = CARD[name]
    state.deck[PILE[card]].remove(card)
    return card


def _back(state: State, card: int) -> None:
    """Put a card back into its deck."""
    state.deck[PILE[card]].append(card)


# Keys


def own(state: State, seat: int, *symbols: str, free: bool = False) -> None:
    """Add Keys to a seat; `free` marks its free Key as used."""
    state.keys[seat] = sum(1 << SYMBOL[each] for each in symbols)
    state.free_used[seat] = free


def keys(state: State, seat: int) -> tuple[str, ...]:
    """List a seat's Keys in canonical order."""
    return symbol_names(state.keys[seat])


# Acting


def ready(state: State) -> State:
    """Start the active seat's turn in the expansion, up to its first decision."""
    if not flow.start_turn(state, None):
        flow.proceed(state, Random(0), None)
    return state


def act(state: State, action: Any, rng: Random | None = None) -> list[EmittedFact]:
    """Let the active seat take a legal action; return the facts in order, each with its audience."""
    seat = state.active
    assert RULESET.reject(state, seat, action) is None, RULESET.reject(state, seat, action)
    assert action in RULESET.legal_actions(state, seat)
    facts: list[EmittedFact] = []
    RULESET.apply(state, seat, action, rng or Random(1), lambda fact, audience: facts.append((fact, audience)))
    return facts


def play(state: State, card: str, zone: int, **where: Any) -> list[EmittedFact]:
    """Play a card."""
    return act(state, PlayCard(card, zone, **where))


def use(state: State, card: str, rng: Random | None = None, **targets: Any) -> list[EmittedFact]:
    """Use an action card."""
    return act(state, UseAction(card, **targets), rng)


def end_step(state: State) -> list[EmittedFact]:
    """End the current step."""
    return act(state, EndStep())


def draw_up(state: State, deck: str = "main") -> None:
    """Draw from one deck until the turn ends."""
    seat = state.active
    while state.step == DRAW and state.active == seat:
        act(state, DrawCard(deck))


def at_end(state: State) -> State:
    """Bring the active seat of an expansion fixture to `end_actions` by playing B66-1 to zone 5."""
    ready(state)
    if step(state) == "start_actions":
        end_step(state)
    play(state, "B66-1", 5)
    end_step(state)
    assert step(state) == "end_actions"
    return state


def rejection(state: State, action: Any, seat: int | None = None) -> str:
    """Return the rejection code of an action; check that it changes nothing and is not legal."""
    seat = state.active if seat is None else seat
    before = msgspec.msgpack.encode(state)
    reason = RULESET.reject(state, seat, action)
    assert reason is not None
    assert msgspec.msgpack.encode(state) == before
    assert action not in RULESET.legal_actions(state, seat)
    return reason.code


def accepts(state: State, action: Any) -> bool:
    """Whether an action of the active seat is accepted; the state does not change."""
    legal = action in RULESET.legal_actions(state, state.active)
    assert (RULESET.reject(state, state.active, action) is None) == legal
    return legal


def sent(state: State, **wire: Any) -> str | None:
    """Return the rejection code of an action decoded from JSON, or None."""
    try:
        action = read_action(RULESET, wire)
    except IllegalAction as rejected:
        return rejected.reason.code
    reason = RULESET.reject(state, state.active, action)
    return None if reason is None else reason.code


# Looking


def at(state: State, seat: int, zone: int) -> str | None:
    """Return the card in a zone."""
    card = state.table[ZONES * seat + zone]
    return None if card == EMPTY else CARDS[card]


def table(state: State, seat: int) -> list[str | None]:
    """Return the cards of a table by zone."""
    return [at(state, seat, zone) for zone in range(ZONES)]


def hand(state: State, seat: int) -> tuple[str, ...]:
    """Return the cards of a hand, sorted."""
    return names(hand_of(state, seat))


def discards(state: State, deck: int) -> tuple[str, ...]:
    """Return the cards of a discard in the order discarded."""
    return names(state.discard[deck])


def main_discard(state: State) -> tuple[str, ...]:
    """Return the cards of the main discard."""
    return discards(state, MAIN)


def additional_discard(state: State) -> tuple[str, ...]:
    """Return the cards of the additional discard."""
    return discards(state, ADDITIONAL)


def step(state: State) -> str:
    """Return the current step."""
    return STEP_NAMES[state.step]


def in_play(state: State) -> list[tuple[str, int]]:
    """Return the lasting cards and their users."""
    return [(CARDS[card], user) for card, user, _, _ in state.in_play]


def public(facts: Sequence[EmittedFact]) -> list[Any]:
    """List the facts that all viewers see."""
    return [fact for fact, audience in facts if audience is None]


def known_to(facts: Sequence[EmittedFact], seat: int) -> list[Any]:
    """List the facts that a seat sees."""
    return [fact for fact, audience in facts if audience is None or seat in audience]


def of(kind: type[Any], facts: Sequence[EmittedFact]) -> list[Any]:
    """List the facts of one type, in order."""
    return [fact for fact, _ in facts if isinstance(fact, kind)]
