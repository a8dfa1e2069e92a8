"""Export standings as CSV for spreadsheets; `report_file` exports them for other pairing programs."""

import csv
import io
import re
from collections.abc import Iterable
from fractions import Fraction

from service.texts import one_line
from service.tournaments.rules.plan import SIXTIETHS
from service.tournaments.rules.points import decimal
from service.tournaments.rules.standings import Standing
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.tie_breaks import tie_breaks_of

PLACES = 4
"""Number of decimals in the file, as in the service's JSON."""
BOM = "\ufeff"
"""Byte order mark; without it, spreadsheets do not read the file as UTF-8."""
_FORMULA = re.compile("(^[\ufffd '\"]*|[,;|][\ufffd '\"]*)([=+\u2212@\uff1d\uff0b\uff0d\uff20-])")
"""A sign that can start a formula in a spreadsheet cell, and the characters that may precede it."""
AFTER_TIE_BREAKS = ("played", "wins", "byes", "withdrawn", "disqualified", "penalty")


def to_csv(tournament: Tournament, listed: Iterable[Standing]) -> str:
    """Return standings as CSV (RFC 4180) with a header line and decimal points.

    The text starts with a byte order mark. `harmless` escapes names that a spreadsheet would read as formulas. The
    names of all columns differ: those of tie-breaks, such as `wins`, have a prefix. The last column is the team, if
    there are teams.
    """
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\r\n")
    names = (f"tie_break_{name}" for name in tie_breaks_of(tournament.plan))
    team = ["team"] if any(each.team for each in tournament.entrants) else []
    rows.writerow(["place", "entrant", "name", "player", "level", "points", *names, *AFTER_TIE_BREAKS, *team])
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
                *(harmless(tournament.entrants[each.entrant].team) for _ in team),
            ]
        )
    return BOM + written.getvalue()


def harmless(text: str) -> str:
    """Return a text that no spreadsheet reads as a formula, however its import splits lines.

    An apostrophe precedes each sign that could start a formula: at the beginning, and after possible cell separators.
    Control characters that an import may drop, such as NUL, are replaced.
    """
    return _FORMULA.sub(r"\1'\2", one_line(text))
