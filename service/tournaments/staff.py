"""The staff of a tournament: players who act for the organiser, each with one right."""

from collections.abc import Iterable, Sequence

from msgspec import UNSET

from service.installation.installation import Installation
from service.players import consent, players
from service.players.callers import Caller
from service.tournaments import log
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_may, check_visible
from service.tournaments.log import LoadedTournament
from service.tournaments.resources.staff import NamedPlayer, StaffMemberRequest
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.staff_events import StaffChanged, StaffRight
from service.tournaments.store.tournament_players import is_player


def changes(
    installation: Installation,
    running: LoadedTournament,
    caller: Caller,
    staff: Sequence[StaffMemberRequest],
    reason: str,
) -> Sequence[StaffChanged]:
    """Return the log entries that give a tournament a new staff.

    A player of the staff may send the present staff without their own entry. New players must accept invitations of an
    organiser without scope `organise`.
    Raises TournamentNotFound, NotOrganiser, InsufficientScope, InvalidChange, UnknownPlayer and InvitationDeclined.
    """
    present, requested = running.tournament.staff, {each.player: each.right for each in staff}
    if requested == _without(present, caller.player) and caller.player in present:
        check_visible(running, caller)
    else:
        check_may(running, caller, "updateTournament.staff")
    if running.header.organiser in requested:
        raise tournament_problems.InvalidChange("Leave the organiser out of `staff`. The organiser has all rights.")
    for player in requested.keys() - present.keys():
        _check_accepts(installation, caller, player)
    changed = {player: right for player, right in requested.items() if present.get(player) != right}
    left = [player for player in present if is_player(player) and player not in requested]
    return [
        *(_entry(installation, caller.player, player, reason=reason) for player in left),
        *(_entry(installation, caller.player, player, right, reason=reason) for player, right in changed.items()),
    ]


def left(installation: Installation, running: LoadedTournament, player: str) -> list[AnyEvent]:
    """Return the log entry with which a deleted or banned player leaves the staff, if it is in it."""
    return [_entry(installation, player, player)] if player in running.tournament.staff else []


def is_in_staff(installation: Installation, name: str, player: str) -> bool:
    """Whether a player is in the staff of a tournament."""
    try:
        return player in log.load(installation, name).tournament.staff
    except tournament_problems.TournamentNotFound:
        return False


def organises(running: LoadedTournament, player: str) -> bool:
    """Whether a player is the organiser, or has the right `organise`."""
    return player in _organisers(running)


def is_organised_without(running: LoadedTournament, player: str) -> bool:
    """Whether another player than this one is the organiser, or has the right `organise`."""
    return bool(_organisers(running) - {player})


def _organisers(running: LoadedTournament) -> set[str]:
    """Return the organiser, unless deleted, and the staff with the right `organise`."""
    named = {each for each, right in running.tournament.staff.items() if right == "organise"}
    return {each for each in (*named, running.header.organiser) if is_player(each)}


def named(installation: Installation, running: LoadedTournament, events: Iterable[AnyEvent]) -> tuple[NamedPlayer, ...]:
    """Return the players in log entries who are no entrants, with their present names."""
    entered = {each.entered.player for each in running.tournament.entrants}
    found = (each for event in events for each in _players_of(event) if is_player(each) and each not in entered)
    return tuple(NamedPlayer(each, _name(installation, each)) for each in dict.fromkeys(found))


def with_names(installation: Installation, running: LoadedTournament) -> LoadedTournament:
    """Return a tournament with the names of its staff."""
    staff = filter(is_player, running.tournament.staff)
    running.staff_names = {player: _name(installation, player) for player in staff}
    return running


def _name(installation: Installation, player: str) -> str:
    profile = installation.store.players.profile(player)
    return profile.name if profile else ""


def _check_accepts(installation: Installation, caller: Caller, player: str) -> None:
    """Raise UnknownPlayer or InvitationDeclined unless a caller may name a player."""
    profile = players.profiles_of(installation, [player])[player]
    if "organise" not in caller.scopes:
        consent.check_invited(installation, player, profile, caller.player)


def _without(staff: dict[str, StaffRight], player: str) -> dict[str, StaffRight]:
    return {each: right for each, right in staff.items() if each != player and is_player(each)}


def _players_of(event: AnyEvent) -> Iterable[str]:
    return (event.by, event.player) if isinstance(event, StaffChanged) else (event.by,)


def _entry(
    installation: Installation, by: str, player: str, right: StaffRight | None = None, *, reason: str = ""
) -> StaffChanged:
    return log.new_entry(installation, StaffChanged, by=by, reason=reason, player=player, right=right or UNSET)
