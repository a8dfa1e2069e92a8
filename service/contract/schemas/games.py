"""Schemas to play and view games."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from domain.ruleset import SeatOutcome
from service.contract.schemas import shared_fields
from service.contract.schemas.advice import MOST_HINTS
from service.contract.schemas.fields import (
    ActionOfRuleset,
    BodyInteger,
    ListParameter,
    MsgspecField,
    QueryInteger,
    RequestSchema,
    ResponseSchema,
    RulesetField,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.shared_fields import HIGHEST_VERSION, MOST_SEATS
from service.contract.structs import schema_of
from service.resources.events import MOST_EVENTS, MOST_PATCHED, Event
from service.resources.seats import Seat


class SeatRank(ResponseSchema):
    """The final rank of a seat. The result of the game has the full score sheet."""

    seat = shared_fields.seat_number()
    rank = BodyInteger(
        required=True,
        validate=Range(1, MOST_SEATS),
        metadata={"description": "The final rank; 1 is best. Tied seats share the better rank."},
    )
    total = BodyInteger(required=True, metadata={"description": "The total score of the seat."})
    reason = shared_fields.giving_up()


class SeatClock(ResponseSchema):
    """The clock of a seat at the returned version."""

    seat = shared_fields.seat_number()
    seconds_left = fields.Float(
        metadata={
            "description": "The seconds left in the seat's time budget, before its pending decision. Omitted if the "
            "clock has no budget."
        }
    )
    deadline = shared_fields.moment(
        "The deadline of the seat's pending decision in UTC; present while its clock runs. Compare it with the "
        "response header `Bottega-Time`, the time of the service.",
        required=False,
    )


class GameView(ResponseSchema, UnionByRuleset):
    """A game as a seat or a spectator sees it."""

    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version()
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    status = shared_fields.status()
    to_act = shared_fields.seat_numbers("The seats with a pending decision.")
    seat = BodyInteger(
        validate=Range(0, MOST_SEATS - 1),
        metadata={"description": "The seat whose view this is. Omitted for a spectator."},
    )
    decision = shared_fields.decision(
        "The id of the seat's pending decision; present if the seat must act.", required=False
    )
    seats = fields.List(
        fields.Nested(schema_of(Seat)), required=True, metadata={"description": "The seats in turn order."}
    )
    commitment = shared_fields.commitment()
    outcome = fields.List(
        fields.Nested(SeatRank), metadata={"description": "The final rank of each seat; present if the game is over."}
    )
    sandbox = shared_fields.sandbox()
    rated = shared_fields.rated()
    undo = shared_fields.undo("Omitted if the game allows no undo.", ("own", "consent"))
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    virtual_clock = shared_fields.virtual_clock()
    clocks = fields.List(
        fields.Nested(SeatClock),
        metadata={"description": "The clocks of human seats in turn order; present if the game has a clock."},
    )
    view = RulesetField("view_type", "View", required=True, metadata={"description": "The visible state of the game."})
    actions = fields.List(
        ActionOfRuleset(),
        metadata={
            "description": "All legal actions for `decision`, as in `listLegalActions`. Present with "
            "`include=actions` if the seat must act."
        },
    )
    hints_left = BodyInteger(
        validate=Range(0, MOST_HINTS),
        metadata={
            "description": "The number of hints that the seat has left now. Present with `include=hints` if the game "
            "is not rated."
        },
    )
    undo_offer = shared_fields.undo_offer()
    events = fields.List(
        fields.Nested(schema_of(Event)),
        metadata={
            "description": "The events up to this version, oldest first. Present with `include=events` or "
            "`include=patches`."
        },
    )


class ActionRequest(RequestSchema, UnionByRuleset):
    """The action with which a seat answers its pending decision."""

    ruleset = RulesetName(required=True)
    decision = shared_fields.decision("The id of the pending decision, as returned in the seat's view.")
    action = ActionOfRuleset(required=True, metadata={"description": "One of the seat's legal actions."})


class LegalActions(ResponseSchema, UnionByRuleset):
    """All legal actions of a seat. The list is empty if the seat need not act."""

    ruleset = RulesetName(required=True)
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    decision = shared_fields.decision(
        "The id of the seat's pending decision; present if the seat must act.", required=False
    )
    actions = fields.List(
        ActionOfRuleset(),
        required=True,
        metadata={"description": "The legal actions in a fixed order, without duplicates."},
    )


class Ending(ResponseSchema):
    """The outcome of each seat, with its score sheet."""

    seats = fields.List(
        MsgspecField(SeatOutcome, "SeatOutcome"),
        required=True,
        metadata={"description": "The outcomes of the seats in turn order."},
    )
    winners = shared_fields.seat_numbers("The seats with rank 1.")


class Result(Ending):
    """The result of a finished game, with the score sheets."""

    ruleset = shared_fields.ruleset()
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    record_hash = shared_fields.record_hash("Always present.", required=True)


class PendingResult(ResponseSchema):
    """The status of a finished game that has not been scored yet."""

    game_id = shared_fields.game_id()
    status = fields.String(required=True, validate=OneOf(["scoring"]))


PARTS = ("actions", "events", "patches", "hints")
PARTS_TOLD = (
    "Extra parts to return, separated by commas. All describe the same version as the response. `actions`: the "
    f"seat's legal actions. `events`: the events, at most the last {MOST_EVENTS}. `patches`: the events, at most "
    f"the last {MOST_PATCHED}, each with its changes to the caller's view. These apply to the view without extra "
    "parts. `hints`: the number of hints that the seat has left."
)


UNDO_TOLD = " `undo`: the undo request that awaits consent now (`undo_offer`); returned to seats only."


class UndoRequest(RequestSchema):
    """The version to undo to."""

    to = BodyInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "The version to go back to: the one before an action of the seat. To agree to the request "
            "of another seat, send the `to` of its `undo_offer`. Default: the version before the seat's latest "
            "action."
        },
    )


class ActionQuery(RequestSchema):
    """Query parameters to submit an action."""

    include = ListParameter(PARTS, PARTS_TOLD)
    since = QueryInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "Return events after this version. Default: the version before the action. A higher "
            "value than the default is rejected: `version_not_reached`."
        },
    )
    dry_run = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata={
            "description": "True: check the action without changing the game, and return the current view. Default: "
            "false."
        },
    )


class ViewQuery(RequestSchema):
    """Query parameters to view a game: the version and extra parts."""

    include = ListParameter((*PARTS, "undo"), PARTS_TOLD + UNDO_TOLD)
    since = QueryInteger(
        load_default=0,
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "Return events after this version. Default: 0, all events. A value above the returned "
            "version is rejected: `version_not_reached`."
        },
    )
    at = QueryInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "The version of the game to return, byte for byte as it was. Default: the current version."
        },
    )


class IfNoneMatchView(ResponseSchema):
    """The header that makes a request for a view conditional."""

    etag = fields.String(
        data_key="If-None-Match",
        metadata={
            "description": "The `ETag` of an earlier response. The response has status 304 if the view has not changed."
        },
    )
