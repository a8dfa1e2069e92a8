"""Records of finished games; `domain.record` says how they are made."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from domain.record import FORMAT, FORMAT_VERSION
from service.contract.schemas import shared_fields
from service.contract.schemas.creation import Seat
from service.contract.schemas.fields import (
    BodyInteger,
    NestedUnionByRuleset,
    ResponseSchema,
    RulesetField,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.game_places import TournamentGame
from service.contract.schemas.games import Ending


class RecordedFact(ResponseSchema, NestedUnionByRuleset):
    """A fact, with the seats that might know it while the game lasted."""

    fact = RulesetField("fact_type", "Fact", required=True, metadata={"description": "What happened."})
    audience = fields.List(
        shared_fields.seat_number(),
        metadata={"description": "The seats, none at all if it is empty; absent if everybody."},
    )


class RecordedSetup(ResponseSchema, NestedUnionByRuleset):
    """What happened before the first decision."""

    facts = fields.List(fields.Nested(RecordedFact), required=True, metadata={"description": "In order."})
    hash = shared_fields.digits("SHA-256 of the head's hash and this entry.")


class RecordedEvent(ResponseSchema, NestedUnionByRuleset):
    """One action and what it made happen, with nothing concealed; or a change of who plays a seat."""

    version = BodyInteger(
        required=True,
        validate=Range(1, shared_fields.HIGHEST_VERSION),
        metadata={"description": "The game's version after this event, from 1."},
    )
    seat = shared_fields.seat_number()
    decision = shared_fields.decision(
        "The decision that was answered. Omitted if the event has `change`.", required=False
    )
    at = shared_fields.moment("When it happened, UTC.")
    action = RulesetField(
        "action_type", "Action", metadata={"description": "What the seat did. Omitted if the event has `change`."}
    )
    facts = fields.List(
        fields.Nested(RecordedFact), metadata={"description": "In order. Omitted if the event has `change`."}
    )
    change = shared_fields.change()
    by = shared_fields.by()
    undoes = shared_fields.undoes()
    hash = shared_fields.digits("SHA-256 of the hash before it and this entry.")


class RecordedSeat(Seat):
    """Who sat where."""

    player = shared_fields.alias("Of a rated game: who had the seat when it ended.", required=False)


class GameRecord(ResponseSchema, UnionByRuleset):
    """A finished game with nothing concealed: canonical JSON (RFC 8785), bound together by a chain of hashes.

    Each hash is the SHA-256, in lower-case hexadecimal digits, of the hash before it (its 64 digits) followed by the
    canonical JSON of its entry without `hash`. The entries are the head, which is all but `setup`, `events`, `result`
    and `hash`; `setup`; each event; `result`. Nothing comes before the head, and its own hash is not written; that of
    `result` is the `hash` of the record.
    """

    format = fields.String(required=True, validate=OneOf([FORMAT]))
    format_version = BodyInteger(
        required=True,
        validate=Range(FORMAT_VERSION, FORMAT_VERSION),
        metadata={"description": "The version of the format, raised when the format changes."},
    )
    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version()
    game_id = shared_fields.game_id()
    created_at = shared_fields.moment("When the game was created, UTC.")
    options = shared_fields.options()
    seats = fields.List(
        fields.Nested(RecordedSeat),
        required=True,
        metadata={"description": "In turn order. Nothing leads from an alias to a player who has been deleted."},
    )
    sandbox = shared_fields.sandbox()
    rated = shared_fields.rated()
    visibility = fields.String(
        validate=OneOf(["unlisted", "private"]),
        metadata={
            "description": "Who could find the game. Omitted if it was public; only public games count as rated."
        },
    )
    undo = shared_fields.undo("Omitted if players took nothing back.", ("own", "consent"))
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    virtual_clock = shared_fields.virtual_clock()
    tournament = fields.Nested(
        TournamentGame, metadata={"description": "Which game of which tournament it is. Omitted if it is of none."}
    )
    commitment = shared_fields.commitment()
    seed = shared_fields.digits(
        "The source of all dice. The dice of a throw are a Mersenne Twister, seeded with the HMAC-SHA-256 of "
        "`purpose:` and the name of the throw, keyed by these 32 bytes. The rules of the ruleset list all throws in "
        "their section on dice."
    )
    salt = shared_fields.digits("32 bytes that no other game has. The `commitment` binds salt and seed.")
    chance_facts = fields.List(
        fields.String(), required=True, metadata={"description": "The types of the facts that tell what the dice gave."}
    )
    setup = fields.Nested(RecordedSetup, required=True, metadata={"description": "Entry 0 of the chain."})
    events = fields.List(fields.Nested(RecordedEvent), required=True, metadata={"description": "Oldest first."})
    result = fields.Nested(Ending, required=True, metadata={"description": "The score sheet, the last entry."})
    hash = shared_fields.digits(
        "SHA-256 of the last event's hash and `result`: of the whole game. The service publishes it as "
        "`record_hash` with the result, in lists and in feeds: compare them."
    )
