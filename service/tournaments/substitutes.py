"""Substitutes: another player plays for an entrant, who keeps its points, and can take over the running games."""

from service.installation.installation import Installation
from service.players import owners
from service.players.callers import Caller
from service.tournaments import founding, log
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_may
from service.tournaments.creation import check_apart, free_name, name_of_player
from service.tournaments.log import LoadedTournament
from service.tournaments.resources.entrants import Reentry
from service.tournaments.rules.entrant_events import Substituted
from service.tournaments.rules.state import Entrant
from service.tournaments.rules.types import CLOSED


def substitution(
    installation: Installation,
    running: LoadedTournament,
    caller: Caller,
    found: Entrant,
    player: str,
    requested: Reentry,
) -> Substituted:
    """Return the log entry with which a player plays for an entrant.

    Raises TournamentNotFound, NotOrganiser, InsufficientScope, RegistrationClosed, ReentryClosed, UnknownPlayer,
    InvitationDeclined, AlreadyEntered and SameOwner.
    """
    check_may(running, caller, "reenterEntrant.player")
    if running.tournament.status in CLOSED:
        raise tournament_problems.RegistrationClosed("The tournament has ended or was cancelled.")
    if found.entered.kind == "level":
        raise tournament_problems.ReentryClosed("An AI level has no substitute. Send the number of a player's entrant.")
    _check_is_new(running, found, player)
    founding.check_may_enter(installation, caller, player)
    check_apart(installation, running.tournament, player)
    return log.new_entry(
        installation,
        Substituted,
        by=caller.player,
        reason=requested.reason,
        entrant=found.number,
        name=free_name(running.tournament, name_of_player(installation, player)),
        player=player,
        bot=owners.is_bot(installation, player),
        takes_over=requested.takes_over,
    )


def with_entry(running: LoadedTournament, entry: Substituted) -> LoadedTournament:
    """Return a tournament as it is after a substitution."""
    return log.continued(running, [entry])


def _check_is_new(running: LoadedTournament, found: Entrant, player: str) -> None:
    """Raise AlreadyEntered for a player of another entrant, also a former one: a player has one place."""
    others = (each for each in running.tournament.entrants if each.number != found.number)
    if any(player in (each.entered.player, *each.former) for each in others):
        raise tournament_problems.AlreadyEntered("The player is already registered.")
