"""Schemas of game records; `domain.record` describes the format."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from domain.record import FORMAT, FORMAT_VERSION
from service.contract.schemas import shared_fields
from service.contract.schemas.fields import (
    BodyInteger,
    NestedUnionByRuleset,
    ResponseSchema,
    RulesetField,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.games import Ending
from service.contract.structs import schema_of
from service.resources.game_places import TournamentGame
from service.resources.seats import Seat


class RecordedFact(ResponseSchema, NestedUnionByRuleset):
    """A fact, with the seats that could see it during the game."""

    fact = RulesetField("fact_type", "Fact", required=True, metadata={"description": "The fact."})
    audience = fields.List(
        shared_fields.seat_number(),
        metadata={
            "description": "The seats that could see the fact. Empty: no seat. Omitted: all seats and spectators."
        },
    )


class RecordedSetup(ResponseSchema, NestedUnionByRuleset):
    """The facts before the first decision."""

    facts = fields.List(fields.Nested(RecordedFact), required=True, metadata={"description": "The facts in order."})
    hash = shared_fields.digits("The SHA-256 of the head's hash and this entry.")


class RecordedEvent(ResponseSchema, NestedUnionByRuleset):
    """An action with its facts, or a change of a seat's player; nothing is hidden."""

    version = BodyInteger(
        required=True,
        validate=Range(1, shared_fields.HIGHEST_VERSION),
        metadata={"description": "The game's version after this event, from 1."},
    )
    seat = shared_fields.seat_number()
    decision = shared_fields.decision(
        "The id of the decision that was answered. Omitted if the event has `change`.", required=False
    )
    at = shared_fields.moment("When the event happened, in UTC.")
    action = RulesetField(
        "action_type", "Action", metadata={"description": "The action of the seat. Omitted if the event has `change`."}
    )
    facts = fields.List(
        fields.Nested(RecordedFact), metadata={"description": "The facts in order. Omitted if the event has `change`."}
    )
    change = shared_fields.change()
    by = shared_fields.by()
    undoes = shared_fields.undoes()
    hash = shared_fields.digits("The SHA-256 of the previous hash and this entry.")


class RecordedSeat(schema_of(Seat)):  # type: ignore[misc]
    """The occupant of a seat."""

    player = shared_fields.alias(
        "The player who had the seat at the end of a rated game. Omitted otherwise.", required=False
    )


class GameRecord(ResponseSchema, UnionByRuleset):
    """The record of a finished game as canonical JSON (RFC 8785), with a chain of hashes; nothing is hidden.

    The entries are, in order, the head, `setup`, each event, and `result`. The head consists of all other fields except
    `hash`. The hash of an entry is a SHA-256 in lower-case hexadecimal digits. Its input is the 64 digits of the
    previous
    hash and the canonical JSON of the entry without `hash`. The head has no previous hash, and its hash is not part of
    the record. The hash of `result` is the `hash` of the record.
    """

    format = fields.String(
        required=True, validate=OneOf([FORMAT]), metadata={"description": "The name of the record format."}
    )
    format_version = BodyInteger(
        required=True,
        validate=Range(FORMAT_VERSION, FORMAT_VERSION),
        metadata={"description": "The version of the record format."},
    )
    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version()
    game_id = shared_fields.game_id()
    created_at = shared_fields.moment("When the game was created, in UTC.")
    options = shared_fields.options()
    seats = fields.List(
        fields.Nested(RecordedSeat),
        required=True,
        metadata={"description": "The seats in turn order. The alias of a deleted player cannot be resolved."},
    )
    sandbox = shared_fields.sandbox()
    rated = shared_fields.rated()
    visibility = fields.String(
        validate=OneOf(["unlisted", "private"]),
        metadata={
            "description": "Who could find the game. Omitted if it was public; only public games count as rated."
        },
    )
    undo = shared_fields.undo("Omitted if the game allowed no undo.", ("own", "consent"))
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    virtual_clock = shared_fields.virtual_clock()
    tournament = fields.Nested(
        schema_of(TournamentGame),
        metadata={"description": "The place of the game in its tournament. Omitted if it belongs to none."},
    )
    commitment = shared_fields.commitment()
    seed = shared_fields.digits(
        "The seed of all random draws, in hexadecimal digits. Each draw uses a Mersenne Twister. It is seeded with "
        "the HMAC-SHA-256 of `purpose:` and the name of the draw, with these 32 bytes as the key. The rules of the "
        "ruleset list all draws in their section on dice."
    )
    salt = shared_fields.digits(
        "The salt: 32 bytes that are unique to the game. `commitment` is the SHA-256 of salt and seed."
    )
    chance_facts = fields.List(
        fields.String(), required=True, metadata={"description": "The types of the facts that reveal random draws."}
    )
    setup = fields.Nested(
        RecordedSetup,
        required=True,
        metadata={"description": "The facts before the first decision: the second entry of the hash chain."},
    )
    events = fields.List(
        fields.Nested(RecordedEvent), required=True, metadata={"description": "The events, oldest first."}
    )
    result = fields.Nested(
        Ending,
        required=True,
        metadata={"description": "The result with the score sheets: the last entry of the hash chain."},
    )
    hash = shared_fields.digits(
        "The SHA-256 of the last event's hash and `result`. It covers the whole game. The service publishes it as "
        "`record_hash` with the result, in lists and in feeds."
    )
