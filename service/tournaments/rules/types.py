"""Types of the values of tournaments, with their limits."""

from typing import Annotated, Literal

from msgspec import Meta

from service.resources.game_places import MOST_GAMES
from service.resources.types import MOST
from service.texts import UserText
from service.tournaments.rules.limits import LEAST_TABLE, MOST_ENTERED, MOST_ENTRANTS, MOST_TABLE
from service.tournaments.rules.plan import MOST_STAGES

GAME_ID = "^[a-z0-9]{20}$"
STATED_MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?Z$"
"""The pattern of a time, UTC (RFC 3339), with a fraction of any length, or without."""
LONGEST_NAME, LONGEST_REASON = 64, 500

Status = Literal["registration", "running", "paused", "over", "cancelled"]
CLOSED: tuple[Status, ...] = ("over", "cancelled")
"""The statuses of tournaments that do not continue."""
GOING_ON: tuple[Status, ...] = ("running", "paused")
"""The statuses of tournaments that have started and continue."""
ConflictReason = Literal["unavoidable", "schedule", "bracket", "manual"]
Bracket = Literal["", "winners", "losers", "final"]
"""The bracket of a table in a double knock-out; empty in other formats."""
TableBracket = Annotated[
    Bracket, Meta(description="The bracket of the table in a double knock-out. Omitted in other formats.")
]
TournamentVersion = Annotated[
    int, Meta(ge=0, le=MOST, description="The version of the tournament: the number of entries in its log.")
]
TournamentStatus = Annotated[
    Status,
    Meta(
        description="The status of the tournament. `registration`: it has not started. `running`: rounds are "
        "played. `paused`: it does not start, or creates no further round. `over`: the last round "
        "has ended; a correction can reopen it. `cancelled`: it ended early; running games continue but do not count."
    ),
]
TournamentName = Annotated[str, UserText(LONGEST_NAME), Meta(description="The display name of the tournament.")]
EntrantName = Annotated[str, UserText(LONGEST_NAME)]
TeamName = Annotated[str, UserText(LONGEST_NAME, shortest=0), Meta(description="The name of the team. Empty: none.")]
MOST_BOARD = 100
Board = Annotated[
    int,
    Meta(ge=0, le=MOST_BOARD, description="The board in the team, from 1. 0: none."),
]
MatchPoints = Annotated[
    int,
    Meta(
        ge=0,
        description="The match points of the team. Omitted unless teams meet.",
    ),
]
Reason = Annotated[str, UserText(LONGEST_REASON)]
StoredReason = Annotated[str, UserText(LONGEST_REASON, shortest=0)]

_Entrant = Annotated[int, Meta(ge=0, le=MOST_ENTERED - 1)]
EntrantNumber = Annotated[_Entrant, Meta(description="The number of the entrant, from 0 in the order of entry.")]
EntrantNumbers = Annotated[tuple[_Entrant, ...], Meta(min_length=0, max_length=MOST_ENTRANTS)]
TableEntrants = Annotated[tuple[_Entrant, ...], Meta(min_length=LEAST_TABLE, max_length=MOST_TABLE)]
StageNumber = Annotated[int, Meta(ge=0, le=MOST_STAGES - 1, description="The number of the stage, from 0.")]
GroupNumber = Annotated[
    int, Meta(ge=0, le=MOST_ENTRANTS - 1, description="The number of the group in the stage, from 0.")
]
MatchGameNumber = Annotated[
    int, Meta(ge=0, le=MOST_GAMES - 1, description="The number of the game in the match, from 0.")
]
TableSeat = Annotated[int, Meta(ge=0, le=MOST_TABLE - 1)]
Place = Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]
Ranks = Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_TABLE)], ...], Meta(min_length=2, max_length=MOST_TABLE)]
Totals = tuple[Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)], ...]
