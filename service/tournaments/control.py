"""Control tournaments for their organiser; each action has a reason in the log."""

import logging
from collections.abc import Callable, Sequence

from service import problems
from service.installation.installation import Installation
from service.players.callers import Caller
from service.store import OUTAGES
from service.tournaments import access, log, presenters, progress, round_presenters, staff
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_may, load_own
from service.tournaments.log import Decide, LoadedTournament
from service.tournaments.resources.rounds import Pairings, Round, RoundRequest
from service.tournaments.resources.tournaments import Seating, Tournament
from service.tournaments.rules import manual, state
from service.tournaments.rules.events import AnyEvent, Cancelled, Ended, Paired, Paused, Resumed, Started
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.round_pairings import RoundPairing
from service.tournaments.rules.team_matches import has_team_matches
from service.tournaments.rules.types import CLOSED, GOING_ON, Status
from service.tournaments.visible import load_visible

logger = logging.getLogger(__name__)


def start(installation: Installation, name: str, caller: Caller, reason: str = "") -> Tournament:
    """Close registration and start the tournament.

    Raises TournamentNotFound, NotOrganiser, TournamentStarted, TooFewEntrants and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        status = running.tournament.status
        if status == "paused" and not running.tournament.has_started:
            raise tournament_problems.TournamentStarted("Resume the tournament before you start it.")
        if status != "registration":
            raise tournament_problems.TournamentStarted("A tournament can only be started while registration is open.")
        if not progress.has_enough(running.tournament):
            if has_team_matches(running.tournament.plan):
                raise tournament_problems.TooFewEntrants("Matches of teams need two teams. State `team` of entrants.")
            raise tournament_problems.TooFewEntrants(
                "A tournament needs two entrants. With `check_in`, players count only once they have checked in."
            )
        return [log.new_entry(installation, Started, by=caller.player, reason=reason)]

    return apply_and_present(installation, name, caller, "startTournament", decide)


def pause(installation: Installation, name: str, caller: Caller, reason: str = "") -> Tournament:
    """Pair no further rounds for now; running games continue. Before the start, this also suspends registration.

    Raises the errors of `start`, and TournamentNotRunning.
    """
    return apply_and_present(
        installation,
        name,
        caller,
        "pauseTournament",
        lambda running: _when(
            running, ("registration", "running"), log.new_entry(installation, Paused, by=caller.player, reason=reason)
        ),
    )


def resume(installation: Installation, name: str, caller: Caller, reason: str = "") -> Tournament:
    """Pair rounds again; raises the errors of `start`, and TournamentNotRunning."""
    return apply_and_present(
        installation,
        name,
        caller,
        "resumeTournament",
        lambda running: _when(
            running, ("paused",), log.new_entry(installation, Resumed, by=caller.player, reason=reason)
        ),
    )


def cancel(installation: Installation, name: str, caller: Caller, reason: str = "") -> Tournament:
    """Cancel a tournament; running games continue, but do not count in the tournament. Raises the errors of `start`.

    Games of a round that is being created are created first. If this fails, the round is dropped. A ladder without
    running matches is then over, since only the organiser ends it.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        if running.tournament.status in CLOSED:
            raise tournament_problems.TournamentNotRunning("The tournament has ended or was cancelled.")
        if progress.stop_games(installation, running) or _opened(installation, running):
            return decide(log.load(installation, name))
        if _is_idle_ladder(running.tournament):
            return [log.new_entry(installation, Ended, by=caller.player, reason=reason)]
        return [log.new_entry(installation, Cancelled, by=caller.player, reason=reason)]

    return apply_and_present(installation, name, caller, "cancelTournament", decide)


def _is_idle_ladder(tournament: state.Tournament) -> bool:
    """Whether a tournament is a ladder, and all its matches have results."""
    has_started = bool(tournament.stages)
    return has_started and traits_of(tournament.stage).by_challenge and tournament.is_between_rounds


def _opened(installation: Installation, running: LoadedTournament) -> bool:
    """Create the games of paired rounds; return False if there is no such round, or creation fails.

    Raises TournamentBusy if some are left after a time slice, and one of OUTAGES.
    """
    try:
        return progress.open_rounds(installation, running)
    except (*OUTAGES, problems.TournamentBusy):
        raise
    except Exception:  # a tournament whose games cannot be created must still be cancellable
        logger.exception(
            "the games of tournament %s cannot be created; the tournament is cancelled without them", running.name
        )
        return False


