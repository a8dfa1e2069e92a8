"""Advance tournaments automatically: pair, open and close rounds, start stages, and end the tournament.

Each step follows from the log and the games. It is idempotent, so several processes can run it at the same time. A job
runs it when a game ends, and the sweeper checks each tournament regularly.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from domain.ruleset import plays
from service.game.game import Game
from service.installation.after_commit import follow_up
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import CLOCKS_APART_SECONDS
from service.match_places import LEAST_TABLE
from service.playing.pending_jobs import lease_end
from service.problems import TournamentBusy
from service.tournaments import log, messages, results
from service.tournaments.log import LoadedTournament
from service.tournaments.problems import TournamentNotFound
from service.tournaments.rules import no_shows, round_pairings
from service.tournaments.rules.events import (
    AnyEvent,
    Ended,
    Finished,
    Opened,
    Paired,
    Paused,
    Postponed,
    Ruled,
    SeatedTable,
    StageBegan,
    Started,
    Withdrew,
)
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.round_pairings import RoundPairing
from service.tournaments.rules.state import Round, Tournament
from service.tournaments.rules.types import CLOSED
from service.tournaments.seating import create_games
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.time_slices import SLICE_SECONDS, TimeSlice, time_slice

MOST_STEPS = 1000
"""The maximum number of steps for one tournament in one call; far more than ever follow each other."""
CHECK_SECONDS = 30.0
"""Seconds between checks of a tournament that waits for games; the end of a game triggers one as well."""
CLOCKS_APART = timedelta(seconds=CLOCKS_APART_SECONDS)
UNHOSTED_SECONDS = 60.0
"""Seconds between checks of a tournament whose ruleset is not hosted here; another process may advance it."""
NO_SHOWS = "Did not act in {} matches in a row."
NOT_PAIRED = "The next round could not be paired. Pair it manually, or resume to try again."

logger = logging.getLogger(__name__)


def drive(bottega: Bottega, name: str, seconds: float = SLICE_SECONDS) -> float | None:
    """Advance a tournament as far as possible; return the Unix time of the next check, or None if it has ended.

    Games are created and players are notified for up to `seconds`. The rest is due immediately, and the sweeper
    continues. A tournament waits while its rules version is not hosted: all its games have the same version. Raises
    TournamentNotFound and TournamentBusy.
    """
    allowed = time_slice(seconds)
    for _ in range(MOST_STEPS):
        running = log.load(bottega, name)
        if not _is_hosted(bottega, running):
            return bottega.sources.now().timestamp() + UNHOSTED_SECONDS
        if running.tournament.games_to_stop:
            log.append(bottega, running, results.stop_games(bottega, running, allowed))
            if allowed.is_over:
                return _check_now(bottega, name)
            continue
        if unopened(running):
            if not _open_rounds(bottega, running, allowed):
                return _check_now(bottega, name)
            continue
        results.resign_for_disqualified(bottega, running)
        ended = results.finished(bottega, running) or _withdrawals(bottega, running.tournament)
        events = ended or _next_events_or_pause(bottega, running)
        if not events:
            if not messages.send_pending(bottega, running, allowed):
                return _check_now(bottega, name)
            return next_check(bottega, running)
        if any(isinstance(each, Paired) for each in events):
            tournaments_in(bottega.store).due.bring_forward(name, lease_end(bottega))
        log.append(bottega, running, events)
    raise TournamentBusy("Retry the request. Other requests were faster {times} times in a row.", {"times": MOST_STEPS})


def try_drive(bottega: Bottega, name: str) -> None:
    """Advance a tournament after a change; log errors, and leave the rest to the sweeper."""
    with follow_up("tournament", name):
        drive(bottega, name)


def _withdrawals(bottega: Bottega, tournament: Tournament) -> Sequence[AnyEvent]:
    return [
        log.new_entry(bottega, Withdrew, reason=NO_SHOWS.format(number), entrant=entrant, no_show_count=number)
        for entrant, number in no_shows.due_withdrawals(tournament).items()
    ]


def _next_events_or_pause(bottega: Bottega, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return the next events, or a pause if pairing fails: a tournament never waits for a failing pairing."""
    try:
        return _next_events(bottega, running)
    except Exception:
        if running.tournament.status != "running":
            raise
        logger.exception("the next round of tournament %s cannot be paired; the tournament is paused", running.name)
        return [log.new_entry(bottega, Paused, reason=NOT_PAIRED)]


