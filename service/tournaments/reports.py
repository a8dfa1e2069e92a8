"""What messages to webhooks say beside numbers: names, points and places, games, and a link to the page.

Each attempt to send a message adds the names: stored deliveries have none, so that a deleted player leaves none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from service.installation.installation import Installation
from service.tournaments import log
from service.tournaments.decimals import points
from service.tournaments.log import LoadedTournament
from service.tournaments.resources.messages import MOST_REPORTED, NoticeStanding
from service.tournaments.resources.rounds import TeamMatch
from service.tournaments.resources.standings import TeamStanding
from service.tournaments.rules import entrant_events, events, match_events
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.points import match_points
from service.tournaments.rules.standings import Standing, standings
from service.tournaments.rules.state import Round, Tournament
from service.tournaments.rules.team_matches import has_team_matches
from service.tournaments.rules.team_standings import team_standings
from service.tournaments.rules.vacation_events import VacationSet
from service.tournaments.team_presenters import team_matches, team_standing
from service.tournaments.visible import hide_results, with_plan
from service.webhooks.webhooks import COMPLETED

OF_ONE = (
    entrant_events.Entered
    | entrant_events.Withdrew
    | entrant_events.Reentered
    | entrant_events.Substituted
    | entrant_events.Disqualified
    | entrant_events.Penalised
    | VacationSet
)
"""Events about one entrant."""
OF_A_GAME = match_events.Ruled | match_events.RulingWithdrawn | match_events.Finished | match_events.NextGame
"""Events about a game of a match, or about all its games."""
OF_A_MATCH = OF_A_GAME | match_events.Forfeited
PODIUM = 3


@dataclass
class Reports:
    """What a tournament shows now, for all messages that are sent together; computed for the first one."""

    running: LoadedTournament
    public_url: str
    """The URL of the service, or an empty text."""

    @cached_property
    def seen(self) -> LoadedTournament:
        """Return the tournament without the results that spectators cannot see yet."""
        seen = log.visible(self.running)
        latest = self.running.tournament
        seen.tournament = with_plan(seen.tournament, latest.plan, latest.staff)
        hide_results(seen)
        return seen

    @cached_property
    def ranked(self) -> Mapping[int, Standing]:
        """Return the standings by entrant, best first; empty before the start."""
        return {each.entrant: each for each in standings(self.seen.tournament)}

    @cached_property
    def teams(self) -> Sequence[TeamStanding]:
        """Return the standings of the teams where teams meet, best first."""
        seen = self.seen.tournament
        return [*map(team_standing, team_standings(seen))] if has_team_matches(seen.plan) else []

    @cached_property
    def team_matches(self) -> Mapping[int, TeamMatch]:
        """Return the match of teams of each table, by the identity of the table."""
        seen = self.seen.tournament
        return {
            id(played.tables[number - 1]): each
            for played in seen.all_rounds
            for each in team_matches(seen, played)
            for number in each.tables
        }


class Report(NamedTuple):
    """What a message says beside the numbers of its event."""

    name: str
    """The name of the tournament."""
    standings: tuple[NoticeStanding, ...] | UnsetType
    team_match: TeamMatch | UnsetType
    teams: tuple[TeamStanding, ...] | UnsetType
    game_ids: tuple[str, ...] | UnsetType
    link: str
    own: MatchTable | None
    """The match of the owner of the webhook in a round that was opened; None for other events."""


def report(reports: Reports, event: events.AnyEvent, owner: str) -> Report:
    """Return what a message to the owner of a webhook says beside the numbers of its event."""
    match = _match(reports, event, owner)
    reported = [*_entrants(reports, event, match)]
    team_match = reports.team_matches.get(id(match), UNSET)
    played = _played(match, event)
    path = f"/#/game/{played[0]}" if played else f"/#/tournament/{reports.running.name}"
    return Report(
        reports.seen.tournament.plan.name,
        tuple(_standing(reports, each, match) for each in reported) or UNSET,
        team_match,
        tuple(_teams(reports, event, team_match)) or UNSET,
        played or UNSET,
        f"{reports.public_url}{path}",
        match if isinstance(event, events.Opened) else None,
    )


def match_of(event: OF_A_MATCH, running: Tournament, seen: Tournament) -> MatchTable | None:
    """Return the match of an entry as `seen` has it; None if its round is not visible there.

    The round may have been taken back since, and the match may have changed place. `running` has all entries.
    """
    found = _round_of(event, running, seen)
    return found.tables[event.table - 1] if found else None


def _round_of(event: OF_A_MATCH | events.Opened, running: Tournament, seen: Tournament) -> Round | None:
    """Return the round that had the number of an entry when the entry was added; None if `seen` has no such round."""
    paired = running.round_at(event.round, event.number).paired
    return next((each for each in seen.all_rounds if each.paired == paired), None)


def _match(reports: Reports, event: events.AnyEvent, owner: str) -> MatchTable | None:
    """Return the match of an event, or the match of the owner in a round that was opened; None if there is none."""
    running, seen = reports.running.tournament, reports.seen.tournament
    if isinstance(event, OF_A_MATCH):
        return match_of(event, running, seen)
    if not isinstance(event, events.Opened):
        return None
    own = {each.number for each in seen.entrants if each.entered.player == owner}
    opened = _round_of(event, running, seen)
    return next((table for table in opened.tables if own.intersection(table.entrants)), None) if opened else None


def _entrants(reports: Reports, event: events.AnyEvent, match: MatchTable | None) -> Iterator[int]:
    """List the entrants that a message is about: of the match, of the podium at the end, or the one of the event."""
    if match:
        yield from match.entrants
    elif isinstance(event, OF_ONE):
        yield from [event.entrant] if event.entrant < len(reports.seen.tournament.entrants) else []
    elif isinstance(event, events.Ended):
        best = (each.entrant for each in reports.ranked.values() if each.place <= PODIUM)
        yield from islice(best, MOST_REPORTED)


def _teams(reports: Reports, event: events.AnyEvent, team_match: TeamMatch | UnsetType) -> Iterator[TeamStanding]:
    """List the teams that a message is about: of the match, or of the podium at the end."""
    if team_match:
        by_name = {each.team: each for each in reports.teams}
        yield from (by_name[each.team] for each in team_match.teams)
    elif isinstance(event, events.Ended):
        yield from islice((each for each in reports.teams if each.place <= PODIUM), MOST_REPORTED)


def _played(match: MatchTable | None, event: events.AnyEvent) -> tuple[str, ...]:
    """Return the games of a match that an event is about: one, or all."""
    games = match.seating.games if match else ()
    named = event.game if isinstance(event, OF_A_GAME) else UNSET
    return games if named is UNSET else games[named : named + 1]


def _standing(reports: Reports, entrant: int, match: MatchTable | None) -> NoticeStanding:
    stands = reports.ranked.get(entrant)
    return NoticeStanding(
        entrant=entrant,
        name="",
        match_points=_match_points(reports, entrant, match),
        points=points(stands.points) if stands else UNSET,
        place=stands.place if stands else UNSET,
        place_to=stands.place_to if stands else UNSET,
    )


def with_names(installation: Installation, body: str) -> str:
    """Return the body of a message with the present names of its entrants; a deleted player has none any more."""
    message = msgspec.json.decode(body)
    described = message["data"].get("standings", ())
    if not described:
        return body
    entrants = log.load(installation, message["data"]["tournament"]).tournament.entrants
    for each in described:
        each["name"] = entrants[each["entrant"]].name
    return msgspec.json.encode(message).decode()


COMPLETED["tournament"] = with_names


def _match_points(reports: Reports, entrant: int, match: MatchTable | None) -> float | UnsetType:
    if match is None:
        return UNSET
    return points(match_points(reports.seen.tournament.plan, match)[match.entrants.index(entrant)])
