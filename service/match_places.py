"""Values that describe the place of a game in a tournament, with their limits."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.fields import whole_text

LEAST_TABLE, MOST_TABLE = 2, 7
MOST_ENTRANTS = 1024
MOST_TABLES = MOST_ENTRANTS // 2
MOST_ENTERED = 4 * MOST_ENTRANTS
"""The maximum number of entrants over the whole tournament, withdrawn ones included."""
MOST_GAMES = 24
"""The maximum number of games in a match: every seat order of a table of four."""
MOST_ROUND = 2**31 - 1

DealSharing = Literal["game", "match", "round"]
"""Which games of a tournament share a deal."""
TournamentId = Annotated[str, whole_text("^tn_[a-z0-9]{20}$", description="The id of the tournament, as used in URLs.")]
RoundNumber = Annotated[
    int, Meta(ge=1, le=MOST_ROUND, description="The number of the round, from 1 across all stages.")
]
TableNumber = Annotated[int, Meta(ge=1, le=MOST_TABLES, description="The number of the table in the round, from 1.")]
