"""Schemas of lists of games and records, with pagination."""

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas.creation import ListedSeat
from service.contract.schemas.fields import (
    MetadataEntry,
    QueryInteger,
    RequestSchema,
    ResponseSchema,
    RulesetName,
)
from service.contract.schemas.records import GameRecord
from service.contract.structs import schema_of
from service.play import game_index
from service.resources.game_places import TournamentGame
from service.resources.types import GAMES, MOST_GAMES

MOST_RECORDS = 20
CURSOR = "The `next_cursor` of an earlier page: an opaque position. Default: the first page."


def list_cursor(letter: str, description: str, *, required: bool = False) -> fields.String:
    """Declare a cursor of a list."""
    shape = [Length(equal=13), Regexp(f"^{letter}[0-9a-f]{{12}}$")]
    return fields.String(required=required, validate=shape, metadata={"description": description})


class SeatPresence(ResponseSchema):
    """Whether the player of a seat is connected."""

    seat = shared_fields.seat_number()
    connected = fields.Boolean(
        required=True,
        metadata={
            "description": "True if the player has an open stream, feed or waiting request, or sent a request within "
            "30 seconds."
        },
    )
    last_seen = shared_fields.moment(
        "When the player was last active, in UTC, to about ten seconds. Omitted if never.",
        required=False,
    )


class GamePresence(ResponseSchema):
    """Which players of a game are connected."""

    game_id = shared_fields.game_id()
    seats = fields.List(
        fields.Nested(SeatPresence),
        required=True,
        metadata={"description": "The human seats in turn order."},
    )


class GameSummary(ResponseSchema):
    """The public summary of a game.

    With delayed spectators, `version` and `to_act` have the same delay. With spectators off, `version` is 0 and
    `to_act` is empty until the game is over.
    """

    ruleset = shared_fields.ruleset()
    rules_version = shared_fields.rules_version()
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    status = shared_fields.status()
    to_act = shared_fields.seat_numbers("The seats with a pending decision.")
    seats = fields.List(fields.Nested(ListedSeat), required=True, metadata={"description": "The seats in turn order."})
    created_at = shared_fields.moment("When the game was created, in UTC.")
    sandbox = shared_fields.sandbox()
    rated = shared_fields.rated()
    undo = shared_fields.undo("Omitted if the game allows no undo.", ("own", "consent"))
    undo_offer = shared_fields.undo_offer()
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    virtual_clock = shared_fields.virtual_clock()
    name = shared_fields.words("The display name of the game. Omitted if it has none.")
    label = shared_fields.words("The label of the game, which several games may share. Omitted if it has none.")
    metadata = shared_fields.metadata("The texts that the platform stores with the game. Omitted if there are none.")
    visibility = shared_fields.visibility()
    spectators = shared_fields.spectators()
    rematch = shared_fields.another_game("The id of the rematch. Omitted if there is none yet.")
    record_hash = shared_fields.record_hash("Omitted until the game has been scored.")
    rematch_of = shared_fields.another_game("The id of the game that this game is a rematch of. Omitted otherwise.")
    tournament = fields.Nested(
        schema_of(TournamentGame),
        metadata={"description": "The place of the game in its tournament. Omitted if it belongs to none."},
    )
    presence = fields.List(
        fields.Nested(SeatPresence),
        metadata={
            "description": "Which players are connected, as in `getPresence`. Omitted in lists, and in games without "
            "`presence`."
        },
    )


class GamePage(ResponseSchema):
    """A page of games, newest first. It may have fewer entries than `limit`, or none, although more pages follow."""

    games = fields.List(fields.Nested(GameSummary), required=True, metadata={"description": "The games, newest first."})
    next_cursor = list_cursor(GAMES, "Send it as `cursor` to get the next page. Omitted on the last page.")


class GameQuery(RequestSchema):
    """Query parameters of a list of games."""

    ruleset = RulesetName(metadata={"description": "Return only games of this ruleset."})
    status = fields.String(
        validate=OneOf(["open", "running", "over", "aborted"]),
        metadata={"description": "Return only games with this status. `over`: finished and scored."},
    )
    open_seats = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "Return only games with an open seat that can be claimed without a code."},
    )
    label = shared_fields.words("Return only games with this label.")
    metadata = MetadataEntry("Return only games with this metadata entry: the key, a colon, and the value.")
    waiting_for = shared_fields.words("Return only games in which a player with this name must act.")
    cursor = list_cursor(GAMES, CURSOR)
    limit = QueryInteger(
        load_default=20,
        validate=Range(1, MOST_GAMES),
        metadata={"description": "The maximum number of games on a page."},
    )


class RecordPage(ResponseSchema):
    """A page of records, in the order in which the games were scored."""

    records = fields.List(
        fields.Nested(GameRecord),
        required=True,
        metadata={"description": "The records as canonical JSON, as in `getRecord` without the line feed."},
    )
    skipped = fields.List(
        shared_fields.game_id(),
        metadata={
            "description": "Games of this page whose record cannot be returned, or not yet. Omitted if there are none."
        },
    )
    next_cursor = list_cursor(
        game_index.RECORDS,
        "Send it as `cursor` to get the next page, now or later. It stays unchanged while there are no further "
        "records.",
        required=True,
    )


class RecordQuery(RequestSchema):
    """Query parameters of a list of records."""

    ruleset = RulesetName(metadata={"description": "Return only records of this ruleset."})
    cursor = list_cursor(game_index.RECORDS, CURSOR)
    limit = QueryInteger(
        load_default=10,
        validate=Range(1, MOST_RECORDS),
        metadata={"description": "The maximum number of records on a page."},
    )
