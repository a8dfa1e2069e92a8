"""What AI players think of a game: hints while it lasts, its analysis after the end."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import (
    ActionOfRuleset,
    BodyInteger,
    NestedUnionByRuleset,
    RequestSchema,
    ResponseSchema,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.shared_fields import HIGHEST_VERSION

MOST_HINTS = 1000
MOST_ITERATIONS = 1_000_000
MOST_LEGAL = 1_000_000
MOST_WORLDS = 16


def chance(description: str, *, required: bool = True) -> fields.Float:
    """Declare a chance to win."""
    return fields.Float(required=required, validate=Range(0, 1), metadata={"description": description})


def chances(description: str) -> fields.List[float]:
    """Declare the chances of all seats."""
    one = fields.Float(validate=Range(0, 1))
    return fields.List(one, required=True, metadata={"description": f"{description} One for each seat, in turn order."})


def iterations(description: str) -> fields.Integer:
    """Declare how long a search has thought."""
    return BodyInteger(required=True, validate=Range(0, MOST_ITERATIONS), metadata={"description": description})


def count(description: str) -> fields.Integer:
    """Declare how many events or decisions there are."""
    return BodyInteger(required=True, validate=Range(0, HIGHEST_VERSION), metadata={"description": description})


class HintRequest(RequestSchema):
    """Which decision a seat wants advice on."""

    decision = shared_fields.decision("The seat's open decision, as its view names it.")


class RankedAction(ResponseSchema, NestedUnionByRuleset):
    """A legal action as the AI sees it."""

    index = BodyInteger(
        required=True,
        validate=Range(0, MOST_LEGAL),
        metadata={"description": "Its place among the seat's legal actions (`listLegalActions`), from 0."},
    )
    action = ActionOfRuleset(required=True, metadata={"description": "What the seat could do."})
    visits = iterations("How often the search tried it: the more often, the better it looked.")
    value = chance("The seat's chance to win with it, as far as it was tried; absent if it never was.", required=False)


class Hint(ResponseSchema, UnionByRuleset):
    """What the AI would do in place of a seat, from what the seat may know."""

    ruleset = RulesetName(required=True)
    game_id = shared_fields.game_id()
    version = BodyInteger(
        required=True,
        validate=Range(0, HIGHEST_VERSION),
        metadata={"description": "The version of the game at which the hint was found."},
    )
    seat = shared_fields.seat_number()
    decision = shared_fields.decision("The decision that it is about.")
    hints_left = BodyInteger(
        required=True,
        validate=Range(0, MOST_HINTS),
        metadata={"description": "For how many further decisions the seat may ask."},
    )
    iterations = iterations("How long the search has thought; 0 where there is only one legal action.")
    actions = fields.List(
        fields.Nested(RankedAction),
        required=True,
        metadata={"description": "All legal actions of the seat, the best first."},
    )


class PositionSampleRequest(RequestSchema):
    """How many worlds a seat wants; may be left out."""

    count = BodyInteger(validate=Range(1, MOST_WORLDS), metadata={"description": "`1` if absent."})


class PositionSample(ResponseSchema):
    """A whole position that the seat cannot tell from the true one."""

    state = fields.Raw(  # of a mapping of anything not every generator makes something that compiles
        required=True,
        metadata={
            "description": "For `read_state` of the Python library `domain`. What is in it is no part of this "
            "contract: it has the shape that the ruleset gives it under these `rules_version`."
        },
    )


class PositionSamples(ResponseSchema):
    """Positions drawn from what a seat knows, each with all that is hidden from it dealt anew."""

    ruleset = shared_fields.ruleset()
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    rules_version = shared_fields.rules_version("Under which version of the rules to play on: the one that is hosted.")
    seat = shared_fields.seat_number()
    positions = fields.List(
        fields.Nested(PositionSample),
        required=True,
        metadata={"description": "Each drawn by itself, as AI levels draw theirs; some may be alike."},
    )


class AnalysedDecision(ResponseSchema, NestedUnionByRuleset):
    """What a decision was worth. All is told as the seat that decided could know it, so luck counts for nothing."""

    version = BodyInteger(
        required=True,
        validate=Range(1, HIGHEST_VERSION),
        metadata={"description": "The game's version after it, as its event has it."},
    )
    seat = shared_fields.seat_number()
    action = ActionOfRuleset(required=True, metadata={"description": "What the seat did."})
    best = ActionOfRuleset(required=True, metadata={"description": "What the AI would have done."})
    before = chances("The chances to win if it had done that.")
    after = chances("The chances to win with what it did.")
    loss = chance("What that cost of its own chance.")


class Swing(ResponseSchema):
    """A decision that cost much."""

    version = BodyInteger(
        required=True, validate=Range(1, HIGHEST_VERSION), metadata={"description": "The game's version after it."}
    )
    seat = shared_fields.seat_number()
    loss = chance("What it cost of the seat's chance to win.")


class SeatPlay(ResponseSchema):
    """How well a seat decided."""

    seat = shared_fields.seat_number()
    decisions = count("Its decisions that left a choice.")
    average_loss = chance("What they cost of its chance to win on average.")
    blunders = count("How many of them cost `blunder` or more.")


class Analysis(ResponseSchema, UnionByRuleset):
    """What each decision of a finished game was worth, as the AI sees it: estimates, better with more iterations.

    Decisions with one legal action are left out, and so are the first actions of a game of the sandbox.
    """

    ruleset = RulesetName(required=True)
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    rules_version = shared_fields.rules_version()
    iterations = iterations("How long the search has thought about each decision, at most.")
    blunder = chance("The loss from which on a decision is called a blunder.")
    decisions = fields.List(
        fields.Nested(AnalysedDecision),
        required=True,
        metadata={"description": "In the order in which they were made."},
    )
    swings = fields.List(
        fields.Nested(Swing),
        required=True,
        metadata={"description": "The decisions that cost most, at most five, the worst first."},
    )
    seats = fields.List(fields.Nested(SeatPlay), required=True, metadata={"description": "In turn order."})


class PendingAnalysis(ResponseSchema):
    """A game whose analysis is being worked out."""

    game_id = shared_fields.game_id()
    status = fields.String(required=True, validate=OneOf(["analysing"]))
    done = count("How many events have been judged.")
    total = count("How many events the game has.")


class IfNoneMatchAnalysis(ResponseSchema):
    """What the client has already."""

    etag = fields.String(
        data_key="If-None-Match",
        metadata={"description": "The `ETag` of an answer; answered with 304 if it is the same."},
    )
