"""Decide whether the players whom a new game names get their seats at once, or an invitation.

`service.players.consent` says who may seat whom. A seat with an invitation is open and reserved for its player. It
shows nothing about the player, so a stranger does not learn the name of a private player.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from service.installation.installation import Installation
from service.players import consent, players
from service.players.callers import Caller
from service.store import SeatSetup


class NamedPlayers(NamedTuple):
    """The seats of a new game, and the players whom they name."""

    seats: Sequence[SeatSetup]
    seated: Mapping[int, str]
    """The players who have seats from the creation."""
    invited: Mapping[int, str]
    """The players for whom open seats are reserved."""


def split(
    installation: Installation, caller: Caller | None, seats: Sequence[SeatSetup], named: Mapping[int, str]
) -> NamedPlayers:
    """Return the seats of a game with the named players seated or invited.

    Without a caller no player is named. Raises UnknownPlayer, AlreadySeated and InvitationDeclined.
    """
    if caller is None:
        return NamedPlayers(seats, {}, {})
    profiles = players.profiles_of(installation, [*named.values()])
    seated = {
        seat: player
        for seat, player in named.items()
        if consent.may_seat(installation, caller, player, profiles[player])
    }
    invited = {seat: player for seat, player in named.items() if seat not in seated}
    return NamedPlayers(
        [_reserved(setup) if seat in invited else setup for seat, setup in enumerate(seats)], seated, invited
    )


def _reserved(setup: SeatSetup) -> SeatSetup:
    """Return the setup of a seat that its player must accept."""
    return msgspec.structs.replace(setup, kind="open", invited=True)
