"""Pair brackets of two at a table, level by level.

A bracket is a list of matches, each with two sources. An entrant without an opponent advances without a match: the
place was never filled, or the opponent has withdrawn. A result that is corrected after the next round was paired does
not change that round.

Manual tables and byes take the places of automatic ones. Each takes a place of one of its entrants if it is free, else
the first free place in its bracket. An entrant who sits out is eliminated.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from service.tournaments.rules.formats.seating import seat
from service.tournaments.rules.match_order import match_order
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.pairing_types import DrawnTable, RoundPairing
from service.tournaments.rules.state import Round, Tournament
from service.tournaments.rules.types import Bracket


class Source(NamedTuple):
    """The origin of an entrant in a match."""

    of: Literal["seed", "winner", "loser"]
    at: int
    """Index of a seed, or of a match in the bracket."""


class Match(NamedTuple):
    """A place in the bracket where two entrants meet."""

    level: int
    """Matches of one level are played at the same time; matches are listed by level."""
    sources: tuple[Source, Source]
    bracket: Bracket = ""
    repeats: int | None = None
    """The match of the same entrants that this one repeats, if the second entrant won it."""


Pair = tuple[int | None, int | None]
"""The entrants of a match, or its winner and loser; None for an empty place."""
Pairs = dict[int, Pair]
"""Pairs by match index."""


def seeded_order(size: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom, so that the best meet last; the size is a power of two.

    >>> seeded_order(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


class Level(NamedTuple):
    """Matches that are played at the same time, and their entrants."""

    matches: Mapping[int, Match]
    pairs: Pairs


def next_round(tournament: Tournament, bracket: Iterable[Match]) -> RoundPairing | None:
    """Return the pairing of the first level that has not been played, or None."""
    level = next_level(tournament, bracket)
    return _drawn(tournament, level) if level else None


def next_level(tournament: Tournament, bracket: Iterable[Match]) -> Level | None:
    """Return the first level that has not been played, or None."""
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
    """Whether a match is played; a repeat is played only if the second entrant won the first match."""
    if match.repeats is None:
        return True
    winner = results[match.repeats][0]
    return winner is not None and winner != results[match.sources[0].at][0]


def _pairs(tournament: Tournament, matches: Mapping[int, Match], results: Pairs, rounds: Sequence[Round]) -> Pairs:
    """Return the entrants of each match, without those who withdrew before and are in none of these rounds.

    No entrant has two places: a corrected result can make an entrant the winner of one match and the loser of another.
    """
    present = tournament.all_present
    before = tournament.stage_rounds[: -len(rounds) or None]
    out: set[int | None] = {each for played in before for each in played.sitting_out}
    available: set[int | None] = {*present, *(each for played in rounds for each in _named(played))}
    available -= out
    entrants = tournament.stages[-1][0]
    pairs: Pairs = {}
    for index, match in matches.items():
        one, other = (_occupant(source, results, entrants) for source in match.sources)
        pairs[index] = (one if one in available else None, other if other in available and other != one else None)
        available -= {one, other}
    return pairs


def _named(played: Round) -> list[int]:
    return [*(each for table in played.tables for each in table.entrants), *played.byes, *played.sitting_out]


def _occupant(source: Source, results: Pairs, entrants: Sequence[int]) -> int | None:
    if source.of == "seed":
        return entrants[source.at] if source.at < len(entrants) else None
    return results[source.at][source.of == "loser"]


def _walkover(pair: Pair) -> Pair:
    """Return the winner of a match that is not played; it has no loser."""
    return (pair[0] if pair[0] is not None else pair[1]), None


def _results(tournament: Tournament, level: Level, played: Round) -> Pairs:
    """Return the winner and the loser of each match of a level; a bye has no loser."""
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
    """Assign each table, and then each bye, to a match of the level."""
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
    """Whether a match is in the bracket of a table, or of an entrant with a bye whose bracket is known."""
    bracket = level.matches[index].bracket
    if isinstance(unit, MatchTable):
        return unit.seating.bracket == bracket
    return all(level.matches[at].bracket == bracket for at, pair in level.pairs.items() if unit in pair)


def bracket_of(level: Level, entrant: int) -> Bracket:
    """Return the bracket of an entrant of a level."""
    return next(level.matches[index].bracket for index, pair in level.pairs.items() if entrant in pair)


def _entrants(unit: Unit) -> tuple[int, ...]:
    return unit.entrants if isinstance(unit, MatchTable) else (unit,)


def _drawn(tournament: Tournament, level: Level) -> RoundPairing:
    meeting = {index: [each for each in pair if each is not None] for index, pair in level.pairs.items()}
    full = [index for index, pair in meeting.items() if len(pair) == 2]
    orders = seat(tournament, [meeting[index] for index in full])
    tables = [DrawnTable(order, 0, level.matches[index].bracket) for index, order in zip(full, orders, strict=True)]
    return RoundPairing(tuple(tables), tuple(pair[0] for pair in meeting.values() if len(pair) == 1))
