"""What comes by itself: rounds are seated, opened and closed, stages follow each other, and a tournament ends.

All of it follows from the log and the games, so anybody may do it, again and at the same time: whoever comes too late
finds it done. A job does it when a game has ended, and the sweeper looks after each tournament now and then.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from domain.ruleset import plays
from service.play.bottega import Bottega
from service.play.clock_and_ids import CLOCKS_APART_SECONDS
from service.play.game import Game
from service.play.pending_jobs import lease_end
from service.play.tournaments import log, messages, results
from service.play.tournaments.log import LoadedTournament
from service.play.tournaments.seating import create_games
from service.play.tournaments.time_slices import PORTION_SECONDS, TimeSlice, portion
from service.problems import TournamentBusy, TournamentNotFound
from service.store import OUTAGES
from service.tournament import no_shows, round_pairings
from service.tournament.events import (
    AnyEvent,
    Ended,
    Finished,
    Opened,
    Paired,
    Paused,
    Postponed,
    Ruled,
    Seating,
    StageBegan,
    Started,
    Withdrew,
)
from service.tournament.plan import LEAST_TABLE
from service.tournament.round_pairings import RoundPairing
from service.tournament.state import Round, Tournament

logger = logging.getLogger(__name__)

MOST_STEPS = 1000
"""Of one tournament in one call: far more than ever follow from each other."""
LOOK_SECONDS = 30.0
"""Between two looks at a tournament that waits for its games; there is one soon after each of their ends."""
CLOCKS_APART = timedelta(seconds=CLOCKS_APART_SECONDS)
UNHOSTED_SECONDS = 60.0
"""Between two looks at a tournament whose rules are not hosted here: while they are changed, somebody else may."""
ABSENT = "Did not act in {} matches in a row."
NOT_DRAWN = "The next round could not be drawn. Seat it by hand, or resume to try again."

logger = logging.getLogger(__name__)


def drive(bottega: Bottega, name: str, seconds: float = PORTION_SECONDS) -> float | None:
    """Do what is to be done by now; return when to look again, Unix time, and None if nothing comes any more.

    Games are created and players are notified for so many seconds. What is left then is due at once, and the sweeper
    continues. A tournament waits that was founded under rules which are not played here: all its games are of one
    version. Raises TournamentNotFound and TournamentBusy.
    """
    allowed = portion(seconds)
    for _ in range(MOST_STEPS):
        running = log.load(bottega, name)
        if not _is_hosted(bottega, running):
            return bottega.sources.now().timestamp() + UNHOSTED_SECONDS
        if running.tournament.unsettled:
            log.append(bottega, running, results.settled(bottega, running, allowed))
            if allowed.is_over:
                return _look_at_once(bottega, name)
            continue
        if unopened(running):
            if not _open_rounds(bottega, running, allowed):
                return _look_at_once(bottega, name)
            continue
        results.resign_for_disqualified(bottega, running)
        ended = results.finished(bottega, running) or _withdrawals(bottega, running.tournament)
        following = ended or _drawn_or_paused(bottega, running)
        if not following:
            if not messages.tell_owed(bottega, running, allowed):
                return _look_at_once(bottega, name)
            return next_look(bottega, running)
        if any(isinstance(each, Paired) for each in following):
            bottega.store.tournaments.due.bring_forward(name, lease_end(bottega))
        log.append(bottega, running, following)
    raise TournamentBusy("Others were faster {times} times in succession.", {"times": MOST_STEPS})


def carry_on(bottega: Bottega, name: str) -> None:
    """Do as `drive` after a change that stands: log what goes wrong, and leave the rest to the sweeper.

    Raises one of OUTAGES.
    """
    try:
        drive(bottega, name)
    except OUTAGES:
        raise
    except Exception:  # the change is in the log: an error response would deny it
        logger.exception("tournament %s cannot be carried on now", name)


def _withdrawals(bottega: Bottega, tournament: Tournament) -> Sequence[AnyEvent]:
    """Return the withdrawals of entrants with as many no-shows in a row as the plan allows."""
    return [
        log.note(bottega, Withdrew, reason=ABSENT.format(number), entrant=entrant, no_show_count=number)
        for entrant, number in no_shows.due(tournament).items()
    ]


def _drawn_or_paused(bottega: Bottega, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return what follows, and a pause where it cannot be drawn: a tournament never waits for a draw that fails."""
    try:
        return _following(bottega, running)
    except Exception:
        if running.tournament.status != "running":
            raise
        logger.exception("the next round of tournament %s cannot be drawn; it is paused", running.name)
        return [log.note(bottega, Paused, reason=NOT_DRAWN)]


