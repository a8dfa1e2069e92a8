"""Records of finished games; `domain.record` says how they are made."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from domain.record import FIRST_VERSION, FORMAT, FORMAT_VERSION
from service.contract.schemas import members
from service.contract.schemas.creation import Seat
from service.contract.schemas.fields import (
    BodyInteger,
    ByRuleset,
    OfRuleset,
    PartByRuleset,
    ResponseSchema,
    RulesetName,
)
from service.contract.schemas.games import Ending


class RecordedFact(ResponseSchema, PartByRuleset):
    """A fact, with the seats that might know it while the game lasted."""

    fact = OfRuleset("fact_type", "Fact", required=True, metadata={"description": "What happened."})
    audience = fields.List(
        members.seat_number(), metadata={"description": "The seats, none at all if it is empty; absent if everybody."}
    )


class RecordedSetup(ResponseSchema, PartByRuleset):
    """What happened before the first decision."""

    facts = fields.List(fields.Nested(RecordedFact), required=True, metadata={"description": "In order."})
    hash = members.digits("SHA-256 of the head's hash and this entry.")


class RecordedEvent(ResponseSchema, PartByRuleset):
    """One action and what it made happen, with nothing concealed."""

    version = BodyInteger(
        required=True,
        validate=Range(1, members.HIGHEST_VERSION),
        metadata={"description": "The game's version after this event, from 1."},
    )
    seat = members.seat_number()
    decision = members.decision("The decision that was answered.")
    at = members.moment("When it happened, UTC.")
    action = OfRuleset("action_type", "Action", required=True, metadata={"description": "What the seat did."})
    facts = fields.List(fields.Nested(RecordedFact), required=True, metadata={"description": "In order."})
    by = members.by()
    undoes = members.undoes()
    hash = members.digits("SHA-256 of the hash before it and this entry.")


class RecordedGivingUp(ResponseSchema):
    """A seat that had given up."""

    seat = members.seat_number()
    reason = members.giving_up()


class ScoreSheet(Ending):
    """How each seat ended, row by row, and who had given up."""

    given_up = fields.List(
        fields.Nested(RecordedGivingUp),
        metadata={
            "description": "The seats that had given up, in this order: placed behind all others, the first of them "
            "last. Absent if nobody had."
        },
    )


class RecordedSeat(Seat):
    """Who sat where."""

    player = members.alias("Of a rated game: who had the seat when it ended.", required=False)


class GameRecord(ResponseSchema, ByRuleset):
    """A finished game with nothing concealed: canonical JSON (RFC 8785), bound together by a chain of hashes.

    Each hash is the SHA-256, in lower-case hexadecimal digits, of the hash before it (its 64 digits) followed by the
    canonical JSON of its entry without `hash`. The entries are the head, which is all but `setup`, `events`, `result`
    and `hash`; `setup`; each event; `result`. Nothing comes before the head, and its own hash is not written; that of
    `result` is the `hash` of the record.
    """

    format = fields.String(required=True, validate=OneOf([FORMAT]))
    format_version = BodyInteger(
        required=True,
        validate=Range(FIRST_VERSION, FORMAT_VERSION),
        metadata={
            "description": "4 of every game with a `salt`; of those from before that 3 where somebody took an action "
            "back, 2 where somebody decided for a player, or a seat gave up, else 1; raised when the format changes."
        },
    )
    ruleset = RulesetName(required=True)
    rules_version = members.rules_version()
    game_id = members.game_id()
    created_at = members.moment("When the game was created, UTC.")
    options = members.options()
    seats = fields.List(
        fields.Nested(RecordedSeat),
        required=True,
        metadata={"description": "In turn order. Nothing leads from an alias to a player who has been deleted."},
    )
    sandbox = members.sandbox()
    rated = members.rated()
    commitment = members.commitment()
    seed = members.digits(
        "The source of all dice. Those of step n (0 is the set-up) are a Mersenne Twister seeded with the "
        "HMAC-SHA-256 of `dice:n`, keyed by these 32 bytes; what was taken back is no step. In games with a `salt` the "
        "dice of what is thrown for a named purpose are seeded likewise, with `purpose:` and its name."
    )
    salt = members.digits("What makes the `commitment` the game's own; since version 4.", required=False)
    chance_facts = fields.List(
        fields.String(), required=True, metadata={"description": "The types of the facts that tell what the dice gave."}
    )
    setup = fields.Nested(RecordedSetup, required=True, metadata={"description": "Entry 0 of the chain."})
    events = fields.List(fields.Nested(RecordedEvent), required=True, metadata={"description": "Oldest first."})
    result = fields.Nested(ScoreSheet, required=True, metadata={"description": "The score sheet, the last entry."})
    hash = members.digits("SHA-256 of the last event's hash and `result`: of the whole game.")
