"""Present teams as resources: their standings and matches, and the entries of their line-ups."""

import msgspec
from msgspec import UNSET

from service.resources.base import shown as resource_of
from service.tournaments.decimals import points
from service.tournaments.resources.rounds import RoundPoints, TeamMatch, TeamScore
from service.tournaments.resources.standings import TeamStanding
from service.tournaments.rules import team_matches as rules
from service.tournaments.rules import team_standings
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.lineup_events import LineupSet
from service.tournaments.rules.state import Round, Tournament


def team_standing(each: team_standings.TeamStanding) -> TeamStanding:
    """Return the standing of a team."""
    won = zip(each.members, each.by_member, strict=True)
    members = tuple(RoundPoints(entrant, points(share)) for entrant, share in won)
    return resource_of(each, TeamStanding, points=points(each.points), members=members)


def team_matches(tournament: Tournament, played: Round) -> tuple[TeamMatch, ...]:
    """Return the matches of teams in a round; empty without such matches."""
    if not rules.has_team_matches(tournament.plan):
        return ()
    teams = rules.teams_of(tournament)
    return tuple(_match(tournament, teams, each) for each in rules.matches_of(tournament, teams, played))


def lineup_concealed(event: AnyEvent, created: int) -> AnyEvent:
    """Return a log entry without its line-up, if its round is not among the first ones that are created."""
    if not isinstance(event, LineupSet) or event.round <= created:
        return event
    return msgspec.structs.replace(event, entrants=())


def _match(tournament: Tournament, teams: list[rules.Team], match: rules.TeamMatch) -> TeamMatch:
    scores = zip(match.teams, match.points, match.match_points, strict=True)
    return TeamMatch(
        tuple(
            TeamScore(rules.name_of(tournament, teams[team]), points(won), own if match.is_closed else UNSET)
            for team, won, own in scores
        ),
        tuple(each.number for each in match.tables),
        match.unopposed,
    )
