"""The place of a game in a tournament."""

from typing import Annotated

from msgspec import Meta

from service.match_places import MOST_GAMES as MOST_GAMES_OF_A_MATCH
from service.match_places import RoundNumber, TableNumber, TournamentId
from service.resources.base import Response


class TournamentGame(Response, frozen=True):
    """The place of a game in a tournament."""

    tournament: TournamentId
    round: RoundNumber
    table: TableNumber
    game: Annotated[int, Meta(ge=0, le=MOST_GAMES_OF_A_MATCH - 1)]
    """The number of the game in the match, from 0."""
