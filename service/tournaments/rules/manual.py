"""Check rounds that the organiser pairs manually: every due entrant must have exactly one place.

Due entrants by format:

- round robin and Swiss: all present entrants of the stage; groups that have finished their schedule need no place
- knock-out: entrants who are still in and play in this round
- arena: none, but any free entrants can be paired

A due entrant is at a table, has a bye, or sits out. An entrant who sits out wins nothing, and is eliminated in a
knock-out.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats.elimination import Level, bracket_of, next_level
from service.tournaments.rules.limits import LEAST_TABLE
from service.tournaments.rules.pairing_types import DrawnTable, RoundPairing
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.team_matches import has_team_matches
from service.tournaments.rules.types import Bracket


class InvalidPairing(Exception):
    """The round cannot be paired like this; `facts` are the values for the braces of the message."""

    def __init__(self, detail: str, **facts: Any) -> None:
        super().__init__(detail.format_map(facts))
        self.detail, self.facts = detail, facts


class Incomplete(InvalidPairing):
    """Some due entrants have no place in the round."""

    def __init__(self, entrants: Sequence[int]) -> None:
        named = ", ".join(map(str, entrants))
        super().__init__(
            "Entrants without a place: {named}. Assign each to a table, a bye, or `sitting_out`.", named=named
        )
        self.entrants = tuple(entrants)


def seated(
    tournament: Tournament, tables: Sequence[Sequence[int]], byes: Sequence[int], sitting_out: Sequence[int]
) -> RoundPairing:
    """Return the pairing of a round with these tables; raises InvalidPairing and Incomplete.

    The tournament must be between rounds.
    """
    if has_team_matches(tournament.plan):
        raise InvalidPairing("Matches of teams are paired automatically. Set line-ups instead.")
    level = _level(tournament)
    due = _due(tournament, level)
    _check_named(due, [*(each for table in tables for each in table), *byes, *sitting_out])
    _check_sizes(tournament, tables)
    if not traits_of(tournament.stage).has_rounds:
        _check_arena(byes, sitting_out)
        return RoundPairing(tuple(DrawnTable(tuple(table)) for table in tables))
    missing = _needed(tournament, due) - {*(each for table in tables for each in table), *byes, *sitting_out}
    if missing:
        raise Incomplete(sorted(missing))
    drawn = tuple(DrawnTable(tuple(table), _group(tournament, table), _bracket(level, table)) for table in tables)
    _check_places(level, drawn, byes)
    return RoundPairing(drawn, tuple(byes), tuple(sitting_out))


def _level(tournament: Tournament) -> Level | None:
    """Return the next level of a bracket of pairs, or None in other formats; raises InvalidPairing after the last."""
    bracket = traits_of(tournament.stage).bracket
    if bracket is None or tournament.stage.table_size > LEAST_TABLE:
        return None
    level = next_level(tournament, bracket(len(tournament.stages[-1][0])))
    if level is None:
        raise InvalidPairing("The stage has no further round.")
    return level


def _due(tournament: Tournament, level: Level | None) -> set[int]:
    if level is not None:
        return {each for pair in level.pairs.values() for each in pair if each is not None}
    return {*traits_of(tournament.stage).due(tournament)}


def _needed(tournament: Tournament, due: set[int]) -> set[int]:
    """Return the due entrants who must have a place: all except groups that have finished their schedule."""
    traits = traits_of(tournament.stage)
    drawn = traits.next_round(tournament) if traits.has_schedule else None
    if drawn is None:
        return due
    groups = tournament.stages[-1]
    playing = {table.group for table in drawn.tables}
    return due.intersection(each for number in playing for each in groups[number])


def _check_named(due: set[int], named: Sequence[int]) -> None:
    """Raise InvalidPairing unless each named entrant is due and named once."""
    for entrant, times in sorted(Counter(named).items()):
        if entrant not in due:
            raise InvalidPairing(
                "Entrant {entrant} is out, has withdrawn, or does not play in this round.", entrant=entrant
            )
        if times > 1:
            raise InvalidPairing("Entrant {entrant} has more than one place in the round.", entrant=entrant)


def _check_sizes(tournament: Tournament, tables: Sequence[Sequence[int]]) -> None:
    most = tournament.stage.table_size
    for table in tables:
        if not LEAST_TABLE <= len(table) <= most or len(table) not in tournament.plan.points:
            raise InvalidPairing(
                "A table has {least} to {most} entrants, not {size}.", least=LEAST_TABLE, most=most, size=len(table)
            )


def _check_arena(byes: Sequence[int], sitting_out: Sequence[int]) -> None:
    if byes or sitting_out:
        raise InvalidPairing(
            "This format has no byes and no `sitting_out`: entrants without a table wait for the next tables."
        )


def _group(tournament: Tournament, table: Sequence[int]) -> int:
    """Return the group of a table; raises InvalidPairing if its entrants are in different groups."""
    groups = {number for number, group in enumerate(tournament.stages[-1]) for each in table if each in group}
    if len(groups) > 1:
        raise InvalidPairing(
            "The entrants {entrants} are in different groups. Each table needs entrants of one group.",
            entrants=", ".join(map(str, table)),
        )
    return groups.pop()


def _bracket(level: Level | None, table: Sequence[int]) -> Bracket:
    """Return the bracket of a table; raises InvalidPairing if its entrants are in different brackets."""
    brackets = {bracket_of(level, each) for each in table} if level else {""}
    if len(brackets) > 1:
        raise InvalidPairing(
            "The entrants {entrants} are in different brackets. Each table needs entrants of one bracket.",
            entrants=", ".join(map(str, table)),
        )
    return brackets.pop()  # type: ignore[return-value]  # "" where there is no level


def _check_places(level: Level | None, drawn: Sequence[DrawnTable], byes: Sequence[int]) -> None:
    """Raise InvalidPairing if more entrants would advance than the next round of a bracket has places."""
    if level is None:
        return
    going = Counter([*(table.bracket for table in drawn), *(bracket_of(level, each) for each in byes)])
    places = Counter(
        level.matches[index].bracket for index, pair in level.pairs.items() if any(each is not None for each in pair)
    )
    for bracket, count in going.items():
        if count > places[bracket]:
            raise InvalidPairing(
                "{count} entrants would advance, but the next round has {places} places. Add tables or remove byes.",
                count=count,
                places=places[bracket],
            )