def _look_at_once(bottega: Bottega, name: str) -> float:
    """Have the sweeper continue with a tournament now; return that time."""
    now = bottega.sources.now().timestamp()
    bottega.store.tournaments.due.bring_forward(name, now)
    return now


def _is_hosted(bottega: Bottega, running: LoadedTournament) -> bool:
    """Whether games of a tournament are played here; one that is over needs no rules."""
    plan = running.founded.plan
    ruleset = bottega.rulesets.get(plan.ruleset)
    is_over = running.tournament.status in ("over", "cancelled")
    return is_over or (ruleset is not None and plays(ruleset, plan.rules_version))


def note_result(bottega: Bottega, game: Game) -> None:
    """Note how a game of a tournament has ended, and go on if its round is closed with it, or nobody waits for that."""
    place = game.header.tournament
    if place is None:
        return
    try:
        running = log.change(bottega, place.tournament, lambda running: [*results.of_games(bottega, running, [game])])
    except TournamentNotFound:
        return
    tournament = running.tournament
    if tournament.status == "cancelled" or unopened(running):  # what is being created is the sweeper's
        return
    is_played_on = tournament.stages and tournament.stage.format != "arena" and place.round <= len(tournament.rounds)
    if not is_played_on or tournament.round(place.round).is_closed:
        drive(bottega, place.tournament)


def settle(bottega: Bottega, running: LoadedTournament) -> bool:
    """Stop the games that count no more; False if there are none.

    Raises TournamentBusy if some are left after a portion.
    """
    if not running.tournament.unsettled or not log.append(
        bottega, running, results.settled(bottega, running, portion())
    ):
        return False
    if running.tournament.unsettled:
        raise TournamentBusy("Repeat the request in a moment.")
    return True


def unopened(running: LoadedTournament) -> list[Round]:
    """List the rounds that are seated and whose games may not all exist."""
    return [each for each in running.tournament.rounds if not each.opened]


def open_rounds(bottega: Bottega, running: LoadedTournament) -> bool:
    """Create the games of rounds that are seated; False if there is no such round.

    Raises TournamentBusy if some are left after a portion.
    """
    if not unopened(running):
        return False
    if not _open_rounds(bottega, running, portion()):
        raise TournamentBusy("The games of a round are being created. Repeat the request until they exist.")
    return True


def _open_rounds(bottega: Bottega, running: LoadedTournament, allowed: TimeSlice) -> bool:
    """Create the games of rounds that are seated; whether all of them exist."""
    for each in unopened(running):
        if not create_games(bottega, running, each, allowed):
            return False
        log.append(bottega, running, [log.note(bottega, Opened, round=each.number)])
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
    """Write the entry of a round that has been drawn, or that its organiser seats by hand: one that is `manual`."""
    tournament = running.tournament
    tables = tuple(
        Seating(
            number,
            tuple(table.entrants),
            tuple(bottega.sources.game_id() for _ in range(tournament.plan.games)),
            table.group,
            table.bracket,
        )
        for number, table in enumerate(drawn.tables, 1)
    )
    return log.note(
        bottega,
        Paired,
        by=by,
        reason=reason,
        round=len(tournament.rounds) + 1,
        stage=len(tournament.stages) - 1,
        tables=tables,
        byes=tuple(drawn.byes),
        sitting_out=tuple(drawn.sitting_out),
        manual=manual,
    )


def begin_stage(bottega: Bottega, running: LoadedTournament) -> StageBegan:
    """Write the entry of the next stage."""
    groups = round_pairings.begin_stage(running.tournament)
    return log.note(bottega, StageBegan, stage=len(running.tournament.stages), groups=groups)


def next_draw(bottega: Bottega, running: LoadedTournament) -> RoundPairing | None:
    """Draw the next round of the stage that is played; None if there is none."""
    tournament = running.tournament
    if tournament.stage.format != "arena":
        return round_pairings.next_round(tournament)
    if round_pairings.arena_is_over(tournament, _arena_minutes(bottega, running)):
        return None
    return round_pairings.next_round(tournament, free_entrants(tournament))


def free_entrants(tournament: Tournament) -> list[int]:
    """List those of an arena who sit nowhere."""
    seated = {
        entrant
        for played in tournament.stage_rounds
        for table in played.tables
        if not table.is_closed
        for entrant in table.entrants
    }
    everybody = [entrant for group in tournament.stages[-1] for entrant in group]
    return [each for each in tournament.present(everybody) if each not in seated]


