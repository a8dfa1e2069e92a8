"""What its creator changes about a game, and the next one between the same people."""

from marshmallow import fields

from service.contract.schemas import shared_fields
from service.contract.schemas.creation import SeatToken
from service.contract.schemas.fields import RequestSchema, ResponseSchema


class GameChange(RequestSchema):
    """What is changed about a game; what is left out stays as it is."""

    name = shared_fields.words("What the game is called; empty for nothing.", shortest=0)
    label = shared_fields.words("By what it is found; empty for nothing.", shortest=0)
    metadata = shared_fields.metadata("All that the platform keeps with it, in place of what it kept before.")


class GameStart(RequestSchema):
    """Who takes the seats that nobody has."""

    level = shared_fields.level("One of the ruleset's AI levels.", required=True)


class RematchGame(ResponseSchema):
    """The next game between the same people, with the tokens that are the bearer's."""

    ruleset = shared_fields.ruleset()
    game_id = shared_fields.game_id()
    tokens = fields.List(
        fields.Nested(SeatToken),
        required=True,
        metadata={"description": "Of the bearer's seat; to the creator of those that he had tokens of."},
    )
    creator_token = fields.String(metadata={"description": "To the creator only; as from `createGame`."})
