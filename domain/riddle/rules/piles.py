"""Move cards between hands, decks and discard piles (1.8), and record who knows the cards of a hand (14.1.5)."""

from random import Random

from domain.chance import pick
from domain.dice import Dice, random_for, random_order
from domain.riddle.rules.cards import CARDS, PILE, SORT
from domain.riddle.rules.state import State
from domain.riddle.wire.constants import ACTION, CORNER, DECKS, MAIN, SORTS
from domain.riddle.wire.facts import CardDiscarded, CardDrawn, CardSeen, DeckRenewed
from domain.ruleset import Emit


def hand_size(state: State, seat: int) -> int:
    """Count the cards of a hand."""
    hand, row = state.hand, SORTS * seat
    return len(hand[row]) + len(hand[row + CORNER]) + len(hand[row + ACTION])


def hand_of(state: State, seat: int) -> list[int]:
    """List the cards of a hand, ascending."""
    row = SORTS * seat
    return sorted(state.hand[row] + state.hand[row + CORNER] + state.hand[row + ACTION])


def hand_of_kind(state: State, seat: int, kind: int) -> tuple[int, ...]:
    """List the main or the additional cards of a hand."""
    row = SORTS * seat
    return state.hand[row] if kind == MAIN else state.hand[row + CORNER] + state.hand[row + ACTION]


def put_in_hand(state: State, seat: int, card: int) -> None:
    """Put a card into a hand."""
    row = SORTS * seat + SORT[card]
    cards = [*state.hand[row], card]
    cards.sort()
    state.hand[row] = tuple(cards)


def take_from_hand(state: State, seat: int, card: int) -> None:
    """Take a card out of a hand, and out of the other seats' memories of it."""
    row = SORTS * seat + SORT[card]
    cards = list(state.hand[row])
    cards.remove(card)
    state.hand[row] = tuple(cards)
    if state.known:
        state.known.pop(card, None)


def exchange_in_hand(state: State, seat: int, given: int, taken: int) -> None:
    """Replace a main card of a hand: one step in place of `take_from_hand` and `put_in_hand`."""
    row = SORTS * seat
    cards = list(state.hand[row])
    cards[cards.index(given)] = taken
    cards.sort()
    state.hand[row] = tuple(cards)


def discard(state: State, card: int, emit: Emit | None) -> None:
    """Put a card on its discard pile (1.8.2)."""
    state.discard[PILE[card]].append(card)
    if emit:
        emit(CardDiscarded(CARDS[card]), None)


def draw(state: State, seat: int, deck: int, rng: Random, emit: Emit | None) -> None:
    """Draw a card into a hand; the deck or its discard pile has one."""
    put_in_hand(state, seat, take_from_deck(state, seat, deck, rng, emit))


def take_from_deck(state: State, seat: int, deck: int, rng: Random, emit: Emit | None) -> int:
    """Return a card taken at random from a deck; an empty deck is renewed first (8.1.4)."""
    cards = state.deck[deck]
    if not cards:
        cards = state.deck[deck] = state.discard[deck]
        state.discard[deck] = []
        if emit:
            emit(DeckRenewed(DECKS[deck]), None)
    card = _draw_named(state, cards, rng) if isinstance(rng, Dice) else draw_from(cards, rng)
    if emit:
        emit(CardDrawn(seat, DECKS[deck]), None)
        emit(CardSeen(CARDS[card]), (seat,))
    return card


def draw_from(cards: list[int], rng: Random) -> int:
    """Remove a random card from a list without order, and return it."""
    size = len(cards)  # a separate local: compiled code would multiply boxed numbers
    place = int(rng.random() * size)
    card = cards[place]
    cards[place] = cards[-1]
    cards.pop()
    return card


def _draw_named(state: State, cards: list[int], rng: Dice) -> int:
    """Take a card out of a deck that is shuffled again in each turn, since cards are drawn at the end of a turn.

    So two games with the same dice draw similar cards in a turn, even if different numbers of cards were drawn before.
    """
    card = random_order(random_for(rng, "draw", state.turn), len(CARDS), cards)[0]
    cards.remove(card)
    return card


def draw_from_hand(state: State, user: int, target: int, rng: Random) -> int:
    """Return a random card of the target's hand; the purpose has the turn and the size of the user's hand."""
    cards = hand_of(state, target)
    if isinstance(rng, Dice):
        return random_order(random_for(rng, "trade", state.turn, hand_size(state, user)), len(CARDS), cards)[0]
    return pick(rng, cards)


def everyone(state: State) -> int:
    """Return the bit mask of all seats and spectators, as in `State.known`."""
    return (2 << state.seats) - 1


def show(state: State, card: int) -> None:
    """Record that all seats and spectators know this hand card."""
    state.known[card] = everyone(state)


def exchange(state: State, user: int, given: int, target: int, taken: int) -> None:
    """Exchange two hand cards between two seats, and what others know of both hands (14.1.6)."""
    parties = 1 << user | 1 << target
    moves = ((user, given), (target, taken))
    remembered = [_remembered(state, seat, card, parties) for seat, card in moves]
    for seat, card in moves:
        take_from_hand(state, seat, card)
    for (seat, card), others in zip(moves, remembered, strict=True):
        put_in_hand(state, user + target - seat, card)
        state.known[card] = parties | others


def _remembered(state: State, seat: int, moved: int, parties: int) -> int:
    """Remove third seats' memories of cards that may have moved; return the seats that still know the moved card."""
    candidates = hand_of_kind(state, seat, PILE[moved])
    if len(candidates) == 1:
        return state.known.get(moved, 0) & ~parties
    for card in candidates:
        if card in state.known:
            state.known[card] &= parties
            if not state.known[card] & ~(1 << seat):
                del state.known[card]
    return 0
