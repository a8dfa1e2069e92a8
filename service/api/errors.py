"""Turn errors into problem responses: `application/problem+json` (RFC 9457), never HTML."""

import logging
import sys
from collections.abc import Mapping

import msgspec
from flask import Flask, Response, current_app, request
from gunicorn.http.errors import NoMoreData, ParseException
from msgspec import UNSET
from werkzeug.exceptions import HTTPException

from domain.actions import IllegalAction
from service import problems
from service.api.descriptions import PROBLEM_TYPE
from service.api.languages import detail_in, language_headers, requested_language, title_in
from service.api.operations import NOTHING
from service.api.urls import url
from service.game.game import faulty
from service.isolation.faults import RuleFault
from service.playing import faulty_games
from service.resources.problems import Problem
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES, ArchiveUnavailable, GameUnreadable
from service.telemetry import context, metrics

logger = logging.getLogger(__name__)

REPORTED: Mapping[int, problems.ProblemError] = {
    400: problems.BadRequest("The request cannot be understood."),
    404: problems.NotFound("No resource has this URL."),
    405: problems.MethodNotAllowed("Use a method from the header `Allow`. This URL does not support other methods."),
    413: problems.ContentTooLarge("The body is longer than this service accepts."),
    500: problems.InternalError("The service has an internal error, which has been logged."),
}
"""Problems that the web framework reports; the web server reports 414 and 431."""
NO_PAGE = "about:blank"
"""The `type` of other HTTP errors: their title is that of the status."""


def register(app: Flask) -> None:
    """Turn all errors of this application into problems."""
    app.register_error_handler(problems.ProblemError, show_problem)
    app.register_error_handler(problems.ComputationTooLong, show_too_long)
    app.register_error_handler(IllegalAction, show_rejection)
    app.register_error_handler(HTTPException, show_http_error)
    for outage in OUTAGES:
        app.register_error_handler(outage, show_outage)
    app.register_error_handler(ArchiveUnavailable, show_archive_outage)
    app.register_error_handler(GameUnreadable, show_unreadable)
    app.register_error_handler(RuleFault, show_rule_fault)
    for broken in (ParseException, NoMoreData):
        app.register_error_handler(broken, show_broken_body)


def show(error: Exception) -> Response:
    """Return the problem response for an error."""
    try:
        return current_app.make_response(current_app.handle_user_exception(error))
    except Exception:  # noqa: BLE001  # an internal error
        current_app.log_exception(sys.exc_info())
        return show_problem(REPORTED[500])


def show_problem(problem: problems.ProblemError, headers: Mapping[str, str] = NOTHING) -> Response:
    """Return the response of a problem, with further headers."""
    metrics.count_problem(problem.code)
    language, code = requested_language(), problem.code
    title, detail = title_in(language, problem), detail_in(language, problem)
    shown = Problem(url(problems.type_of(code)), title, problem.status, detail, code, **problem.members)
    return _problem_response(shown, {**problem.headers, **headers})


def show_too_long(problem: problems.ComputationTooLong) -> Response:
    """Return the problem of a request that was ended, and log where it was. The URL may contain a token."""
    facts, path = context.facts(), request.url_rule.rule if request.url_rule else "no resource"
    game, ruleset = facts.get("game_id", "none"), context.ruleset() or "none"
    text = "%s %s computed for too long and was ended; game %s, ruleset %s"
    logger.error(text, request.method, path, game, ruleset, exc_info=problem)
    return show_problem(problem)


def show_rejection(rejection: IllegalAction) -> Response:
    """Return a rejection by the rules: 422 for values outside the published schema, 409 for the rest."""
    reason, language = rejection.reason, requested_language()
    metrics.count_rejection(reason.code)
    shown = Problem(
        type=url(problems.type_of(reason.code)),
        title=rejection.title.read_in(language),
        status=422 if reason.malformed else 409,
        detail=rejection.text_in(language),
        code=reason.code,
        paragraph=reason.paragraph,
        rule=rejection.rule_in(language),
        parameters=reason.parameters,
        index=UNSET if rejection.index is None else rejection.index,
    )
    return _problem_response(shown, {})


def show_outage(outage: Exception) -> Response:  # noqa: ARG001  # its text may contain host names
    """Return the problem response for an outage of Redis, or of the archive of a finished game."""
    return show_problem(problems.StoreUnavailable("Retry the request in a moment. No data has been lost."))


def show_archive_outage(outage: ArchiveUnavailable) -> Response:
    """Return the problem response for an outage of the archive, and log the reason.

    No other code of this process logs it.
    """
    warn_sparsely(logger, "the archive cannot be read, its games are answered with 503: %s", outage)
    return show_outage(outage)


def show_unreadable(unreadable: GameUnreadable) -> Response:
    """Return the problem response for a damaged game; log it once."""
    log_once(logger, "%s", unreadable)
    return show_problem(problems.InternalError("The stored data of this game is damaged. The damage has been logged."))


def show_rule_fault(fault: RuleFault) -> Response:
    """Return the problem response of a request whose rules have failed; its game is stopped."""
    return stop_faulty(context.facts().get("game_id"), fault)


def stop_faulty(game_id: str | None, fault: RuleFault) -> Response:
    """Stop a game whose rules have failed, and return the problem response. None: the request has no game."""
    if game_id is None:
        faulty_games.note(current_app.extensions["bottega"], fault)
        return show_problem(REPORTED[500])
    try:
        faulty_games.stop(current_app.extensions["bottega"], game_id, fault)
    except problems.GameBusy as busy:
        return show_problem(busy)
    except OUTAGES as outage:
        return show_outage(outage)
    return show_problem(faulty())


def show_broken_body(broken: Exception) -> Response:  # noqa: ARG001  # its text may contain parts of the request
    """Return the problem response for an incomplete body or broken chunks; gunicorn reads it during the request."""
    return show_problem(REPORTED[400])


def show_http_error(error: HTTPException) -> Response:
    """Return an error of the web framework as a problem, with its headers (`Allow`, `Retry-After`)."""
    status = error.code or 500
    headers = {name: value for name, value in error.get_headers() if name.lower() != "content-type"}
    if status in REPORTED:
        return show_problem(REPORTED[status], headers)
    code = error.name.lower().replace(" ", "_")
    return _problem_response(Problem(NO_PAGE, error.name, status, error.name, code), headers)


def _problem_response(problem: Problem, headers: Mapping[str, str]) -> Response:
    """Return a problem in the requested language."""
    sent = {**headers, **language_headers(requested_language())}
    return Response(msgspec.json.encode(problem), problem.status, sent, content_type=PROBLEM_TYPE)
