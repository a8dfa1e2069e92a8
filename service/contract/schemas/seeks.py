"""Schemas of seeks: requests of players for a game."""

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from service.contract.schemas import shared_fields
from service.contract.schemas.creation import of_a_game
from service.contract.schemas.fields import (
    BodyInteger,
    MsgspecField,
    RequestSchema,
    ResponseSchema,
    RulesetField,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.shared_fields import MOST_SEATS
from service.play.seeks import DEFAULT_SECONDS, MOST_KINDS
from service.store.seeks import LONGEST_SECONDS, RatingRange

MOST_SIZES = 16
SHORTEST_SECONDS = 30


def _sizes(description: str) -> fields.List[int]:
    """Declare numbers of seats."""
    size = BodyInteger(validate=Range(2, MOST_SEATS))
    shape = Length(1, MOST_SIZES)
    return fields.List(size, required=True, validate=shape, metadata={"description": description})


def _range(description: str) -> MsgspecField:
    """Declare a rating range."""
    return MsgspecField(RatingRange, "RatingRange", metadata={"description": description})


class NewSeek(RequestSchema, UnionByRuleset):
    """The game that a player is looking for."""

    ruleset = RulesetName(required=True)
    rules_version = of_a_game("rules_version")
    options = of_a_game("options")
    seats = _sizes("The accepted numbers of seats. If several are possible, the largest one is chosen.")
    rated = of_a_game("rated")
    hints = of_a_game("hints")
    visibility = of_a_game("visibility")
    spectators = of_a_game("spectators")
    clock = of_a_game("clock")
    absence = of_a_game("absence")
    undo = of_a_game("undo")
    rating_range = _range(
        "The accepted ratings of other players, at the time of matching. Players are matched only if each accepts "
        "all others. Omitted: any rating."
    )
    expires_in = BodyInteger(
        validate=Range(SHORTEST_SECONDS, LONGEST_SECONDS),
        metadata={
            "description": "Seconds until the seek expires, after its creation or last renewal. Default: "
            f"{DEFAULT_SECONDS}."
        },
    )


class SeekTerms(ResponseSchema, UnionByRuleset):
    """The terms that all seeks of a game share."""

    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version("The version of the rules.")
    options = RulesetField(
        "options_type", "Options", required=True, metadata={"description": "The options of the game."}
    )
    rated = shared_fields.rated()
    hints = of_a_game("hints")
    visibility = shared_fields.visibility()
    spectators = shared_fields.spectators()
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    undo = shared_fields.undo("Omitted if the game allows no undo.", ("own", "consent"))


class Seek(SeekTerms):
    """A seek: the game that a player is looking for, and its status."""

    seek = shared_fields.seek("The id of the seek.")
    status = fields.String(
        required=True,
        validate=OneOf(["waiting", "matched", "expired"]),
        metadata={
            "description": "The status of the seek. `waiting`: for other players. `matched`: the player has a seat "
            "in a game. `expired`: it was not renewed in time."
        },
    )
    seats = _sizes("The accepted numbers of seats, in ascending order.")
    rating_range = _range("The accepted ratings of other players. Omitted: any rating.")
    created_at = shared_fields.moment("When the seek was created, in UTC.")
    expires_at = shared_fields.moment(
        "When the seek expires or expired, in UTC. Omitted once it is matched.", required=False
    )
    game_id = shared_fields.another_game("The id of the game; present once the seek is matched.")
    seat = BodyInteger(
        validate=Range(0, MOST_SEATS - 1),
        metadata={"description": "The player's seat in the game; present once the seek is matched."},
    )


class TableSize(ResponseSchema):
    """The number of waiting players for one number of seats."""

    seats = BodyInteger(required=True, validate=Range(2, MOST_SEATS), metadata={"description": "The number of seats."})
    waiting = BodyInteger(
        required=True,
        validate=Range(1, MOST_SEATS),
        metadata={
            "description": "The number of waiting players who accept this number of seats. A player counts for each "
            "accepted number."
        },
    )


class WaitingSeek(SeekTerms):
    """The number of players who wait for a game of certain terms."""

    table_sizes = fields.List(
        fields.Nested(TableSize),
        required=True,
        metadata={"description": "The waiting players by number of seats, in ascending order."},
    )


class SeekList(ResponseSchema):
    """The player's seeks, and the seeks that wait for other players."""

    seeks = fields.List(
        fields.Nested(Seek),
        metadata={
            "description": "The player's seeks, oldest first, until a day after their end. Omitted without a player "
            "key."
        },
    )
    waiting_seeks = fields.List(
        fields.Nested(WaitingSeek),
        required=True,
        validate=Length(0, MOST_KINDS),
        metadata={
            "description": "The terms that players wait for, with the number of players. The terms that were renewed "
            "last are first."
        },
    )
