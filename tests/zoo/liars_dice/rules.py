"""The rules of Liar's Dice; numbers in brackets are paragraphs of `RULES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from msgspec import UNSET

from domain.chance import below
from domain.dice import random_for
from domain.ruleset import Emit, Outcome, Rejection, ScoreRow, SeatOutcome
from tests.zoo.liars_dice import wire
from tests.zoo.liars_dice.wire import FACES, Action, Bid, Challenge, Options, View


@dataclass
class State:
    """The true state of the game."""

    dice: list[list[int]]
    """The dice of each seat, lowest first; none for a seat that is out."""
    turn: int
    round: int = 0
    bid: Bid | None = None
    bidder: int = 0
    out: tuple[int, ...] = ()


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why a game cannot start with these options, or None (1.1, 1.2)."""
    if not wire.MIN_SEATS <= seats <= wire.MAX_SEATS:
        return wire.BAD_PLAYER_COUNT(seats=seats)
    if not 1 <= options.dice <= wire.MOST_DICE:
        return wire.BAD_DICE_COUNT(dice=options.dice, malformed=True)
    return None


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Roll all dice for the first round (1.2, 2.1)."""
    state = State([[0] * options.dice for _ in range(seats)], turn=0)
    _start_round(state, rng, emit)
    return state


def _start_round(state: State, rng: Random, emit: Emit | None) -> None:
    state.round, state.bid = state.round + 1, None
    for seat, held in enumerate(state.dice):
        state.dice[seat] = _rolled(random_for(rng, "dice", state.round, seat), held)
        if emit and held:
            emit(wire.DiceRolled(seat, tuple(state.dice[seat])), (seat,))


def _rolled(rng: Random, held: list[int]) -> list[int]:
    return sorted(1 + below(rng, FACES) for _ in held)


def dice_in_play(state: State) -> int:
    return sum(map(len, state.dice))


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat that must act; none once a single seat has dice (2.2, 3.1)."""
    return (state.turn,) if len(state.out) < len(state.dice) - 1 else ()


def legal_actions(state: State, seat: int) -> Sequence[Action]:
    """List the higher bids, lowest first, then the challenge of the last bid (2.2, 2.3, 2.4)."""
    if seat not in to_act(state):
        return ()
    counts = range(1, dice_in_play(state) + 1)
    bids = [Bid(count, face) for count in counts for face in range(1, FACES + 1)]
    return bids if state.bid is None else [*bids[bids.index(state.bid) + 1 :], Challenge()]


def reject(state: State, seat: int, action: Action) -> Rejection | None:
    """Return why an action is not legal, or None."""
    if isinstance(action, Bid) and not (action.count >= 1 <= action.face <= FACES):
        return wire.MALFORMED_ACTION(count=action.count, face=action.face, malformed=True)
    if not to_act(state):
        return wire.GAME_OVER()
    if seat != state.turn:
        return wire.NOT_YOUR_TURN(to_act=[state.turn])
    if isinstance(action, Challenge):
        return None if state.bid else wire.NOTHING_TO_CHALLENGE()
    if action.count > dice_in_play(state):
        return wire.TOO_MANY_DICE(dice=dice_in_play(state))
    return None if action in legal_actions(state, seat) else wire.BID_TOO_LOW()


def apply(state: State, seat: int, action: Action, rng: Random, emit: Emit | None = None) -> None:
    """Bid, or show all dice, take a die from the loser, and start the next round (2.2, 2.4, 2.5, 3.1)."""
    if isinstance(action, Bid):
        state.bid, state.bidder, state.turn = action, seat, _next_seat(state, seat)
        return
    assert state.bid is not None
    loser = seat if sum(held.count(state.bid.face) for held in state.dice) >= state.bid.count else state.bidder
    if emit:
        for each in filter(state.dice.__getitem__, range(len(state.dice))):
            emit(wire.DiceShown(each, tuple(state.dice[each])), None)
        emit(wire.DieLost(loser), None)
    state.dice[loser].pop()
    state.turn = loser if state.dice[loser] else _next_seat(state, loser)
    if not state.dice[loser]:
        state.out += (loser,)
    if to_act(state):
        _start_round(state, rng, emit)


def _next_seat(state: State, seat: int) -> int:
    seats = len(state.dice)
    return next(each % seats for each in range(seat + 1, seat + 1 + seats) if state.dice[each % seats])


def outcome(state: State) -> Outcome | None:
    """Rank the seats by the number of seats that lost before them (3.1, 3.2)."""
    if to_act(state):
        return None
    order = [*state.out, state.turn]
    amounts = [order.index(seat) for seat in range(len(order))]
    ranks = [len(order) - amount for amount in amounts]
    rows = [(ScoreRow("outlasted", "3.2", amount),) for amount in amounts]
    return Outcome(tuple(map(SeatOutcome, range(len(order)), ranks, amounts, rows)))


def view(state: State, seat: int | None) -> View:
    return View(
        tuple(map(len, state.dice)),
        state.bid or UNSET,
        wire.DECISIONS[state.bid is not None] if to_act(state) else UNSET,
        UNSET if seat is None else tuple(state.dice[seat]),
    )


def observe(action: Action, actor: int, viewer: int | None) -> Action:
    return action


def clone(state: State) -> State:
    return replace(state, dice=[list(held) for held in state.dice])


def determinize(state: State, seat: int, rng: Random) -> State:
    """Roll the dice of the other seats again (2.1)."""
    dice = [held if other == seat else _rolled(rng, held) for other, held in enumerate(state.dice)]
    return clone(replace(state, dice=dice))


def default_action(state: State, seat: int) -> Action:
    return legal_actions(state, seat)[0]


def reveals_nothing(before: State, seat: int, action: Action, after: State) -> bool:
    return isinstance(action, Bid)
