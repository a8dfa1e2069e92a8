"""The events of the log of a tournament about the line-ups of teams."""

from service.resources.game_places import RoundNumber
from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.types import EntrantNumbers, TeamName


class LineupSet(LogEntry, frozen=True, tag="lineup_set"):
    """The line-up of a team is set for the next round. The latest one counts.

    Without a player in `by`, the service has set the members by board, because none was set before the deadline.
    """

    round: RoundNumber
    team: TeamName
    entrants: EntrantNumbers = ()
    """The members by board, from board 1; further members replace those who leave. Omitted until the round is created.
    """


class LineupClosesSoon(LogEntry, frozen=True, tag="lineup_closes_soon"):
    """The deadline of line-ups is near. The captains of teams without a line-up get a notice."""

    round: RoundNumber
    until: str
    """Until when captains can set line-ups, in UTC (RFC 3339)."""
