"""Lay out the bracket of a knock-out stage: the matches of each round, and where their entrants came from."""

from collections.abc import Iterator

import msgspec

from service.tournaments.rules import types
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.match_order import count_advancing, match_order
from service.tournaments.rules.points import match_points
from service.tournaments.rules.state import MatchTable, Round, Tournament


class NoBracket(Exception):
    """The stage is not a knock-out, or has not started."""


class Slot(msgspec.Struct, frozen=True):
    """An entrant in a match."""

    entrant: int
    from_round: int
    """The entrant's previous round with a table or bye; 0 if none."""
    from_table: int
    """The table in that round; 0 for a bye."""
    place: int
    """The place in the match, from 1; 0 until the match is closed."""
    points: int
    """Points won in the match so far, in sixtieths."""
    advances: bool
    """Whether the entrant won the match; a bye counts as won."""


class BracketMatch(msgspec.Struct, frozen=True):
    """A match; a bye is a match with one entrant."""

    round: int
    table: int
    """The number of the table; 0 for a bye."""
    part: types.Bracket
    """The bracket, in a double knock-out; empty otherwise."""
    slots: tuple[Slot, ...]


class Bracket(msgspec.Struct, frozen=True):
    """The rounds of a stage."""

    stage: int
    rounds: tuple[tuple[BracketMatch, ...], ...]


def bracket(tournament: Tournament, stage: int | None = None) -> Bracket:
    """Return the bracket of a stage (from 0; default: the last started one); raises NoBracket."""
    number = tournament.stage_index if stage is None else stage
    if not 0 <= number < len(tournament.stages) or not traits_of(tournament.plan.stages[number]).is_knockout:
        raise NoBracket
    origin: dict[int, tuple[int, int]] = {}
    lost: set[int] = set()
    rounds = []
    for played in tournament.rounds_of(number):
        rounds.append(tuple(_matches(tournament, played, origin, lost)))
        slots = [(match, slot) for match in rounds[-1] for slot in match.slots]
        origin.update({slot.entrant: (match.round, match.table) for match, slot in slots})
        lost.update(slot.entrant for _, slot in slots if slot.place and not slot.advances)
    return Bracket(number, tuple(rounds))


def _matches(
    tournament: Tournament, played: Round, origin: dict[int, tuple[int, int]], lost: set[int]
) -> Iterator[BracketMatch]:
    for table in played.tables:
        yield BracketMatch(
            played.number, table.number, table.seating.bracket, _slots(tournament, table, played, origin)
        )
    is_double = traits_of(tournament.plan.stages[played.stage]).lives > 1
    for each in played.byes:
        part: types.Bracket = ("losers" if each in lost else "winners") if is_double else ""
        yield BracketMatch(played.number, 0, part, (Slot(each, *origin.get(each, (0, 0)), 1, 0, advances=True),))


def _slots(
    tournament: Tournament, table: MatchTable, played: Round, origin: dict[int, tuple[int, int]]
) -> tuple[Slot, ...]:
    order = match_order(tournament, table) if table.is_closed else []
    places = {each: place for place, each in enumerate(order, 1)}
    points = match_points(tournament.plan, table)
    winners = count_advancing(tournament, played, table)
    return tuple(
        Slot(each, *origin.get(each, (0, 0)), places.get(each, 0), own, advances=0 < places.get(each, 0) <= winners)
        for each, own in zip(table.entrants, points, strict=True)
    )
