"""The line-ups of teams: who may set them, until when, and what they may contain."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec import UNSET

from service.tournaments.rules.apart import team_of
from service.tournaments.rules.errors import expect
from service.tournaments.rules.lineup_events import LineupClosesSoon, LineupSet
from service.tournaments.rules.round_ends import LATEST_REMINDER, SHARES
from service.tournaments.rules.state import Entrant, Tournament
from service.tournaments.rules.team_matches import Team, has_team_matches, name_of, teams_of
from service.tournaments.rules.team_pairing import contending
from service.tournaments.rules.types import CLOSED


def apply_lineup(tournament: Tournament, event: LineupSet | LineupClosesSoon) -> None:
    """Apply a line-up, or note a reminder, in place."""
    if isinstance(event, LineupClosesSoon):
        tournament.lineups_reminded = event.round, event.until
    else:
        tournament.lineups[event.round, team_of(event.team)] = event.entrants


def check_closes_soon(tournament: Tournament, event: LineupClosesSoon) -> None:
    """Check that captains can be reminded of line-ups: of the next round, where teams meet."""
    expect(tournament.status not in CLOSED, "the tournament is over")
    expect(has_team_matches(tournament.plan), "the tournament has no matches of teams")
    expect(event.round == len(tournament.rounds) + 1, "the reminder is not about the next round")


def check_lineup(tournament: Tournament, event: LineupSet) -> None:
    """Check that a line-up names present members of one team, for the next round; raises Illegal."""
    expect(tournament.status not in CLOSED, "the tournament is over")
    expect(has_team_matches(tournament.plan), "the tournament has no matches of teams")
    expect(event.round == len(tournament.rounds) + 1, "the line-up is not for the next round")
    expect(len({*event.entrants}) == len(event.entrants) > 0, "an entrant is named twice, or none is named")
    team = next((each for each in teams_of(tournament) if event.entrants[0] in each), ())
    expect({*event.entrants} <= {*team}, "the entrants are not of one team of the tournament")
    expect(team in contending(tournament), "the team has no further match")
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


def remind_at(tournament: Tournament, end: datetime) -> datetime:
    """Return when captains are reminded of the deadline of line-ups: 24 hours before it.

    If the round before started later than four days before the deadline, three quarters of this time pass first.
    """
    opened = [datetime.fromisoformat(each.opened_at) for each in tournament.rounds[-1:] if each.opened_at]
    spans = [max(timedelta(), end - each) / SHARES for each in opened]
    return end - min([LATEST_REMINDER, *spans])


def without_lineup(tournament: Tournament) -> list[Team]:
    """List the teams that can have a further match and have no line-up for the next round."""
    number = len(tournament.rounds) + 1
    found = contending(tournament) if has_team_matches(tournament.plan) else []
    return [each for each in found if (number, team_of(name_of(tournament, each))) not in tournament.lineups]


def reminded(tournament: Tournament, event: LineupSet | LineupClosesSoon) -> set[int]:
    """Return the captains with a notice of an entry: of teams without a line-up, or whose line-up the service set."""
    if isinstance(event, LineupSet):
        named = [] if event.by else teams_of(tournament)
        return _captains(tournament, [each for each in named if event.entrants[0] in each])
    is_open = event.round == len(tournament.rounds) + 1 and tournament.status not in CLOSED
    return _captains(tournament, without_lineup(tournament) if is_open else ())


def _captains(tournament: Tournament, listed: Iterable[Team]) -> set[int]:
    return {each.number for team in listed for each in captains(tournament, team)}