def _check_now(bottega: Bottega, name: str) -> float:
    """Schedule an immediate check by the sweeper; return its time."""
    now = bottega.sources.now().timestamp()
    tournaments_in(bottega.store).due.bring_forward(name, now)
    return now


def _is_hosted(bottega: Bottega, running: LoadedTournament) -> bool:
    """Whether the games of a tournament can be played here; a finished tournament needs no rules."""
    plan = running.header.plan
    ruleset = bottega.rulesets.get(plan.ruleset)
    is_over = running.tournament.status in CLOSED
    return is_over or (ruleset is not None and plays(ruleset, plan.rules_version))


def note_result(bottega: Bottega, game: Game) -> None:
    """Note the result of a tournament game. Advance the tournament if its round is closed, and always in an arena."""
    place = game.header.tournament
    if place is None:
        return
    try:
        running = log.change(bottega, place.tournament, lambda running: [*results.of_games(bottega, running, [game])])
    except TournamentNotFound:
        return
    tournament = running.tournament
    if tournament.status == "cancelled" or unopened(running):  # the sweeper creates the missing games
        return
    has_round = tournament.stages and traits_of(tournament.stage).has_rounds and place.round <= len(tournament.rounds)
    if not has_round or tournament.round(place.round).is_closed:
        drive(bottega, place.tournament)


def stop_games(bottega: Bottega, running: LoadedTournament) -> bool:
    """Stop games that no longer count; return False if there are none.

    Raises TournamentBusy if some are left after a time slice.
    """
    if not running.tournament.games_to_stop or not log.append(
        bottega, running, results.stop_games(bottega, running, time_slice())
    ):
        return False
    if running.tournament.games_to_stop:
        raise TournamentBusy("Repeat the request in a moment.")
    return True


def unopened(running: LoadedTournament) -> list[Round]:
    """List the paired rounds whose games may not all exist."""
    return [each for each in running.tournament.rounds if not each.opened]


def open_rounds(bottega: Bottega, running: LoadedTournament) -> bool:
    """Create the games of paired rounds; return False if there is no such round.

    Raises TournamentBusy if some are left after a time slice.
    """
    if not unopened(running):
        return False
    if not _open_rounds(bottega, running, time_slice()):
        raise TournamentBusy("The games of a round are being created. Repeat the request until they exist.")
    return True


def _open_rounds(bottega: Bottega, running: LoadedTournament, allowed: TimeSlice) -> bool:
    for each in unopened(running):
        if not create_games(bottega, running, each, allowed):
            return False
        log.append(bottega, running, [log.new_entry(bottega, Opened, round=each.number)])
    return True


def pairing(
    bottega: Bottega,
    running: LoadedTournament,
    drawn: RoundPairing,
    *,
    by: str = "",
    reason: str = "",
    manual: bool = False,
) -> Paired:
    """Return the log entry of a pairing; `manual` if the organiser paired the round."""
    tournament = running.tournament
    tables = tuple(
        SeatedTable(
            number,
            tuple(table.entrants),
            tuple(bottega.sources.game_id() for _ in range(tournament.plan.games)),
            table.group,
            table.bracket,
        )
        for number, table in enumerate(drawn.tables, 1)
    )
    return log.new_entry(
        bottega,
        Paired,
        by=by,
        reason=reason,
        round=len(tournament.rounds) + 1,
        stage=tournament.stage_index,
        tables=tables,
        byes=tuple(drawn.byes),
        sitting_out=tuple(drawn.sitting_out),
        manual=manual,
    )


def start_stage(bottega: Bottega, running: LoadedTournament) -> StageBegan:
    """Return the log entry that starts the next stage."""
    groups = round_pairings.next_groups(running.tournament)
    return log.new_entry(bottega, StageBegan, stage=len(running.tournament.stages), groups=groups)


def next_draw(bottega: Bottega, running: LoadedTournament) -> RoundPairing | None:
    """Pair the next round of the current stage; None if there is none."""
    tournament = running.tournament
    has_rounds = traits_of(tournament.stage).has_rounds
    if not has_rounds and round_pairings.arena_is_over(tournament, _arena_minutes(bottega, running)):
        return None
    return round_pairings.next_round(tournament)


def _arena_minutes(bottega: Bottega, running: LoadedTournament) -> float:
    """Return how many minutes an arena has been running.

    The start is at most the time of any later event: the clock of the process that started it may have been fast.
    """
    first = max(number for number, each in enumerate(running.log) if isinstance(each, StageBegan))
    started_at = min(datetime.fromisoformat(each.at) for each in running.log[first:])
    return (bottega.sources.now() - started_at).total_seconds() / 60


