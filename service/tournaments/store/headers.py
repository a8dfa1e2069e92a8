"""The constant data of a tournament."""

import msgspec

from service.resources.players import Scope
from service.tournaments.rules.plan import Plan


class TournamentHeader(msgspec.Struct, frozen=True, omit_defaults=True):
    """The constant data of a tournament."""

    tournament: str
    """The tournament's id."""
    plan: Plan
    organiser: str
    """The id of the player who created it, or the alias of a deleted one; always stored as the alias."""
    seed: str
    """The seed of all random draws: 64 hexadecimal digits; secret until registration is closed."""
    deal_secret: str
    """The seed of all dice: 64 hexadecimal digits; secret until the tournament ends."""
    created_at: str
    """When the tournament was created, in UTC (RFC 3339)."""
    code: str = ""
    """The registration code, if one is required."""
    scope: Scope = "organise"
    """The scope with which its organiser manages it, besides `organise`."""
    previous: str = ""
    """The tournament of which it is a copy; empty without one."""
