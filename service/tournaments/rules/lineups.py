"""The line-ups of teams: who may set them, until when, and what they may contain."""

from datetime import datetime, timedelta

from msgspec import UNSET

from service.tournaments.rules.apart import team_of
from service.tournaments.rules.errors import expect
from service.tournaments.rules.lineup_events import LineupSet
from service.tournaments.rules.state import Entrant, Tournament
from service.tournaments.rules.team_matches import Team, has_team_matches, name_of, teams_of
from service.tournaments.rules.types import CLOSED


def apply_lineup(tournament: Tournament, event: LineupSet) -> None:
    """Apply a line-up in place."""
    tournament.lineups[event.round, team_of(event.team)] = event.entrants


def check_lineup(tournament: Tournament, event: LineupSet) -> None:
    """Check that a line-up names present members of one team, for the next round; raises Illegal."""
    expect(tournament.status not in CLOSED, "the tournament is over")
    expect(has_team_matches(tournament.plan), "the tournament has no matches of teams")
    expect(event.round == len(tournament.rounds) + 1, "the line-up is not for the next round")
    expect(len({*event.entrants}) == len(event.entrants) > 0, "an entrant is named twice, or none is named")
    team = next((each for each in teams_of(tournament) if event.entrants[0] in each), ())
    expect({*event.entrants} <= {*team}, "the entrants are not of one team of the tournament")
    expect(tournament.present(event.entrants) == [*event.entrants], "an entrant has withdrawn")
    expect(team_of(event.team) == team_of(name_of(tournament, team)), "the team has another name")


def captains(tournament: Tournament, team: Team) -> list[Entrant]:
    """Return the captains of a team: those whom the organiser named, or else its first present member by board."""
    members = [tournament.entrants[each] for each in tournament.present(team)]
    return [each for each in members if each.captain] or members[:1]


def closes_at(tournament: Tournament) -> datetime | None:
    """Return until when captains can set the line-ups of the next round; None if until the round is created."""
    plan, created = tournament.plan, len(tournament.rounds)
    first = (plan.starts_at,) if plan.starts_at and not created else ()
    stated = max([*plan.round_times[created : created + 1], *first], default="")
    if plan.team_matches is UNSET or not stated:
        return None
    return datetime.fromisoformat(stated) - timedelta(minutes=plan.team_matches.lineup_minutes)
