"""Let two players meet with half of the seats each: two against two at four seats.

One strong seat of four wins a smaller share than its lead is worth: 191 rating points are 75 % of two and 50 % of four.
Half against half has a fair share of 50 % with every number of seats. Each deal is played with every choice of seats.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

from tests.lab.strength import deals
from tests.lab.strength.playing import Meeting, play_seated


class HalfGame(NamedTuple):
    """The result of one game."""

    won: float
    """The share of the win of the seats of the player under test."""
    lead: float
    """The lead of their mean total over that of the other seats."""


def seatings(seats: int) -> list[tuple[int, ...]]:
    """List the choices of half of the seats. Raises ValueError for an odd number of seats."""
    if seats % 2:
        raise ValueError(f"{seats} seats have no halves")
    return list(combinations(range(seats), seats // 2))


def play_half(meeting: Meeting, deal: int, own: tuple[int, ...]) -> HalfGame:
    """Play a deal with the player under test at some seats, and the opponent at the others."""
    names = [meeting.player if seat in own else meeting.opponent for seat in range(meeting.seats)]
    ranks, totals, _ = play_seated(meeting, names, deal)
    won = sum(ranks[seat] == 1 for seat in own) / ranks.count(1)
    return HalfGame(won, deals.lead(totals, own))


def play_halves(pool: Executor, meeting: Meeting, number: int) -> Iterator[str]:
    """Play this number of deals with every choice of seats; yield the result as a line after each deal."""
    won, leads = [], []
    choices = seatings(meeting.seats)
    for deal in range(number):
        games = list(pool.map(play_half, *zip(*((meeting, deal, own) for own in choices), strict=True)))
        won.append(fmean(each.won for each in games))
        leads.append(fmean(each.lead for each in games))
        yield f"{meeting}, half of the seats each: {deals.line(won, leads)}"
