"""Brackets of two at a table: who comes from where, and what of it is to be played next.

A bracket is a list of matches, each with two sources; it is played level by level. Whoever has no opponent, since a
place was never filled or the opponent has withdrawn, goes on without a match. What was seated counts: a result that is
corrected after the next round was seated does not seat anybody anew, and the tables of a round that the organiser
seats stand for those that would have been drawn, by who sits there.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from service.tournament.drawn import Bracket, Draw, DrawnTable
from service.tournament.formats.seating import seat
from service.tournament.match_order import match_order
from service.tournament.state import Round, Table, Tournament


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


def first_pairs(entrants: int) -> list[tuple[int, int]]:
    """Return by seed who meets whom first, of so many entrants; without those who have nobody to meet."""
    order = seeded_order(1 << max(0, entrants - 1).bit_length())
    pairs = zip(order[::2], order[1::2], strict=False)
    return [(one, other) for one, other in pairs if max(one, other) < entrants]


def next_round(tournament: Tournament, bracket: Iterable[Match]) -> Draw | None:
    """Draw the tables of the first level that is still to be played; None once all are."""
    results: Pairs = {}
    rounds = tournament.stage_rounds
    for _, level in groupby(enumerate(bracket), key=lambda numbered: numbered[1].level):
        matches = {index: match for index, match in level if _is_due(match, results)}
        pairs = _pairs(tournament, matches, results, rounds)
        if not any(None not in pair for pair in pairs.values()):
            results.update({index: _walkover(pair) for index, pair in pairs.items()})
        elif rounds:
            results.update(_results(tournament, pairs, rounds[0]))
            rounds = rounds[1:]
        else:
            return _drawn(tournament, matches, pairs)
    return None


def _is_due(match: Match, results: Pairs) -> bool:
    """Whether a match is played: one that repeats another, only if the first of its entrants has not won that."""
    return match.repeats is None or results[match.repeats][0] != results[match.sources[0].at][0]


def _pairs(tournament: Tournament, matches: Mapping[int, Match], results: Pairs, rounds: Sequence[Round]) -> Pairs:
    """Return who meets in each match, but for who had withdrawn by then: who has, and is in none of these rounds."""
    later = {each for played in rounds for table in played.tables for each in table.entrants}
    here = later.union(tournament.present(range(len(tournament.entrants))))
    entrants = tournament.stages[-1][0]
    pairs: Pairs = {}
    for index, match in matches.items():
        one, other = (_occupant(source, results, entrants) for source in match.sources)
        pairs[index] = (one if one in here else None, other if other in here else None)
    return pairs


def _occupant(source: Source, results: Pairs, entrants: Sequence[int]) -> int | None:
    if source.of == "seed":
        return entrants[source.at] if source.at < len(entrants) else None
    return results[source.at][source.of == "loser"]


def _walkover(pair: Pair) -> Pair:
    """Return who goes on from a match that is not played; nobody goes on as its loser."""
    return (pair[0] if pair[0] is not None else pair[1]), None


def _results(tournament: Tournament, pairs: Pairs, played: Round) -> Pairs:
    """Return the winner and the loser of each match of a level."""
    tables = _tables(pairs, played)
    results = {index: _walkover(pair) for index, pair in pairs.items()}
    for index, table in tables.items():
        winner, loser, *_ = match_order(tournament, table)
        results[index] = (winner, loser)
    return results


def _tables(pairs: Pairs, played: Round) -> Mapping[int, Table]:
    """Find the table of each match: where one of its two sits, else those that are left, in their order."""
    left = list(played.tables)
    found: dict[int, Table] = {}
    meeting = [index for index, pair in pairs.items() if None not in pair]
    for index in meeting:
        table = next((each for each in left if set(each.entrants) & set(pairs[index])), None)
        if table is not None:
            found[index] = table
            left.remove(table)
    return found | dict(zip((index for index in meeting if index not in found), left, strict=False))


def _drawn(tournament: Tournament, matches: Mapping[int, Match], pairs: Pairs) -> Draw:
    meeting = {index: [each for each in pair if each is not None] for index, pair in pairs.items()}
    full = [index for index, pair in meeting.items() if len(pair) == 2]
    orders = seat(tournament, [meeting[index] for index in full])
    tables = [DrawnTable(order, 0, matches[index].bracket) for index, order in zip(full, orders, strict=True)]
    return Draw(tuple(tables), tuple(pair[0] for pair in meeting.values() if len(pair) == 1))
