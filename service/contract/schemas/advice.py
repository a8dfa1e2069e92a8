"""Schemas of AI advice: hints, sampled positions and analyses."""

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
    """Declare a probability to win."""
    return fields.Float(required=required, validate=Range(0, 1), metadata={"description": description})


def chances(description: str) -> fields.List[float]:
    """Declare the probabilities of all seats to win."""
    one = fields.Float(validate=Range(0, 1))
    return fields.List(
        one, required=True, metadata={"description": f"{description} One value for each seat, in turn order."}
    )


def iterations(description: str) -> fields.Integer:
    """Declare a number of search iterations."""
    return BodyInteger(required=True, validate=Range(0, MOST_ITERATIONS), metadata={"description": description})


def count(description: str) -> fields.Integer:
    """Declare a number of events or decisions."""
    return BodyInteger(required=True, validate=Range(0, HIGHEST_VERSION), metadata={"description": description})


class HintRequest(RequestSchema):
    """The decision to request a hint for."""

    decision = shared_fields.decision("The id of the pending decision, as returned in the seat's view.")


class RankedAction(ResponseSchema, NestedUnionByRuleset):
    """A legal action with the AI's evaluation."""

    index = BodyInteger(
        required=True,
        validate=Range(0, MOST_LEGAL),
        metadata={"description": "The index of the action in `listLegalActions`, from 0."},
    )
    action = ActionOfRuleset(required=True, metadata={"description": "The legal action."})
    visits = iterations("How often the search tried the action; more visits mean a better action.")
    value = chance(
        "The estimated probability that the seat wins with this action. Omitted if the search never tried it.",
        required=False,
    )


class Hint(ResponseSchema, UnionByRuleset):
    """The AI's ranking of a seat's legal actions. It uses only what the seat may know."""

    ruleset = RulesetName(required=True)
    game_id = shared_fields.game_id()
    version = BodyInteger(
        required=True,
        validate=Range(0, HIGHEST_VERSION),
        metadata={"description": "The version of the game at which the hint was computed."},
    )
    seat = shared_fields.seat_number()
    decision = shared_fields.decision("The decision of the hint.")
    hints_left = BodyInteger(
        required=True,
        validate=Range(0, MOST_HINTS),
        metadata={"description": "The number of decisions for which the seat may still request a hint."},
    )
    iterations = iterations("The number of search iterations; 0 if there is only one legal action.")
    actions = fields.List(
        fields.Nested(RankedAction),
        required=True,
        metadata={"description": "All legal actions of the seat, best first."},
    )


class PositionSampleRequest(RequestSchema):
    """The number of sampled positions to return. The body may be omitted."""

    count = BodyInteger(
        validate=Range(1, MOST_WORLDS), metadata={"description": "The number of positions. Default: 1."}
    )


class PositionSample(ResponseSchema):
    """A complete position that is consistent with what the seat knows."""

    state = fields.Raw(  # of a mapping of anything not every generator makes something that compiles
        required=True,
        metadata={
            "description": "The position, for `read_state` of the Python library `domain`. Its content is not part "
            "of this contract. Its structure depends on the ruleset and `rules_version`."
        },
    )


class PositionSamples(ResponseSchema):
    """Positions sampled from what a seat knows: all hidden information is chosen at random."""

    ruleset = shared_fields.ruleset()
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    rules_version = shared_fields.rules_version("The version of the rules to continue with: the hosted one.")
    seat = shared_fields.seat_number()
    positions = fields.List(
        fields.Nested(PositionSample),
        required=True,
        metadata={"description": "The positions, sampled independently, as for AI levels. Some may be equal."},
    )


class AnalysedDecision(ResponseSchema, NestedUnionByRuleset):
    """The evaluation of a decision, from what its seat could know: luck does not count."""

    version = BodyInteger(
        required=True,
        validate=Range(1, HIGHEST_VERSION),
        metadata={"description": "The version of the game after the decision, as in its event."},
    )
    seat = shared_fields.seat_number()
    action = ActionOfRuleset(required=True, metadata={"description": "The action of the seat."})
    best = ActionOfRuleset(required=True, metadata={"description": "The action that the AI prefers."})
    before = chances("The probabilities to win with the best action.")
    after = chances("The probabilities to win with the seat's action.")
    loss = chance("The probability to win that the seat lost by its action.")


class Swing(ResponseSchema):
    """A decision with a high loss."""

    version = BodyInteger(
        required=True,
        validate=Range(1, HIGHEST_VERSION),
        metadata={"description": "The version of the game after the decision."},
    )
    seat = shared_fields.seat_number()
    loss = chance("The probability to win that the seat lost by the decision.")


class SeatPlay(ResponseSchema):
    """How well a seat decided."""

    seat = shared_fields.seat_number()
    decisions = count("The number of the seat's decisions with at least two legal actions.")
    average_loss = chance("The mean probability to win that the seat lost by a decision.")
    blunders = count("The number of decisions with a loss of `blunder` or more.")


class Analysis(ResponseSchema, UnionByRuleset):
    """The evaluation of each decision of a finished game. Values are estimates, which improve with more iterations.

    Decisions with one legal action and the first actions of a sandbox game are left out.
    """

    ruleset = RulesetName(required=True)
    game_id = shared_fields.game_id()
    version = shared_fields.version()
    rules_version = shared_fields.rules_version()
    iterations = iterations("The maximum number of search iterations for a decision.")
    blunder = chance("The loss from which a decision counts as a blunder.")
    decisions = fields.List(
        fields.Nested(AnalysedDecision),
        required=True,
        metadata={"description": "The decisions in the order in which they were made."},
    )
    swings = fields.List(
        fields.Nested(Swing),
        required=True,
        metadata={"description": "The decisions with the highest losses, worst first; at most five."},
    )
    seats = fields.List(fields.Nested(SeatPlay), required=True, metadata={"description": "The seats in turn order."})


class PendingAnalysis(ResponseSchema):
    """The progress of an analysis."""

    game_id = shared_fields.game_id()
    status = fields.String(required=True, validate=OneOf(["analysing"]))
    done = count("The number of events that have been analysed.")
    total = count("The number of events of the game.")


class IfNoneMatchAnalysis(ResponseSchema):
    """The header that makes a request for an analysis conditional."""

    etag = fields.String(
        data_key="If-None-Match",
        metadata={
            "description": "The `ETag` of an earlier response. The response has status 304 if the analysis has not "
            "changed."
        },
    )
