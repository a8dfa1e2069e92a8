"""Register entrants: enter, check in, withdraw and re-enter."""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from service import problems
from service.installation.installation import Installation
from service.players.callers import Caller, require_scope
from service.players.tokens import is_same
from service.texts import compared
from service.tournaments import access, founding, log, messages, presenters, progress, vacations
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_acts_for, check_may, may
from service.tournaments.creation import entry_of
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import terms_of
from service.tournaments.reopening import is_merged, with_reopening
from service.tournaments.resources import entrants as resources
from service.tournaments.resources.entrants import EntrantBody, Reentry, Withdrawal
from service.tournaments.rules.entrant_events import CheckedIn, Reentered, Substituted, Withdrew
from service.tournaments.rules.entrant_legality import check_reentry, may_enter_late
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.events import AnyEvent, Reopened
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.plan import SIXTIETHS
from service.tournaments.rules.points import missed_games
from service.tournaments.rules.state import Entrant, Tournament, is_in_stage
from service.tournaments.rules.types import CLOSED
from service.tournaments.rules.vacation_events import VacationSet
from service.tournaments.store.tournament_players import is_player
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.substitutes import substitution, with_entry


def enter(installation: Installation, name: str, caller: Caller, body: EntrantBody) -> tuple[resources.Entrant, bool]:
    """Register an entrant; return it, and whether the caller's player was already registered.

    A body without a player or level names the caller. The organiser can register any player or AI level. Other players
    can only register themselves, if registration is open or with the code. Raises TournamentNotFound, NotOrganiser,
    InsufficientScope, RegistrationClosed, WrongCode, UnknownPlayer, UnknownLevel, AlreadyEntered, InvitationDeclined,
    SameOwner, TournamentFull and TournamentBusy.
    """
    registered: list[Entrant] = []
    returning: list[Entrant] = []
    requested = body if body.player or body.level else replace(body, player=caller.player)

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        organises = may(running, caller, "addEntrant")
        if organises and requested.points is not UNSET:
            check_may(running, caller, "addEntrant.points")
        allowed = requested if organises else replace(requested, points=UNSET, rating=0, team="", board=0)
        if not organises and allowed.player == caller.player:
            require_scope(caller, "play")
        registered[:] = [] if organises or allowed.player != caller.player else _own(running, caller)
        returning[:] = [] if registered else _withdrawn(running, allowed)
        if registered:
            return []
        if returning:
            return _reentry(installation, running, caller, returning[0], body.reason, code=body.code or "")
        _check_may_enter(running, caller, allowed)
        founding.check_may_enter(installation, caller, allowed.player or "")
        entry = entry_of(installation, running, allowed, caller.player, reason=body.reason, points=allowed.points)
        return [entry]

    running = access.change_by_entering(installation, name, caller, decide)
    messages.send_soon(installation, running)
    _check_soon(installation, running)
    _play_on(installation, running)
    number = next((each.number for each in registered + returning), len(running.tournament.entrants) - 1)
    return presenters.entrant(running.tournament.entrants[number]), bool(registered)


