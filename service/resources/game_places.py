"""The place of a game in a tournament, with the limits of its numbers."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.fields import whole_text
from service.resources.base import Response

MOST_TABLES = 5000
"""The maximum number of tables in a round."""
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


class TournamentGame(Response, frozen=True):
    """The place of a game in a tournament."""

    tournament: TournamentId
    round: RoundNumber
    table: TableNumber
    game: Annotated[int, Meta(ge=0, le=MOST_GAMES - 1)]
    """The number of the game in the match, from 0."""
