"""The schema of a game's place in a tournament."""

from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import ResponseSchema
from service.tournament.plan import MOST_GAMES as MOST_GAMES_OF_A_MATCH


class TournamentGame(ResponseSchema):
    """The place of a game in a tournament."""

    tournament = own.tournament()
    round = own.round_number()
    table = own.table_number()
    game = own.number(MOST_GAMES_OF_A_MATCH - 1, "The number of the game in the match, from 0.")
