"""Pages from anywhere: the origins whose pages may call this service, and what they may send and read (CORS).

A page is trusted with nothing by being allowed: whoever acts sends a token, and no cookies exist that a browser would
add by itself. A page that is not allowed can send nothing that changes a game, since a body must be JSON.
"""

import re
from http import HTTPStatus

from flask import Flask, Response, request
from flask_cors import CORS

from service.api.caching import add_vary
from service.settings import EVERY_ORIGIN

METHODS = ("GET", "HEAD", "POST", "PATCH", "DELETE")
SENT = (
    "Accept-Language",
    "Authorization",
    "Bottega-Player",
    "Content-Type",
    "Idempotency-Key",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-Id",
)
"""Headers that a page may send besides those that every page may."""
READ = (
    "Bottega-Time",
    "Content-Language",
    "Date",
    "ETag",
    "Idempotent-Replayed",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-Id",
)
"""Headers that a page may read besides those that every page may."""
READ_IN_ONE = ", ".join(READ)
EVERYBODY = "*"
DAY_SECONDS = 24 * 60 * 60
"""How long a browser may remember what it was allowed; most remember it for less."""


def register(app: Flask, origins: tuple[str, ...]) -> None:
    """Let the pages of these origins call an application."""
    everybody = origins == EVERY_ORIGIN
    CORS(
        app,
        origins=origins if everybody else [_pattern(each) for each in origins],
        methods=METHODS,
        allow_headers=SENT,
        expose_headers=READ,
        max_age=DAY_SECONDS,
        send_wildcard=everybody,
        always_send=everybody,
        vary_header=False,  # it leaves it out where a cache needs it: of an answer to a page that is not allowed
        intercept_exceptions=False,  # problems are answers like all others
    )
    app.before_request(_answer_preflight)
    app.after_request(_open_to_everybody if everybody else _vary_by_origin)


def _pattern(origin: str) -> re.Pattern[str]:
    """Match one origin and nothing else; as plain text, an IPv6 address would be taken for a pattern."""
    return re.compile(rf"{re.escape(origin)}\Z", re.IGNORECASE)


def _answer_preflight() -> Response | None:
    """Tell a browser what a page may send, whatever the address; the request itself then meets its problem."""
    if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
        return None
    response = Response(status=HTTPStatus.NO_CONTENT)
    del response.headers["Content-Type"]
    return response


def _open_to_everybody(response: Response) -> Response:
    """Tell what flask-cors tells where every page is allowed, whoever asks: it leaves alone what has been told.

    A preflight is left to it.
    """
    if request.method != "OPTIONS":
        response.headers.add("Access-Control-Allow-Origin", EVERYBODY)
        response.headers.add("Access-Control-Expose-Headers", READ_IN_ONE)
    return response


def _vary_by_origin(response: Response) -> Response:
    """Tell caches that pages of other origins are answered otherwise."""
    add_vary(response, "Origin")
    return response
