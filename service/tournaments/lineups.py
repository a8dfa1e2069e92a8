"""Line-ups of teams: who may set them, who sees them before the round, and what happens at their deadline."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import UNSET

from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.players.callers import Caller, require_scope
from service.tournaments import access, log
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_may, check_visible, may
from service.tournaments.log import LoadedTournament
from service.tournaments.resources.entrants import Lineup, LineupRequest
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.lineup_events import LineupClosesSoon, LineupSet
from service.tournaments.rules.lineups import captains, check_lineup, closes_at, remind_at, without_lineup
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.team_matches import Team, boards, has_team_matches, lineup, name_of, teams_of
from service.tournaments.rules.team_pairing import contending, is_over
from service.tournaments.rules.types import CLOSED


def set_lineup(installation: Installation, name: str, caller: Caller, body: LineupRequest) -> Lineup:
    """Set the line-up of a team for the next round; the same line-up again changes nothing.

    Raises TournamentNotFound, NotOrganiser, TournamentNotRunning, InvalidLineup, LineupClosed and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        tournament = running.tournament
        check_visible(running, caller)
        _check_right(running, caller, body)
        team = _team(tournament, body)
        _check_open(installation, running, caller)
        if body.round != len(tournament.rounds) + 1:
            raise tournament_problems.LineupClosed(
                "Set the line-up of round {round}, the next one.", {"round": len(tournament.rounds) + 1}
            )
        entry = log.new_entry(
            installation,
            LineupSet,
            by=caller.player,
            round=body.round,
            team=name_of(tournament, team),
            entrants=body.entrants,
        )
        _check(tournament, entry)
        return [] if body.entrants == lineup(tournament, team)[: len(body.entrants)] else [entry]

    running = access.change(installation, name, caller, decide)
    return _shown(running.tournament, _team(running.tournament, body))


def open_to(running: LoadedTournament, caller: Caller | None) -> tuple[Lineup, ...]:
    """Return the line-ups of the next round that a caller may set."""
    tournament = running.tournament
    if caller is None or not has_team_matches(tournament.plan) or tournament.status in CLOSED:
        return ()
    if not has_next_round(tournament):
        return ()
    return tuple(_shown(tournament, each) for each in contending(tournament) if _sets(running, caller, each))


def has_next_round(tournament: Tournament) -> bool:
    """Whether a tournament of teams can have a further round, in its stage or in a later one."""
    is_last = len(tournament.stages) == len(tournament.plan.stages)
    return not (is_last and is_over(tournament))


def due_entries(installation: Installation, tournament: Tournament) -> Sequence[LineupClosesSoon | LineupSet]:
    """Return the reminder of the deadline of line-ups, or after it the line-ups of teams that have set none."""
    now, end = installation.sources.now(), _deadline(tournament)
    if end is None:
        return []
    number, until = len(tournament.rounds) + 1, written(end)
    if end > now:
        is_due = remind_at(tournament, end) <= now and tournament.lineups_reminded != (number, until)
        is_due = is_due and bool(without_lineup(tournament))
        return [log.new_entry(installation, LineupClosesSoon, round=number, until=until)] if is_due else []
    if not (tournament.stages and tournament.is_between_rounds) or is_over(tournament):
        return []
    return [_by_default(installation, tournament, each) for each in without_lineup(tournament)]


def due_times(tournament: Tournament, now: datetime) -> list[datetime]:
    """List the later times at which captains are reminded, or can no longer set line-ups."""
    end = _deadline(tournament)
    return [] if end is None else [each for each in (remind_at(tournament, end), end) if each > now]


def _deadline(tournament: Tournament) -> datetime | None:
    """Return until when captains can set line-ups, while the tournament waits or is running."""
    is_open = tournament.status in ("registration", "running") and has_team_matches(tournament.plan)
    end = closes_at(tournament) if is_open else None
    return end if end is not None and has_next_round(tournament) else None


def _by_default(installation: Installation, tournament: Tournament, team: Team) -> LineupSet:
    entrants = lineup(tournament, team)[: boards(tournament.plan)]
    number, name = len(tournament.rounds) + 1, name_of(tournament, team)
    return log.new_entry(installation, LineupSet, round=number, team=name, entrants=entrants)


def _sets(running: LoadedTournament, caller: Caller, team: Team) -> bool:
    return may(running, caller, "setLineup") or _is_captain(running.tournament, caller, team)


def _is_captain(tournament: Tournament, caller: Caller, team: Team) -> bool:
    return caller.player in {each.entered.player for each in captains(tournament, team)}


def _check_right(running: LoadedTournament, caller: Caller, body: LineupRequest) -> None:
    """Raise NotOrganiser or InsufficientScope for a caller who may not set the line-up of the team."""
    team = _found_team(running.tournament, body)
    if may(running, caller, "setLineup"):
        return
    if team is None or not _is_captain(running.tournament, caller, team):
        check_may(running, caller, "setLineup")
    require_scope(caller, "play")


def _check_open(installation: Installation, running: LoadedTournament, caller: Caller) -> None:
    """Raise LineupClosed for a captain after the time."""
    end = closes_at(running.tournament)
    if end is not None and end <= installation.sources.now() and not may(running, caller, "setLineup"):
        raise tournament_problems.LineupClosed("Captains could set this line-up until {time}.", {"time": written(end)})


def _found_team(tournament: Tournament, body: LineupRequest) -> Team | None:
    """Return the team of the first entrant; None if it has none that meets others."""
    found = teams_of(tournament) if has_team_matches(tournament.plan) else []
    return next((each for each in found if body.entrants[0] in each), None)


def _team(tournament: Tournament, body: LineupRequest) -> Team:
    """Return the team of the first entrant; raises InvalidLineup and TournamentNotRunning."""
    if tournament.status in CLOSED:
        raise tournament_problems.TournamentNotRunning("The tournament has ended or was cancelled.")
    team = _found_team(tournament, body)
    if team is None:
        raise tournament_problems.InvalidLineup(
            "Entrant {entrant} has no team that meets others in this tournament.", {"entrant": body.entrants[0]}
        )
    return team


def _check(tournament: Tournament, entry: LineupSet) -> None:
    try:
        check_lineup(tournament, entry)
    except Illegal as illegal:
        raise tournament_problems.InvalidLineup("Not possible: {why}.", {"why": str(illegal)}) from None


def _shown(tournament: Tournament, team: Team) -> Lineup:
    end, ordered = closes_at(tournament), lineup(tournament, team)
    closes = UNSET if end is None else written(end)
    return Lineup(len(tournament.rounds) + 1, name_of(tournament, team), ordered, closes)
