"""Decide which players may create tournaments without the scope `organise`, as the operator has set."""

from service.installation.installation import Installation
from service.players.callers import Caller
from service.setting_values import EVERYBODY
from service.store import Profile


def may_organise(installation: Installation, caller: Caller, profile: Profile | None) -> bool:
    """Whether the caller may create tournaments: with scope `organise`, or with `create` as a named player.

    A bot may not: an owner could create any number of bots, each with a quota.
    """
    if "organise" in caller.scopes:
        return True
    may_create = is_named(installation, caller.player) and "create" in caller.scopes
    return may_create and not (profile is not None and profile.bot)


def is_named(installation: Installation, player: str) -> bool:
    """Whether the operator lets a player create tournaments without scope `organise`."""
    named = installation.settings.organisers
    return named == EVERYBODY or player in named
