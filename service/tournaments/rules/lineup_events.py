"""The event of the log of a tournament that sets the line-up of a team."""

from service.resources.game_places import RoundNumber
from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.types import EntrantNumbers, TeamName


class LineupSet(LogEntry, frozen=True, tag="lineup_set"):
    """A captain or the staff has set the line-up of a team for the next round. The latest one counts."""

    round: RoundNumber
    team: TeamName
    entrants: EntrantNumbers = ()
    """The members by board, from board 1; further members replace those who leave. Omitted until the round is created.
    """
