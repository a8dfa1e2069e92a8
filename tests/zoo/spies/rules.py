"""The rules of Spies; numbers in brackets are paragraphs of `RULES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from msgspec import UNSET

from domain.chance import below, pick
from domain.dice import random_for
from domain.ruleset import Emit, Outcome, Rejection, ScoreRow, SeatOutcome
from tests.zoo.spies import wire
from tests.zoo.spies.wire import ConcealedVote, Options, SealVote, View

NO_VOTE = -1


@dataclass
class State:
    """The true state of the game."""

    spy: int
    in_play: list[bool]
    votes: list[int]
    """The secret vote of each seat, or NO_VOTE."""
    rounds_left: int = wire.ROUNDS


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why a game cannot start, or None (1.1)."""
    return None if wire.MIN_SEATS <= seats <= wire.MAX_SEATS else wire.BAD_PLAYER_COUNT(seats=seats)


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Choose the spy (1.2)."""
    state = State(below(random_for(rng, "spy"), seats), [True] * seats, [NO_VOTE] * seats)
    for seat in range(seats) if emit else ():
        emit(wire.RoleDealt(seat, role(state, seat)), (seat,))
    return state


def role(state: State, seat: int) -> str:
    """Return the role of a seat (1.2)."""
    return "spy" if seat == state.spy else "agent"


def is_over(state: State) -> bool:
    """Whether the game has ended (3.1)."""
    return not (state.in_play[state.spy] and sum(state.in_play) > 2 and state.rounds_left)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats in play that have not voted (2.1, 3.1)."""
    if is_over(state):
        return ()
    return tuple(seat for seat, vote in enumerate(state.votes) if state.in_play[seat] and vote == NO_VOTE)


def targets(state: State, seat: int) -> list[int]:
    """List the other seats in play (2.1)."""
    return [other for other, plays in enumerate(state.in_play) if plays and other != seat]


def legal_actions(state: State, seat: int) -> Sequence[SealVote]:
    """List the votes for other seats in play (2.1)."""
    return [SealVote(other) for other in targets(state, seat)] if seat in to_act(state) else ()


def reject(state: State, seat: int, action: SealVote) -> Rejection | None:
    """Return why an action is not legal, or None."""
    if not 0 <= action.target < wire.MAX_SEATS:
        return wire.MALFORMED_ACTION(fault="no such seat", malformed=True)
    if is_over(state):
        return wire.GAME_OVER()
    if seat not in to_act(state):
        return wire.NO_VOTE()
    return None if action.target in targets(state, seat) else wire.NO_TARGET(target=action.target)


def apply(state: State, seat: int, action: SealVote, rng: Random, emit: Emit | None = None) -> None:
    """Seal a vote; after the last one, the seat with the most votes leaves (2.1, 2.2)."""
    state.votes[seat] = action.target
    if to_act(state):
        return
    for voter, target in enumerate(state.votes) if emit else ():
        if target != NO_VOTE:
            emit(wire.VoteShown(voter, target), None)
    counts = [state.votes.count(each) for each in range(len(state.votes))]
    state.votes, state.rounds_left = [NO_VOTE] * len(counts), state.rounds_left - 1
    if counts.count(max(counts)) == 1:
        leaving = counts.index(max(counts))
        state.in_play[leaving] = False
        if emit:
            emit(wire.SeatLeft(leaving, role(state, leaving)), None)


def outcome(state: State) -> Outcome | None:
    """Let the team win whose aim is reached; the teams are secret until now (3.1, 3.2)."""
    if not is_over(state):
        return None
    won = [(seat == state.spy) == state.in_play[state.spy] for seat in range(len(state.in_play))]
    return Outcome(tuple(_seat_outcome(state, seat, won) for seat in range(len(won))))


def _seat_outcome(state: State, seat: int, won: list[bool]) -> SeatOutcome:
    rank, total = 1 if won[seat] else 1 + sum(won), int(won[seat])
    team = "spies" if seat == state.spy else "agents"
    return SeatOutcome(seat, rank, total, (ScoreRow("mission", "3.2", total),), team=team)


def view(state: State, seat: int | None) -> View:
    """Return what everybody sees, and the viewer's own role and vote (1.2, 2.1)."""
    known = [is_over(state) or other == seat or not plays for other, plays in enumerate(state.in_play)]
    return View(
        rounds_left=state.rounds_left,
        in_play=tuple(state.in_play),
        roles=tuple(role(state, other) if shown else "unknown" for other, shown in enumerate(known)),
        has_voted=tuple(vote != NO_VOTE for vote in state.votes),
        decision_kind="seal_vote" if to_act(state) and (seat is None or seat in to_act(state)) else UNSET,
        own_vote=UNSET if seat is None or state.votes[seat] == NO_VOTE else state.votes[seat],
    )


def observe(action: SealVote, actor: int, viewer: int | None) -> SealVote | ConcealedVote:
    """Return the vote for its seat, and only that there is one for others (2.1)."""
    return action if viewer == actor else ConcealedVote()


def clone(state: State) -> State:
    """Copy a state."""
    return replace(state, in_play=list(state.in_play), votes=list(state.votes))


def determinize(state: State, seat: int, rng: Random) -> State:
    """Sample the spy, unless the seat knows it, and the secret votes of the other seats (1.2, 2.1)."""
    sampled = clone(state)
    if seat != state.spy and not is_over(state):
        sampled.spy = pick(rng, targets(state, seat))
    for other, vote in enumerate(state.votes):
        if vote != NO_VOTE and other != seat:
            sampled.votes[other] = pick(rng, targets(state, other))
    return sampled


def default_action(state: State, seat: int) -> SealVote:
    """Return a vote for the next seat in play."""
    others = targets(state, seat)
    return SealVote(next((each for each in others if each > seat), others[0]))
