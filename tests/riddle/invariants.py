"""Check the invariants of The Riddle of Leonardo (section 18): of one state, and between two states.

`check` and `Watch` raise `BrokenInvariant` with the paragraph. They count everything again from the card list and the
published geometry of tables, and share no code with the engine.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from domain.riddle import RULESET
from domain.riddle.rules.cards import CARDS, names
from domain.riddle.rules.state import EMPTY, OVER, State, round_of
from domain.riddle.wire import facts
from domain.riddle.wire.card_list import DATA
from domain.ruleset import Audience
from tests.riddle.builders import at, discards, hand, in_play

MODE = {table.mode: table for table in RULESET.constants.modes}
SYMBOLS_OF = {each.id: set(each.symbols) for each in DATA.main_designs}
SYMBOLS_OF |= {each.id: set(each.symbols) for each in DATA.corner_designs}
ACTION_OF = {each.id: each for each in DATA.action_designs}
SECRET: dict[type, int] = {facts.CardSeen: 1, facts.TradeSeen: 2}
"""The number of seats that see a fact of this type."""
MAIN_CARDS = set(DATA.main_ids())
ADDITIONAL_CARDS = {seats: DATA.additional_ids(seats) for seats in range(2, 8)}
ORDER = [symbol.id for symbol in DATA.symbols]


class BrokenInvariant(AssertionError):
    """A position that the rules exclude; the message begins with the paragraph."""


def hold_true(true: object, paragraph: str, detail: object = "") -> None:
    """Raise BrokenInvariant unless `true`."""
    if not true:
        raise BrokenInvariant(f"{paragraph}: {detail}")


def check(state: State) -> None:
    """Check everything that section 18 requires of a single state."""
    _conservation(state)
    _zones(state)
    _piles(state)
    _keys(state)
    _hands(state)
    _lasting(state)
    _decision(state)
    _knowledge(state)


def mode_of(state: State) -> Any:
    """Return the mode's table."""
    return MODE["expansion" if state.expansion else "base"]


def design(card: str) -> str:
    """Return the design of a card id."""
    return card.rpartition("-")[0]


def is_main(card: str) -> bool:
    """Whether a card belongs to the main deck."""
    return card in MAIN_CARDS


def _places(state: State) -> list[str]:
    """List every card in every place."""
    tables = [at(state, seat, zone) for seat in range(state.seats) for zone in range(9)]
    hands = [card for seat in range(state.seats) for card in hand(state, seat)]
    piles = [card for pile in (0, 1) for card in (*discards(state, pile), *_deck(state, pile))]
    return [*filter(None, tables), *hands, *piles, *(card for card, _ in in_play(state))]


def _deck(state: State, deck: int) -> tuple[str, ...]:
    """Return the ids of the cards in a deck."""
    return names(state.deck[deck])


def _conservation(state: State) -> None:
    """1.8.1, 18.1.1: every card of the game is in exactly one place."""
    expected = sorted([*MAIN_CARDS, *(ADDITIONAL_CARDS[state.seats] if state.expansion else ())])
    found = sorted(_places(state))
    hold_true(found == expected, "18.1.1", (set(found) ^ set(expected), len(found) - len(expected)))


def _zones(state: State) -> None:
    """1.6.3, 18.1.2, 18.1.3: main cards fill the cross; corners are for additional symbol cards, and empty in base."""
    for seat in range(state.seats):
        for zone in range(9):
            card = at(state, seat, zone)
            if zone in (1, 3, 4, 5, 7):
                hold_true(card is not None and is_main(card), "18.1.2", f"seat {seat}, zone {zone}: {card}")
            elif card is not None:
                hold_true(state.expansion and not is_main(card), "18.1.2", f"seat {seat}, zone {zone}: {card}")
                hold_true(design(card) in SYMBOLS_OF, "18.1.3", f"seat {seat}, zone {zone}: {card}")


