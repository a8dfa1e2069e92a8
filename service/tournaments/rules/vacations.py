"""Start, change and end vacations of entrants.

While an entrant is on vacation, the clocks of its running games stand still. The dates of rounds stay as they are.
"""

from datetime import datetime, timedelta

from service.tournaments.rules.errors import expect
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.types import CLOSED
from service.tournaments.rules.vacation_events import VacationSet

MOST_VACATIONS = 200
"""The maximum number of entries about vacations of an entrant, to limit the size of the logs of its games."""
SECOND = timedelta(seconds=1)


def check_vacation(tournament: Tournament, event: VacationSet) -> None:
    """Check that a vacation of an entrant can start, change or end; raises Illegal."""
    expect(tournament.status not in CLOSED, "the tournament is over")
    expect(0 <= event.entrant < len(tournament.entrants), f"there is no entrant {event.entrant}")
    entrant, at = tournament.entrants[event.entrant], datetime.fromisoformat(event.at)
    expect(entrant.entered.kind == "player" and not entrant.withdrawn, "the entrant does not play")
    if not event.until:
        expect(entrant.vacations.lasts(at), "the entrant is not on vacation")
        return
    expect(entrant.vacations.entries < MOST_VACATIONS, f"an entrant has at most {MOST_VACATIONS} vacations")
    length = datetime.fromisoformat(event.until) - at
    expect(length > timedelta(), "the vacation would end before its start")
    expect(length <= entrant.vacations.left(at) + SECOND, "the entrant has too few vacation days left")


def apply_vacation(tournament: Tournament, event: VacationSet) -> None:
    """Start, change or end a vacation in place."""
    found, at = tournament.entrants[event.entrant].vacations, datetime.fromisoformat(event.at)
    found.end(event.at)
    found.entries += 1
    if event.until:
        found.since, found.until = at, datetime.fromisoformat(event.until)
