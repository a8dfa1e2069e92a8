"""Types that several resources share."""

from typing import Annotated, Any

from msgspec import Meta

from service.resources.base import HostedRuleset, OfRuleset

MOST_SEATS = 64
MOST = 2**31 - 1

GameId = Annotated[str, Meta(pattern="^[a-z0-9]{20}$", description="The id of the game, as used in URLs.")]
Moment = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z$")]
"""A time, UTC (RFC 3339). Date types of clients would lose the microseconds or write another time zone."""

Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
SeatNumber = Annotated[Seat, Meta(description="The number of the seat in turn order, from 0.")]
SeatCount = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Count = Annotated[int, Meta(ge=0, le=MOST)]
GameVersion = Annotated[Count, Meta(description="The version of the game: the number of events in its log.")]
DecisionId = Annotated[int, Meta(ge=0, le=MOST)]
RulesVersion = Annotated[int, Meta(ge=1, le=MOST)]

UnionTag = Annotated[str, HostedRuleset()]
"""The field `ruleset` that selects a variant."""
RulesetName = Annotated[str, Meta(description="The name of the ruleset.")]
"""The name of a ruleset as plain data."""
Action = Annotated[Any, OfRuleset("action_type", "Action")]
Options = Annotated[
    Any,
    OfRuleset("options_type", "Options"),
    Meta(description="The options that were chosen when the game was created."),
]
