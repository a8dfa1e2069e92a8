"""Present the standings of teams as resources."""

from service.resources.base import shown as resource_of
from service.tournaments.presenters import points
from service.tournaments.resources.rounds import RoundPoints
from service.tournaments.resources.standings import TeamStanding
from service.tournaments.rules import team_standings as rules


def team_standing(each: rules.TeamStanding) -> TeamStanding:
    """Return the standing of a team."""
    won = zip(each.members, each.by_member, strict=True)
    members = tuple(RoundPoints(entrant, points(share)) for entrant, share in won)
    return resource_of(each, TeamStanding, points=points(each.points), members=members)
