"""Types that several resources share."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from domain.fields import whole_text
from service.resources.base import HostedRuleset, Metadata, OfRuleset
from service.texts import UserText

MOST_SEATS = 64
MOST = 2**31 - 1
MOST_WAIT_SECONDS = 30
MOST_GAMES = 100
"""Most games on a page."""
GAMES, RECORDS = "g", "r"
"""First letters of cursors in lists of games and of records."""
LONGEST_WORDS = 64
HINTS, MOST_HINTS = 10, 1000
"""Default and maximum number of hints of each seat."""
MOST_ACTIONS = 1000
"""Most first actions of a sandbox game."""
MOST_PAIRS, LONGEST_KEY, LONGEST_VALUE = 16, 40, 256
"""Limits of `metadata`."""
METADATA_KEY = f"[A-Za-z0-9_.-]{{1,{LONGEST_KEY}}}"

GameId = Annotated[str, whole_text("^[a-z0-9]{20}$", description="The id of the game, as used in URLs.")]
Moment = Annotated[str, whole_text("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z$")]
"""A time, UTC (RFC 3339). Date types of clients would lose the microseconds or write another time zone."""

PlayerId = Annotated[str, whole_text("^pl_[a-z0-9]{20}$")]
SeasonId = Annotated[str, whole_text("^sn_[a-z0-9]{20}$", description="The id of the season, as used in URLs.")]
BotFlag = Annotated[
    bool, Meta(description="True if the player is a bot: a program plays for it. Omitted for human players.")
]
OwnerId = Annotated[
    PlayerId,
    Meta(
        description="The id of the player who owns the bot. Omitted for human players, and after the owner has been "
        "deleted."
    ),
]
SeatKind = Literal["human", "open", "ai"]
Visibility = Literal["public", "unlisted", "private"]
Status = Literal["open", "running", "over", "aborted"]
"""The status of a game."""
ENDED: tuple[Status, ...] = ("over", "aborted")
"""The statuses of games that accept no more actions."""
GameStatus = Annotated[
    Status,
    Meta(
        description="The status of the game. `open`: it waits for players and has not started. `running`: a seat must "
        "act. `over`: it has ended and has a result. `aborted`: it was stopped and has no result."
    ),
]
HintCount = Annotated[int, Meta(ge=0, le=MOST_HINTS)]
LevelName = Annotated[str, Meta(min_length=1, max_length=LONGEST_WORDS)]
"""The name of an AI level."""
PlainRuleset = Annotated[str, Meta(description="The name of the ruleset.")]
"""The name of a ruleset as plain data, not as the tag of a union."""
SeatIndex = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
SeatNumber = Annotated[SeatIndex, Meta(description="The number of the seat in turn order, from 0.")]
Count = Annotated[int, Meta(ge=0, le=MOST)]
"""A version of a game or the id of a decision."""
GameVersion = Annotated[Count, Meta(description="The version of the game: the number of events in its log.")]

RulesVersion = Annotated[int, Meta(ge=1, le=MOST)]
GameRulesVersion = Annotated[
    RulesVersion,
    Meta(description="The version of the rules that the game was started with."),
]
Digits = Annotated[str, whole_text("^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal digits."""
GameCursor = Annotated[str, whole_text(f"^{GAMES}[0-9a-f]{{12}}$", min_length=13, max_length=13)]
RecordCursor = Annotated[str, whole_text(f"^{RECORDS}[0-9a-f]{{12}}$", min_length=13, max_length=13)]
CURSOR = Meta(description="The `next_cursor` of an earlier page: an opaque position. Default: the first page.")
NEXT_CURSOR = Meta(description="Send it as `cursor` to get the next page. Omitted on the last page.")

ShortText = Annotated[str, UserText(LONGEST_WORDS)]
ShortTextOrEmpty = Annotated[str, UserText(LONGEST_WORDS, 0)]
Texts = Annotated[Mapping[str, str], Metadata()]
"""The `metadata` of a game."""
SeatCount = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
DecisionId = Annotated[int, Meta(ge=0, le=MOST)]

UnionTag = Annotated[str, HostedRuleset()]
"""The field `ruleset` that selects a variant."""
Action = Annotated[Any, OfRuleset("action_type", "Action")]
Previews = Annotated[
    tuple[Annotated[Any, OfRuleset("preview_type", "Preview")], ...],
    Meta(
        description="A preview of each action, in the order of `actions`: arguments of its imperative sentence, such "
        "as counts and prices. Empty for an action without one. Omitted if no action has one."
    ),
]
"""The previews of legal actions."""
Options = Annotated[
    Any,
    OfRuleset("options_type", "Options"),
    Meta(description="The options that were chosen when the game was created."),
]
NextDecisionId = Annotated[Count, Meta(description="The id of the seat's pending decision, to send with the action.")]
