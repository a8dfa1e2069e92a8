"""Changes of who plays a seat, and of the clocks: resignations, takeovers, returns, pauses, vacations and given time.

These are entries of a game's log beside its actions. The rules do not know about them. They determine who acts for a
seat from then on, and which seats rank behind all others (`domain.resignations`).
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from domain.resignations import Resignation
from domain.ruleset import ResignationReason

ClockChangeKind = Literal["pause_requested", "pause_declined", "paused", "resumed", "time_given", "vacation"]
ChangeKind = Literal[
    "resigned",
    "forfeited",
    "taken_over",
    "returned",
    "pause_requested",
    "pause_declined",
    "paused",
    "resumed",
    "time_given",
    "vacation",
]
CLOCK_CHANGES: frozenset[str] = frozenset(get_args(ClockChangeKind))
"""The kinds that change the clocks, and not who plays the seat."""
MOMENT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$"
MOST_HOURS, MOST_GIVEN = 336, 3600
"""The longest pause in hours, and the most seconds that a seat gives at a time."""


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A change of who plays a seat, or a change of the clocks by the seat."""

    kind: Annotated[
        ChangeKind,
        Meta(
            description="The kind of change. `resigned`: the player resigned. `forfeited`: the player's deadline "
            "passed, and the seat has lost. `taken_over`: an AI level plays the seat in place of the player. "
            "`returned`: the player plays the seat again. `pause_requested`: the player requests a pause, or agrees to "
            "one. `pause_declined`: the player declines or withdraws the request. `paused`: all agree, and the clocks "
            "stand still. `resumed`: the player ends the pause. `time_given`: the player gives the others time. "
            "`vacation`: the vacation of the player in the tournament of the game starts, changes or ends."
        ),
    ]
    level: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=64,
                description="The AI level that plays the seat from now on. Omitted if default actions play it, or if "
                "the player has returned.",
            ),
        ]
        | UnsetType
    ) = UNSET
    decision: (
        Annotated[
            int,
            Meta(
                ge=0,
                description="The only decision that the level makes in place of the player. Omitted if the level "
                "makes all decisions until the player returns.",
            ),
        ]
        | UnsetType
    ) = UNSET
    hours: (
        Annotated[
            int,
            Meta(ge=1, le=MOST_HOURS, description="The hours of the pause. Omitted without a pause or its end."),
        ]
        | UnsetType
    ) = UNSET
    seconds: (
        Annotated[
            int, Meta(ge=1, le=MOST_GIVEN, description="The given seconds. Omitted unless `kind` is `time_given`.")
        ]
        | UnsetType
    ) = UNSET

    until: (
        Annotated[
            str,
            whole_text(MOMENT, description="When the vacation ends, in UTC (RFC 3339). Omitted once it has ended."),
        ]
        | UnsetType
    ) = UNSET

    @property
    def is_of_clocks(self) -> bool:
        """Whether it changes the clocks, and not who plays the seat."""
        return self.kind in CLOCK_CHANGES

    @property
    def resignation_reason(self) -> ResignationReason | None:
        """Return why the seat ranks behind all others from now on; None if it does not."""
        return _RESIGNATION_REASONS.get(self.kind)


_RESIGNATION_REASONS: dict[str, ResignationReason] = {"resigned": "resigned", "forfeited": "forfeit"}


def resigned(changes: Iterable[tuple[int, SeatChange]]) -> tuple[Resignation, ...]:
    """Return the seats that have resigned or forfeited, in order, from the seat changes of a log."""
    reasons = ((seat, each.resignation_reason) for seat, each in changes)
    return tuple(Resignation(seat, reason) for seat, reason in reasons if reason is not None)


def is_decided(gone: Collection[int], seats: int, teams: Sequence[str] = (), *, anyone_present: bool) -> bool:
    """Whether at most one seat or one team is left that has neither resigned nor forfeited, which ends the game.

    `gone` has the other seats, and `teams` the team of each seat, or nothing. A cooperative game ends with its last but
    one seat. If `anyone_present` is false, no seat has acted yet. Then the last seat has not won: its player may be
    absent, too. The game continues until that player acts or runs out of time.
    """
    left = {*range(seats)}.difference(gone)
    if seats < 2 or not anyone_present:
        return seats > 1 and not left
    return len({teams[seat] for seat in left} if len({*teams}) > 1 else left) < 2
