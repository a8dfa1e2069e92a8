"""Lists of games and of records, read page by page."""

from typing import Any

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas.creation import ListedSeat
from service.contract.schemas.fields import (
    QueryInteger,
    RequestSchema,
    ResponseSchema,
    RulesetName,
    read_text,
)
from service.contract.schemas.game_places import TournamentGame
from service.contract.schemas.records import GameRecord
from service.play import game_index
from service.texts import CLUSTER_CODE_POINTS

MOST_GAMES = 100
MOST_RECORDS = 20
CURSOR = "The `next_cursor` of an earlier page: an opaque position. Default: the first page."


def list_cursor(letter: str, description: str, *, required: bool = False) -> fields.String:
    """Declare a position in a list."""
    shape = [Length(equal=13), Regexp(f"^{letter}[0-9a-f]{{12}}$")]
    return fields.String(required=required, validate=shape, metadata={"description": description})


class SeatPresence(ResponseSchema):
    """Whether whoever has a seat is there."""

    seat = shared_fields.seat_number()
    connected = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether a stream, a feed or a waiting request of the player is open, or anything has come "
            "within 30 seconds."
        },
    )
    last_seen = shared_fields.moment(
        "When there was a last sign of whoever has the seat, UTC, to about ten seconds; absent if there was none yet.",
        required=False,
    )


class GamePresence(ResponseSchema):
    """Which players of a game are there."""

    game_id = shared_fields.game_id()
    seats = fields.List(
        fields.Nested(SeatPresence),
        required=True,
        metadata={"description": "The seats that people have, in turn order."},
    )


class GameSummary(ResponseSchema):
    """What everybody may know of a game without looking at its table.

    Where spectators see a game late, so are `version` and `to_act` as they may know them; where there are none, the
    version is 0 and nobody is to act until the game is over.
    """

    ruleset = shared_fields.ruleset()
    rules_version = shared_fields.rules_version()
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    status = shared_fields.status()
    to_act = shared_fields.seat_numbers("The seats with an open decision.")
    seats = fields.List(fields.Nested(ListedSeat), required=True, metadata={"description": "In turn order."})
    created_at = shared_fields.moment("When the game was created, UTC.")
    sandbox = shared_fields.sandbox()
    rated = shared_fields.rated()
    undo = shared_fields.undo("Absent where nothing is taken back.", ("own", "consent"))
    undo_offer = shared_fields.undo_offer()
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    virtual_clock = shared_fields.virtual_clock()
    name = shared_fields.words("What the game is called; absent where it has no name.")
    label = shared_fields.words("By what it is found, together with others; absent where it has none.")
    metadata = shared_fields.metadata("What the platform keeps with it; absent where that is nothing.")
    visibility = shared_fields.visibility()
    spectators = shared_fields.spectators()
    rematch = shared_fields.another_game("The game that follows it; absent until somebody has asked for it.")
    record_hash = shared_fields.record_hash("Omitted until the game has been scored.")
    rematch_of = shared_fields.another_game("The game that it follows; absent where there is none.")
    tournament = fields.Nested(
        TournamentGame, metadata={"description": "Which game of which tournament it is; absent where it is of none."}
    )
    presence = fields.List(
        fields.Nested(SeatPresence),
        metadata={
            "description": "Which players are there, as `getPresence` tells it; absent in lists, and in games whose "
            "creator does not want it told."
        },
    )


class PairOfMetadata(fields.String):
    """A name and a text of metadata in a query, with a colon between; the text in the form in which it is kept."""

    def __init__(self) -> None:
        longest = shared_fields.LONGEST_VALUE * CLUSTER_CODE_POINTS
        told = {"description": "Only games with this pair of metadata: its name, a colon, and the text."}
        super().__init__(validate=Regexp(f"^{shared_fields.KEY}:.{{0,{longest}}}$"), metadata=told)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        name, colon, text = super()._deserialize(value, attr, data, **kwargs).partition(":")
        return f"{name}{colon}{read_text(text, 0, shared_fields.LONGEST_VALUE)}"


class GamePage(ResponseSchema):
    """A stretch of a list of games, newest first; it may be short, or empty, though there are more."""

    games = fields.List(fields.Nested(GameSummary), required=True, metadata={"description": "Newest first."})
    next_cursor = list_cursor(game_index.GAMES, "Send it as `cursor` to get the next page. Omitted on the last page.")


class GameQuery(RequestSchema):
    """Which games are listed."""

    ruleset = RulesetName(metadata={"description": "Games of this ruleset only."})
    status = fields.String(
        validate=OneOf(["open", "running", "over", "aborted"]),
        metadata={
            "description": "Only games that wait for their players, only those that are running, only those that are "
            "over and scored, or only those that were aborted."
        },
    )
    open_seats = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "Only games with an open seat that anybody may claim, without a code."},
    )
    label = shared_fields.words("Only games with this label.")
    metadata = PairOfMetadata()
    waiting_for = shared_fields.words("Only games in which a seat of this player's name is to act.")
    cursor = list_cursor(game_index.GAMES, CURSOR)
    limit = QueryInteger(
        load_default=20, validate=Range(1, MOST_GAMES), metadata={"description": "How many games at most."}
    )


class RecordPage(ResponseSchema):
    """A stretch of the list of records, in the order in which the games were scored."""

    records = fields.List(
        fields.Nested(GameRecord),
        required=True,
        metadata={"description": "Each in canonical JSON, as `getRecord` gives it without its line feed."},
    )
    skipped = fields.List(
        shared_fields.game_id(),
        metadata={
            "description": "Games of this stretch whose record cannot be given here, or not yet; absent if none."
        },
    )
    next_cursor = list_cursor(
        game_index.RECORDS,
        "Send it as `cursor` to get the next page, now or later. Unchanged while there is nothing further.",
        required=True,
    )


class RecordQuery(RequestSchema):
    """Which records are listed."""

    ruleset = RulesetName(metadata={"description": "Records of this ruleset only."})
    cursor = list_cursor(game_index.RECORDS, CURSOR)
    limit = QueryInteger(
        load_default=10, validate=Range(1, MOST_RECORDS), metadata={"description": "How many records at most."}
    )
