"""Schemas of changes to a game's info, of starts and of rematches."""

from marshmallow import fields

from service.contract.schemas import shared_fields
from service.contract.schemas.creation import SeatToken
from service.contract.schemas.fields import RequestSchema, ResponseSchema


class GameChange(RequestSchema):
    """New values of a game's info. Omitted values stay unchanged."""

    name = shared_fields.words("The new display name of the game. Empty: none.", shortest=0)
    label = shared_fields.words("The new label of the game, for `listGames`. Empty: none.", shortest=0)
    metadata = shared_fields.metadata(
        "The new texts that the platform stores with the game. They replace all earlier ones."
    )


class GameStart(RequestSchema):
    """The AI level that takes the remaining open seats."""

    level = shared_fields.level("The name of one of the ruleset's AI levels.", required=True)


class RematchGame(ResponseSchema):
    """A rematch of the same players, with the caller's tokens."""

    ruleset = shared_fields.ruleset()
    game_id = shared_fields.game_id()
    tokens = fields.List(
        fields.Nested(SeatToken),
        required=True,
        metadata={
            "description": "The token of the caller's seat. The creator receives the tokens of all seats whose token "
            "the creator had."
        },
    )
    creator_token = fields.String(
        metadata={"description": "The token of the creator, as from `createGame`. Returned to the creator only."}
    )
