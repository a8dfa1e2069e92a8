"""What is told of each request: its id, in the answer and in the logs, and what it took; and the metrics."""

import logging
import time
from functools import partial

from flask import Flask, Response, current_app, request

from service.api.limits import TOLD
from service.api.operations import METRICS, UNCOUNTED, bottega
from service.play.game import is_game_id
from service.play.installation_metrics import figures
from service.telemetry import context, exposition, metrics
from service.telemetry.request_id import HEADER, request_id_of

SENT = "HTTP_X_REQUEST_ID"
"""The header, as the web server hands it on."""
BEGAN = "bottega.began"
"""When the request began, by the performance counter."""
NOWHERE = "none"
"""The operation of a request for an address that nobody knows."""

access = logging.getLogger("service.access")


def register(app: Flask, *, tell: bool) -> None:
    """Tell of each request from its beginning to its end: call this before others register what they do.

    There are /metrics where they are to be told.
    """
    for limit in TOLD:
        metrics.count_limited(limit, 0)
    app.before_request(partial(_begin, {}))
    app.after_request(_end)
    if tell:
        app.add_url_rule(METRICS, "metrics", _tell_metrics)


def _begin(known: dict[str | None, str]) -> None:
    """Note what a request is; `known` keeps the operations by endpoint."""
    environ, endpoint, arguments = request.environ, request.endpoint, request.view_args
    environ[BEGAN] = time.perf_counter()
    operation = known.get(endpoint)
    if operation is None:
        operation = known[endpoint] = operation_at(endpoint)
    facts = {"request_id": request_id_of(environ.get(SENT)), "operation": operation}
    game_id = arguments.get("game_id") if arguments else None
    if game_id is not None and is_game_id(game_id):  # else it may be a token that was put in the wrong place
        facts["game_id"] = game_id
    context.enter(facts)


def operation_at(endpoint: str | None) -> str:
    """Name an operation as in the contract, and what the contract does not know by its endpoint."""
    view = current_app.view_functions.get(endpoint or "")
    told = getattr(view, "_apidoc", {}).get("manual_doc", {})
    return str(told.get("operationId", endpoint or NOWHERE))


def _end(response: Response) -> Response:
    """Give the id back, count, and log a line; runs after all else that is done after a request."""
    seconds, facts = time.perf_counter() - request.environ[BEGAN], context.facts()
    response.headers[HEADER] = facts["request_id"]
    metrics.count_response(facts["operation"], response.status_code, seconds)
    if access.isEnabledFor(logging.INFO):
        _log(facts["operation"], response.status_code, seconds)
    return response


def _log(operation: str, status: int, seconds: float) -> None:
    """Log a request: neither its address, which may hold a ticket, nor anything that was sent."""
    level = logging.DEBUG if request.path in (*UNCOUNTED, METRICS) else logging.INFO
    took = {"status": status, "ms": round(1000 * seconds, 3)}
    access.log(level, "%s %d in %.1f ms", operation, status, 1000 * seconds, extra={"facts": took})


def _tell_metrics() -> Response:
    """Tell the metrics of this machine, and figures of the whole installation."""
    told = exposition.text(bottega().settings.metrics, partial(figures, bottega()))
    return Response(told, content_type=exposition.CONTENT_TYPE)
