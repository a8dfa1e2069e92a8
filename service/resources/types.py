"""Types that several resources share."""

from typing import Annotated, Literal

from msgspec import Meta

MOST_SEATS = 64
MOST = 2**31 - 1
MOST_GAMES = 100
"""Most games on a page."""
LONGEST_WORDS = 64
"""Longest name or label, in grapheme clusters."""
GAMES = "g"
"""First letter of cursors in lists of games."""

Status = Literal["open", "running", "over", "aborted"]
"""The status of a game."""
GameCursor = Annotated[str, Meta(min_length=13, max_length=13, pattern=f"^{GAMES}[0-9a-f]{{12}}$")]

GameId = Annotated[str, Meta(pattern="^[a-z0-9]{20}$", description="The id of the game, as used in URLs.")]
Moment = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z$")]
"""A time, UTC (RFC 3339). Date types of clients would lose the microseconds or write another time zone."""
PlayerId = Annotated[str, Meta(pattern="^pl_[a-z0-9]{20}$")]
OwnerId = Annotated[
    PlayerId,
    Meta(
        description="The id of the player who owns the bot. Omitted for human players, and after the owner has been "
        "deleted."
    ),
]
BotFlag = Annotated[
    bool, Meta(description="True if the player is a bot: a program plays for it. Omitted for human players.")
]
CURSOR = Meta(description="The `next_cursor` of an earlier page: an opaque position. Default: the first page.")
NEXT_CURSOR = Meta(description="Send it as `cursor` to get the next page. Omitted on the last page.")
