"""Advance tournaments automatically: pair, open and close rounds, start stages, and end the tournament.

Each step follows from the log and the games. It is idempotent, so several processes can run it at the same time. A job
runs it when a game ends, and the sweeper checks each tournament regularly.
"""

import logging
from collections.abc import Sequence
from datetime import datetime

from msgspec import UNSET, UnsetType

from domain.ruleset import plays
from service import problems
from service.game.game import Game
from service.installation.after_commit import follow_up
from service.installation.installation import Installation
from service.playing.pending_jobs import lease_end
from service.tournaments import late_games, lineups, log, messages, recurring, results, series, settling
from service.tournaments import problems as tournament_problems
from service.tournaments.due_times import next_check, next_round_time
from service.tournaments.log import LoadedTournament
from service.tournaments.rules import entrant_events, events, match_events, no_shows, round_pairings
from service.tournaments.rules.continuing import games_of_continuing
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.limits import LEAST_TABLE
from service.tournaments.rules.round_pairings import RoundPairing
from service.tournaments.rules.series import games_at_once, series_of
from service.tournaments.rules.series_legality import is_between_games
from service.tournaments.rules.state import Round, Tournament
from service.tournaments.rules.team_matches import has_team_matches, taking_part
from service.tournaments.rules.types import CLOSED
from service.tournaments.seating import create_games
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.time_slices import SLICE_SECONDS, TimeSlice, time_slice

MOST_STEPS = 1000
"""The maximum number of steps for one tournament in one call; far more than ever follow each other."""
UNHOSTED_SECONDS = 60.0
"""Seconds between checks of a tournament whose ruleset is not hosted here; another process may advance it."""
NO_SHOWS = "Did not act in {} matches in a row."
NOT_PAIRED = "The next round could not be paired. Pair it manually, or resume to try again."

logger = logging.getLogger(__name__)


def drive(installation: Installation, name: str, seconds: float = SLICE_SECONDS) -> float | None:
    """Advance a tournament as far as possible; return the Unix time of the next check, or None if it has ended.

    Games are created and players are notified for up to `seconds`. The rest is due immediately, and the sweeper
    continues. A tournament waits while its rules version is not hosted: all its games have the same version. Raises
    TournamentNotFound and TournamentBusy.
    """
    allowed = time_slice(installation.sources.elapsed, seconds)
    for _ in range(MOST_STEPS):
        running = log.load(installation, name)
        if not _is_hosted(installation, running):
            return installation.sources.now().timestamp() + UNHOSTED_SECONDS
        again = recurring.create_next(installation, running)
        is_done = _work_on_games(installation, running, allowed)
        if is_done is False:
            return _check_now(installation, name)
        if is_done:
            continue
        results.resign_for_disqualified(installation, running)
        ended = results.finished(installation, running) or _withdrawals(installation, running.tournament)
        following = (
            ended
            or series.following(installation, running)
            or late_games.reminders(installation, running.tournament)
            or _next_events_or_pause(installation, running)
        )
        if not following:
            if not messages.send_pending(installation, running, allowed):
                return _check_now(installation, name)
            return min((each for each in (again, next_check(installation, running)) if each is not None), default=None)
        if any(isinstance(each, events.Paired | match_events.NextGame) for each in following):
            tournaments_in(installation.store).due.bring_forward(name, lease_end(installation))
        log.append(installation, running, following)
    raise problems.TournamentBusy(
        "Retry the request. Other requests were faster {times} times in a row.", {"times": MOST_STEPS}
    )


def _work_on_games(installation: Installation, running: LoadedTournament, allowed: TimeSlice) -> bool | None:
    """Stop invalid games, create missing ones, or decide late ones.

    Returns None if there are none, and False if some may be left for later.
    """
    if running.tournament.games_to_stop:
        log.append(installation, running, results.stop_games(installation, running, allowed))
        return not allowed.is_over
    if not settling.settle(installation, running, allowed):
        return False
    if unopened(running):
        return _open_rounds(installation, running, allowed)
    if series.open_due(installation, running, allowed):
        return not allowed.is_over
    return late_games.decide(installation, running, allowed)


def try_drive(installation: Installation, name: str) -> None:
    """Advance a tournament after a change; log errors, and leave the rest to the sweeper."""
    with follow_up("tournament", name):
        drive(installation, name)


