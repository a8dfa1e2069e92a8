"""Seats that have given a game up: they end behind all others, whatever they have scored.

The rules know nothing of it: they play such a seat on, and their score sheet stays as it is.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from domain.ruleset import Outcome

GivingUp = Literal["forfeit", "resigned"]


class GivenUp(msgspec.Struct, frozen=True):
    """A seat that has given the game up."""

    seat: Annotated[int, Meta(ge=0)]
    reason: GivingUp
    """Its time was up where that forfeits the game, or its player has resigned."""


def placed(outcome: Outcome, resigned: Sequence[GivenUp]) -> Outcome:
    """Return an outcome with the seats that have given up, in that order, behind all who have not.

    Those who have not are placed among themselves as the rules say. Whoever gave up later is placed before whoever did
    so earlier, and no two of them share a place.
    """
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
