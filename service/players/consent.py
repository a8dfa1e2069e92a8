"""Decide who may invite a player to a game, and who may give the player a seat at once.

A seat that names a player becomes an invitation unless its creator may seat the player:

    creator                                               seats at once
    the player                                            always
    the platform whose user the player is                 always, with its own key (`Bottega-Player` or not)
    the owner of the bot, or a bot of the same owner      always
    other players                                         as the player's `seated_by` says

Blocked players may neither invite nor seat. They get the same problem as for a player who accepts no invitations.
Tournaments, matched seeks and rematches do not ask here: their players have agreed in another way.
"""

from service import problems
from service.installation.installation import Installation
from service.players import callers, contacts, owners
from service.players.callers import Caller
from service.resources.players import Audience
from service.store import Profile


def may_seat(installation: Installation, caller: Caller, player: str, profile: Profile) -> bool:
    """Whether the caller may give a player a seat at once. Raises InvitationDeclined if not even an invitation."""
    if player == caller.player or _is_own(installation, caller, player, profile):
        return True
    check_invited(installation, player, profile, caller.player)
    audience = profile.seated_by or ("everybody" if profile.bot else "nobody")
    return _admits(installation, audience, player, caller.player)


def check_invited(
    installation: Installation, player: str, profile: Profile, by: str, *, has_played: bool = False
) -> None:
    """Raise InvitationDeclined unless a player may be invited by another one; `by` is empty for an unknown one.

    `has_played`: the two have finished a game together, which need not be looked up.
    """
    is_blocked = bool(by) and by in contacts.avoided(installation, player)
    audience = profile.invited_by or "everybody"
    has_met = has_played and audience == "played_with"
    is_admitted = player == by or has_met or _admits(installation, audience, player, by)
    if is_blocked or not is_admitted:
        raise problems.InvitationDeclined(
            "Choose another player. {player} accepts no invitation from you.", {"player": player}, player=player
        )


def has_played_with(installation: Installation, player: str, other: str) -> bool:
    """Whether two players have finished a game together."""
    return bool(other) and bool(installation.store.lists.together(player, other, "over"))


def _admits(installation: Installation, audience: Audience, player: str, other: str) -> bool:
    return audience == "everybody" or (audience == "played_with" and has_played_with(installation, player, other))


def _is_own(installation: Installation, caller: Caller, player: str, profile: Profile) -> bool:
    """Whether a player is a user of the caller's platform, or related to the caller as a bot."""
    is_user = bool(profile.platform) and profile.platform == callers.platform_of(caller)
    return is_user or player in owners.relatives(installation, caller.player)
