"""List claims about matches, file them, and add steps."""

from flask import Response

from service import problems
from service.api.authentication import installation
from service.api.authorization import require
from service.api.caching import UNCACHED
from service.api.operations import Resource, json_response
from service.players.callers import Caller
from service.tournaments import claims
from service.tournaments import problems as tournament_problems
from service.tournaments.api.tournaments import shown
from service.tournaments.resources.claims import ClaimList, ClaimRequest, ClaimStepRequest, MatchClaim

blueprint = Resource("claims", __name__, description="Claims of entrants about their matches, and decisions on them.")


@blueprint.operation(
    "GET", "/v1/tournaments/<tournament>/claims", "listClaims", access=require("player"), responses={200: ClaimList}
)
def list_claims(tournament: str, caller: Caller) -> Response:
    """List the claims of a tournament.

    Returns the claims that the caller may see, oldest first: entrants see those about their matches, and referees see
    all.
    """
    return shown(claims.listed(installation(), tournament, caller))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/claims",
    "createClaim",
    access=require("player"),
    body=ClaimRequest,
    responses={201: MatchClaim},
    problems=(
        tournament_problems.InvalidClaim,
        tournament_problems.NotInMatch,
        tournament_problems.RoundNotFound,
        tournament_problems.TableNotFound,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
    ),
)
def create_claim(body: ClaimRequest, tournament: str, caller: Caller) -> Response:
    """Create a claim about a match.

    Returns the claim of an entrant of the match. The other entrants of the match, the organiser and the referees get a
    notice. Games, results and rounds continue. The public log says who filed it, without `kind` and `text`. Send the
    key of the player with scope `play`. An entrant has one pending claim about a match.
    """
    return json_response(claims.file(installation(), tournament, caller, body), 201, UNCACHED)


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/claims/<int:claim>/steps",
    "addClaimStep",
    access=require("player"),
    body=ClaimStepRequest,
    responses={200: MatchClaim},
    problems=(
        tournament_problems.ClaimNotFound,
        tournament_problems.InvalidClaim,
        tournament_problems.NotInMatch,
        tournament_problems.NotOrganiser,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
    ),
)
def add_claim_step(body: ClaimStepRequest, tournament: str, claim: int, caller: Caller) -> Response:
    """Add a step to a claim.

    Returns the claim. `allowed` of a claim lists the steps of the caller. A repeated request changes nothing.

    - `answered`: each other entrant of the match answers once, until the decision.
    - `withdrawn`: the entrant who filed the claim withdraws it, until the decision.
    - `upheld`, `rejected`: a referee who is not in the match decides. To change a result, send `setMatchResult` as
      well.
    - `appealed`: each entrant of the match appeals once, until the appeals are decided. A player with the right
      `organise` decides them, for good. It is not the one who decided before, if there is another one.
    """
    return shown(claims.add_step(installation(), tournament, caller, claim, body))
