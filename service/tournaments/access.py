"""Check who may see a tournament, and who may act in it; no response reveals a private tournament to a stranger."""

from collections.abc import Sequence

from service import problems
from service.installation.installation import Installation
from service.players.callers import Caller, require_scope
from service.tournaments import log
from service.tournaments import problems as tournament_problems
from service.tournaments.log import Decide, LoadedTournament
from service.tournaments.plans import terms_of
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


def load_own(installation: Installation, name: str, caller: Caller) -> LoadedTournament:
    """Load a tournament for its organiser; raises TournamentNotFound, NotOrganiser and InsufficientScope."""
    running = log.load(installation, name)
    check_organiser(running, caller)
    return running


def is_organiser(running: LoadedTournament, caller: Caller | None) -> bool:
    """Whether the caller is the organiser of a tournament."""
    return caller is not None and caller.player == running.header.organiser


def may_organise(running: LoadedTournament, caller: Caller) -> bool:
    """Whether the caller is the organiser, with a key with scope `organise` or the scope of the tournament."""
    return is_organiser(running, caller) and not caller.scopes.isdisjoint({"organise", running.header.scope})


def is_visible(running: LoadedTournament, caller: Caller | None) -> bool:
    """Whether a caller can see a tournament: a private one is visible to its organiser and its entrants."""
    if terms_of(running.tournament.plan).visibility != "private" or is_organiser(running, caller):
        return True
    return caller is not None and any(each.entered.player == caller.player for each in running.tournament.entrants)


def check_visible(running: LoadedTournament, caller: Caller | None) -> None:
    """Raise TournamentNotFound, as for a missing tournament, unless the caller can see it."""
    if not is_visible(running, caller):
        raise log.missing()


def check_organiser(running: LoadedTournament, caller: Caller) -> None:
    """Raise TournamentNotFound, NotOrganiser or InsufficientScope unless the caller is the organiser."""
    check_visible(running, caller)
    if not is_organiser(running, caller):
        raise tournament_problems.NotOrganiser("Send the key of the player who created this tournament.")
    if not may_organise(running, caller):
        require_scope(caller, running.header.scope)


def check_acts_for(running: LoadedTournament, caller: Caller, player: str) -> None:
    """Check that the caller may act for an entrant.

    A player acts for their own entrant with scope `play`. The organiser acts for all entrants with the scope of the
    tournament. Raises TournamentNotFound, NotOrganiser and InsufficientScope.
    """
    check_visible(running, caller)
    if may_organise(running, caller):
        return
    if player == caller.player:
        require_scope(caller, "play")
    elif is_organiser(running, caller):
        require_scope(caller, running.header.scope)
    else:
        raise tournament_problems.NotOrganiser(
            "Only the organiser and the entrant's own player can change this entrant."
        )