def reenter(
    installation: Installation, name: str, caller: Caller, entrant: int, requested: Reentry
) -> resources.Entrant:
    """Let a withdrawn entrant take part again under the same number, or let another player play for it; idempotent.

    An entrant on vacation comes back.
    A tournament that is over is reopened if a match is left to play then.
    Raises TournamentNotFound, EntrantNotFound, NotOrganiser, RegistrationClosed, ReentryClosed, TournamentFull,
    TournamentBusy, and the errors of `substitution`.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        found = _find(running, caller, entrant, "reenterEntrant")
        player, reason = requested.player or found.entered.player, requested.reason
        if player == found.entered.player and found.withdrawn:
            return _reentry(installation, running, caller, found, reason)
        if player == found.entered.player:
            return vacations.back(installation, running, caller, found, reason)
        entry = substitution(installation, running, caller, found, player, requested)
        after = with_entry(running, entry)
        again = after.tournament.entrants[entrant]
        return [entry, *(_reentry(installation, after, caller, again, reason) if again.withdrawn else [])]

    running = access.change(installation, name, caller, decide)
    messages.send_soon(installation, running)
    _play_on(installation, running)
    return presenters.entrant(running.tournament.entrants[entrant])


def check_in(installation: Installation, name: str, caller: Caller, entrant: int) -> resources.Entrant:
    """Check an entrant in; idempotent, and without effect on withdrawn entrants.

    Raises TournamentNotFound, EntrantNotFound, NotOrganiser, RegistrationClosed and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> list[AnyEvent]:
        found = _find(running, caller, entrant, "checkInEntrant")
        if running.tournament.has_started or running.tournament.status in CLOSED:
            raise tournament_problems.RegistrationClosed("Check-in ended when the tournament started or was cancelled.")
        if found.checked_in or found.withdrawn:
            return []
        return [log.new_entry(installation, CheckedIn, by=caller.player, entrant=entrant)]

    running = access.change(installation, name, caller, decide)
    _check_soon(installation, running)
    return presenters.entrant(running.tournament.entrants[entrant])


