"""Log, count and time each request, return its id, and serve the metrics."""

import logging
import time
from functools import partial

from flask import Flask, Response, request

from service.api.authentication import current_request, installation
from service.api.declarations import declared_at
from service.api.limits import LIMITS
from service.api.operations import METRICS, UNCOUNTED
from service.game.game import is_game_id
from service.installation.installation_metrics import figures
from service.telemetry import context, exposition, metrics
from service.telemetry.request_id import HEADER, request_id_of

SENT = "HTTP_X_REQUEST_ID"
"""The request header, as the web server passes it on."""
STARTED = "bottega.began"
"""The start of the request, by the performance counter."""
NOWHERE = "none"
"""The operation name for an unknown URL."""

access = logging.getLogger("service.access")


def register(app: Flask, *, serves_metrics: bool) -> None:
    """Measure each request; call this before other handlers are registered.

    `serves_metrics` serves /metrics.
    """
    for limit in LIMITS:
        metrics.count_limited(limit, 0)
    app.before_request(partial(_start, {}))
    app.after_request(_end)
    if serves_metrics:
        app.add_url_rule(METRICS, "metrics", _metrics)


def _start(known: dict[str | None, str]) -> None:
    """Note the id and the operation of a request; `known` caches operations by endpoint."""
    sent = current_request()
    environ, endpoint, arguments = sent.environ, sent.endpoint, sent.view_args
    environ[STARTED] = time.perf_counter()
    operation = known.get(endpoint)
    if operation is None:
        operation = known[endpoint] = operation_at(endpoint)
    facts = {"request_id": request_id_of(environ.get(SENT)), "operation": operation}
    game_id = arguments.get("game_id") if arguments else None
    if game_id is not None and is_game_id(game_id):  # else it may be a token that was put in the wrong place
        facts["game_id"] = game_id
    context.enter(facts)


def operation_at(endpoint: str | None) -> str:
    """Return the operation id of an endpoint; the endpoint itself if the contract does not contain it."""
    declared = declared_at(endpoint)
    return declared.name if declared else endpoint or NOWHERE


def _end(response: Response) -> Response:
    """Return the request id, count and log the request; runs after all other handlers."""
    seconds, facts = time.perf_counter() - current_request().environ[STARTED], context.facts()
    response.headers.add(HEADER, facts["request_id"])
    metrics.count_response(facts["operation"], response.status_code, seconds)
    if access.isEnabledFor(logging.INFO):
        _log(facts["operation"], response.status_code, seconds)
    return response


def _log(operation: str, status: int, seconds: float) -> None:
    """Log a request without its URL, which may contain a ticket, and without its content."""
    level = logging.DEBUG if request.path in (*UNCOUNTED, METRICS) else logging.INFO
    took = {"status": status, "ms": round(1000 * seconds, 3)}
    access.log(level, "%s %d in %.1f ms", operation, status, 1000 * seconds, extra={"facts": took})


def _metrics() -> Response:
    """Return the metrics of this machine and of the whole installation."""
    text = exposition.text(installation().settings.metrics, partial(figures, installation()))
    return Response(text, content_type=exposition.CONTENT_TYPE)
