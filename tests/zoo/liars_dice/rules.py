"""The rules of Liar's Dice; numbers in brackets are paragraphs of `RULES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from msgspec import UNSET

from domain.chance import below
from domain.dice import throw
from domain.ruleset import Emit, Outcome, Rejection, ScoreRow, SeatOutcome
from tests.zoo.liars_dice import wire
from tests.zoo.liars_dice.wire import FACES, Bid, Challenge, Options, View

Action = Bid | Challenge


@dataclass
class State:
    """The true state of the game."""

    dice: list[list[int]]
    """The dice of each seat, lowest first; none for a seat that is out."""
    turn: int
    round: int = 0
    bid: Bid | None = None
    """The last bid of the round."""
    bidder: int = 0
    out: tuple[int, ...] = ()
    """The seats without dice, in the order in which they lost."""


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why a game cannot start with these options, or None (1.1, 1.2, 2.2)."""
    if not wire.MIN_SEATS <= seats <= wire.MAX_SEATS:
        return Rejection("bad_player_count", "1.1", {"seats": seats})
    if not 1 <= options.dice <= wire.MOST_DICE:
        return Rejection("bad_dice_count", "1.2", {"dice": options.dice}, malformed=True)
    if not 0 <= options.first_seat < seats:
        return Rejection("bad_first_seat", "2.2", {"first_seat": options.first_seat}, malformed=True)
    return None


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Roll all dice for the first round (1.2, 2.1)."""
    state = State([[0] * options.dice for _ in range(seats)], options.first_seat)
    _start_round(state, rng, emit)
    return state


def _start_round(state: State, rng: Random, emit: Emit | None) -> None:
    """Roll the dice of every seat (2.1)."""
    state.round, state.bid = state.round + 1, None
    for seat, held in enumerate(state.dice):
        state.dice[seat] = _rolled(throw(rng, "dice", state.round, seat), len(held))
        if emit and held:
            emit(wire.DiceRolled(seat, tuple(state.dice[seat])), (seat,))


def _rolled(rng: Random, dice: int) -> list[int]:
    return sorted(1 + below(rng, FACES) for _ in range(dice))


def dice_in_play(state: State) -> int:
    """Count the dice of all seats."""
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
        return Rejection("malformed_action", "2.2", {"count": action.count, "face": action.face}, malformed=True)
    if action in legal_actions(state, seat):
        return None
    if not to_act(state):
        return Rejection("game_over", "3.1")
    if seat != state.turn:
        return Rejection("not_your_turn", "2.2", {"to_act": [state.turn]})
    return _reject_in_turn(state, action)


def _reject_in_turn(state: State, action: Action) -> Rejection:
    if isinstance(action, Challenge):
        return Rejection("nothing_to_challenge", "2.4")
    if state.bid is None or action.count > dice_in_play(state):
        return Rejection("too_many_dice", "2.2", {"dice": dice_in_play(state)})
    return Rejection("bid_too_low", "2.3", {"count": state.bid.count, "face": state.bid.face})


def apply(state: State, seat: int, action: Action, rng: Random, emit: Emit | None = None) -> None:
    """Bid, or settle a challenge (2.2, 2.4)."""
    if isinstance(action, Bid):
        state.bid, state.bidder, state.turn = action, seat, _next_seat(state, seat)
    else:
        _settle(state, seat, rng, emit)


def _settle(state: State, challenger: int, rng: Random, emit: Emit | None) -> None:
    """Show all dice, take a die from the loser, and start the next round (2.4, 2.5, 3.1)."""
    loser = challenger if holds(state) else state.bidder
    if emit:
        for seat, held in enumerate(state.dice):
            if held:
                emit(wire.DiceShown(seat, tuple(held)), None)
        emit(wire.DieLost(loser), None)
    state.dice[loser].pop()
    state.turn = loser
    if not state.dice[loser]:
        state.out += (loser,)
        state.turn = _next_seat(state, loser)
    if to_act(state):
        _start_round(state, rng, emit)


def holds(state: State) -> bool:
    """Return whether the last bid is true (2.4)."""
    assert state.bid is not None
    return sum(dice.count(state.bid.face) for dice in state.dice) >= state.bid.count


def _next_seat(state: State, seat: int) -> int:
    """Return the next seat with dice."""
    seats = len(state.dice)
    return next(each % seats for each in range(seat + 1, seat + 1 + seats) if state.dice[each % seats])


def outcome(state: State) -> Outcome | None:
    """Rank the seats by the number of seats that lost before them (3.1, 3.2)."""
    if to_act(state):
        return None
    seats = range(len(state.dice))
    outlasted = [state.out.index(seat) if seat in state.out else len(state.out) for seat in seats]
    return Outcome(
        tuple(
            SeatOutcome(each, len(seats) - n, n, (ScoreRow("outlasted", "3.2", n),)) for each, n in enumerate(outlasted)
        )
    )


def view(state: State, seat: int | None) -> View:
    """Return what everybody sees, and the viewer's own dice (2.1)."""
    pending, bid = bool(to_act(state)), state.bid is not None
    return View(
        state.round,
        tuple(map(len, state.dice)),
        bid=state.bid or UNSET,
        bidder=state.bidder if bid else UNSET,
        decision_kind=wire.DECISIONS[bid] if pending else UNSET,
        turn=state.turn if pending else UNSET,
        own_dice=UNSET if seat is None else tuple(state.dice[seat]),
    )


def observe(action: Action, actor: int, viewer: int | None) -> Action:
    """Return the action unchanged: everybody hears it."""
    return action


def clone(state: State) -> State:
    """Copy a state."""
    dice = [list(held) for held in state.dice]
    return State(dice, state.turn, state.round, state.bid, state.bidder, state.out)


def determinize(state: State, seat: int, rng: Random) -> State:
    """Roll the dice of the other seats again (2.1)."""
    sampled = clone(state)
    for other, held in enumerate(state.dice):
        if other != seat:
            sampled.dice[other] = _rolled(rng, len(held))
    return sampled


def default_action(state: State, seat: int) -> Action:
    """Return the lowest bid, or the challenge if no bid is higher."""
    return legal_actions(state, seat)[0]


def reveals_nothing(before: State, seat: int, action: Action, after: State) -> bool:
    """Return whether the action is a bid; a challenge shows all dice (2.4)."""
    return isinstance(action, Bid)
