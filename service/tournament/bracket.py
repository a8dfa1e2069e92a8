"""The bracket of a knock-out as it has been drawn so far: its matches round by round, and from where each came."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from service.tournament.match_order import match_order, through
from service.tournament.points import match_points
from service.tournament.standings import KNOCKOUTS
from service.tournament.state import MatchTable, Round, Tournament

Part = Literal["", "winners", "losers", "final"]


class NoBracket(Exception):
    """The stage is no knock-out, or has not begun."""


class Slot(msgspec.Struct, frozen=True):
    """An entrant of a match."""

    entrant: int
    from_round: int
    """The last round before in which it had a table or a bye; 0 if this is its first."""
    from_table: int
    """Its table there; 0 of a bye."""
    place: int
    """How it came out, from 1; 0 until the match is closed."""
    points: int
    """What it has won there so far, in sixtieths."""
    advances: bool
    """Whether it is among those who win the match; a bye counts as won."""


class BracketMatch(msgspec.Struct, frozen=True):
    """A match, or a bye: a match of one."""

    round: int
    table: int
    """0 of a bye."""
    part: Part
    """Of a double knock-out, which of its brackets."""
    slots: tuple[Slot, ...]


class Bracket(msgspec.Struct, frozen=True):
    """A stage, by rounds."""

    stage: int
    rounds: tuple[tuple[BracketMatch, ...], ...]


def bracket(tournament: Tournament, stage: int | None = None) -> Bracket:
    """Lay out a knock-out stage (from 0), the last stage that has begun if none is named; raises NoBracket."""
    number = len(tournament.stages) - 1 if stage is None else stage
    if not 0 <= number < len(tournament.stages) or tournament.plan.stages[number].format not in KNOCKOUTS:
        raise NoBracket
    origin: dict[int, tuple[int, int]] = {}
    lost: set[int] = set()
    rounds = []
    for played in (each for each in tournament.rounds if each.stage == number):
        rounds.append(tuple(_matches(tournament, played, origin, lost)))
        slots = [(match, slot) for match in rounds[-1] for slot in match.slots]
        origin.update({slot.entrant: (match.round, match.table) for match, slot in slots})
        lost.update(slot.entrant for _, slot in slots if slot.place and not slot.advances)
    return Bracket(number, tuple(rounds))


def _matches(
    tournament: Tournament, played: Round, origin: dict[int, tuple[int, int]], lost: set[int]
) -> Iterator[BracketMatch]:
    """List the matches of a round, then its byes."""
    for table in played.tables:
        yield BracketMatch(
            played.number, table.number, table.seating.bracket, _slots(tournament, table, played, origin)
        )
    is_double = tournament.plan.stages[played.stage].format == "double_knockout"
    for each in played.byes:
        part: Part = ("losers" if each in lost else "winners") if is_double else ""
        yield BracketMatch(played.number, 0, part, (Slot(each, *origin.get(each, (0, 0)), 1, 0, advances=True),))


def _slots(
    tournament: Tournament, table: MatchTable, played: Round, origin: dict[int, tuple[int, int]]
) -> tuple[Slot, ...]:
    """Return who is at a table, in its order."""
    order = match_order(tournament, table) if table.is_closed else []
    places = {each: place for place, each in enumerate(order, 1)}
    points = match_points(tournament.plan, table)
    winners = through(tournament, played, table)
    return tuple(
        Slot(each, *origin.get(each, (0, 0)), places.get(each, 0), own, advances=0 < places.get(each, 0) <= winners)
        for each, own in zip(table.entrants, points, strict=True)
    )
