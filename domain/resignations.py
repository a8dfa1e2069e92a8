"""Rank seats that have resigned or forfeited behind all others, regardless of their scores.

The rules do not know about resignations: such a seat plays on, and the score sheet does not change. If every seat has
resigned or forfeited, no seat has won: all share the last rank.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from domain.ruleset import Outcome

ResignationReason = Literal["forfeit", "resigned"]


class Resignation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that has resigned or forfeited."""

    seat: Annotated[int, Meta(ge=0)]
    reason: ResignationReason
    """Either the seat forfeited by time, or its player resigned."""


def placed(outcome: Outcome, resigned: Sequence[Resignation]) -> Outcome:
    """Return an outcome with the resigned seats, given in order, ranked behind all others.

    The other seats keep their ranks among themselves. A later resignation ranks higher; resigned seats never share a
    rank, unless no other seat is left.
    """
    if len(resigned) == len(outcome.seats):
        return _without_winner(outcome, resigned)
    reasons = {each.seat: each.reason for each in resigned}
    kept = [each.rank for each in outcome.seats if each.seat not in reasons]
    ranks = {each.seat: len(outcome.seats) - place for place, each in enumerate(resigned)}
    return Outcome(
        tuple(
            replace(each, rank=ranks[each.seat], reason=reasons[each.seat])
            if each.seat in reasons
            else replace(each, rank=1 + sum(rank < each.rank for rank in kept))
            for each in outcome.seats
        )
    )


def _without_winner(outcome: Outcome, resigned: Sequence[Resignation]) -> Outcome:
    """Return an outcome in which all seats share the last rank."""
    reasons, last = {each.seat: each.reason for each in resigned}, len(outcome.seats)
    return Outcome(tuple(replace(each, rank=last, reason=reasons[each.seat]) for each in outcome.seats))
