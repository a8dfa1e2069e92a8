"""Games as they are played and looked at."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from domain.ruleset import SeatOutcome
from service.contract.schemas import shared_fields
from service.contract.schemas.advice import MOST_HINTS
from service.contract.schemas.creation import Seat
from service.contract.schemas.events import Event
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
from service.play.includes import MOST_EVENTS, MOST_PATCHED


class SeatRank(ResponseSchema):
    """How a seat ended; the whole score sheet is in the game's result."""

    seat = shared_fields.seat_number()
    rank = BodyInteger(
        required=True,
        validate=Range(1, MOST_SEATS),
        metadata={"description": "1 is best; seats that share a place share the better."},
    )
    total = BodyInteger(required=True, metadata={"description": "The sum of its score sheet."})
    reason = shared_fields.giving_up()


class SeatClock(ResponseSchema):
    """The clock of a seat, as of the version that is shown."""

    seat = shared_fields.seat_number()
    seconds_left = fields.Float(
        metadata={"description": "Seconds of its budget, before its open decision; of games with a budget only."}
    )
    deadline = shared_fields.moment(
        "When the time of its open decision is up, UTC; present while its clock runs. The header `Bottega-Time` of "
        "each answer tells the service's own time.",
        required=False,
    )


class GameView(ResponseSchema, UnionByRuleset):
    """What a seat, or an spectator, may see of a game."""

    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version()
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    status = shared_fields.status()
    to_act = shared_fields.seat_numbers("The seats with an open decision.")
    seat = BodyInteger(
        validate=Range(0, MOST_SEATS - 1), metadata={"description": "Whose view it is; absent for an spectator."}
    )
    decision = shared_fields.decision("The seat's open decision; present when it is to act.", required=False)
    seats = fields.List(fields.Nested(Seat), required=True, metadata={"description": "In turn order."})
    commitment = shared_fields.commitment()
    outcome = fields.List(fields.Nested(SeatRank), metadata={"description": "How each seat ended; present once over."})
    sandbox = shared_fields.sandbox()
    rated = shared_fields.rated()
    undo = shared_fields.undo("Absent where nothing is taken back.", ("own", "consent"))
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    virtual_clock = shared_fields.virtual_clock()
    clocks = fields.List(
        fields.Nested(SeatClock),
        metadata={"description": "Of the seats of people, in turn order; present in a game with a clock."},
    )
    view = RulesetField("view_type", "View", required=True, metadata={"description": "The table."})
    actions = fields.List(
        ActionOfRuleset(),
        metadata={
            "description": "All that may answer the `decision`, as `listLegalActions` gives it; present when asked for "
            "and the seat is to act."
        },
    )
    hints_left = BodyInteger(
        validate=Range(0, MOST_HINTS),
        metadata={
            "description": "How many hints the seat has left now; present when asked for, in games that are not rated."
        },
    )
    undo_offer = shared_fields.undo_offer()
    events = fields.List(
        fields.Nested(Event),
        metadata={"description": "What has happened up to this version, oldest first; present when asked for."},
    )


class ActionRequest(RequestSchema, UnionByRuleset):
    """A seat's answer to its open decision."""

    ruleset = RulesetName(required=True)
    decision = shared_fields.decision("The decision that is answered, as the seat's view names it.")
    action = ActionOfRuleset(required=True, metadata={"description": "One of the seat's legal actions."})


class LegalActions(ResponseSchema, UnionByRuleset):
    """Every action that a seat may take now; none while it is not to act."""

    ruleset = RulesetName(required=True)
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    decision = shared_fields.decision("The seat's open decision; present when it is to act.", required=False)
    actions = fields.List(
        ActionOfRuleset(), required=True, metadata={"description": "In a fixed order, without duplicates."}
    )


class Ending(ResponseSchema):
    """How each seat ended, row by row."""

    seats = fields.List(
        MsgspecField(SeatOutcome, "SeatOutcome"), required=True, metadata={"description": "In turn order."}
    )
    winners = shared_fields.seat_numbers("The seats of rank 1.")


class Result(Ending):
    """The score sheet of a finished game."""

    ruleset = shared_fields.ruleset()
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    record_hash = shared_fields.record_hash("Always present.", required=True)


class PendingResult(ResponseSchema):
    """A game that is over and has not been scored yet."""

    game_id = shared_fields.game_id()
    status = fields.String(required=True, validate=OneOf(["scoring"]))


PARTS = ("actions", "events", "patches", "hints")
PARTS_TOLD = (
    "What else the answer tells, with commas between, all of its version. `actions`: what the seat may do. `events`: "
    f"what has happened, at most the last {MOST_EVENTS}. `patches`: the events, at most the last {MOST_PATCHED}, each "
    "with what it changed in the reader's view, which is the answer without all this. `hints`: how many the seat has "
    "left."
)


UNDO_TOLD = (
    " `undo`: what somebody would take back if the others agree (`undo_offer`), as it is now; told to seats only."
)


class UndoRequest(RequestSchema):
    """What is taken back."""

    to = BodyInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "The version to go back to: the one before an action of the seat's own, or the `to` of "
            "another seat's `undo_offer`, which agrees to that. Before its latest action if absent."
        },
    )


class ActionQuery(RequestSchema):
    """How an action is submitted."""

    include = ListParameter(PARTS, PARTS_TOLD)
    since = QueryInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "Tell events of later versions only; if absent, of those from the one that the action was "
            "carried out at. A later one than that is rejected: `version_not_reached`."
        },
    )
    dry_run = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "Judge the action and change nothing; the answer is the present view."},
    )


class ViewQuery(RequestSchema):
    """Which version of a game is looked at, and what is told besides."""

    include = ListParameter((*PARTS, "undo"), PARTS_TOLD + UNDO_TOLD)
    since = QueryInteger(
        load_default=0,
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "Tell events of later versions only; all by default. A later one than is looked at is "
            "rejected: `version_not_reached`."
        },
    )
    at = QueryInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={"description": "Show the game as it was at this version, to the byte; absent for the present one."},
    )


class IfNoneMatchView(ResponseSchema):
    """What the client knows already."""

    etag = fields.String(
        data_key="If-None-Match",
        metadata={"description": "The `ETag` of a view; answered with 304 while nothing has changed."},
    )
