"""Brackets of two at a table: who comes from where, and what of it is to be played next.

A bracket is a list of matches, each with two sources; it is played level by level. Whoever has no opponent, since a
place was never filled or the opponent has withdrawn, goes on without a match. What was seated counts: a result that is
corrected after the next round was seated seats nobody again.

The tables and byes of a round that the organiser seats take the places of those that would have been drawn: each the
place of one who is there, if it is free, else the first free one of its bracket. Who sits out of such a round is out.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from service.tournament.formats.seating import seat
from service.tournament.match_order import match_order
from service.tournament.pairing_types import Bracket, DrawnTable, RoundPairing
from service.tournament.state import MatchTable, Round, Tournament


class Source(NamedTuple):
    """Where an entrant of a match comes from."""

    of: Literal["seed", "winner", "loser"]
    at: int
    """Of the seeding, or of a match in the bracket; from 0."""


class Match(NamedTuple):
    """A place of the bracket where two meet."""

    level: int
    """Matches of one level are played at the same time; they are listed by level."""
    sources: tuple[Source, Source]
    bracket: Bracket = ""
    repeats: int | None = None
    """A match of the same two that this one repeats, if the second of them has won it."""


Pair = tuple[int | None, int | None]
"""Two entrants of a match, or its winner and its loser; None where there is nobody."""
Pairs = dict[int, Pair]
"""By match."""


def seeded_order(size: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom, so that the best meet the latest; the size is a power of two.

    >>> seeded_order(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


class Level(NamedTuple):
    """Matches that are played at the same time, and who meets in them."""

    matches: Mapping[int, Match]
    pairs: Pairs


def next_round(tournament: Tournament, bracket: Iterable[Match]) -> RoundPairing | None:
    """Draw the tables of the first level that is still to be played; None once all are."""
    level = next_level(tournament, bracket)
    return _drawn(tournament, level) if level else None


def next_level(tournament: Tournament, bracket: Iterable[Match]) -> Level | None:
    """Return the first level that is still to be played; None once all are."""
    results: Pairs = {}
    rounds = tournament.stage_rounds
    for _, level in groupby(enumerate(bracket), key=lambda numbered: numbered[1].level):
        matches = {index: match for index, match in level if _is_due(match, results)}
        pairs = _pairs(tournament, matches, results, rounds)
        if not any(None not in pair for pair in pairs.values()):
            results.update({index: _walkover(pair) for index, pair in pairs.items()})
        elif rounds:
            results.update(_results(tournament, Level(matches, pairs), rounds[0]))
            rounds = rounds[1:]
        else:
            return Level(matches, pairs)
    return None


def _is_due(match: Match, results: Pairs) -> bool:
    """Whether a match is played: one that repeats another, only if the second of its entrants has won that."""
    if match.repeats is None:
        return True
    winner = results[match.repeats][0]
    return winner is not None and winner != results[match.sources[0].at][0]


def _pairs(tournament: Tournament, matches: Mapping[int, Match], results: Pairs, rounds: Sequence[Round]) -> Pairs:
    """Return who meets in each match, without those who were gone by then: these are in none of these rounds.

    Nobody has two places: a corrected result may have made an entrant the winner of one match and the loser of another.
    """
    present = tournament.present(range(len(tournament.entrants)))
    before = tournament.stage_rounds[: -len(rounds) or None]
    out: set[int | None] = {each for played in before for each in played.sitting_out}
    here: set[int | None] = {*present, *(each for played in rounds for each in _named(played))}
    here -= out
    entrants = tournament.stages[-1][0]
    pairs: Pairs = {}
    for index, match in matches.items():
        one, other = (_occupant(source, results, entrants) for source in match.sources)
        pairs[index] = (one if one in here else None, other if other in here and other != one else None)
        here -= {one, other}
    return pairs


def _named(played: Round) -> list[int]:
    return [*(each for table in played.tables for each in table.entrants), *played.byes, *played.sitting_out]


def _occupant(source: Source, results: Pairs, entrants: Sequence[int]) -> int | None:
    if source.of == "seed":
        return entrants[source.at] if source.at < len(entrants) else None
    return results[source.at][source.of == "loser"]


def _walkover(pair: Pair) -> Pair:
    """Return who goes on from a match that is not played; nobody goes on as its loser."""
    return (pair[0] if pair[0] is not None else pair[1]), None


def _results(tournament: Tournament, level: Level, played: Round) -> Pairs:
    """Return the winner and the loser of each match of a level; of a bye there is no loser."""
    results: Pairs = dict.fromkeys(level.pairs, (None, None))
    for index, unit in _places(level, played).items():
        if isinstance(unit, MatchTable):
            winner, loser, *_ = match_order(tournament, unit)
            results[index] = (None, None) if unit.is_lost_by_all else (winner, loser)
        else:
            results[index] = (unit, None)
    return results


Unit = MatchTable | int
"""A table, or an entrant with a bye."""


def _places(level: Level, played: Round) -> dict[int, Unit]:
    """Give each table, and then each bye, the place of a match."""
    units: list[Unit] = [*played.tables, *played.byes]
    found: dict[int, Unit] = {}
    for index, pair in level.pairs.items():
        unit = next((each for each in units if set(_entrants(each)).intersection(pair)), None)
        if unit is not None:
            found[index] = unit
            units.remove(unit)
    for unit in units:
        free = [index for index in level.pairs if index not in found and _may_take(level, index, unit)]
        found.update(dict.fromkeys(free[:1], unit))
    return found


def _may_take(level: Level, index: int, unit: Unit) -> bool:
    """Whether a place is in the bracket of a table, or of an entrant with a bye whose bracket is known."""
    bracket = level.matches[index].bracket
    if isinstance(unit, MatchTable):
        return unit.seating.bracket == bracket
    return all(level.matches[at].bracket == bracket for at, pair in level.pairs.items() if unit in pair)


def bracket_of(level: Level, entrant: int) -> Bracket:
    """Return the bracket in which an entrant of a level has a place."""
    return next(level.matches[index].bracket for index, pair in level.pairs.items() if entrant in pair)


def _entrants(unit: Unit) -> tuple[int, ...]:
    return unit.entrants if isinstance(unit, MatchTable) else (unit,)


def _drawn(tournament: Tournament, level: Level) -> RoundPairing:
    meeting = {index: [each for each in pair if each is not None] for index, pair in level.pairs.items()}
    full = [index for index, pair in meeting.items() if len(pair) == 2]
    orders = seat(tournament, [meeting[index] for index in full])
    tables = [DrawnTable(order, 0, level.matches[index].bracket) for index, order in zip(full, orders, strict=True)]
    return RoundPairing(tuple(tables), tuple(pair[0] for pair in meeting.values() if len(pair) == 1))
