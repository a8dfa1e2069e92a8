"""Time controls and absence policies of games, as clients choose them and records show them."""

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from domain.seat_control import LEVELS_PLAY

MOST_SECONDS = 7 * 24 * 60 * 60
MOST_DAYS = 60
HOUR = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS: tuple[Weekday, ...] = get_args(Weekday)
DAY_MINUTES = 24 * 60


class PerDecisionClock(
    msgspec.Struct, frozen=True, tag_field="kind", tag="per_decision", forbid_unknown_fields=True, omit_defaults=True
):
    """The same time for each decision."""

    seconds: Annotated[int, Meta(ge=1, le=MOST_SECONDS, description="Seconds for each decision.")]


class BudgetClock(
    msgspec.Struct, frozen=True, tag_field="kind", tag="budget", forbid_unknown_fields=True, omit_defaults=True
):
    """A time budget for the whole game."""

    seconds: Annotated[int, Meta(ge=1, le=MOST_SECONDS, description="Seconds of each seat for all its decisions.")]
    increment: Annotated[int, Meta(ge=0, le=3600, description="Seconds added after each decision.")] = 0
    delay: Annotated[int, Meta(ge=0, le=3600, description="Seconds of each decision that do not count.")] = 0


class ClockPause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A daily pause of the clock, from one time in UTC to another. Equal times mean a whole day."""

    begins: Annotated[
        str, whole_text(HOUR, description="Start of the pause: hour and minute in UTC, such as `22:00`.")
    ] = msgspec.field(name="from")
    ends: Annotated[
        str,
        whole_text(HOUR, description="End of the pause in UTC. It is on the next day if it is not later than `from`."),
    ] = msgspec.field(name="to")
    weekdays: (
        Annotated[
            list[Weekday],
            Meta(min_length=1, max_length=7, description="Days on which a pause begins. Default: all."),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError for a pause that never ends."""
        if minutes(self.begins) == minutes(self.ends) and len(set(self.days)) == len(WEEKDAYS):
            raise ValueError("The pause never ends.")

    @property
    def days(self) -> tuple[int, ...]:
        """Return the days on which a pause begins, from 0 for Monday."""
        return tuple(range(7)) if self.weekdays is UNSET else tuple(map(WEEKDAYS.index, self.weekdays))


class DaysClock(
    msgspec.Struct, frozen=True, tag_field="kind", tag="days", forbid_unknown_fields=True, omit_defaults=True
):
    """Days for each decision, with an optional pause each night or week."""

    days: Annotated[int, Meta(ge=1, le=MOST_DAYS, description="Days of 24 hours for each decision.")]
    pause: Annotated[ClockPause, Meta(description="When no time passes. Default: never.")] | UnsetType = UNSET


Clock = PerDecisionClock | BudgetClock | DaysClock

OnTime = Literal["default_action", "level_once", "level", "forfeit"]


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to a seat after its deadline or its resignation."""

    on_timeout: (
        Annotated[
            OnTime,
            Meta(
                description="`default_action`: the service submits the ruleset's default action. `level_once`: the AI "
                "level makes the late decision, and the player makes the next one. `level`: the AI level "
                "makes the late decision. If the next decision is late, too, the AI level makes it and all "
                "later ones. The player ends this by calling `returnToSeat`, or by submitting an action "
                "before the level does. `forfeit`: the seat has lost. The level continues to play it, or "
                "default actions if no level is named. With `level_once`, `level` and `forfeit` the player "
                "gets a notice, `taken_over` or `forfeited`. Default: `forfeit` in rated games, "
                "`default_action` in all others."
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
                description="An AI level of the ruleset, which also plays seats after a resignation. Required for "
                "`level_once` and `level`.",
            ),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError if a level is required and omitted."""
        if self.on_timeout in LEVELS_PLAY and self.level is UNSET:
            raise ValueError("A level is required.")


def minutes(hour: str) -> int:
    """Return the minutes from midnight to an hour."""
    return 60 * int(hour[:2]) + int(hour[3:])
