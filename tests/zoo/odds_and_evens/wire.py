"""Types that clients of Odds and Evens read and write."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import numbers, several, words
from domain.ruleset import RejectionCode
from domain.wire import Tagged, TaggedAction

MIN_SEATS: Final = 4
MAX_SEATS: Final = 4
MOST_FINGERS: Final = 2
MOST_ROUNDS: Final = 9
TEAMS: Final = ("evens", "odds")

Fingers = Annotated[int, numbers(1, MOST_FINGERS, "A number of fingers.")]
AllFingers = Annotated[tuple[Fingers, ...], several(MAX_SEATS)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up choices."""

    rounds: Annotated[int, numbers(1, MOST_ROUNDS, "The number of rounds.")] = 4
    """The number of rounds (1.2)."""


class ChooseFingers(TaggedAction, frozen=True):
    """Choose fingers in secret (2.1)."""

    fingers: Fingers


class ConcealedChoice(Tagged, frozen=True):
    """A choice as other seats see it (2.1)."""


class FingersShown(Tagged, frozen=True):
    """All fingers were shown, and a team scored (2.2)."""

    fingers: AllFingers
    """The fingers by seat."""
    team: Annotated[str, words(TEAMS, "The team that scored.", named="team")]


Action = ChooseFingers
Observed = ChooseFingers | ConcealedChoice
Fact = FingersShown


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game as a seat, or a spectator, may see it."""

    rounds_left: int
    points: Annotated[tuple[int, ...], several(len(TEAMS))]
    """The points of the Evens and of the Odds."""
    has_chosen: Annotated[tuple[bool, ...], several(MAX_SEATS)]
    """Whether each seat has chosen."""
    decision_kind: (
        Annotated[str, words(("choose_fingers",), "The kind of the pending decision.", named="decision")] | UnsetType
    ) = UNSET
    own_fingers: Fingers | UnsetType = UNSET
    """The choice of the viewer."""


class Constants(msgspec.Struct, frozen=True):
    """Constants for drawing the game."""

    most_fingers: int


CONSTANTS: Final = Constants(MOST_FINGERS)
BAD_PLAYER_COUNT: Final = RejectionCode("bad_player_count", "1.1", parameters={"seats": None})
BAD_ROUND_COUNT: Final = RejectionCode("bad_round_count", "1.2", parameters={"rounds": None})
GAME_OVER: Final = RejectionCode("game_over", "3.1")
ALREADY_CHOSEN: Final = RejectionCode("already_chosen", "2.1")
MALFORMED_ACTION: Final = RejectionCode("malformed_action", "2.1", parameters={"fingers": None, "fault": None})
