"""Present teams as resources: their standings and matches, and the entries of their line-ups."""

from collections.abc import Collection, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from service.resources.base import shown as resource_of
from service.tournaments.decimals import points
from service.tournaments.resources.rounds import RoundPoints, TeamMatch, TeamScore, TeamTieBreak
from service.tournaments.resources.standings import Bracket, BracketMatch, BracketRound, TeamStanding
from service.tournaments.rules import team_matches as rules
from service.tournaments.rules import team_standings
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.lineup_events import LineupSet
from service.tournaments.rules.match_order import count_advancing, match_order
from service.tournaments.rules.state import Round, Tournament
from service.tournaments.rules.team_tournament import as_teams


def team_standing(each: team_standings.TeamStanding) -> TeamStanding:
    """Return the standing of a team."""
    won = zip(each.members, each.by_member, strict=True)
    members = tuple(RoundPoints(entrant, points(share)) for entrant, share in won)
    return resource_of(each, TeamStanding, points=points(each.points), members=members)


def team_matches(tournament: Tournament, played: Round) -> tuple[TeamMatch, ...]:
    """Return the matches of teams in a round; empty without such matches."""
    if not rules.has_team_matches(tournament.plan):
        return ()
    teams, is_knockout = rules.teams_of(tournament), traits_of(tournament.plan.stages[played.stage]).is_knockout
    advancing = _advancing(tournament, teams, played) if is_knockout else ()
    found = rules.matches_of(tournament, teams, played)
    return tuple(_match(tournament, teams, each, advancing) for each in found)


def _advancing(tournament: Tournament, teams: list[rules.Team], played: Round) -> Collection[int]:
    """Return the numbers of the teams that advance from the matches of a knock-out round."""
    paired = as_teams(tournament, teams)
    seen = paired.round(played.number)
    closed = (table for table in seen.tables if table.is_closed)
    return {each for table in closed for each in match_order(paired, table)[: count_advancing(paired, seen, table)]}


def bracket(tournament: Tournament, shown: Bracket) -> Bracket:
    """Return a bracket in which a team has the number of its first member, and its match the table of board 1."""
    if not rules.has_team_matches(tournament.plan):
        return shown
    listed = rules.teams_of(tournament) if tournament.stages else rules.taking_part(tournament)
    first = {
        (played.number, number): match.tables[0].number
        for played in tournament.rounds
        for number, match in enumerate(rules.matches_of(tournament, listed, played), 1)
    }
    rounds = tuple(
        BracketRound(tuple(_numbered(listed, first, each) for each in found.matches)) for found in shown.rounds
    )
    return replace(shown, rounds=rounds)


def _numbered(listed: list[rules.Team], first: Mapping[tuple[int, int], int], match: BracketMatch) -> BracketMatch:
    slots = tuple(
        replace(
            each,
            entrant=min(listed[each.entrant]),
            from_table=first[each.from_round or 0, each.from_table] if each.from_table else UNSET,
        )
        for each in match.slots
    )
    return replace(match, table=first[match.round, match.table] if match.table else UNSET, slots=slots)


def lineup_concealed(event: AnyEvent, created: int) -> AnyEvent:
    """Return a log entry without its line-up, if its round is not among the first ones that are created."""
    if not isinstance(event, LineupSet) or event.round <= created:
        return event
    return replace(event, entrants=())


def _match(
    tournament: Tournament, teams: list[rules.Team], match: rules.TeamMatch, advancing: Collection[int]
) -> TeamMatch:
    earned = rules.match_points(tournament.plan, match)
    scores = zip(match.teams, match.points, earned, strict=True)
    is_drawn = match.is_drawn and any(each in advancing for each in match.teams)
    decided_by: TeamTieBreak = "top_board" if match.ranks.count(1) == 1 else "seeding"
    return TeamMatch(
        tuple(
            TeamScore(
                rules.name_of(tournament, teams[team]),
                points(won),
                own if match.is_closed else UNSET,
                team in advancing,
            )
            for team, won, own in scores
        ),
        tuple(each.number for each in match.tables),
        match.unopposed,
        decided_by if is_drawn else UNSET,
    )