def _arena_minutes(bottega: Bottega, running: LoadedTournament) -> float:
    """Return for how long an arena has gone on.

    It began no later than what happened in it: a clock that was ahead may have said so.
    """
    first = max(number for number, each in enumerate(running.log) if isinstance(each, StageBegan))
    began = min(datetime.fromisoformat(each.at) for each in running.log[first:])
    return (bottega.sources.now() - began).total_seconds() / 60


def next_look(bottega: Bottega, running: LoadedTournament) -> float | None:
    """Return when somebody must look again, Unix time; None if nothing comes by itself any more."""
    tournament = running.tournament
    if tournament.status in ("over", "cancelled"):
        return None
    now = bottega.sources.now()
    soon = now + timedelta(seconds=LOOK_SECONDS)
    moment = _begins(running) if tournament.status == "registration" else _goes_on(running, now)
    return (soon if moment is None else min(soon, moment)).timestamp()


def _begins(running: LoadedTournament) -> datetime | None:
    """Return when registration is closed by itself; None if it is not."""
    at = running.tournament.plan.starts_at
    return datetime.fromisoformat(at) if at and not running.tournament.postponed else None


def _goes_on(running: LoadedTournament, now: datetime) -> datetime | None:
    """Return when the next round is seated by itself, if all before it are closed; None if it is not.

    What was noted in time to come, by a clock that has been put right since, keeps nobody waiting.
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
    """Return the time that was set for the next round, if any was."""
    coming = len(tournament.rounds)
    return tournament.plan.round_times[coming : coming + 1]


def _pause(running: LoadedTournament) -> int:
    """Return for how many seconds the next round waits; the first one does not."""
    return running.tournament.plan.pause_seconds if running.tournament.rounds else 0


def _following(bottega: Bottega, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return what follows from how the tournament stands, and the time; nothing while it waits."""
    tournament, now = running.tournament, bottega.sources.now()
    if tournament.status == "registration":
        return _start_in_time(bottega, running, now)
    if tournament.status != "running":
        return ()
    if not tournament.stages:
        return [begin_stage(bottega, running)]
    if tournament.stage.format == "arena":
        return _next_wave(bottega, running)
    if not tournament.is_between_rounds:
        return ()
    return _next_round(bottega, running, now)


def _next_round(bottega: Bottega, running: LoadedTournament, now: datetime) -> Sequence[AnyEvent]:
    """Return what follows once all rounds are closed: the next one, the next stage, or the end."""
    if round_pairings.stage_is_over(running.tournament):
        return [_end_of_stage(bottega, running)]
    advances = _goes_on(running, now)
    if advances is None or advances > now:
        return ()
    drawn = round_pairings.next_round(running.tournament)
    return [pairing(bottega, running, drawn)] if drawn else ()


def _next_wave(bottega: Bottega, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return what follows in an arena: tables for those who are free, or its end once the last table is closed.

    While its time is not up it waits for more who come, though nobody can be seated.
    """
    tournament, drawn = running.tournament, next_draw(bottega, running)
    if drawn is not None:
        return [pairing(bottega, running, drawn)]
    ends = round_pairings.arena_is_over(tournament, _arena_minutes(bottega, running)) or not tournament.stage.minutes
    return [_end_of_stage(bottega, running)] if ends and tournament.is_between_rounds else ()


def _end_of_stage(bottega: Bottega, running: LoadedTournament) -> AnyEvent:
    """Return what follows the last round of a stage."""
    tournament = running.tournament
    last = len(tournament.stages) == len(tournament.plan.stages)
    return log.note(bottega, Ended) if last else begin_stage(bottega, running)


def _start_in_time(bottega: Bottega, running: LoadedTournament, now: datetime) -> Sequence[AnyEvent]:
    """Return what follows once the time of the start has come: with too few entrants it waits for more."""
    tournament = running.tournament
    at = tournament.plan.starts_at
    if not at or datetime.fromisoformat(at) > now:
        return ()
    if has_enough(tournament):
        return [log.note(bottega, Started)]
    return () if tournament.postponed else [log.note(bottega, Postponed, reason="Too few entrants.")]


def has_enough(tournament: Tournament) -> bool:
    """Whether enough entrants take part for a first round."""
    return sum(tournament.takes_part(each.number) for each in tournament.entrants) >= LEAST_TABLE
