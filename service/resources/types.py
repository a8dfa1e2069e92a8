"""Types that several resources share."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from service.resources.base import HostedRuleset, Metadata, OfRuleset, PublishedType
from service.resources.clocks import Absence, Clock
from service.texts import UserText

MOST_SEATS = 64
MOST = 2**31 - 1
LONGEST_TEXT = 64
MOST_PAIRS, LONGEST_KEY, LONGEST_VALUE = 16, 40, 256
"""Limits of `metadata`."""
METADATA_KEY = f"[A-Za-z0-9_.-]{{1,{LONGEST_KEY}}}"

GameId = Annotated[str, Meta(pattern="^[a-z0-9]{20}$", description="The id of the game, as used in URLs.")]
Moment = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z$")]
"""A time, UTC (RFC 3339). Date types of clients would lose the microseconds or write another time zone."""

PlayerId = Annotated[str, Meta(pattern="^pl_[a-z0-9]{20}$")]
IsBot = Annotated[
    bool, Meta(description="True if the player is a bot: a program plays for it. Omitted for human players.")
]
GameStatus = Annotated[
    Literal["open", "running", "over", "aborted"],
    Meta(
        description="The status of the game. `open`: it waits for players and has not started. `running`: a seat must "
        "act. `over`: it has been played to its end. `aborted`: it was stopped and has no result."
    ),
]
LevelName = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
"""The name of an AI level."""
RulesetText = Annotated[str, Meta(description="The name of the ruleset.")]
"""The name of a ruleset as plain data, not as the tag of a union."""
SeatIndex = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
SeatNumber = Annotated[SeatIndex, Meta(description="The number of the seat in turn order, from 0.")]
Version = Annotated[int, Meta(ge=0, le=MOST, description="The version of the game: the number of events in its log.")]

ShortText = Annotated[str, UserText(LONGEST_TEXT)]
ShortTextOrEmpty = Annotated[str, UserText(LONGEST_TEXT, 0)]
Texts = Annotated[Mapping[str, str], Metadata()]
"""The `metadata` of a game."""
Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
SeatCount = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Count = Annotated[int, Meta(ge=0, le=MOST)]
GameVersion = Annotated[Count, Meta(description="The version of the game: the number of events in its log.")]
DecisionId = Annotated[int, Meta(ge=0, le=MOST)]
RulesVersion = Annotated[int, Meta(ge=1, le=MOST)]
GameRulesVersion = Annotated[
    RulesVersion,
    Meta(
        description="The version of the rules that the game was started with. Data always uses the types of the hosted "
        "version."
    ),
]
Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal digits."""

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

GamesClock = Annotated[
    Clock,
    PublishedType("Clock"),
    Meta(description="The time control of human players. Omitted: no time limit."),
]
GamesAbsence = Annotated[
    Absence,
    PublishedType("Absence"),
    Meta(
        description="What happens to a seat that misses its deadline or resigns. Omitted: no clock, and no AI level "
        "takes over resigned seats."
    ),
]
