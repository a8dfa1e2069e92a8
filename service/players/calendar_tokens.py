"""Derive and check the secrets with which calendar programs read the calendars of a player.

A token is `<player>.<id>.<mac>`. The profile has the id, which is random: a new id ends the token before it, and the
token ends with the profile. Calendar programs cannot send headers, so that the token is a part of their URL. It is
signed for this purpose alone, and no other operation accepts it.
"""

from itsdangerous import BadSignature

from service import problems
from service.installation.installation import Installation
from service.players import tokens
from service.players.callers import Caller
from service.resources.players import CalendarChange
from service.store import Profile

_SALT = b"bottega calendar token"
_ID_LETTERS = 20


def token_of(installation: Installation, player: str, profile: Profile) -> str:
    """Return the calendar token of a player; empty without one."""
    if not profile.calendar_id:
        return ""
    return tokens.signer(installation.settings.secrets, _SALT).sign(f"{player}.{profile.calendar_id}").decode()


def new_id(installation: Installation, change: CalendarChange) -> str:
    """Return the id after a change: random, or empty to remove the token."""
    return installation.sources.letters(_ID_LETTERS) if change == "new" else ""


def caller_of(installation: Installation, token: str) -> Caller:
    """Return the player of a calendar token as a caller without scopes. Raises InvalidToken."""
    try:
        player, _, own = tokens.signer(installation.settings.secrets, _SALT).unsign(token).decode().partition(".")
    except BadSignature:
        raise _invalid() from None
    profile = installation.store.players.profile_to_seat(player)
    if profile is None or not own or profile.calendar_id != own:
        raise _invalid()
    return Caller(player, frozenset())


def _invalid() -> problems.InvalidToken:
    return problems.InvalidToken("Copy the calendar link again. Its token has been replaced or removed.")