def _piles(state: State) -> None:
    """18.1.3: main piles hold main cards, additional piles additional ones, in-play areas lasting cards."""
    for pile in (0, 1):
        cards = (*discards(state, pile), *_deck(state, pile))
        hold_true(all(is_main(card) == (pile == 0) for card in cards), "18.1.3", f"pile {pile}")
    for card, _ in in_play(state):
        lasting = design(card) in ACTION_OF and ACTION_OF[design(card)].duration.startswith("until")
        hold_true(lasting, "18.1.3", card)


def _keys(state: State) -> None:
    """18.1.4, 18.1.11: at most twelve kinds; the game ends when the goal is reached, unless it was stopped."""
    goal = mode_of(state).goal
    for seat, mask in enumerate(state.keys):
        hold_true(0 <= mask < 1 << len(ORDER), "18.1.4", f"seat {seat}: {mask}")
    reached = [seat for seat, mask in enumerate(state.keys) if mask.bit_count() >= goal]
    hold_true(len(reached) <= 1, "9.1.3", reached)
    hold_true(state.step == OVER or not reached, "18.1.11", reached)
    if state.step == OVER and not reached:
        limits = DATA.technical_stop
        ended = state.keyless >= limits.keyless_rounds or round_of(state) >= limits.last_round
        hold_true(ended and state.turn % state.seats == 0, "18.1.11", f"turn {state.turn}")
    hold_true(not reached or reached == [state.active], "18.1.4", reached)


def _hands(state: State) -> None:
    """18.1.6: the hand sizes of waiting seats."""
    size = mode_of(state).hand_size
    exhausted = not any(state.deck) and not any(state.discard)
    for seat in range(state.seats):
        cards = len(hand(state, seat))
        hold_true(cards <= 11, "18.1.6", f"seat {seat}: {cards}")
        if seat != state.active:
            fits = cards >= size or exhausted if state.expansion else cards == size
            hold_true(fits, "18.1.6", f"seat {seat}: {cards}")


def _lasting(state: State) -> None:
    """18.1.9: one Silence, one Seal per seat, one Prohibition per zone."""
    forces: Counter[tuple[int, ...]] = Counter()
    for number, (card, user) in enumerate(in_play(state)):
        _, _, target, zone = state.in_play[number]
        operation = ACTION_OF[design(card)].operation
        forces[{"forbid_actions": (), "protect_table": (user,), "freeze_zone": (target, zone)}[operation]] += 1
        hold_true((operation == "freeze_zone") == (zone != EMPTY), "18.1.9", card)
    hold_true(all(count == 1 for count in forces.values()), "18.1.9", forces)


def _decision(state: State) -> None:
    """18.1.11, 18.1.12: at least two legal actions for a pending decision, none after the end."""
    legal = RULESET.legal_actions(state, state.active)
    hold_true(len(legal) >= 2 if state.step != OVER else not legal, "18.1.12", legal)
    for seat in range(state.seats):
        hold_true(seat == state.active or not RULESET.legal_actions(state, seat), "16.1.1", seat)


def _knowledge(state: State) -> None:
    """14.1.5: only cards in hands are remembered, and by other seats than the holder."""
    holders = {card: seat for seat in range(state.seats) for card in hand(state, seat)}
    for card, mask in state.known.items():
        hold_true(CARDS[card] in holders, "14.1.5", CARDS[card])
        hold_true(bool(mask & ~(1 << holders[CARDS[card]])), "14.1.5", CARDS[card])