def next_check(bottega: Bottega, running: LoadedTournament) -> float | None:
    """Return the Unix time of the next check; None if no automatic step remains."""
    tournament = running.tournament
    if tournament.status in CLOSED:
        return None
    now = bottega.sources.now()
    soon = now + timedelta(seconds=CHECK_SECONDS)
    moment = _start_time(running) if tournament.status == "registration" else _next_round_time(running, now)
    return (soon if moment is None else min(soon, moment)).timestamp()


def _start_time(running: LoadedTournament) -> datetime | None:
    at = running.tournament.plan.starts_at
    return datetime.fromisoformat(at) if at and not running.tournament.postponed else None


def _next_round_time(running: LoadedTournament, now: datetime) -> datetime | None:
    """Return the time of the next automatic round once all rounds are closed; None if there is none.

    Log times in the future, from a clock that was corrected since, cause no delay.
    """
    tournament = running.tournament
    if tournament.status != "running" or not tournament.is_between_rounds or tournament.plan.next_round != "automatic":
        return None
    last = next((each for each in reversed(running.log) if isinstance(each, Finished | Ruled | Started)), None)
    if last is None:
        return None
    at = datetime.fromisoformat(last.at)
    soonest = now if at > now + CLOCKS_APART else at + timedelta(seconds=_pause(running))
    return max([soonest, *map(datetime.fromisoformat, _time_of_next_round(running.tournament))])


def _time_of_next_round(tournament: Tournament) -> Sequence[str]:
    coming = len(tournament.rounds)
    return tournament.plan.round_times[coming : coming + 1]


def _pause(running: LoadedTournament) -> int:
    """Return the pause before the next round in seconds; 0 before the first round."""
    return running.tournament.plan.pause_seconds if running.tournament.rounds else 0


def _next_events(bottega: Bottega, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return the events that follow now; empty while the tournament waits."""
    tournament, now = running.tournament, bottega.sources.now()
    if tournament.status == "registration":
        return _start_in_time(bottega, running, now)
    if tournament.status != "running":
        return ()
    if not tournament.stages:
        return [start_stage(bottega, running)]
    if not traits_of(tournament.stage).has_rounds:
        return _next_wave(bottega, running)
    if not tournament.is_between_rounds:
        return ()
    return _next_round(bottega, running, now)


def _next_round(bottega: Bottega, running: LoadedTournament, now: datetime) -> Sequence[AnyEvent]:
    """Return what follows once all rounds are closed: a round, a stage, or the end."""
    if round_pairings.stage_is_over(running.tournament):
        return [_end_of_stage(bottega, running)]
    advances = _next_round_time(running, now)
    if advances is None or advances > now:
        return ()
    drawn = round_pairings.next_round(running.tournament)
    return [pairing(bottega, running, drawn)] if drawn else ()


def _next_wave(bottega: Bottega, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return what follows in an arena: new tables, or its end once the last table is closed.

    Before its time is up, an arena waits for more entrants even if no table can be formed.
    """
    tournament, drawn = running.tournament, next_draw(bottega, running)
    if drawn is not None:
        return [pairing(bottega, running, drawn)]
    ends = round_pairings.arena_is_over(tournament, _arena_minutes(bottega, running)) or not tournament.stage.minutes
    return [_end_of_stage(bottega, running)] if ends and tournament.is_between_rounds else ()


def _end_of_stage(bottega: Bottega, running: LoadedTournament) -> AnyEvent:
    tournament = running.tournament
    last = len(tournament.stages) == len(tournament.plan.stages)
    return log.new_entry(bottega, Ended) if last else start_stage(bottega, running)


def _start_in_time(bottega: Bottega, running: LoadedTournament, now: datetime) -> Sequence[AnyEvent]:
    """Return the event that starts the tournament in time, or postpones the start if there are too few entrants."""
    tournament = running.tournament
    at = tournament.plan.starts_at
    if not at or datetime.fromisoformat(at) > now:
        return ()
    if has_enough(tournament):
        return [log.new_entry(bottega, Started)]
    return () if tournament.postponed else [log.new_entry(bottega, Postponed, reason="Too few entrants.")]


def has_enough(tournament: Tournament) -> bool:
    """Whether enough entrants take part for a first round."""
    return sum(tournament.takes_part(each.number) for each in tournament.entrants) >= LEAST_TABLE
