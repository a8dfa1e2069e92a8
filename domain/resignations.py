"""End games by resignations, and rank seats that have resigned or forfeited behind all others.

The rules do not know about resignations: such a seat plays on, and the score sheet does not change. Once only one seat
or team is left, the game ends, and the points count as they stand. If every seat has resigned or forfeited, no seat has
won: all share the last rank. A cooperative game is lost once only one seat is left.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from domain.ruleset import AnyRuleset, EndedBy, Outcome, ResignationReason, SeatOutcome


class Resignation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that has resigned or forfeited."""

    seat: Annotated[int, Meta(ge=0)]
    reason: ResignationReason
    """Either the seat forfeited by time, or its player resigned."""


def outcome_of(
    ruleset: AnyRuleset,
    state: Any,
    seats: int,
    resigned: Sequence[Resignation],
    teams: Sequence[str] = (),
    *,
    decided: bool,
) -> Outcome | None:
    """Return the outcome of a game in which seats have resigned, given in order; None while the game runs.

    `teams` has the team of each seat, or nothing. The rules end a game, or resignations that have `decided` it.
    """
    ended = ruleset.outcome(state)
    if ended is not None:
        return placed(ended, resigned)
    if not decided:
        return None
    ended = placed(_standing(ruleset, state, teams or [UNSET] * seats), resigned)
    return replace(_lost(ended) if ruleset.is_cooperative else ended, ended_by=cause_of(resigned))


def cause_of(resigned: Sequence[Resignation]) -> EndedBy:
    """Return what ended a game in which seats have resigned, given in order: the last of them."""
    return "forfeit" if resigned[-1].reason == "forfeit" else "resignation"


def _standing(ruleset: AnyRuleset, state: Any, teams: Sequence[str | UnsetType]) -> Outcome:
    """Return the outcome as if the game ended now; without points if the ruleset does not know them."""
    if ruleset.standing is not None:
        return ruleset.standing(state)
    return Outcome(tuple(SeatOutcome(seat, 1, 0, (), team=team) for seat, team in enumerate(teams)))


def placed(outcome: Outcome, resigned: Sequence[Resignation]) -> Outcome:
    """Return an outcome with the resigned seats, given in order, ranked behind all others.

    The other seats keep their ranks among themselves. A later resignation ranks higher; resigned seats never share a
    rank, unless no other seat is left.
    """
    if len(resigned) == len(outcome.seats):
        return _without_winner(outcome, resigned)
    reasons = {each.seat: each.reason for each in resigned}
    remaining = [each.rank for each in outcome.seats if each.seat not in reasons]
    ranks = {each.seat: len(outcome.seats) - place for place, each in enumerate(resigned)}
    return Outcome(
        tuple(
            replace(each, rank=ranks[each.seat], reason=reasons[each.seat], result="lost" if each.result else UNSET)
            if each.seat in reasons
            else replace(each, rank=1 + sum(rank < each.rank for rank in remaining))
            for each in outcome.seats
        )
    )


def _without_winner(outcome: Outcome, resigned: Sequence[Resignation]) -> Outcome:
    """Return an outcome in which all seats share the last rank."""
    reasons, last = {each.seat: each.reason for each in resigned}, len(outcome.seats)
    return Outcome(tuple(replace(each, rank=last, reason=reasons[each.seat], result=UNSET) for each in outcome.seats))


def _lost(outcome: Outcome) -> Outcome:
    """Return an outcome in which no seat has won; ranks and points stay."""
    return Outcome(tuple(replace(each, result="lost") for each in outcome.seats))
