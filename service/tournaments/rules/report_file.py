"""Write the report file that other pairing programs read: TRF26 of FIDE, also readable as TRF16.

Lines have fixed columns, counted from 1. A match is one game in the file: a win, a draw or a loss by its points. Wins,
draws and losses are worth 1, 0.5 and 0. A bye is worth its share of a win. Line 162 (`P`) states this share, and so
does `BBU` for bbpPairings before version 6. White is the entrant who moves first in the first game of a match.

Lines that a program needs to pair the next round:

- The number of rounds: lines 142 and `XXR`.
- The initial colour: lines 152 and `XXC`. It is the colour of the highest seed paired in the first round. Before that
  round it is white.
- Absences: `Z` in the column of the coming round for all withdrawn entrants.
- Points of late entrants: `F` and `H` in the missed rounds, as near as possible to the entrant's initial points.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from service.texts import one_line
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.plan import SIXTIETHS, Plan
from service.tournaments.rules.points import match_points
from service.tournaments.rules.series import counted_games, series_of
from service.tournaments.rules.standings import standings
from service.tournaments.rules.state import Round, Tournament

NAME = 33
RATING = 9999
HIGHEST_BYE = Fraction(999, 10)
ABSENT, HALF, FULL, BYE = "Z", "H", "F", "U"
UNPAIRED = "0000 - "


class NotSwissPairs(Exception):
    """The report file cannot hold this stage: it is not a Swiss at tables of two, or has not started."""


def to_trf(tournament: Tournament, stage: int = 0, group: int = 0) -> str:
    """Return a group of a Swiss at tables of two as a Tournament Report File; raises NotSwissPairs.

    Starting rank numbers follow the seeding.
    """
    if not 0 <= stage < len(tournament.stages) or not 0 <= group < len(tournament.stages[stage]):
        raise NotSwissPairs
    plan, entrants = tournament.plan.stages[stage], tournament.stages[stage][group]
    if plan.format != "swiss" or plan.table_size != 2:
        raise NotSwissPairs
    colour, bye = _initial_colour(tournament, stage, group), _tenths(_bye_worth(tournament.plan))
    rated = sum(_rating(tournament, each) > 0 for each in entrants)
    lines = [
        f"012 {one_line(tournament.plan.name)}",
        f"062 {len(entrants)}",
        f"072 {rated}",
        "092 Individual: Swiss-System",
        f"142 {plan.rounds}",
        f"152 {'W' if colour == 'white' else 'B'}",
        f"162  W{'1.0':>4}    D{'0.5':>4}    P{bye:>4}",
        f"XXR {plan.rounds}",
        f"XXC {colour}1",
        f"BBU {bye:>4}",
        *_players(tournament, stage, group),
    ]
    return "".join(f"{line}\r\n" for line in lines)


def _initial_colour(tournament: Tournament, stage: int, group: int) -> str:
    """Return the colour of the highest seed that was paired in the first round of a stage."""
    first = next(iter(tournament.rounds_of(stage)), None)
    tables = [each.entrants for each in first.tables] if first else []
    for entrant in tournament.stages[stage][group]:
        for table in tables:
            if entrant in table:
                return "white" if table[0] == entrant else "black"
    return "white"


def _players(tournament: Tournament, stage: int, group: int) -> Iterator[str]:
    numbers = {each: number for number, each in enumerate(tournament.stages[stage][group], 1)}
    places = {each.entrant: at for at, each in enumerate(standings(tournament, stage, group), 1)}
    for entrant, number in numbers.items():
        results = _results(tournament, stage, entrant, numbers)
        points = sum((_worth(tournament.plan, result[-1]) for result in results), Fraction(0))
        rating = _rating(tournament, entrant) or ""
        name = one_line(tournament.entrants[entrant].name)[:NAME]
        player = f"001 {number:4}      {name:<{NAME}} {rating:4}"
        yield f"{player:<80}{_tenths(points):>4} {places[entrant]:4}  {'  '.join(results)}".rstrip()


def _results(tournament: Tournament, stage: int, entrant: int, numbers: Mapping[int, int]) -> list[str]:
    """Return the ten columns of each round: opponent, colour and result."""
    rounds = tournament.rounds_of(stage)
    found = [_in_round(tournament, each, entrant, numbers) for each in rounds]
    missed = next((at for at, each in enumerate(found) if each is not None), len(found))
    late = _late(tournament, entrant, missed) if stage == 0 else ""
    marks = [each or f"{UNPAIRED}{late[at : at + 1] or ABSENT}" for at, each in enumerate(found)]
    is_going_on = stage == tournament.stage_index and len(rounds) < tournament.plan.stages[stage].rounds
    if is_going_on and tournament.entrants[entrant].withdrawn:
        marks.append(UNPAIRED + ABSENT)
    return marks


def _in_round(tournament: Tournament, played: Round, entrant: int, numbers: Mapping[int, int]) -> str | None:
    """Return the columns of a round, or None for an entrant with neither a table nor a bye."""
    if entrant in played.byes:
        return UNPAIRED + BYE
    table = next((each for each in played.tables if entrant in each.entrants), None)
    if table is None:
        return UNPAIRED + ABSENT if entrant in played.sitting_out else None
    at = table.entrants.index(entrant)
    return f"{numbers[table.entrants[1 - at]]:4} {'wb'[at]} {_outcome(tournament, table)[at]}"


def _late(tournament: Tournament, entrant: int, missed: int) -> str:
    """Return the marks of the rounds that a late entrant missed, worth about its initial points."""
    plan = tournament.plan
    win = max(1, plan.points[2][0]) * counted_games(series_of(plan, 0)) * SIXTIETHS
    halves = min(2 * missed, round(Fraction(2 * tournament.entrants[entrant].late_points, win)))
    return (FULL * (halves // 2) + HALF * (halves % 2)).ljust(missed, ABSENT)


def _outcome(tournament: Tournament, table: MatchTable) -> Sequence[str]:
    """Return the marks of a match, blank until it is closed."""
    if not table.is_closed:
        return "  "
    if table.is_lost_by_all:
        return "00"
    white, black = match_points(tournament.plan, table)
    return "==" if white == black else "10" if white > black else "01"


def _worth(plan: Plan, mark: str) -> Fraction:
    if mark == BYE:
        return Fraction(_tenths(_bye_worth(plan)))
    return {"1": Fraction(1), FULL: Fraction(1), "=": Fraction(1, 2), HALF: Fraction(1, 2)}.get(mark, Fraction(0))


def _bye_worth(plan: Plan) -> Fraction:
    """Return the value of a bye on a scale of 0 for a loss and 1 for a win."""
    win, loss = plan.points[2]
    share = Fraction(plan.bye_points - loss, win - loss) if win > loss else Fraction(plan.bye_points, max(1, win))
    return min(HIGHEST_BYE, max(Fraction(0), share))


def _tenths(points: Fraction) -> str:
    return f"{float(round(points * 10) / 10):.1f}"


def _rating(tournament: Tournament, entrant: int) -> int:
    """Return a rating of at most four digits; 0 if there is none."""
    rating = tournament.entrants[entrant].entered.rating
    return rating if 0 < rating <= RATING else 0
