"""How a problem is answered: `application/problem+json` (RFC 9457), whatever was sent, and never HTML."""

import logging
import sys
from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Flask, Response, current_app
from gunicorn.http.errors import NoMoreData, ParseException
from werkzeug.exceptions import HTTPException

from domain.ruleset import IllegalAction
from service.api.descriptions import PROBLEM_TYPE
from service.api.languages import asked_language, detail_in, language_headers, title_in
from service.api.operations import NOTHING
from service.problems import (
    BadRequest,
    ContentTooLarge,
    InternalError,
    MethodNotAllowed,
    NotFound,
    ProblemError,
    StoreUnavailable,
    type_of,
)
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES, ArchiveUnavailable, GameUnreadable
from service.telemetry import metrics

logger = logging.getLogger(__name__)

REPORTED: Mapping[int, ProblemError] = {
    400: BadRequest("The request cannot be understood."),
    404: NotFound("There is nothing at this address."),
    405: MethodNotAllowed("The header `Allow` lists the methods that this address knows."),
    413: ContentTooLarge("The body is longer than this service reads."),
    500: InternalError("Something went wrong on this side; it has been logged."),
}
"""What the web framework reports by itself; the web server answers 414 and 431."""
NO_PAGE = "about:blank"
"""The `type` of other HTTP errors: their title is that of the status."""


def register(app: Flask) -> None:
    """Answer every error of this application as a problem."""
    app.register_error_handler(ProblemError, show_problem)
    app.register_error_handler(IllegalAction, show_rejection)
    app.register_error_handler(HTTPException, show_http_error)
    for outage in OUTAGES:
        app.register_error_handler(outage, show_outage)
    app.register_error_handler(ArchiveUnavailable, show_archive_outage)
    app.register_error_handler(GameUnreadable, show_unreadable)
    for broken in (ParseException, NoMoreData):
        app.register_error_handler(broken, show_broken_body)


def show(error: Exception) -> Response:
    """Answer an error as it would be answered if it had ended the request."""
    try:
        return current_app.make_response(current_app.handle_user_exception(error))
    except Exception:  # noqa: BLE001  # a fault of ours
        current_app.log_exception(sys.exc_info())
        return show_problem(REPORTED[500])


def show_problem(problem: ProblemError, headers: Mapping[str, str] = NOTHING) -> Response:
    """Answer one of the service's own problems, with these headers besides its own."""
    metrics.count_problem(problem.code)
    language, sent = asked_language(), {**problem.headers, **headers}
    title, detail = title_in(language, problem), detail_in(language, problem)
    return _problem_response(problem.status, problem.code, title, detail, sent, **problem.members)


def show_rejection(rejection: IllegalAction) -> Response:
    """Answer a rejection by the rules: 422 for what lies outside the published schema, 409 for the rest."""
    reason, language = rejection.reason, asked_language()
    metrics.count_rejection(reason.code)
    return _problem_response(
        422 if reason.malformed else 409,
        reason.code,
        rejection.title.read_in(language),
        rejection.text_in(language),
        {},
        paragraph=reason.paragraph,
        rule=rejection.rule_in(language),
        parameters=reason.parameters,
        **({} if rejection.index is None else {"index": rejection.index}),
    )


def show_outage(outage: Exception) -> Response:  # noqa: ARG001  # its text may name addresses
    """Answer that Redis, or the archive of a finished game, cannot be used at the moment."""
    return show_problem(StoreUnavailable("Nothing has been lost; try again in a moment."))


def show_archive_outage(outage: ArchiveUnavailable) -> Response:
    """Answer the same, and tell the operator why: nobody else does in this process."""
    warn_sparsely(logger, "the archive cannot be read, its games are answered with 503: %s", outage)
    return show_outage(outage)


def show_unreadable(unreadable: GameUnreadable) -> Response:
    """Answer that a game is damaged, and log once which."""
    log_once(logger, "%s", unreadable)
    return show_problem(InternalError("What is stored of this game is damaged; that has been logged."))


def show_broken_body(broken: Exception) -> Response:  # noqa: ARG001  # its text may hold what was sent
    """Answer that the body broke off, or was no sequence of chunks; gunicorn reads it while the application asks."""
    return show_problem(REPORTED[400])


def show_http_error(error: HTTPException) -> Response:
    """Answer what the web framework reports, keeping its headers (`Allow`, `Retry-After`)."""
    status = error.code or 500
    headers = {name: value for name, value in error.get_headers() if name.lower() != "content-type"}
    if status in REPORTED:
        return show_problem(REPORTED[status], headers)
    code = error.name.lower().replace(" ", "_")
    return _problem_response(status, code, error.name, error.name, headers, type=NO_PAGE)


def _problem_response(
    status: int, code: str, title: str, detail: str, headers: Mapping[str, str], **members: Any
) -> Response:
    """Write a problem whose words are in the language asked for."""
    body = {"type": type_of(code), "title": title, "status": status, "detail": detail, "code": code, **members}
    sent = {**headers, **language_headers(asked_language())}
    return Response(msgspec.json.encode(body), status, sent, content_type=PROBLEM_TYPE)