def _withdrawals(installation: Installation, tournament: Tournament) -> Sequence[events.AnyEvent]:
    return [
        log.new_entry(
            installation, entrant_events.Withdrew, reason=NO_SHOWS.format(number), entrant=entrant, no_show_count=number
        )
        for entrant, number in no_shows.due_withdrawals(tournament).items()
    ]


def _next_events_or_pause(installation: Installation, running: LoadedTournament) -> Sequence[events.AnyEvent]:
    """Return the next events, or a pause if pairing fails: a tournament never waits for a failing pairing."""
    try:
        return lineups.due_entries(installation, running.tournament) or _next_events(installation, running)
    except Exception:
        if running.tournament.status != "running":
            raise
        logger.exception("the next round of tournament %s cannot be paired; the tournament is paused", running.name)
        return [log.new_entry(installation, events.Paused, reason=NOT_PAIRED)]


def _check_now(installation: Installation, name: str) -> float:
    """Schedule an immediate check by the sweeper; return its time."""
    now = installation.sources.now().timestamp()
    tournaments_in(installation.store).due.bring_forward(name, now)
    return now


def _is_hosted(installation: Installation, running: LoadedTournament) -> bool:
    """Whether the games of a tournament can be played here; a finished tournament needs no rules."""
    plan = running.header.plan
    ruleset = installation.rulesets.get(plan.ruleset)
    is_over = running.tournament.status in CLOSED
    return is_over or (ruleset is not None and plays(ruleset, plan.rules_version))


def note_result(installation: Installation, game: Game) -> None:
    """Note the result of a tournament game.

    Advance the tournament if the match has another game or its round is closed, and always in an arena.
    """
    place = game.header.tournament
    if place is UNSET:
        return
    try:
        running = log.change(
            installation, place.tournament, lambda running: [*results.of_games(installation, running, [game])]
        )
    except tournament_problems.TournamentNotFound:
        return
    tournament = running.tournament
    if tournament.status == "cancelled" or unopened(running):  # the sweeper creates the missing games
        return
    has_round = tournament.stages and traits_of(tournament.stage).has_rounds and place.round <= len(tournament.rounds)
    if not has_round or _is_followed(tournament.round(place.round)):
        drive(installation, place.tournament)


def _is_followed(played: Round) -> bool:
    """Whether a round is closed, or one of its matches has another game."""
    return played.is_closed or any(is_between_games(table) for table in played.tables)


def stop_games(installation: Installation, running: LoadedTournament) -> bool:
    """Stop games that no longer count; return False if there are none.

    Raises TournamentBusy if some are left after a time slice.
    """
    if not running.tournament.games_to_stop or not log.append(
        installation, running, results.stop_games(installation, running, time_slice(installation.sources.elapsed))
    ):
        return False
    if running.tournament.games_to_stop:
        raise problems.TournamentBusy("Repeat the request in a moment.")
    return True


def unopened(running: LoadedTournament) -> list[Round]:
    """List the paired rounds whose games may not all exist."""
    return [each for each in running.tournament.open_rounds if not each.opened]


def open_rounds(installation: Installation, running: LoadedTournament) -> bool:
    """Create the games of paired rounds; return False if there is no such round.

    Raises TournamentBusy if some are left after a time slice.
    """
    if not unopened(running):
        return False
    if not _open_rounds(installation, running, time_slice(installation.sources.elapsed)):
        raise problems.TournamentBusy("The games of a round are being created. Repeat the request until they exist.")
    return True


def _open_rounds(installation: Installation, running: LoadedTournament, allowed: TimeSlice) -> bool:
    for each in unopened(running):
        if not create_games(installation, running, each, allowed):
            return False
        log.append(installation, running, [log.new_entry(installation, events.Opened, round=each.number)])
    return True


def pairing(
    installation: Installation,
    running: LoadedTournament,
    drawn: RoundPairing,
    *,
    by: str = "",
    reason: str = "",
    manual: bool = False,
    challenger: int | UnsetType = UNSET,
) -> events.Paired:
    """Return the log entry of a pairing; `manual` if the organiser paired the round, `challenger` in a challenge.

    Matches that continue after a correction keep their games.
    """
    tournament = running.tournament
    continuing = games_of_continuing(tournament, len(tournament.rounds) + 1)
    due, tables = games_at_once(series_of(tournament.plan, tournament.stage_index)), []
    for number, table in enumerate(drawn.tables, 1):
        games = continuing.get((number, table.entrants, table.group, table.bracket))
        new = games or tuple(installation.sources.game_id() for _ in range(due))
        tables.append(events.SeatedTable(number, table.entrants, new, table.group, table.bracket))
    return log.new_entry(
        installation,
        events.Paired,
        by=by,
        reason=reason,
        round=len(tournament.rounds) + 1,
        stage=tournament.stage_index,
        tables=tuple(tables),
        byes=tuple(drawn.byes),
        sitting_out=tuple(drawn.sitting_out),
        manual=manual,
        challenger=challenger,
    )


