"""Problems of requests that differ from a valid one in one place, and of installations with another setting."""

from dataclasses import replace
from functools import partial
from typing import Any

from domain.ruleset import AnyRuleset
from tests.tools.examples.failures import LOST, NOWHERE, failure
from tests.tools.examples.harness import Exchange, Harness, Request

LOST_EVENTS = "The client has read events that the log has lost."
NOT_RATED = "A rated game cannot have a chosen seed or chosen first actions."
INTERNAL = {"url": "https://169.254.169.254/latest"}
INVITATION = "Creating a player requires an invitation from the operator."
CHANGED = {"If-Match": '"0123456789abcdef0123456789abcdef"'}
ROWS: dict[str, list[tuple[str, str, str, Any]]] = {
    "settings": [
        ("content_too_large", "", "The body is larger than the limit of this installation.", {"body_limit": 8}),
        ("sign_up_disabled", "", "Only the operator creates player keys in this installation.", {"players": "closed"}),
        ("invitation_required", "", INVITATION, {"players": "invitation"}),
        ("store_unavailable", "", "Redis does not respond.", {"redis_url": NOWHERE, "rq_url": NOWHERE}),
    ],
    "fields": [
        ("invalid_request", "submitAction", "The decision is not a number.", {"decision": "first"}),
        ("sandbox_unrated", "", NOT_RATED, {"rated": True, "sandbox": {}}),
        ("rated_not_public", "", "A rated game cannot be private.", {"rated": True, "visibility": "unlisted"}),
        ("hints_disabled", "", "A rated game cannot have hints.", {"rated": True, "hints": 3}),
        (
            "undo_not_allowed",
            "createGame createSeek",
            "A rated game cannot allow undo.",
            {"rated": True, "undo": "own"},
        ),
    ],
    "body": [
        ("invalid_request", "claimSeat", "The body has an unknown field.", {"nmae": "Bruno"}),
        ("invalid_request", "submitActions", "The batch is empty.", {"actions": []}),
        ("token_required", "createPlayer", "The request names no owner of the bot.", {"bot": True}),
        ("target_rejected", "", "The webhook URL is in the service's internal network.", INTERNAL),
    ],
    "query": [
        ("invalid_request", "", "The query has an unknown parameter.", "colour=red"),
        ("version_not_reached", "", "The game has not reached this version.", "at=7"),
        ("version_not_reached", "submitAction", LOST_EVENTS.replace("client", "player"), "include=events&since=7"),
        ("version_not_reached", "listEvents streamEventsAsNdjson", LOST_EVENTS, "after=1000"),
    ],
    "headers": [
        ("unsupported_media_type", "", "The `Content-Type` is text.", {"Content-Type": "text/plain"}),
        ("invalid_token", "", "The token is unknown.", {"Authorization": f"Bearer {LOST}.0.invented"}),
        ("precondition_failed", "", "The resource has changed since the client read it.", CHANGED),
        ("version_not_reached", "streamEvents", LOST_EVENTS, {"Last-Event-ID": "1000"}),
    ],
    "terms": [
        ("hints_disabled", "createHint", "The game is rated.", {"rated": True}),
        ("no_hints_left", "", "The game was created without hints.", {"hints": 0}),
        ("hint_not_ready", "", "No worker has computed the hint yet.", {}),
    ],
}
"""By the part that differs: the problem, its operations (empty for all), the cause, and the change."""


def changed(part: str, change: Any, harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    """Send a request after a change of one of its parts, of the terms of its game, or of the installation."""
    match part:
        case "fields":
            request = replace(request, body={**request.body, **change})
        case "body":
            request = replace(request, body=change)
        case "query":
            request = replace(request, path=f"{request.path.partition('?')[0]}?{change}")
        case "headers":
            request = request.with_headers(**change)
        case "terms":
            request = harness.table(ruleset, **change).question()
        case "settings":
            return harness.send(request, harness.application(str(change), harness.rulesets, **change))
    return harness.send(request)


for part, rows in ROWS.items():
    for code, operations, cause, change in rows:
        failure(code, cause, operations)(partial(changed, part, change))
