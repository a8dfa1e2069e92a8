"""The rules of Fireworks; numbers in brackets are paragraphs of `RULES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from msgspec import UNSET

from domain.chance import pick
from domain.dice import random_for
from domain.ruleset import Emit, Outcome, Rejection, ScoreRow, SeatOutcome
from tests.zoo.fireworks import wire
from tests.zoo.fireworks.wire import CARDS, Action, DiscardCard, GiveHint, Options, PlayCard, SeatView, View


@dataclass
class Held:
    """A card in a hand."""

    card: int
    """The index in CARDS."""
    is_known: bool = False
    """Whether the card was named to all."""


@dataclass
class State:
    """The true state of the game."""

    hands: list[list[Held]]
    deck: list[int]
    """The cards that are left, lowest first: their order is drawn card by card."""
    turn: int = 0
    turns: int = 0
    drawn: int = 0
    hints: int = wire.HINTS
    mistakes: int = 0
    fireworks: list[int] = field(default_factory=lambda: [0] * len(wire.COLOURS))


def teams(options: Options, seats: int) -> tuple[str, ...]:
    """Return the team of each seat: all play together (1.1)."""
    return (wire.TEAM,) * seats


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why a game cannot start, or None (1.1)."""
    return None if wire.MIN_SEATS <= seats <= wire.MAX_SEATS else wire.BAD_PLAYER_COUNT(seats=seats)


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Deal the hands (1.2, 1.3)."""
    copies = wire.COPIES * len(wire.COLOURS)
    state = State([[] for _ in range(seats)], [card for card, count in enumerate(copies) for _ in range(count)])
    for seat in range(seats):
        for _ in range(wire.HAND):
            _draw(state, seat, rng, emit)
    return state


def _draw(state: State, seat: int, rng: Random, emit: Emit | None) -> None:
    """Draw a card, which all other seats see (1.2, 2.5)."""
    if not state.deck:
        return
    state.drawn += 1
    card = pick(random_for(rng, "card", state.drawn), state.deck)
    state.deck.remove(card)
    state.hands[seat].append(Held(card))
    if emit:
        emit(wire.CardDrawn(seat, CARDS[card]), tuple(other for other in range(len(state.hands)) if other != seat))


def is_complete(state: State) -> bool:
    """Whether all fireworks are complete (3.2)."""
    return all(number == wire.NUMBERS[-1] for number in state.fireworks)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat that must act; none after the end (2.1, 3.1)."""
    is_over = is_complete(state) or state.mistakes == wire.MISTAKES or not state.hands[state.turn]
    return () if is_over else (state.turn,)


def legal_actions(state: State, seat: int) -> Sequence[Action]:
    """List plays, discards and hints, each by position (2.2, 2.3, 2.4)."""
    if seat not in to_act(state):
        return ()
    own = range(len(state.hands[seat]))
    hints = [GiveHint(*place) for place in _unnamed(state, seat)] if state.hints else []
    return [*map(PlayCard, own), *map(DiscardCard, own), *hints]


def _unnamed(state: State, seat: int) -> list[tuple[int, int]]:
    """List seat and position of the cards of other seats that were not named (2.4)."""
    return [
        (other, position)
        for other, hand in enumerate(state.hands)
        for position, held in enumerate(hand)
        if other != seat and not held.is_known
    ]


def reject(state: State, seat: int, action: Action) -> Rejection | None:
    """Return why an action is not legal, or None."""
    if not 0 <= action.position < wire.HAND:
        return wire.MALFORMED_ACTION(fault="no such position", malformed=True)
    if not to_act(state):
        return wire.GAME_OVER()
    if seat != state.turn:
        return wire.NOT_YOUR_TURN(to_act=[state.turn])
    if action in legal_actions(state, seat):
        return None
    if not isinstance(action, GiveHint):
        return wire.NO_SUCH_CARD()
    return wire.NOTHING_TO_NAME() if state.hints else wire.NO_HINT_LEFT()