def next_round(installation: Installation, name: str, caller: Caller, reason: str = "") -> Round | Seating:
    """Pair the next round and create its games now; return it, or its progress while its games are being created.

    Raises the errors of `start`, RoundNotFinished, and TournamentBusy also if another request has removed the round.
    """

    def paired(running: LoadedTournament) -> Paired:
        drawn = _next(installation, running)
        return progress.pairing(installation, running, drawn, by=caller.player, reason=reason)

    return _create_round(installation, name, caller, paired)


def preview(installation: Installation, name: str, caller: Caller) -> Pairings:
    """Return the pairing of the next round without seating it; raises the errors of `next_round`."""
    running = load_own(installation, name, caller, "previewPairings")
    return round_presenters.drawn(running, _next(installation, running))


def pair(installation: Installation, name: str, caller: Caller, requested: RoundRequest) -> Round | Seating:
    """Pair the next round manually, and create its games; return what `next_round` does.

    Raises the errors of `next_round`, InvalidPairings and IncompletePairings.
    """

    def paired(running: LoadedTournament) -> Paired:
        _check_between(running)
        drawn = _by_hand(running, requested)
        return progress.pairing(installation, running, drawn, by=caller.player, reason=requested.reason, manual=True)

    return _create_round(installation, name, caller, paired)


def _create_round(
    installation: Installation, name: str, caller: Caller, pairing: Callable[[LoadedTournament], Paired]
) -> Round | Seating:
    """Pair a round, create its games, and return it; while its games are being created, return its progress."""
    created: list[Paired] = []

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        created[:] = [pairing(running)]
        return created

    apply_events(installation, name, caller, "createRound", decide)
    number, running = created[-1].round, load_visible(installation, name)
    if number <= len(running.tournament.rounds):
        return round_presenters.played_round(running, running.tournament.round(number))
    if running.seating is None:
        raise problems.TournamentBusy("Repeat the request in a moment.")
    return running.seating


def _by_hand(running: LoadedTournament, requested: RoundRequest) -> RoundPairing:
    """Return a checked manual pairing; raises InvalidPairings and IncompletePairings."""
    try:
        tables = [each.entrants for each in requested.tables]
        return manual.seated(running.tournament, tables, requested.byes or (), requested.sitting_out or ())
    except manual.Incomplete as incomplete:
        raise tournament_problems.IncompletePairings(
            "Entrants without a place: {named}. Assign each to a table, a bye, or `sitting_out`.",
            incomplete.facts,
            entrants=tuple(incomplete.entrants),
        ) from None
    except manual.InvalidPairing as misfit:
        raise tournament_problems.InvalidPairings(misfit.detail, misfit.facts) from None


def apply_and_present(
    installation: Installation, name: str, caller: Caller, operation: str, decide: Decide
) -> Tournament:
    """Append the events of an operation of the organiser, advance the tournament, and return it."""
    apply_events(installation, name, caller, operation, decide)
    return presenters.shown(staff.with_names(installation, load_visible(installation, name)), caller)


def apply_events(installation: Installation, name: str, caller: Caller, operation: str, decide: Decide) -> None:
    """Append the events of an operation of the organiser, and advance the tournament.

    Raises the errors of `decide` and `access.check_may`.
    """

    def decide_if_allowed(running: LoadedTournament) -> Sequence[AnyEvent]:
        check_may(running, caller, operation)
        return decide(running)

    access.change(installation, name, caller, decide_if_allowed)
    progress.try_drive(installation, name)


def _when(running: LoadedTournament, fitting: Sequence[Status], event: AnyEvent) -> Sequence[AnyEvent]:
    """Return an event that is allowed in some statuses only; raises TournamentNotRunning."""
    check_status(running, fitting)
    return [event]


def check_status(running: LoadedTournament, fitting: Sequence[Status]) -> None:
    """Raise TournamentNotRunning unless the tournament has one of some statuses."""
    status = running.tournament.status
    if status not in fitting:
        raise tournament_problems.TournamentNotRunning(
            "The status of the tournament is `{status}`.", {"status": status}
        )


def _check_between(running: LoadedTournament) -> None:
    """Raise TournamentNotRunning or RoundNotFinished unless a round can be paired now."""
    tournament = running.tournament
    check_status(running, GOING_ON)
    if not tournament.stages or (traits_of(tournament.stage).has_rounds and not tournament.is_between_rounds):
        raise tournament_problems.RoundNotFinished(
            "Some tables of the last round have no result yet. Wait for them, or set the results."
        )


def _next(installation: Installation, running: LoadedTournament) -> RoundPairing:
    """Pair the next round; raises the errors of `_check_between`."""
    _check_between(running)
    drawn = progress.next_draw(installation, running)
    if drawn is None:
        raise tournament_problems.TournamentNotRunning("The stage has no further round.")
    return drawn
