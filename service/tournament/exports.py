"""Standings for other programs: as CSV, and as the report file that chess federations read."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from service.texts import one_line
from service.tournament.plan import SIXTIETHS
from service.tournament.points import decimal, match_points
from service.tournament.standings import Standing, standings
from service.tournament.state import Round, Table, Tournament
from service.tournament.tie_breaks import tie_breaks_of

PLACES = 4
"""Of the decimals in a table; the JSON of the service has as many."""
BOM = "\ufeff"
"""Without it, spreadsheets read UTF-8 as the code page of the machine."""
_FORMULA = re.compile("(^[\ufffd '\"]*|[,;|][\ufffd '\"]*)([=+\u2212@\uff1d\uff0b\uff0d\uff20-])")
"""A sign with which a formula may begin in the cell of a spreadsheet, and what may stand before it."""
TRF_NAME = 33
TRF_RATING = 9999


class NotSwissPairs(Exception):
    """The report file has no place for it: the stage is no Swiss at tables of two, or has not begun."""


def to_csv(tournament: Tournament, listed: Iterable[Standing]) -> str:
    """Write standings as CSV (RFC 4180) with a line of headings; points as decimal numbers.

    A byte order mark comes first. See `harmless` for texts that a spreadsheet would take for formulas.
    """
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\r\n")
    names = tie_breaks_of(tournament.plan)
    rows.writerow(
        ["place", "entrant", "name", "player", "level", "points", *names, "played", "wins", "byes", "withdrawn"]
    )
    for each in listed:
        entered = tournament.entrants[each.entrant].entered
        rows.writerow(
            [
                *(
                    each.place,
                    each.entrant,
                    harmless(entered.name),
                    harmless(entered.player if entered.player.startswith("pl_") else ""),
                    harmless(entered.level),
                ),
                decimal(Fraction(each.points, SIXTIETHS), PLACES),
                *(decimal(value, PLACES) for value in each.tie_breaks),
                *(each.played, each.wins, each.byes, "yes" if each.withdrawn else "no"),
            ]
        )
    return BOM + written.getvalue()


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, wherever its import splits the line.

    An apostrophe stands before each sign that could begin a formula: at the beginning, and after what may separate
    cells. Characters that an import may drop, such as NUL, hide no sign: they are replaced.
    """
    return _FORMULA.sub(r"\1'\2", one_line(text))


# The report file, TRF16: lines of fixed columns, counted from 1.


def to_trf(tournament: Tournament, stage: int = 0, group: int = 0) -> str:
    """Write a group of a Swiss at tables of two as a Tournament Report File (TRF16); raises NotSwissPairs.

    A match is told as one game: a win, a draw or a loss by its points, and the points are 1, 0.5 and 0. White is who
    begins its first game. The first rank numbers are those of the seeding.
    """
    if not 0 <= stage < len(tournament.stages) or not 0 <= group < len(tournament.stages[stage]):
        raise NotSwissPairs
    plan, entrants = tournament.plan.stages[stage], tournament.stages[stage][group]
    if plan.format != "swiss" or plan.table_size != 2:
        raise NotSwissPairs
    rated = sum(_rating(tournament, each) > 0 for each in entrants)
    lines = [
        f"012 {_plain(tournament.plan.name)}",
        f"062 {len(entrants)}",
        f"072 {rated}",
        "092 Individual: Swiss-System",
        f"XXR {plan.rounds}",
        *_players(tournament, stage, group),
    ]
    return "".join(f"{line}\r\n" for line in lines)


def _players(tournament: Tournament, stage: int, group: int) -> Iterator[str]:
    """Write the line of each player, in the order of the seeding."""
    numbers = {each: number for number, each in enumerate(tournament.stages[stage][group], 1)}
    places = {each.entrant: each.place for each in standings(tournament, stage, group)}
    rounds = [_results(tournament, each, numbers) for each in tournament.rounds if each.stage == stage]
    for entrant, number in numbers.items():
        results = [each.get(entrant, "0000 - Z") for each in rounds]
        points = sum((_WORTH[result[-1]] for result in results), Fraction(0))
        rating = _rating(tournament, entrant) or ""
        name = _plain(tournament.entrants[entrant].name)[:TRF_NAME]
        player = f"001 {number:4}      {name:<{TRF_NAME}} {rating:4}"
        yield f"{player:<80}{float(points):4.1f} {places[entrant]:4}  {'  '.join(results)}".rstrip()


def _results(tournament: Tournament, played: Round, numbers: Mapping[int, int]) -> dict[int, str]:
    """Return what stands in the ten columns of a round, by entrant: the opponent, the colour, and the result."""
    results = dict.fromkeys(played.byes, f"0000 - {_bye(tournament)}")
    for table in played.tables:
        if set(table.entrants) <= set(numbers):
            white, black = table.entrants
            for_white, for_black = _outcome(tournament, table)
            results[white] = f"{numbers[black]:4} w {for_white}"
            results[black] = f"{numbers[white]:4} b {for_black}"
    return results


_WORTH: Mapping[str, Fraction] = {
    "1": Fraction(1),
    "=": Fraction(1, 2),
    "0": Fraction(0),
    "U": Fraction(1),
    "H": Fraction(1, 2),
    "Z": Fraction(0),
    " ": Fraction(0),
}
"""What the marks of a result are worth."""


def _outcome(tournament: Tournament, table: Table) -> Sequence[str]:
    """Return the marks of a match, blank until it is closed."""
    if not table.is_closed:
        return "  "
    white, black = match_points(tournament.plan, table)
    return "==" if white == black else "10" if white > black else "01"


def _bye(tournament: Tournament) -> str:
    """Return the mark of a bye, by which share of a win it is worth: nearest to one, to a half, or to nothing."""
    plan = tournament.plan
    share = Fraction(plan.bye_points, max(1, plan.points[2][0]))
    return "U" if share >= Fraction(3, 4) else "H" if share >= Fraction(1, 4) else "Z"


def _rating(tournament: Tournament, entrant: int) -> int:
    """Return a rating that fits into its columns, 0 for none."""
    rating = tournament.entrants[entrant].entered.rating
    return rating if 0 < rating <= TRF_RATING else 0


def _plain(words: str) -> str:
    """Write words in one line."""
    return one_line(words)