def apply(state: State, seat: int, action: Action, rng: Random, emit: Emit | None = None) -> None:
    """Take a turn (2.1)."""
    if isinstance(action, GiveHint):
        _give_hint(state, action, emit)
    else:
        card = state.hands[seat].pop(action.position).card
        (_play if isinstance(action, PlayCard) else _discard)(state, seat, card, emit)
        _draw(state, seat, rng, emit)
    state.turn, state.turns = (seat + 1) % len(state.hands), state.turns + 1


def _give_hint(state: State, action: GiveHint, emit: Emit | None) -> None:
    """Name a card (2.4)."""
    held = state.hands[action.to][action.position]
    held.is_known = True
    state.hints -= 1
    if emit:
        emit(wire.CardNamed(action.to, action.position, CARDS[held.card]), None)


def fits(state: State, card: int) -> bool:
    """Whether a card is the next one of its colour (2.2)."""
    colour, number = divmod(card, len(wire.NUMBERS))
    return state.fireworks[colour] == number


def _play(state: State, seat: int, card: int, emit: Emit | None) -> None:
    """Add a card to the fireworks, or count a mistake (2.2)."""
    is_right = fits(state, card)
    if is_right:
        state.fireworks[card // len(wire.NUMBERS)] += 1
    else:
        state.mistakes += 1
    if emit:
        emit(wire.CardPlayed(seat, CARDS[card], is_right), None)


def _discard(state: State, seat: int, card: int, emit: Emit | None) -> None:
    """Lose a card, and get a hint back (2.3)."""
    state.hints = min(wire.HINTS, state.hints + 1)
    if emit:
        emit(wire.CardDiscarded(seat, CARDS[card]), None)


def outcome(state: State) -> Outcome | None:
    """Let all seats win or lose together: equal totals alone would not say which (3.1, 3.2)."""
    if to_act(state):
        return None
    total = sum(state.fireworks)
    rows = (ScoreRow("fireworks", "3.2", total),)
    return Outcome(
        tuple(
            SeatOutcome(seat, 1, total, rows, team=wire.TEAM, result="won" if is_complete(state) else "lost")
            for seat in range(len(state.hands))
        )
    )


def view(state: State, seat: int | None) -> View:
    """Return what a seat sees: all hands but its own; a spectator sees named cards only (1.2, 2.4)."""
    return View(
        seats=tuple(_seat_view(hand, is_seen=seat not in (None, owner)) for owner, hand in enumerate(state.hands)),
        fireworks=tuple(state.fireworks),
        cards_left=len(state.deck),
        hints_left=state.hints,
        mistakes=state.mistakes,
        decision_kind="take_turn" if to_act(state) else UNSET,
    )


def _seat_view(hand: Sequence[Held], *, is_seen: bool) -> SeatView:
    """Return a hand with the cards that a viewer knows (1.2, 2.4)."""
    return SeatView(tuple(CARDS[held.card] if is_seen or held.is_known else "unknown" for held in hand))


def observe(action: Action, actor: int, viewer: int | None) -> Action:
    """Return the action, which all see."""
    return action


def clone(state: State) -> State:
    """Copy a state."""
    hands = [[replace(held) for held in hand] for hand in state.hands]
    return replace(state, hands=hands, deck=list(state.deck), fireworks=list(state.fireworks))


def determinize(state: State, seat: int, rng: Random) -> State:
    """Sample the cards that the seat holds without knowing them, from all that it does not see (1.2)."""
    sampled = clone(state)
    unknown = [held for held in sampled.hands[seat] if not held.is_known]
    sampled.deck = sorted([*state.deck, *(held.card for held in unknown)])
    for held in unknown:
        held.card = pick(rng, sampled.deck)
        sampled.deck.remove(held.card)
    return sampled


def default_action(state: State, seat: int) -> Action:
    """Return the discard of the oldest card."""
    return DiscardCard(0)
