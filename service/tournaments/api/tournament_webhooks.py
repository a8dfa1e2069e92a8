"""Create, list and manage webhooks of tournaments."""

from functools import wraps
from typing import Any

from flask import Response

from service import problems
from service.api.authentication import installation
from service.api.authorization import require
from service.api.webhooks import OwnerKind, View, add_owner, blueprint, created, share_of
from service.players.callers import Caller
from service.resources.webhooks import CreatedWebhook
from service.tournaments import access
from service.tournaments import problems as tournament_problems
from service.tournaments.resources.messages import TournamentWebhookRequest
from service.webhooks import webhooks


def _of_tournament(view: View) -> View:
    """Call a view with the tournament as owner; raises TournamentNotFound, NotOrganiser and InsufficientScope."""

    @wraps(view)
    def for_tournament(*arguments: Any, tournament: str, caller: Caller, **named: Any) -> Any:
        access.load_own(installation(), tournament, caller, "createTournamentWebhook")  # as all on webhooks
        return view(*arguments, owner=tournament, **named)

    for_tournament.__name__ = f"{view.__name__}_of_tournament"
    return for_tournament


add_owner(
    OwnerKind(
        "Tournament",
        "/v1/tournaments/<tournament>",
        "a tournament",
        "the organiser's key",
        require("player"),
        _of_tournament,
        (tournament_problems.NotOrganiser,),
    )
)


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/webhooks",
    "createTournamentWebhook",
    access=require("player"),
    body=TournamentWebhookRequest,
    responses={201: CreatedWebhook},
    problems=(tournament_problems.NotOrganiser, problems.TargetRejected, problems.TooManyWebhooks),
)
def create_tournament_webhook(body: TournamentWebhookRequest, tournament: str, caller: Caller) -> Response:
    """Create a webhook for a tournament.

    Returns the webhook with its secret, which is shown once. Your receiver then gets a POST request with JSON for each
    of these events:

    - An entrant enters or withdraws.
    - The tournament starts, is paused, is resumed, is cancelled, or is over.
    - All games of a round exist.

    For messages about the games, use `createMyWebhook` with `scope: created`: the organiser is their creator. Retries,
    signatures and disabling work as described in `createWebhook`. Authorize with the organiser's key.
    """
    access.load_own(installation(), tournament, caller, "createTournamentWebhook")
    return created(webhooks.add(installation(), tournament, body, share=share_of(caller.player)))
