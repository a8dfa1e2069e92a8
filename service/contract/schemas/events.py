"""Schemas of the event log: events, pages and read positions."""

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
"""The version of the event, and a suffix that distinguishes it from a replaced event of that version."""


class NextDecision(ResponseSchema, NestedUnionByRuleset):
    """The pending decision of the caller's seat, with all its legal actions."""

    decision = shared_fields.decision("The id of the seat's pending decision, to send with the action.")
    actions = fields.List(
        ActionOfRuleset(), required=True, metadata={"description": "The legal actions, as in `listLegalActions`."}
    )


class PendingDecision(ResponseSchema):
    """The pending decision of a seat."""

    seat = shared_fields.seat_number()
    decision = shared_fields.decision("The id of the seat's pending decision: the version at which it arose.")


class Event(ResponseSchema, UnionByRuleset):
    """An event of a game's log, as the caller may see it."""

    ruleset = RulesetName(required=True)
    id = fields.String(
        required=True,
        validate=Regexp(EVENT_ID),
        metadata={
            "description": "The id of the event, for the header `Last-Event-ID`. If data loss replaces the event, "
            "the new one has another id."
        },
    )
    version = BodyInteger(
        required=True,
        validate=Range(1, HIGHEST_VERSION),
        metadata={"description": "The version of the game after this event, from 1."},
    )
    seat = shared_fields.seat_number()
    decision = shared_fields.decision(
        "The id of the decision that the seat answered. Omitted if the event has `change`.", required=False
    )
    at = shared_fields.moment("When the event happened, in UTC.")
    action = RulesetField(
        "observed_type",
        "Observed",
        metadata={
            "description": "The action of the seat, as far as the caller may see it. Omitted if the event has `change`."
        },
    )
    facts = fields.List(
        RulesetField("fact_type", "Fact"),
        required=True,
        metadata={"description": "The consequences of the action, in order."},
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
        metadata={
            "description": "The changes of the event to the caller's view (`queryView`). Present with "
            "`include=patches`."
        },
    )
    next_decision = fields.Nested(
        NextDecision,
        metadata={
            "description": "The pending decision of the caller's seat, in the last event of the log. Present with "
            "`include=actions` if the seat must act."
        },
    )


class EventPage(ResponseSchema):
    """A page of a game's log. To continue, send the version of the last event as `after`."""

    game_id = shared_fields.game_id()
    version = shared_fields.version()
    status = fields.String(
        required=True,
        validate=OneOf(["open", "running", "over", "aborted"]),
        metadata={
            "description": "The status of the game. After `over` and `aborted`, no further event follows. `open`: no "
            "event follows until all seats are taken. `running`: more events may follow."
        },
    )
    events = fields.List(
        fields.Nested(Event),
        required=True,
        metadata={"description": "The events, oldest first. Empty if none follow yet."},
    )


class StreamQuery(RequestSchema):
    """Query parameters of an event stream."""

    after = QueryInteger(
        load_default=0,
        validate=Range(0, HIGHEST_VERSION),
        metadata={"description": "Return events after this version. Default: 0, all events."},
    )
    include = ListParameter(
        ("actions", "patches"),
        "Extra parts to return, separated by commas. `actions`: the last event of the log has `next_decision`, if "
        "the caller's seat must act. `patches`: each event has its changes to the caller's view.",
    )


class EventQuery(StreamQuery):
    """Query parameters of a page of events."""

    limit = QueryInteger(
        load_default=100,
        validate=Range(1, MOST_EVENTS),
        metadata={"description": f"The maximum number of events. With `patches`, it is at most {MOST_PATCHED}."},
    )
    patches = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata={
            "description": "True: each event has its changes to the caller's view, as with `include=patches`. "
            "Default: false."
        },
    )
    wait = QueryInteger(
        load_default=0,
        validate=Range(0, MOST_WAIT_SECONDS),
        metadata={"description": "How many seconds to wait for the next event if there is none yet. Default: 0."},
    )


class LastEvent(ResponseSchema):
    """The header that continues an event stream."""

    id = fields.String(
        data_key="Last-Event-ID",
        validate=Regexp(EVENT_ID, error="Not the id of an event."),
        metadata={
            "description": "The `id` or the version of the last event that the client received. It overrides `after`."
        },
    )
