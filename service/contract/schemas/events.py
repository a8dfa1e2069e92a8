"""The log of a game: events, pages of them, and where a reader goes on."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import (
    ActionOfRuleset,
    BodyInteger,
    ListParameter,
    MsgspecField,
    NestedUnionByRuleset,
    QueryInteger,
    RequestSchema,
    ResponseSchema,
    RulesetField,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.patches import PatchOperation
from service.contract.schemas.shared_fields import HIGHEST_VERSION
from service.play.includes import MOST_EVENTS, MOST_PATCHED

MOST_WAIT_SECONDS = 30
EVENT_ID = r"^[0-9]{1,9}(-[0-9a-f]{8})?$"
"""The event's version, and what tells it from another of the same version."""


class NextDecision(ResponseSchema, NestedUnionByRuleset):
    """What the reader's seat is to decide, and all that may answer it."""

    decision = shared_fields.decision("The seat's open decision, to be quoted by the action that answers it.")
    actions = fields.List(
        ActionOfRuleset(), required=True, metadata={"description": "The legal ones, as `listLegalActions` gives them."}
    )


class PendingDecision(ResponseSchema):
    """What a seat is to decide, by its id alone."""

    seat = shared_fields.seat_number()
    decision = shared_fields.decision("The seat's open decision: the version at which it arose.")


class Event(ResponseSchema, UnionByRuleset):
    """One entry of a game's log, as the reader may read it."""

    ruleset = RulesetName(required=True)
    id = fields.String(
        required=True,
        validate=Regexp(EVENT_ID),
        metadata={"description": "Its id, by which readers go on: another event in its place has another."},
    )
    version = BodyInteger(
        required=True,
        validate=Range(1, HIGHEST_VERSION),
        metadata={"description": "The game's version after this event, from 1."},
    )
    seat = shared_fields.seat_number()
    decision = shared_fields.decision(
        "The decision that was answered. Omitted if the event has `change`.", required=False
    )
    at = shared_fields.moment("When it happened, UTC.")
    action = RulesetField(
        "observed_type",
        "Observed",
        metadata={"description": "What the seat did, as far as the reader may see. Omitted if the event has `change`."},
    )
    facts = fields.List(
        RulesetField("fact_type", "Fact"), required=True, metadata={"description": "What it made happen, in order."}
    )
    to_act = shared_fields.seat_numbers("The seats with a pending decision after the event.")
    decisions = fields.List(
        fields.Nested(PendingDecision),
        required=True,
        metadata={"description": "The pending decision of each seat in `to_act`."},
    )
    change = shared_fields.change()
    by = shared_fields.by()
    undoes = shared_fields.undoes()
    patch = fields.List(
        MsgspecField(PatchOperation, "PatchOperation"),
        metadata={"description": "What it changed in the reader's view (`queryView`); present when asked for."},
    )
    next_decision = fields.Nested(
        NextDecision,
        metadata={
            "description": "Of the last event of the log as it is read: what the reader's seat is to decide after it; "
            "present when asked for and the seat is to act."
        },
    )


class EventPage(ResponseSchema):
    """A stretch of a game's log; go on after the last event's version until there are no more."""

    game_id = shared_fields.game_id()
    version = shared_fields.version()
    status = fields.String(
        required=True,
        validate=OneOf(["open", "running", "over", "aborted"]),
        metadata={
            "description": "`over` and `aborted` say that no event comes after this version, `open` that none comes "
            "before all seats are filled."
        },
    )
    events = fields.List(fields.Nested(Event), required=True, metadata={"description": "Oldest first."})


class StreamQuery(RequestSchema):
    """Where a stream begins, and what comes with its events."""

    after = QueryInteger(
        load_default=0, validate=Range(0, HIGHEST_VERSION), metadata={"description": "Events of later versions only."}
    )
    include = ListParameter(
        ("actions", "patches"),
        "Parts to add, separated by commas. `actions`: the last event of the log has `next_decision`, the decision "
        "that the caller's seat must make, if it must act. `patches`: each event tells what it changed in the "
        "reader's view.",
    )


class EventQuery(StreamQuery):
    """Which stretch of a log is read, and how long to wait for it."""

    limit = QueryInteger(
        load_default=100,
        validate=Range(1, MOST_EVENTS),
        metadata={"description": f"How many events at most; with `patches` never more than {MOST_PATCHED}."},
    )
    patches = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "Tell with each event what it changed in the reader's view: as in `include`."},
    )
    wait = QueryInteger(
        load_default=0,
        validate=Range(0, MOST_WAIT_SECONDS),
        metadata={"description": "Seconds to wait for the next event where there is none yet."},
    )


class LastEvent(ResponseSchema):
    """What a reader has read."""

    id = fields.String(
        data_key="Last-Event-ID",
        validate=Regexp(EVENT_ID, error="Not the id of an event."),
        metadata={"description": "The `id` of the last event received, or its version alone; wins over `after`."},
    )
