"""Delete players: each subject removes its data of a player.

    player_leaves        places that others see and may write at the same moment
    profile_leaves       what makes the player exist
    player_leaves        again, for requests that wrote in the meantime
    player_has_left      what only the player sees

Each `Subject` describes what happens to its data. Each step may be repeated.

The alias (`rp_` and 20 random letters or digits) stays in records and logs, and leads to no player any more. The id
stays for BOTTEGA_IDEMPOTENCY_SECONDS in Redis keys that keep a repeated request from creating the player again. A keyed
hash of the id stays in the list of decisions, so that a deletion can be repeated after a restore. Texts of the player
about other things stay, such as names of games and tournaments.
"""

from service import problems
from service.installation.installation import Installation
from service.players import decisions
from service.players.callers import Caller, has_expired, require_scope


def delete_caller(installation: Installation, caller: Caller) -> None:
    """Delete the caller, who must have all scopes of the player's live keys.

    Raises InsufficientScope and what `delete_player` raises.
    """
    check_all_scopes(installation, caller)
    decisions.note_end(installation, "delete", caller.player, decisions.BY_PLAYER)
    delete_player(installation, caller.player)


def check_all_scopes(installation: Installation, caller: Caller) -> None:
    """Raise InsufficientScope unless the caller has all scopes of the player's live keys."""
    for stored in installation.store.players.keys(caller.player).values():
        for scope in stored.scopes if not has_expired(installation, stored) else ():
            require_scope(caller, scope)


def delete_player(installation: Installation, player: str) -> None:
    """Delete a player from every place. Raises one of OUTAGES, GameBusy, TournamentBusy and ArchiveUnavailable.

    The profile is removed after the places that others see. After a failure the player can repeat the request.
    """
    _leave(installation, player)
    for subject in installation.subjects:
        subject.profile_leaves(installation, player)
    _leave(installation, player)
    for subject in installation.subjects:
        subject.player_has_left(installation, player)


def _leave(installation: Installation, player: str) -> None:
    for subject in installation.subjects:
        subject.player_leaves(installation, player)


def is_deleted(installation: Installation, player: str) -> bool:
    """Whether no player has this id."""
    return installation.store.players.profile(player) is None


def delete_again(installation: Installation, player: str) -> bool:
    """Delete what a request wrote for a player who was deleted at that moment. Returns whether the player is deleted.

    Raises what `delete_player` raises.
    """
    if not is_deleted(installation, player):
        return False
    delete_player(installation, player)
    return True


def check_not_deleted(installation: Installation, player: str) -> None:
    """Raise InvalidToken for a player who was deleted at this moment, after `delete_again`."""
    if delete_again(installation, player):
        raise has_been_deleted()


def has_been_deleted() -> problems.InvalidToken:
    """Return the problem of a caller whose player has been deleted."""
    return problems.InvalidToken("Create a new player. This player has been deleted.")
