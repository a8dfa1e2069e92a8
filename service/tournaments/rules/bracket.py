"""Lay out the bracket of a knock-out stage: the matches of each round, and where their entrants came from.

Before the first round, it has the matches of that round with the sources of their entrants (`bracket_ahead`).
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from service.tournaments.rules import types
from service.tournaments.rules.bracket_ahead import FirstMatches, first_matches, next_knockout
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats.elimination import seeded_order
from service.tournaments.rules.match_order import count_advancing, match_order
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.points import match_points
from service.tournaments.rules.series import is_sequential
from service.tournaments.rules.state import Round, Tournament


class NoBracket(Exception):
    """The stage is not a knock-out."""


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
    score: int | UnsetType = UNSET
    """The games won, in sixtieths, in a match whose games follow one another."""


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
    fixed: bool
    """Whether winners of neighbouring matches meet. Matches are then in the order of the bracket, from the top."""
    ahead: FirstMatches = ()
    """The matches of the first round, until it is paired."""


PAIR = 2


def bracket(tournament: Tournament, stage: int | UnsetType = UNSET) -> Bracket:
    """Return the bracket of a stage (from 0; default: the current knock-out, or the next one); raises NoBracket."""
    number = next_knockout(tournament) if stage is UNSET else stage
    if number is None or not traits_of(tournament.plan.stages[number]).is_knockout:
        raise NoBracket
    if not tournament.rounds_of(number):
        return Bracket(number, (), _is_fixed(tournament, number), first_matches(tournament, number))
    origin: dict[int, tuple[int, int]] = {}
    lost: set[int] = set()
    rounds = []
    for played in tournament.rounds_of(number):
        rounds.append(tuple(_matches(tournament, played, origin, lost)))
        slots = [(match, slot) for match in rounds[-1] for slot in match.slots]
        origin.update({slot.entrant: (match.round, match.table) for match, slot in slots})
        lost.update(slot.entrant for _, slot in slots if slot.place and not slot.advances)
    if not _is_fixed(tournament, number):
        return Bracket(number, tuple(rounds), fixed=False)
    rank = ranks(tournament, number)
    ordered = (sorted(each, key=lambda match: min(rank[slot.entrant] for slot in match.slots)) for each in rounds)
    return Bracket(number, tuple(tuple(each) for each in ordered), fixed=True)


def _is_fixed(tournament: Tournament, number: int) -> bool:
    """Whether winners of neighbouring matches meet: in a single knock-out of pairs without manual pairings."""
    stage = tournament.plan.stages[number]
    seated = any(each.manual for each in tournament.rounds_of(number))
    return traits_of(stage).lives == 1 and stage.table_size == PAIR and not seated


def ranks(tournament: Tournament, number: int) -> Mapping[int, int]:
    """Return the vertical rank of each entrant of a stage: its bracket position in pairs, else its seeding."""
    seeding = tournament.stages[number][0]
    if tournament.plan.stages[number].table_size != PAIR:
        return {each: rank for rank, each in enumerate(seeding)}
    order = seeded_order(1 << max(0, len(seeding) - 1).bit_length())
    return {seeding[seed]: rank for rank, seed in enumerate(order) if seed < len(seeding)}


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
    points = table.of_teams.board_points if table.of_teams else match_points(tournament.plan, table)
    winners = count_advancing(tournament, played, table)
    scores: Sequence[int | UnsetType] = table.score if is_sequential(table.series) else (UNSET,) * len(points)
    return tuple(
        Slot(
            each,
            *origin.get(each, (0, 0)),
            places.get(each, 0),
            own,
            advances=0 < places.get(each, 0) <= winners,
            score=score,
        )
        for each, own, score in zip(table.entrants, points, scores, strict=True)
    )
