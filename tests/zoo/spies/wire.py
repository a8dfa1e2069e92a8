"""Types that clients of Spies read and write."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import seat_number, several, words
from domain.ruleset import RejectionCode
from domain.wire import Tagged, TaggedAction

MIN_SEATS: Final = 3
MAX_SEATS: Final = 5
ROUNDS: Final = 3
ROLES: Final = ("agent", "spy")

SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
Role = Annotated[str, words(ROLES, "The role of a seat.", named="role")]
ShownRole = Annotated[str, words((*ROLES, "unknown"), "The role of a seat, if the viewer knows it.", named="role")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices: none."""


class SealVote(TaggedAction, frozen=True):
    """Vote in secret for another seat (2.1)."""

    target: SeatNumber


class ConcealedVote(Tagged, frozen=True):
    """A vote as other seats see it (2.1)."""


class RoleDealt(Tagged, frozen=True):
    """A seat saw its role (1.2)."""

    seat: SeatNumber
    role: Role


class VoteShown(Tagged, frozen=True):
    """The vote of a seat was shown (2.2)."""

    seat: SeatNumber
    target: SeatNumber


class SeatLeft(Tagged, frozen=True):
    """A seat left and showed its role (2.2)."""

    seat: SeatNumber
    role: Role


Action = SealVote
Observed = SealVote | ConcealedVote
Fact = RoleDealt | VoteShown | SeatLeft
CHANCE_FACTS: Final = (RoleDealt,)


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game as a seat, or a spectator, may see it."""

    rounds_left: int
    in_play: Annotated[tuple[bool, ...], several(MAX_SEATS)]
    """Whether each seat is in play."""
    roles: Annotated[tuple[ShownRole, ...], several(MAX_SEATS)]
    """The role of each seat: that of the viewer, those of seats that have left, and all at the end."""
    has_voted: Annotated[tuple[bool, ...], several(MAX_SEATS)]
    """Whether each seat has voted."""
    decision_kind: (
        Annotated[str, words(("seal_vote",), "The kind of the pending decision.", named="decision")] | UnsetType
    ) = UNSET
    own_vote: SeatNumber | UnsetType = UNSET
    """The seat that the viewer has voted for."""


class Constants(msgspec.Struct, frozen=True):
    """Constants for drawing the game."""

    rounds: int


CONSTANTS: Final = Constants(ROUNDS)
BAD_PLAYER_COUNT: Final = RejectionCode("bad_player_count", "1.1", parameters={"seats": None})
GAME_OVER: Final = RejectionCode("game_over", "3.1")
NO_VOTE: Final = RejectionCode("no_vote", "2.1")
MALFORMED_ACTION: Final = RejectionCode("malformed_action", "2.1", parameters={"fault": None})
NO_TARGET: Final = RejectionCode("no_target", "2.1", parameters={"target": "seat"})
