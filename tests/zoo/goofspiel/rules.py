"""The rules of Goofspiel; numbers in brackets are paragraphs of `RULES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from msgspec import UNSET

from domain.chance import pick
from domain.dice import random_for
from domain.ruleset import Emit, Outcome, Rejection, ScoreRow, SeatOutcome
from tests.zoo.goofspiel import wire
from tests.zoo.goofspiel.wire import ConcealedBid, Options, SealBid, View


@dataclass
class State:
    """The true state of the game."""

    round: int
    prize: int
    prizes: list[int]
    """The prizes that are face down, lowest first: their order is drawn round by round."""
    hands: list[list[int]]
    """The cards of each seat without the sealed bid, lowest first."""
    bids: list[int]
    """The sealed bid of each seat; 0 for none."""
    points: list[int]


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why a game cannot start with these options, or None (1.1, 1.2)."""
    if not wire.MIN_SEATS <= seats <= wire.MAX_SEATS:
        return wire.BAD_PLAYER_COUNT(seats=seats)
    if not wire.FEWEST_CARDS <= options.cards <= wire.MOST_CARDS:
        return wire.BAD_CARD_COUNT(cards=options.cards, malformed=True)
    return None


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Deal equal hands and turn the first prize up (1.2, 2.1)."""
    cards = range(1, options.cards + 1)
    state = State(0, 0, list(cards), [list(cards) for _ in range(seats)], [0] * seats, [0] * seats)
    _turn_prize(state, rng, emit)
    return state


def _turn_prize(state: State, rng: Random, emit: Emit | None) -> None:
    """Start a round: turn a prize up (2.1)."""
    state.round += 1
    state.prize = pick(random_for(rng, "prize", state.round), state.prizes)
    state.prizes.remove(state.prize)
    if emit:
        emit(wire.PrizeTurned(state.prize), None)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats without a bid; none after the last prize (2.2, 3.1)."""
    return tuple(seat for seat, bid in enumerate(state.bids) if not bid and state.hands[seat])


def legal_actions(state: State, seat: int) -> Sequence[SealBid]:
    """List the cards of a hand, lowest first (2.2)."""
    return [SealBid(card) for card in state.hands[seat]] if seat in to_act(state) else ()


def reject(state: State, seat: int, action: SealBid) -> Rejection | None:
    """Return why an action is not legal, or None."""
    if not 1 <= action.card <= wire.MOST_CARDS:
        return wire.MALFORMED_ACTION(card=action.card, malformed=True)
    if action in legal_actions(state, seat):
        return None
    if not to_act(state):
        return wire.GAME_OVER()
    if seat not in to_act(state):
        return wire.ALREADY_BID()
    return wire.NOT_IN_HAND(card=action.card)


def apply(state: State, seat: int, action: SealBid, rng: Random, emit: Emit | None = None) -> None:
    """Seal a bid; after the last one, award the prize and start the next round (2.2, 2.3, 2.4)."""
    state.hands[seat].remove(action.card)
    state.bids[seat] = action.card
    if not all(state.bids):
        return
    best = [each for each, bid in enumerate(state.bids) if bid == max(state.bids)]
    if len(best) == 1:
        state.points[best[0]] += state.prize
    if emit:
        emit(wire.BidsRevealed(tuple(state.bids), best[0] if len(best) == 1 else UNSET), None)
    state.bids = [0] * len(state.bids)
    if state.prizes:
        _turn_prize(state, rng, emit)


def outcome(state: State) -> Outcome | None:
    """Rank the seats by the points of their prizes (3.1, 3.2)."""
    if to_act(state):
        return None
    ranks = [1 + sum(other > points for other in state.points) for points in state.points]
    rows = [(ScoreRow("prizes", "3.2", points),) for points in state.points]
    return Outcome(tuple(map(SeatOutcome, range(len(ranks)), ranks, state.points, rows)))


def view(state: State, seat: int | None) -> View:
    """Return what everybody sees, and the viewer's own bid (2.2)."""
    held = zip(state.hands, state.bids, strict=True)
    return View(
        prize=state.prize,
        prizes_left=tuple(state.prizes),
        points=tuple(state.points),
        hands=tuple(tuple(sorted([*hand, bid] if bid else hand)) for hand, bid in held),
        has_bid=tuple(map(bool, state.bids)),
        decision_kind="seal_bid" if to_act(state) else UNSET,
        own_bid=UNSET if seat is None or not state.bids[seat] else state.bids[seat],
    )


def observe(action: SealBid, actor: int, viewer: int | None) -> SealBid | ConcealedBid:
    """Return the action for its seat, and only that there is a bid for others (2.2)."""
    return action if viewer == actor else ConcealedBid()


def clone(state: State) -> State:
    """Copy a state."""
    hands = [list(hand) for hand in state.hands]
    return State(state.round, state.prize, list(state.prizes), hands, list(state.bids), list(state.points))


def determinize(state: State, seat: int, rng: Random) -> State:
    """Sample the sealed bids of the other seats: each card that a seat still has is equally likely (2.2)."""
    sampled = clone(state)
    for other, bid in enumerate(state.bids):
        if bid and other != seat:
            cards = sorted([*state.hands[other], bid])
            sampled.bids[other] = pick(rng, cards)
            cards.remove(sampled.bids[other])
            sampled.hands[other] = cards
    return sampled


def default_action(state: State, seat: int) -> SealBid:
    """Return the highest card for the lowest prize, the second highest for the second lowest, and so on."""
    lower = sum(prize < state.prize for prize in state.prizes)
    return SealBid(state.hands[seat][-1 - lower])


def reveals_nothing(before: State, seat: int, action: SealBid, after: State) -> bool:
    """Return whether bids stay sealed (2.3)."""
    return bool(after.bids[seat])
