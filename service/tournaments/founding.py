"""Decide who may create a tournament and how many, and whom its organiser may enter."""

from service import problems
from service.installation.installation import Installation
from service.players import consent, organisers, players
from service.players.callers import Caller, require_scope
from service.resources.players import Scope
from service.tournaments import problems as tournament_problems
from service.tournaments.rules.types import CLOSED
from service.tournaments.store.own_tournaments import own_tournaments_in
from service.tournaments.store.tournaments import tournaments_in

UNWRITTEN_SECONDS = 60
"""Time after which an entry without a tournament is the rest of a crash."""


def scope_of_organiser(installation: Installation, caller: Caller) -> Scope:
    """Return the scope with which the caller will organise a new tournament. Raises InsufficientScope."""
    profile = installation.store.players.profile(caller.player)
    if "organise" in caller.scopes or not organisers.may_organise(installation, caller, profile):
        require_scope(caller, "organise")
        return "organise"
    return "create"


def take_place(installation: Installation, player: str, name: str) -> None:
    """Count a new tournament to the quota of its player; a retry counts once. Raises TooManyTournaments.

    The tournament is counted before the others are read. Of two simultaneous requests for the last place both may be
    rejected, and never are both accepted.
    """
    own, now = own_tournaments_in(installation.store), installation.sources.now().timestamp()
    own.add(player, {name: now})
    created = own.of(player)
    ended = [each for each in created if each != name and not _goes_on(installation, player, each, now - created[each])]
    own.remove(player, ended)
    most = installation.settings.tournaments_per_player
    if len(created) - len(ended) > most:
        own.remove(player, [name])
        raise tournament_problems.TooManyTournaments(
            "You already organise {most} tournaments. Finish or cancel one of them first.", {"most": most}
        )


def _goes_on(installation: Installation, player: str, name: str, age: float) -> bool:
    """Whether a tournament of a player has not ended; a tournament that was never written has ended after a while."""
    found = tournaments_in(installation.store).summaries([name])[0]
    if found is None:
        return age < UNWRITTEN_SECONDS
    header, progress = found
    return header.organiser == player and progress.status not in CLOSED


def check_may_enter(installation: Installation, caller: Caller, player: str) -> None:
    """Raise UnknownPlayer or InvitationDeclined unless an organiser may enter another player.

    With scope `organise` an organiser may enter all players. Others need the consent that they need for a seat.
    """
    if not player or "organise" in caller.scopes or player == caller.player:
        return
    profile = players.profiles_of(installation, [player])[player]
    if not consent.may_seat(installation, caller, player, profile):
        raise problems.InvitationDeclined(
            "Let {player} enter the tournament. You cannot enter this player without consent.",
            {"player": player},
            player=player,
        )