def start_stage(
    installation: Installation, running: LoadedTournament, *, by: str = "", reason: str = ""
) -> events.StageBegan:
    """Return the log entry that starts the next stage."""
    groups, number = round_pairings.next_groups(running.tournament), len(running.tournament.stages)
    return log.new_entry(installation, events.StageBegan, by=by, reason=reason, stage=number, groups=groups)


def next_draw(installation: Installation, running: LoadedTournament) -> RoundPairing | None:
    """Pair the next round of the current stage; None if there is none."""
    tournament = running.tournament
    has_rounds = traits_of(tournament.stage).has_rounds
    if not has_rounds and round_pairings.arena_is_over(tournament, _arena_minutes(installation, running)):
        return None
    return round_pairings.next_round(tournament)


def _arena_minutes(installation: Installation, running: LoadedTournament) -> float:
    """Return how many minutes an arena has been running.

    The start is at most the time of any later event: the clock of the process that started it may have been fast.
    """
    first = max(number for number, each in enumerate(running.log) if isinstance(each, events.StageBegan))
    started_at = min(datetime.fromisoformat(each.at) for each in running.log[first:])
    return (installation.sources.now() - started_at).total_seconds() / 60


def _next_events(installation: Installation, running: LoadedTournament) -> Sequence[events.AnyEvent]:
    """Return the events that follow now; empty while the tournament waits."""
    tournament, now = running.tournament, installation.sources.now()
    if tournament.status == "registration":
        return _start_in_time(installation, running, now)
    if tournament.status != "running":
        return ()
    if not tournament.stages:
        return [start_stage(installation, running)]
    if not traits_of(tournament.stage).has_rounds:
        return _next_wave(installation, running)
    if not tournament.is_between_rounds:
        return ()
    return _next_round(installation, running, now)


def _next_round(installation: Installation, running: LoadedTournament, now: datetime) -> Sequence[events.AnyEvent]:
    """Return what follows once all rounds are closed: a round, a stage, or the end."""
    if round_pairings.stage_is_over(running.tournament):
        return [_end_of_stage(installation, running)]
    advances = next_round_time(running, now)
    if advances is None or advances > now:
        return ()
    drawn = round_pairings.next_round(running.tournament)
    return [pairing(installation, running, drawn)] if drawn else ()


def _next_wave(installation: Installation, running: LoadedTournament) -> Sequence[events.AnyEvent]:
    """Return what follows in an arena: new tables, or its end once the last table is closed.

    Before its time is up, an arena waits for more entrants even if no table can be formed. In a ladder nothing follows.
    """
    tournament = running.tournament
    if traits_of(tournament.stage).by_challenge:
        return ()
    drawn = next_draw(installation, running)
    if drawn is not None:
        return [pairing(installation, running, drawn)]
    ends = (
        round_pairings.arena_is_over(tournament, _arena_minutes(installation, running)) or not tournament.stage.minutes
    )
    return [_end_of_stage(installation, running)] if ends and tournament.is_between_rounds else ()


def _end_of_stage(installation: Installation, running: LoadedTournament) -> events.AnyEvent:
    tournament = running.tournament
    last = len(tournament.stages) == len(tournament.plan.stages)
    return log.new_entry(installation, events.Ended) if last else start_stage(installation, running)


def _start_in_time(installation: Installation, running: LoadedTournament, now: datetime) -> Sequence[events.AnyEvent]:
    """Return the event that starts the tournament in time, or postpones the start if there are too few entrants."""
    tournament = running.tournament
    at = tournament.plan.starts_at
    if not at or datetime.fromisoformat(at) > now:
        return ()
    if has_enough(tournament):
        return [log.new_entry(installation, events.Started)]
    return () if tournament.postponed else [log.new_entry(installation, events.Postponed, reason="Too few entrants.")]


def has_enough(tournament: Tournament) -> bool:
    """Whether enough entrants take part for a first round, or enough teams if teams meet."""
    if has_team_matches(tournament.plan):
        return len(taking_part(tournament)) >= LEAST_TABLE
    return sum(tournament.takes_part(each.number) for each in tournament.entrants) >= LEAST_TABLE
