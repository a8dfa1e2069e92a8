"""Check who may see a tournament, and who may act in it; no response reveals a private tournament to a stranger."""

from collections.abc import Sequence

from service import problems
from service.installation.installation import Installation
from service.players.callers import Caller, require_scope
from service.resources.players import Scope
from service.tournaments import log
from service.tournaments import problems as tournament_problems
from service.tournaments.log import Decide, LoadedTournament
from service.tournaments.plans import terms_of
from service.tournaments.rights import ALL_RIGHTS, HELD, NEEDED, Right
from service.tournaments.rules.events import AnyEvent


def change(installation: Installation, name: str, caller: Caller, decide: Decide) -> LoadedTournament:
    """Append the events that `decide` returns for a caller who can see the tournament; raises as `log.change`."""

    def decide_if_visible(running: LoadedTournament) -> Sequence[AnyEvent]:
        check_visible(running, caller)
        return decide(running)

    return log.change(installation, name, decide_if_visible)


def change_by_entering(installation: Installation, name: str, caller: Caller, decide: Decide) -> LoadedTournament:
    """Append the events with which a caller enters a tournament; raises as `log.change`.

    A stranger can enter a private tournament. Each problem of a stranger there becomes TournamentNotFound.
    """

    def decide_or_hide(running: LoadedTournament) -> Sequence[AnyEvent]:
        try:
            return decide(running)
        except problems.ProblemError:
            check_visible(running, caller)
            raise

    return log.change(installation, name, decide_or_hide)


def load_own(installation: Installation, name: str, caller: Caller, operation: str) -> LoadedTournament:
    """Load a tournament for an operation of its organiser; raises the errors of `check_may`."""
    running = log.load(installation, name)
    check_may(running, caller, operation)
    return running


def is_organiser(running: LoadedTournament, caller: Caller | None) -> bool:
    """Whether the caller is the organiser of a tournament."""
    return caller is not None and caller.player == running.header.organiser


def rights_of(running: LoadedTournament, caller: Caller | None) -> tuple[Right, ...]:
    """Return the rights of a caller, with the key or identity of the request: it needs a scope to manage tournaments.

    The organiser needs scope `organise` or the scope of the tournament, and the staff `organise` or `create`.
    """
    rights = _rights_of_player(running, caller)
    if not rights or caller is None or caller.scopes.isdisjoint({"organise", _scope(running, caller)}):
        return ()
    return rights


def may(running: LoadedTournament, caller: Caller | None, operation: str) -> bool:
    """Whether a caller may send an operation of the organiser: see `rights.NEEDED`."""
    return NEEDED[operation] in rights_of(running, caller)


def is_visible(running: LoadedTournament, caller: Caller | None) -> bool:
    """Whether a caller can see a tournament: a private one is visible to its organiser, staff and entrants."""
    if terms_of(running.tournament.plan).visibility != "private" or _rights_of_player(running, caller):
        return True
    return caller is not None and bool(running.tournament.entrants_of(caller.player))


def check_visible(running: LoadedTournament, caller: Caller | None) -> None:
    """Raise TournamentNotFound, as for a missing tournament, unless the caller can see it."""
    if not is_visible(running, caller):
        raise log.missing()


def check_may(running: LoadedTournament, caller: Caller, operation: str) -> None:
    """Raise TournamentNotFound, NotOrganiser or InsufficientScope unless the caller may send an operation."""
    check_visible(running, caller)
    needed = NEEDED[operation]
    if needed not in _rights_of_player(running, caller):
        if needed == "staff":
            raise tournament_problems.NotOrganiser("Send the key of the player who created this tournament.")
        raise tournament_problems.NotOrganiser(
            "Send the key of the organiser, or of a player of the staff with the right `{right}`.", {"right": needed}
        )
    if not may(running, caller, operation):
        require_scope(caller, _scope(running, caller))


def check_acts_for(running: LoadedTournament, caller: Caller, player: str, operation: str) -> None:
    """Check that the caller may send an operation for an entrant.

    A player acts for their own entrant with scope `play`. The organiser and the staff act for all entrants, as the
    operation needs it. Raises TournamentNotFound, NotOrganiser and InsufficientScope.
    """
    check_visible(running, caller)
    if may(running, caller, operation):
        return
    if player == caller.player:
        require_scope(caller, "play")
    else:
        check_may(running, caller, operation)


def _rights_of_player(running: LoadedTournament, caller: Caller | None) -> tuple[Right, ...]:
    """Return the rights of the player of a caller, whatever the scopes are."""
    if caller is None:
        return ()
    named = running.tournament.staff.get(caller.player)
    return ALL_RIGHTS if is_organiser(running, caller) else HELD[named] if named else ()


def _scope(running: LoadedTournament, caller: Caller) -> Scope:
    """Return the scope with which a player manages a tournament, besides `organise`."""
    return running.header.scope if is_organiser(running, caller) else "create"
