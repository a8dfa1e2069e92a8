"""Return hints, sampled positions and analyses by the AI."""

from flask import Response

from service import problems
from service.api import limits
from service.api.authentication import installation, principal
from service.api.authorization import allow, require
from service.api.caching import UNCACHED, confirmed, of_game
from service.api.operations import Resource, json_response
from service.game import hints
from service.playing import analysis
from service.reading import position_samples
from service.resources.advice import (
    Analysis,
    Hint,
    HintRequest,
    IfNoneMatchAnalysis,
    PendingAnalysis,
    PositionSampleRequest,
    PositionSamples,
)

SVG = "image/svg+xml"
ETAG = "Entity tag of the response. Send it as `If-None-Match`."

blueprint = Resource(
    "advice", __name__, description="Hints and sampled positions during a game, and its analysis after the end."
)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/hints",
    "createHint",
    access=require("seat"),
    body=HintRequest,
    responses={200: Hint},
    problems=(
        problems.DecisionClosed,
        problems.HintsDisabled,
        problems.NoHintsLeft,
        problems.HintNotReady,
        problems.GameFaulty,
        problems.RulesNotHosted,
    ),
)
def create_hint(body: HintRequest, game_id: str, seat: int) -> Response:
    """Create a hint for the pending decision.

    Returns the legal actions of the caller's seat, ranked by an AI search that uses only what the seat may know. The
    search runs 400 iterations by default, or fewer once the best action is certain. AI levels search with other numbers
    of iterations.

    - The response usually takes less than a second. If it takes longer, the problem is `hint_not_ready`: retry.
    - Each decision counts once against the seat's hints; a repeated call returns the same hint. A decision with one
      legal action costs none.
    - Rated games have no hints.
    """
    return _unstored(hints.request_hint(installation(), game_id, seat, body))


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/position-samples",
    "samplePositions",
    changes=False,
    access=require("seat"),
    body=PositionSampleRequest,
    responses={200: PositionSamples},
    problems=(problems.SamplingDisabled, problems.GameNotStarted, problems.GameFaulty, problems.RulesNotHosted),
)
def sample_positions(body: PositionSampleRequest, game_id: str, seat: int) -> Response:
    """Sample positions for a bot.

    Returns a few complete positions of the current game that agree with everything the caller's seat knows. Hidden
    information is dealt again at random for each, as the AI levels do before they search. The response reveals nothing
    hidden.

    A bot can search from these positions with the Python library `domain`; see `/docs/guides/bots`. Rated games have no
    sampled positions. The rate limit of `listLegalActions` applies, counted separately.
    """
    limits.spend(limits.POSITION_SAMPLES, f"{game_id}/{seat}")
    return _unstored(position_samples.sample_positions(installation(), game_id, seat, body))


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/analysis",
    "getAnalysis",
    access=allow("participant"),
    conditional=IfNoneMatchAnalysis,
    responses={200: Analysis, 202: PendingAnalysis, 304: None},
    sends={"ETag": ETAG},
    problems=(
        problems.DealInProgress,
        problems.GameAborted,
        problems.GameNotOver,
        problems.GameFaulty,
        problems.RulesNotHosted,
    ),
)
def get_analysis(game_id: str) -> Response:
    """Get the analysis of a finished game.

    Returns for each decision every seat's chance to win before and after it, the AI's choice, and the chance after that
    choice. It also lists the most costly decisions, and rates how well each seat decided.

    The first request starts the analysis, which takes a few seconds to a few minutes. Until it is complete, the
    response is 202 with its progress, and `Retry-After` holds the seconds to wait.
    """
    found = analysis.read(installation(), game_id, lambda: principal().has_seat(game_id))
    if isinstance(found, PendingAnalysis):
        return _pending(found)
    return confirmed(json_response(found), cached=of_game("no-cache"))


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/analysis/image",
    "getAnalysisImage",
    access=allow("participant"),
    conditional=IfNoneMatchAnalysis,
    responses={200: SVG, 202: PendingAnalysis, 304: None},
    sends={"ETag": ETAG},
    problems=(
        problems.DealInProgress,
        problems.GameAborted,
        problems.GameNotOver,
        problems.GameFaulty,
        problems.RulesNotHosted,
    ),
)
def get_analysis_image(game_id: str) -> Response:
    """Get the analysis of a finished game as an image.

    Returns an SVG chart of every seat's chance to win over the versions of the game, with the most costly decisions.
    Until the analysis is complete, the response is 202, as for `getAnalysis`.
    """
    found = analysis.read_chart(installation(), game_id, lambda: principal().has_seat(game_id))
    if isinstance(found, PendingAnalysis):
        return _pending(found)
    return confirmed(Response(found, content_type=SVG), cached=of_game("no-cache"))


def _unstored(shown: Hint | PositionSamples) -> Response:
    return json_response(shown, 200, UNCACHED)


def _pending(progress: PendingAnalysis) -> Response:
    return json_response(progress, 202, UNCACHED | {"Retry-After": "2"})