class Watch:
    """Checks a game step by step: each state against the one before."""

    def __init__(self, state: State) -> None:
        check(state)
        self._note(state)

    def after(self, state: State, emitted: Iterable[tuple[Any, Audience]]) -> None:
        """Check `state` after an action that emitted these facts."""
        check(state)
        emitted = list(emitted)
        self._keys(state, [fact for fact, _ in emitted])
        self._hands(state, [fact for fact, _ in emitted])
        self._prohibited(state)
        self._reported(emitted)
        self._note(state)

    def _note(self, state: State) -> None:
        """Store the values to compare the next state with."""
        self.active, self.turn = state.active, state.turn
        self.keys = list(state.keys)
        self.free_used = list(state.free_used)
        self.sizes = [len(hand(state, seat)) for seat in range(state.seats)]
        self.actions_held = sum(design(card) in ACTION_OF for seat in range(state.seats) for card in hand(state, seat))
        self.frozen = {(target, zone): at(state, target, zone) for _, _, target, zone in state.in_play if zone != EMPTY}
        self.sealed = {
            (user, zone): at(state, user, zone)
            for card, user in in_play(state)
            if ACTION_OF[design(card)].operation == "protect_table"
            for zone in range(9)
            if at(state, user, zone) is not None
        }
        self.in_force = in_play(state)

    def _keys(self, state: State, emitted: list[Any]) -> None:
        """1.5.1, 18.1.4, 18.1.5: only the active seat receives Keys, as the facts state; the free one once."""
        gained = [0] * state.seats
        for fact in emitted:
            if isinstance(fact, facts.KeysReceived):
                gained[fact.seat] |= sum(1 << ORDER.index(symbol) for symbol in fact.symbols)
            if isinstance(fact, facts.FreeKeyTaken):
                hold_true(not self.free_used[fact.seat] and state.free_used[fact.seat], "18.1.5", f"seat {fact.seat}")
                gained[fact.seat] |= 1 << ORDER.index(fact.symbol)
        for seat, before in enumerate(self.keys):
            hold_true(not gained[seat] & before, "18.1.4", f"seat {seat} receives a kind twice")
            hold_true(state.keys[seat] == before | gained[seat], "18.1.4", f"seat {seat}")
            hold_true(not gained[seat] or seat == self.active, "18.1.4", f"seat {seat} is not active")
            hold_true(state.free_used[seat] or not self.free_used[seat], "18.1.5", f"seat {seat}")

    def _hands(self, state: State, emitted: list[Any]) -> None:
        """18.1.7, 18.1.10: only the active seat's hand changes in size; no action card comes back within a turn."""
        if state.turn == self.turn:
            for seat, size in enumerate(self.sizes):
                hold_true(seat == self.active or len(hand(state, seat)) == size, "18.1.7", f"seat {seat}")
            held = sum(design(card) in ACTION_OF for seat in range(state.seats) for card in hand(state, seat))
            drawn = any(isinstance(fact, facts.CardDrawn) for fact in emitted)
            hold_true(drawn or held <= self.actions_held, "18.1.10", f"{self.actions_held} to {held}")
        hold_true(state.turn >= self.turn, "3.1.1", state.turn)

    def _prohibited(self, state: State) -> None:
        """18.1.8: cards in a prohibited zone, or in an occupied zone of a sealed seat, stay."""
        if not all(each in in_play(state) for each in self.in_force):
            return
        for (seat, zone), card in self.frozen.items():
            hold_true(at(state, seat, zone) == card, "18.1.8", f"prohibited: seat {seat}, zone {zone}")
        for (seat, zone), card in self.sealed.items():
            if seat != self.active:
                hold_true(at(state, seat, zone) == card, "18.1.8", f"sealed: seat {seat}, zone {zone}")

    def _reported(self, emitted: list[tuple[Any, Audience]]) -> None:
        """14.1.4: one seat sees the drawn card, the parties see a trade, and all seats see the rest."""
        for fact, audience in emitted:
            secret = SECRET.get(type(fact))
            hold_true((audience is None) == (secret is None), "14.1.4", fact)
            hold_true(audience is None or len(audience) == secret, "14.1.4", fact)


def lines_by_geometry(state: State, seat: int) -> tuple[set[str], set[str]]:
    """Return the symbols of complete lines and of complete patterns, from the published geometry (6.1.1, 7.1.1)."""
    table = mode_of(state)
    found = []
    for shapes in (table.lines, table.free_key_patterns):
        symbols = set()
        for zones in shapes:
            cards = [at(state, seat, zone) for zone in zones]
            on_each = [SYMBOLS_OF[design(card)] if card else set() for card in cards]
            symbols |= set.intersection(*on_each)
        found.append(symbols)
    return found[0], found[1]
