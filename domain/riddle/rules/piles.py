"""Cards moving between hands, decks and discards (1.8), and who knows the cards of a hand (14.1.5)."""

from random import Random

from domain.chance import pick
from domain.dice import Dice, by_lot, throw
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
    """Take a card out of a hand; nobody needs to remember it there any more."""
    row = SORTS * seat + SORT[card]
    cards = list(state.hand[row])
    cards.remove(card)
    state.hand[row] = tuple(cards)
    if state.known:
        state.known.pop(card, None)


def exchange_in_hand(state: State, seat: int, given: int, taken: int) -> None:
    """Put a main card into a hand in place of another, faster than `take_from_hand` and `put_in_hand` do."""
    row = SORTS * seat
    cards = list(state.hand[row])
    cards[cards.index(given)] = taken
    cards.sort()
    state.hand[row] = tuple(cards)


def discard(state: State, card: int, emit: Emit | None) -> None:
    """Put a card on its discard (1.8.2)."""
    state.discard[PILE[card]].append(card)
    if emit:
        emit(CardDiscarded(CARDS[card]), None)


def draw(state: State, seat: int, deck: int, rng: Random, emit: Emit | None) -> None:
    """Draw a card that can be drawn and put it into a hand."""
    put_in_hand(state, seat, take_from_deck(state, seat, deck, rng, emit))


def take_from_deck(state: State, seat: int, deck: int, rng: Random, emit: Emit | None) -> int:
    """Take a card for a hand, each of the deck equally likely; an empty deck is renewed first (8.1.4)."""
    cards = state.deck[deck]
    if not cards:
        cards = state.deck[deck] = state.discard[deck]
        state.discard[deck] = []
        if emit:
            emit(DeckRenewed(DECKS[deck]), None)
    card = _draw_by_lot(state, cards, rng) if isinstance(rng, Dice) else draw_from(cards, rng)
    if emit:
        emit(CardDrawn(seat, DECKS[deck]), None)
        emit(CardSeen(CARDS[card]), (seat,))
    return card


def draw_from(cards: list[int], rng: Random) -> int:
    """Take a card out of a set whose order means nothing, each equally likely."""
    size = len(cards)  # of its own, or compiled code multiplies boxed numbers
    place = int(rng.random() * size)
    card = cards[place]
    cards[place] = cards[-1]
    cards.pop()
    return card


def _draw_by_lot(state: State, cards: list[int], rng: Dice) -> int:
    """Take a card out of a deck that is shuffled anew in each turn, at the end of which all its cards are drawn.

    So a turn brings much the same cards in two games, though others have brought more cards in one of them.
    """
    card = by_lot(throw(rng, "draw", state.turn), len(CARDS), cards)[0]
    cards.remove(card)
    return card


def draw_from_hand(state: State, user: int, target: int, rng: Random) -> int:
    """Draw any card of the target's hand, named by the turn and by the user's hand, which is smaller each time."""
    cards = hand_of(state, target)
    if isinstance(rng, Dice):
        return by_lot(throw(rng, "trade", state.turn, hand_size(state, user)), len(CARDS), cards)[0]
    return pick(rng, cards)


def everyone(state: State) -> int:
    """Return the bit mask of all seats and spectators, as in `State.known`."""
    return (2 << state.seats) - 1


def show(state: State, card: int) -> None:
    """Note that everybody knows this hand card."""
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
    """Make third seats forget the cards of a hand that may have moved; return who still knows the one that did."""
    candidates = hand_of_kind(state, seat, PILE[moved])
    if len(candidates) == 1:
        return state.known.get(moved, 0) & ~parties
    for card in candidates:
        if card in state.known:
            state.known[card] &= parties
            if not state.known[card] & ~(1 << seat):
                del state.known[card]
    return 0
