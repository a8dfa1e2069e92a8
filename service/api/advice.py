"""Advice: what the AI thinks of a game, while it lasts and after the end."""

from flask import Response

from service.api import limits
from service.api.caching import confirmed, of_game
from service.api.operations import Resource, bottega, json_response
from service.contract.schemas.advice import (
    Analysis,
    Hint,
    HintRequest,
    IfNoneMatchAnalysis,
    PendingAnalysis,
    PositionSampleRequest,
    PositionSamples,
)
from service.play import analysis, hints, position_samples
from service.problems import (
    DealInProgress,
    DecisionClosed,
    GameAborted,
    GameNotOver,
    GameNotStarted,
    HintNotReady,
    HintsDisabled,
    NoHintsLeft,
    RulesNotHosted,
    SamplingDisabled,
)

SVG = "image/svg+xml"
ETAG = "Names these bytes; send it back as `If-None-Match`."

blueprint = Resource(
    "advice", __name__, description="Ask the AI: hints while a game lasts, its analysis after the end."
)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/hints",
    "createHint",
    bearer="required",
    body=HintRequest,
    responses={200: Hint},
    problems=(DecisionClosed, HintsDisabled, NoHintsLeft, HintNotReady, RulesNotHosted),
)
def create_hint(body: dict[str, int], game_id: str, seat: int) -> Response:
    """Ask what the AI would do.

    Ranks the legal actions of the bearer's seat in its open decision by a search from what the seat may know: of 400
    iterations unless the host has chosen otherwise, or fewer once no other action can come first. The AI levels search
    for longer or shorter than that. The answer takes as long as a worker needs, mostly less than a second; 503
    `hint_not_ready` says that it takes longer. Each decision counts once against the seat's hints: asking again gives
    the same hint and costs nothing. A decision with one legal action costs none. In rated games nobody gets hints.
    """
    return json_response(
        hints.request_hint(bottega(), game_id, seat, body["decision"]), 200, {"Cache-Control": "no-store"}
    )


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/position-samples",
    "samplePositions",
    changes=False,
    bearer="required",
    body=PositionSampleRequest,
    responses={200: PositionSamples},
    problems=(SamplingDisabled, GameNotStarted, RulesNotHosted),
)
def sample_positions(body: dict[str, int], game_id: str, seat: int) -> Response:
    """Draw positions to think about.

    Gives a few whole positions of the game as it is now, each of which the bearer's seat cannot tell from the true one:
    what is hidden from it is dealt anew each time, as the AI levels do before they think. So a bot can search by the
    rules themselves, which the Python library `domain` has, and the answer tells it nothing that it does not know.
    In rated games nobody gets worlds. How often a seat may ask is limited as it is for its legal actions.
    """
    limits.spend(limits.POSITION_SAMPLES, f"{game_id}/{seat}")
    drawn = position_samples.sample_positions(bottega(), game_id, seat, body.get("count", 1))
    return json_response(drawn, 200, {"Cache-Control": "no-store"})


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/analysis",
    "getAnalysis",
    bearer="guest",
    conditional=IfNoneMatchAnalysis,
    responses={200: Analysis, 202: PendingAnalysis, 304: None},
    sends={"ETag": ETAG},
    problems=(DealInProgress, GameAborted, GameNotOver, RulesNotHosted),
)
def get_analysis(game_id: str) -> Response:
    """Read what each decision of a finished game was worth.

    Gives for each decision every seat's chance to win before and after it, what the AI would have done, and what that
    would have been worth; then the decisions that cost most, and how well each seat decided. The first who asks has it
    worked out, which takes workers a few seconds to a few minutes, whenever they have nothing else to do: 202 tells how
    far they have come, and in `Retry-After` how many seconds to wait.
    """
    body, complete = analysis.read(bottega(), game_id)
    return confirmed(json_response(body), cached=of_game("no-cache")) if complete else _pending(body)


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/analysis/image",
    "getAnalysisImage",
    bearer="guest",
    conditional=IfNoneMatchAnalysis,
    responses={200: SVG, 202: PendingAnalysis, 304: None},
    sends={"ETag": ETAG},
    problems=(DealInProgress, GameAborted, GameNotOver, RulesNotHosted),
)
def get_analysis_picture(game_id: str) -> Response:
    """Look at the course of a finished game.

    Draws every seat's chance to win over the versions of the game, with the decisions that cost most, as an SVG. It
    comes with the analysis: 202 is the same as there.
    """
    body, complete = analysis.read_picture(bottega(), game_id)
    return confirmed(Response(body, content_type=SVG), cached=of_game("no-cache")) if complete else _pending(body)


def _pending(body: bytes) -> Response:
    """Return the 202 of an analysis that is being worked out."""
    return json_response(body, 202, {"Retry-After": "2", "Cache-Control": "no-store"})
