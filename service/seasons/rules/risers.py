"""Say who rises and falls between neighbouring divisions.

At each border the same number of players rises and falls: `risers`, but at most half of the smaller division. Players
who share places on both sides of a border are undecided. Where teams meet, the players of the tables are teams.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from service.seasons.rules.season import Outcome, SeasonEntrant
from service.seasons.rules.tables import Result, Row, SeasonPlayer

STEPS: Mapping[Outcome, int] = {"rises": -1, "stays": 0, "falls": 1}


class Undecided(Exception):
    """A player at a border has no division; the error has its row."""

    def __init__(self, row: Row) -> None:
        super().__init__("a player is undecided")
        self.row = row


def outcomes(tables: Sequence[Sequence[Row]], risers: int) -> list[list[Outcome]]:
    """Return for each row of each table, highest division first, whether its player rises, stays or falls."""
    found: list[list[Outcome]] = [["stays"] * len(rows) for rows in tables]
    for upper, (above, below) in enumerate(pairwise(tables)):
        moving = min(risers, len(above) // 2, len(below) // 2)
        _mark(found[upper], above, range(len(above) - moving, len(above)), len(above) - moving, "falls")
        _mark(found[upper + 1], below, range(moving), moving, "rises")
    return found


def _mark(found: list[Outcome], rows: Sequence[Row], moving: range, border: int, outcome: Outcome) -> None:
    """Mark the players who move over a border, which lies before a row, and those who share a place across it."""
    for number in moving:
        found[number] = outcome if found[number] == "stays" else found[number]
    if moving and rows[border - 1].place == rows[border].place:
        for number, row in enumerate(rows):
            found[number] = "undecided" if row.place == rows[border].place else found[number]


def next_divisions(
    tables: Sequence[Sequence[Row]], risers: int, changes: Mapping[SeasonEntrant, int]
) -> list[list[SeasonEntrant]]:
    """Return the players by division of the next season, each once and in the order of the tables.

    `changes` has the divisions of players whom the organiser moves. Raises Undecided.
    """
    divisions: list[list[SeasonEntrant]] = [[] for _ in tables]
    placed: set[SeasonPlayer] = set()
    for number, (rows, found) in enumerate(zip(tables, outcomes(tables, risers), strict=True)):
        for row, outcome in zip(rows, found, strict=True):
            if row.player not in placed:
                divisions[_division_of(row, number, outcome, changes)].append(latest_of(row))
                placed.add(row.player)
    return divisions


def entrants_of(row: Row) -> list[SeasonEntrant]:
    """Return the entrants of a player in the tournaments of a table; the members of a team."""
    return [entrant for each in row.results for entrant in entrants_in(each.result)]


def entrants_in(result: Result) -> list[SeasonEntrant]:
    """Return the entrant of a result, or the members of its team."""
    members = [each.entrant for each in result.members] or [result.entrant]
    return [SeasonEntrant(result.tournament, each) for each in members]


def latest_of(row: Row) -> SeasonEntrant:
    """Return the entrant who stands for a player in its latest tournament; for a team, its first member."""
    latest = row.results[-1].result
    return SeasonEntrant(latest.tournament, latest.entrant)


def _division_of(row: Row, division: int, outcome: Outcome, changes: Mapping[SeasonEntrant, int]) -> int:
    changed = next((changes[each] for each in entrants_of(row) if each in changes), None)
    if changed is not None:
        return changed
    if outcome == "undecided":
        raise Undecided(row)
    return division + STEPS[outcome]
