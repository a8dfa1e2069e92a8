"""Seeks: what players want to play, and the games that come of it."""

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
    """Declare sizes of table."""
    size = BodyInteger(validate=Range(2, MOST_SEATS))
    shape = Length(1, MOST_SIZES)
    return fields.List(size, required=True, validate=shape, metadata={"description": description})


def _range(description: str) -> MsgspecField:
    """Declare who is admitted by rating."""
    return MsgspecField(RatingRange, "RatingRange", metadata={"description": description})


class NewSeek(RequestSchema, UnionByRuleset):
    """What a player wants to play."""

    ruleset = RulesetName(required=True)
    rules_version = of_a_game("rules_version")
    options = of_a_game("options")
    seats = _sizes("With how many seats; where several will do, the largest table that is filled is played.")
    rated = of_a_game("rated")
    hints = of_a_game("hints")
    visibility = of_a_game("visibility")
    spectators = of_a_game("spectators")
    clock = of_a_game("clock")
    absence = of_a_game("absence")
    undo = of_a_game("undo")
    rating_range = _range(
        "Which others are admitted, by how they are rated when they ask; everybody if absent. All at one table admit "
        "each other."
    )
    expires_in = BodyInteger(
        validate=Range(SHORTEST_SECONDS, LONGEST_SECONDS),
        metadata={
            "description": "Seconds for which the seek waits after it was last created or renewed; "
            f"{DEFAULT_SECONDS} if absent."
        },
    )


class SeekTerms(ResponseSchema, UnionByRuleset):
    """What is the same in all seeks that may be seated together."""

    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version("The version of the rules that is played.")
    options = RulesetField(
        "options_type", "Options", required=True, metadata={"description": "What was chosen of the set-up."}
    )
    rated = shared_fields.rated()
    hints = of_a_game("hints")
    visibility = shared_fields.visibility()
    spectators = shared_fields.spectators()
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    undo = shared_fields.undo("Absent where nothing is taken back.", ("own", "consent"))


class Seek(SeekTerms):
    """What a player wants to play, and what has become of it."""

    seek = shared_fields.seek("Names the seek to its player.")
    status = fields.String(
        required=True,
        validate=OneOf(["waiting", "matched", "expired"]),
        metadata={
            "description": "`waiting` for others, `matched` once the player has a seat in a game, or `expired`: nobody "
            "has asked for it or looked at it for too long."
        },
    )
    seats = _sizes("With how many seats, in ascending order.")
    rating_range = _range("Which others are admitted by their ratings; absent where everybody is.")
    created_at = shared_fields.moment("When it was asked for first, UTC.")
    expires_at = shared_fields.moment(
        "When it expires, or has expired, UTC; absent once it is matched.", required=False
    )
    game_id = shared_fields.another_game("The game; present once it is matched.")
    seat = BodyInteger(
        validate=Range(0, MOST_SEATS - 1),
        metadata={"description": "The player's seat in it; present once it is matched."},
    )


class TableSize(ResponseSchema):
    """How many wait for a table of one size."""

    seats = BodyInteger(required=True, validate=Range(2, MOST_SEATS), metadata={"description": "How large it is."})
    waiting = BodyInteger(
        required=True,
        validate=Range(1, MOST_SEATS),
        metadata={"description": "How many would sit down at it; whoever takes several sizes counts at each."},
    )


class WaitingSeek(SeekTerms):
    """How many wait to play something."""

    table_sizes = fields.List(
        fields.Nested(TableSize), required=True, metadata={"description": "By size, in ascending order."}
    )


class SeekList(ResponseSchema):
    """What a player seeks, and what is sought here."""

    seeks = fields.List(
        fields.Nested(Seek),
        metadata={
            "description": "The player's own, oldest first, for a day after they have come to an end; absent where no "
            "player asks."
        },
    )
    waiting_seeks = fields.List(
        fields.Nested(WaitingSeek),
        required=True,
        validate=Length(0, MOST_KINDS),
        metadata={"description": "What anybody waits for, and how many do; those first that were renewed last."},
    )