def withdraw(
    installation: Installation, name: str, caller: Caller, entrant: int, requested: Withdrawal
) -> resources.Entrant:
    """Withdraw an entrant from all future rounds, or send it on vacation; idempotent.

    Raises TournamentNotFound, EntrantNotFound, NotOrganiser, TournamentNotRunning, VacationNotAllowed and
    TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        found = _find(running, caller, entrant, "withdrawEntrant")
        if requested.vacation_until:
            return vacations.start(installation, running, caller, found, requested)
        if found.withdrawn:
            return []
        if running.tournament.status in CLOSED:
            raise tournament_problems.TournamentNotRunning("The tournament has ended or was cancelled.")
        return [log.new_entry(installation, Withdrew, by=caller.player, reason=requested.reason, entrant=entrant)]

    running = access.change(installation, name, caller, decide)
    messages.send_soon(installation, running)
    _check_soon(installation, running)
    _play_on(installation, running)
    return presenters.entrant(running.tournament.entrants[entrant])


def _check_soon(installation: Installation, running: LoadedTournament) -> None:
    if running.tournament.postponed:
        tournaments_in(installation.store).due.bring_forward(running.name, installation.sources.now().timestamp())


def _play_on(installation: Installation, running: LoadedTournament) -> None:
    """Continue a tournament that a re-entry has reopened, or whose games follow a vacation or a substitute."""
    if any(isinstance(event, Reopened | Substituted | VacationSet) for event in running.log[-2:]):
        progress.try_drive(installation, running.name)


def _withdrawn(running: LoadedTournament, requested: EntrantBody) -> list[Entrant]:
    """Return the withdrawn entrant for a request, if any: the player, or the level with this name."""
    tournament = running.tournament
    if requested.player:
        return [each for each in tournament.entrants_of(requested.player) if each.withdrawn]
    found = tournament.entrants if compared(requested.name) in tournament.names else ()
    return [
        each
        for each in found
        if each.withdrawn and each.entered.level == requested.level and each.name == requested.name
    ]


def _reentry(
    installation: Installation,
    running: LoadedTournament,
    caller: Caller,
    found: Entrant,
    reason: str,
    *,
    code: str | None = None,
) -> Sequence[AnyEvent]:
    """Return the entries of a re-entry; raises the errors of `reenter`, and WrongCode."""
    _check_may_return(running, caller, found, code)
    tournament = running.tournament
    if found.entered.kind == "player" and not is_player(found.entered.player):
        raise tournament_problems.ReentryClosed("Create a new player. This player has been deleted.")
    if terms_of(tournament.plan).rated and is_merged(installation, running, found.entered.player):
        raise tournament_problems.ReentryClosed(
            "Enter another tournament. Since the entry the player has become part of another one."
        )
    if tournament.present_count >= tournament.plan.max_entrants:
        raise tournament_problems.TournamentFull(
            "The tournament accepts at most {most} entrants.", {"most": tournament.plan.max_entrants}
        )
    try:
        check_reentry(tournament, found)
    except Illegal as illegal:
        raise tournament_problems.ReentryClosed("Not possible: {why}.", {"why": str(illegal)}) from None
    joins = len(tournament.stages) == 1 and not is_in_stage(tournament, found.number)
    points = tournament.plan.late_points * missed_games(tournament) * SIXTIETHS if joins else 0
    entry = log.new_entry(installation, Reentered, by=caller.player, reason=reason, entrant=found.number, points=points)
    return with_reopening(installation, running, caller, reason, [entry], closed=tournament_problems.ReentryClosed)


def _check_may_return(running: LoadedTournament, caller: Caller, found: Entrant, code: str | None) -> None:
    """Raise NotOrganiser, RegistrationClosed or WrongCode unless the caller can let an entrant take part again."""
    if running.tournament.status == "cancelled":
        raise tournament_problems.RegistrationClosed("The tournament was cancelled.")
    if may(running, caller, "reenterEntrant"):
        return
    check_acts_for(running, caller, found.entered.player, "reenterEntrant")
    if found.disqualified or found.withdrawn_by != caller.player:
        raise tournament_problems.NotOrganiser("Only the organiser can let this entrant take part again.")
    if running.tournament.status != "registration" and not _returns_to_ladder(running.tournament):
        raise tournament_problems.RegistrationClosed(
            "Registration is closed. Only the organiser can let an entrant take part again."
        )
    if code is not None and running.tournament.plan.registration == "code" and not is_same(code, running.header.code):
        raise tournament_problems.WrongCode("Send the organiser's registration code as `code`.")


def _returns_to_ladder(tournament: Tournament) -> bool:
    """Whether players can return to a ladder that is running."""
    is_ladder = bool(tournament.stages) and traits_of(tournament.stage).by_challenge
    return is_ladder and tournament.status == "running" and may_enter_late(tournament)


def _own(running: LoadedTournament, caller: Caller) -> list[Entrant]:
    """Return the entrant that the caller registered for their own player, if any."""
    found = running.tournament.entrants_of(caller.player)
    return [each for each in found if each.entered.by == caller.player and not each.withdrawn]


def _check_may_enter(running: LoadedTournament, caller: Caller, requested: EntrantBody) -> None:
    """Raise NotOrganiser, InsufficientScope, RegistrationClosed or WrongCode unless the caller can register it."""
    plan, status = running.tournament.plan, running.tournament.status
    check_takes(running.tournament)
    if may(running, caller, "addEntrant"):
        return
    if plan.registration == "organiser" or requested.player != caller.player:
        check_may(running, caller, "addEntrant")
    if status == "paused":
        raise tournament_problems.RegistrationClosed("Only the organiser can register entrants during a pause.")
    if plan.registration == "code" and not is_same(requested.code or "", running.header.code):
        raise tournament_problems.WrongCode("Send the organiser's registration code as `code`.")


def check_takes(tournament: Tournament) -> None:
    """Raise RegistrationClosed unless a tournament accepts entrants; raises TournamentBusy while it starts."""
    if tournament.status in CLOSED or (tournament.has_started and not _takes_late(tournament)):
        raise tournament_problems.RegistrationClosed("The tournament accepts no further entrants.")


def _takes_late(tournament: Tournament) -> bool:
    """Whether a tournament that has started accepts entrants; raises TournamentBusy while its first stage starts."""
    if tournament.plan.late_entries and not tournament.stages:
        raise problems.TournamentBusy("The tournament is starting. Repeat the request in a moment.")
    return may_enter_late(tournament)


def _find(running: LoadedTournament, caller: Caller, entrant: int, operation: str) -> Entrant:
    """Return an entrant that the caller can act for; raises EntrantNotFound, NotOrganiser and InsufficientScope."""
    entrants = running.tournament.entrants
    if not 0 <= entrant < len(entrants):
        raise tournament_problems.EntrantNotFound("There is no entrant {entrant}.", {"entrant": entrant})
    check_acts_for(running, caller, entrants[entrant].entered.player, operation)
    return entrants[entrant]
