"""Terms of games: what a request to create or to find a game may set, and how responses show it."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.undo_rules import ALL_MODES, UndoMode
from service.resources.base import HostedRuleset, OfRuleset, PublishedType, Request, UnionByRuleset
from service.resources.clocks import Absence, Clock
from service.resources.types import MOST

LONGEST_DELAY_SECONDS = 7 * 24 * 3600
HINTS = 10
"""Default number of hints of a seat."""
MOST_HINTS = 1000
UNDO = {
    "own": "a seat may undo its latest own actions, until another seat acts. Actions with a random draw cannot be "
    "undone, nor actions that revealed hidden information, even if only by what did not happen. Some rulesets lack "
    "this mode: see `undo_modes` of `getRuleset`",
    "consent": "as `own`; other earlier actions of the seat may be undone if all other human players agree",
}


def undo_text(description: str, modes: Sequence[str]) -> str:
    """Return the description of an undo mode in the contract."""
    return f"{'. '.join(f'`{mode}`: {UNDO[mode]}' for mode in modes if mode in UNDO)}. {description}"


class SpectatorsOpen(msgspec.Struct, frozen=True, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """Spectators see every event at once."""


class SpectatorsDelayed(msgspec.Struct, frozen=True, tag_field="kind", tag="delayed", forbid_unknown_fields=True):
    """Spectators see the game with a delay while it lasts: by events, by seconds, or by both.

    With both, an event is shown only when both delays have passed.
    """

    events: (
        Annotated[int, Meta(ge=1, le=1000, description="The number of latest events that are hidden from spectators.")]
        | UnsetType
    ) = UNSET
    seconds: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=LONGEST_DELAY_SECONDS,
                description="The age in seconds at which an event is shown to spectators.",
            ),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError if neither delay is set."""
        if self.events is UNSET and self.seconds is UNSET:
            raise ValueError("Either `events` or `seconds` is needed")


class SpectatorsOff(msgspec.Struct, frozen=True, tag_field="kind", tag="off", forbid_unknown_fields=True):
    """Spectators see only the seats while the game lasts: no view and no events."""


SpectatorsShown = SpectatorsOpen | SpectatorsDelayed | SpectatorsOff
SpectatorsField = Annotated[
    SpectatorsShown,
    PublishedType("Spectators"),
    Meta(description="What spectators see while the game lasts. Omitted: everything at once."),
]

Visibility = Literal["public", "unlisted", "private"]
VisibilityField = Annotated[
    Visibility,
    Meta(
        description="Who can find and see the game. `public`: it is listed. `unlisted`: it is in no list of games or "
        "records. `private`: only its players and its creator can see it, also after the end. Default: `public`."
    ),
]
RulesVersion = Annotated[int, Meta(ge=1, le=MOST)]
HintCount = Annotated[
    int,
    Meta(
        ge=0,
        le=MOST_HINTS,
        description=f"The number of decisions for which each seat may request a hint. Default: {HINTS}, and 0 in "
        "rated games.",
    ),
]
RatedFlag = Annotated[
    bool,
    Meta(description="True if the result of the game changes ratings. A rated game has no hints. Omitted otherwise."),
]
ClockType = Annotated[Clock, PublishedType("Clock")]
ShownClock = Annotated[ClockType, Meta(description="The time control of human players. Omitted: no time limit.")]
AbsenceType = Annotated[Absence, PublishedType("Absence")]
ShownAbsence = Annotated[
    AbsenceType,
    Meta(
        description="What happens to a seat that misses its deadline or resigns. Omitted: no clock, and no AI level "
        "takes over resigned seats."
    ),
]
ShownUndo = Annotated[
    Literal["own", "consent"],
    Meta(description=undo_text("Omitted if the game allows no undo.", ("own", "consent"))),
]


class GameTerms(Request, UnionByRuleset, frozen=True, kw_only=True):
    """The fields that requests to create and to find a game share."""

    ruleset: Annotated[str, HostedRuleset()]
    rules_version: RulesVersion | UnsetType = UNSET
    """The version of the rules that the client supports; any other version is rejected. Default: the hosted
    version."""
    options: Annotated[Any, OfRuleset("options_type", "Options")] = UNSET
    """The options of the game. Default: the ruleset's defaults."""
    rated: bool = False
    """Whether the result changes ratings. A rated game is public (`rated_not_public`), without hints, undo and sandbox.
    It counts once a player of each human seat has acted. Default: false."""
    hints: HintCount | UnsetType = UNSET
    visibility: VisibilityField = "public"
    spectators: SpectatorsField | UnsetType = UNSET
    clock: ClockType | UnsetType = UNSET
    """The time control of human players. No seat can act until all seats are taken. The first second of each decision
    is free. Omitted: no time limit."""
    absence: AbsenceType | UnsetType = UNSET
    """What happens to a seat that misses its deadline or resigns. Default: `forfeit` in rated games, `default_action`
    in all others. `level_once` suits casual games best: an AI level answers the late decision, and the player gets the
    next one."""
    undo: Annotated[
        UndoMode,
        Meta(description=undo_text("`none`: no undo; rated games allow no other mode. Default: `none`.", ALL_MODES)),
    ] = "none"
