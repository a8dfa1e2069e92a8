"""Trace each request, as a child span of the client's if it sends `traceparent`."""

from flask import Flask, Response, request

from service.api.authentication import installation
from service.api.operations import METRICS, UNCOUNTED
from service.installation import trace_links
from service.telemetry import context, tracing

SPAN = "bottega.span"
UNTRACED = (*UNCOUNTED, METRICS)
READS = ("queryView", "listLegalActions", "listEvents")
"""Operations whose spans are linked to the last event of the game."""


def register(app: Flask) -> None:
    """Trace each request; call this right after `request_metrics` is registered."""
    app.before_request(_start)
    app.after_request(_note_status)
    app.teardown_request(_end)


def _start() -> None:
    """Start a span with the name of the operation. Probes and scrapes have none: each minute has many, all alike."""
    if request.path in UNTRACED:
        return
    facts = context.facts()
    operation, game_id = str(facts["operation"]), facts.get("game_id")
    sent = {name: request.headers[name] for name in tracing.HEADERS if name in request.headers}
    of_game = {} if game_id is None else {"game_id": str(game_id)}
    span = tracing.span(operation, "server", sent, method=request.method, operation=operation, **of_game)
    request.environ[SPAN] = span.__enter__()
    tracing.note(request_id=str(facts["request_id"]))
    if operation in READS and game_id is not None:
        trace_links.link(installation(), str(game_id))


def _note_status(response: Response) -> Response:
    if SPAN in request.environ:
        tracing.note(status=response.status_code)
    return response


def _end(error: BaseException | None) -> None:
    """End the span; it does not include the streaming."""
    span = request.environ.pop(SPAN, None)
    if span is not None:
        span.__exit__(None if error is None else type(error), error, None)
