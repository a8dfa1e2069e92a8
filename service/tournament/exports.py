"""Standings for spreadsheets, as CSV; `report_file` writes them for other pairing programs."""

import csv
import io
import re
from collections.abc import Iterable
from fractions import Fraction

from service.texts import one_line
from service.tournament.plan import SIXTIETHS
from service.tournament.points import decimal
from service.tournament.standings import Standing
from service.tournament.state import Tournament
from service.tournament.tie_breaks import tie_breaks_of

PLACES = 4
"""Of the decimals in a table; the JSON of the service has as many."""
BOM = "\ufeff"
"""Without it, spreadsheets read UTF-8 as the code page of the machine."""
_FORMULA = re.compile("(^[\ufffd '\"]*|[,;|][\ufffd '\"]*)([=+\u2212@\uff1d\uff0b\uff0d\uff20-])")
"""A sign with which a formula may begin in the cell of a spreadsheet, and what may stand before it."""
AFTER_TIE_BREAKS = ("played", "wins", "byes", "withdrawn", "disqualified", "penalty")


def to_csv(tournament: Tournament, listed: Iterable[Standing]) -> str:
    """Write standings as CSV (RFC 4180) with a line of headings; points as decimal numbers.

    A byte order mark comes first. See `harmless` for texts that a spreadsheet would take for formulas.
    """
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\r\n")
    names = tie_breaks_of(tournament.plan)
    rows.writerow(["place", "entrant", "name", "player", "level", "points", *names, *AFTER_TIE_BREAKS])
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
                *("yes" if each.disqualified else "no", each.penalty),
            ]
        )
    return BOM + written.getvalue()


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, wherever its import splits the line.

    An apostrophe stands before each sign that could begin a formula: at the beginning, and after what may separate
    cells. Characters that an import may drop, such as NUL, hide no sign: they are replaced.
    """
    return _FORMULA.sub(r"\1'\2", one_line(text))
