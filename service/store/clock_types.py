"""Types of time controls, absence policies and clocks.

Times are whole microseconds, since 1970 for points in time, so that calculations are exact.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

MOST_SECONDS = 7 * 24 * 60 * 60
MOST_DAYS = 60
HOUR = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS: tuple[Weekday, ...] = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAY_MINUTES = 24 * 60


class PerDecisionClock(
    msgspec.Struct, frozen=True, tag_field="kind", tag="per_decision", forbid_unknown_fields=True, omit_defaults=True
):
    """The same time for each decision."""

    seconds: Annotated[int, Meta(ge=1, le=MOST_SECONDS, description="The number of seconds for each decision.")]


class BudgetClock(
    msgspec.Struct, frozen=True, tag_field="kind", tag="budget", forbid_unknown_fields=True, omit_defaults=True
):
    """A time budget for the whole game."""

    seconds: Annotated[
        int, Meta(ge=1, le=MOST_SECONDS, description="The number of seconds of each seat for all its decisions.")
    ]
    increment: Annotated[
        int, Meta(ge=0, le=3600, description="The number of seconds added after each decision. Default: 0.")
    ] = 0
    delay: Annotated[
        int,
        Meta(
            ge=0, le=3600, description="The number of seconds at the start of each decision that are free. Default: 0."
        ),
    ] = 0


class ClockPause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A daily pause of the clock, from one hour to another in UTC. If both are equal, it lasts a whole day."""

    begins: Annotated[
        str, Meta(pattern=HOUR, description="The hour at which the pause starts in UTC, as in `22:00`.")
    ] = msgspec.field(name="from")
    ends: Annotated[
        str,
        Meta(
            pattern=HOUR,
            description="The hour at which the pause ends in UTC. If it is not later than `from`, the pause ends on "
            "the next day.",
        ),
    ] = msgspec.field(name="to")
    weekdays: (
        Annotated[
            list[Weekday],
            Meta(min_length=1, max_length=7, description="The weekdays on which the pause starts. Default: every day."),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError for a pause that never ends."""
        if minutes(self.begins) == minutes(self.ends) and len(set(self.days)) == len(WEEKDAYS):
            raise ValueError("Leaves no time at all.")

    @property
    def days(self) -> tuple[int, ...]:
        """Return the days on which a pause starts, from 0 for Monday."""
        return tuple(range(7)) if self.weekdays is UNSET else tuple(map(WEEKDAYS.index, self.weekdays))


class DaysClock(
    msgspec.Struct, frozen=True, tag_field="kind", tag="days", forbid_unknown_fields=True, omit_defaults=True
):
    """A number of days for each decision, optionally with a daily or weekly pause."""

    days: Annotated[int, Meta(ge=1, le=MOST_DAYS, description="The number of days of 24 hours for each decision.")]
    pause: Annotated[ClockPause, Meta(description="The pause of the clock. Omitted: no pause.")] | UnsetType = UNSET


Clock = PerDecisionClock | BudgetClock | DaysClock

OnTime = Literal["default_action", "level_once", "level", "forfeit"]


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to a seat that misses its deadline or resigns."""

    on_timeout: (
        Annotated[
            OnTime,
            Meta(
                description="What happens when a deadline passes. `default_action`: the ruleset's default action "
                "answers the late decision. `level_once`: the AI level answers the late decision, and the player "
                "gets the next one. `level`: as `level_once` for the first late decision. If the next decision is "
                "late too, the level answers it and all later ones, until the player calls `returnToSeat` or acts "
                "first. `forfeit`: the seat has lost. The level plays it on, or default actions if no level is "
                "named. With `level_once`, `level` and `forfeit` the player gets a notice, `taken_over` or "
                "`forfeited`. Default: `forfeit` in rated games, `default_action` in all others."
            ),
        ]
        | UnsetType
    ) = UNSET
    level: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=64,
                description="The name of one of the ruleset's AI levels. It also plays seats that have resigned. "
                "Required for `level_once` and `level`.",
            ),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError if a level is required but missing."""
        if self.on_timeout in ("level_once", "level") and self.level is UNSET:
            raise ValueError("Names no level.")


class By(msgspec.Struct, frozen=True):
    """Who decided in place of a seat's player."""

    kind: Annotated[
        Literal["clock", "level"],
        Meta(description="Who decided. `clock`: the ruleset's default action. `level`: an AI level."),
    ]
    reason: Annotated[
        Literal["time", "resigned", "left", "decided"],
        Meta(
            description="Why the player did not decide. `time`: the deadline passed. `resigned`: the player "
            "resigned. `left`: the player left the seat. `decided`: all other players resigned, and the game is "
            "only played out."
        ),
    ]
    level: Annotated[str, Meta(description="The AI level; present if `kind` is `level`.")] | UnsetType = UNSET


class UndoOffer(msgspec.Struct, frozen=True):
    """A seat's request to undo actions with the consent of other players."""

    seat: Annotated[int, Meta(ge=0, description="The seat that requests the undo.")]
    to: Annotated[int, Meta(ge=0, description="The version that the game returns to if all agree.")]
    agreed: Annotated[
        tuple[int, ...], Meta(description="The seats that agree, ascending, including the requesting seat.")
    ]


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a seat."""

    left: int = 0
    """The remaining budget."""
    since: int | None = None
    """When the pending decision arose; None while the clock does not run."""
    back: int = 0
    """The time that was credited to the pending decision because the service was down."""


class StandIn(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays a seat in place of its player."""

    seat: int
    reason: Literal["time", "resigned", "left"]
    level: str = ""
    """The AI level; empty for default actions."""
    decision: int | None = None
    """The only decision that the replacement answers or has answered; None for all decisions."""
    since: int = 0
    """The pending decision at the takeover."""
    returned: bool = False
    """Whether the player has returned, so that the replacement only finishes its decision."""

    @property
    def by(self) -> By:
        """Return who decides."""
        return By("level", self.reason, self.level) if self.level else By("clock", self.reason)


def minutes(hour: str) -> int:
    """Return how many minutes after midnight an hour is."""
    return 60 * int(hour[:2]) + int(hour[3:])
