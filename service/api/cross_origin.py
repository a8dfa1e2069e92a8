"""Pages from anywhere: the origins whose pages may call this service, and what they may send and read (CORS).

A page is trusted with nothing by being allowed: whoever acts sends a token, and no cookies exist that a browser would
add by itself. A page that is not allowed can send nothing that changes a game, since a body must be JSON.
"""

import re
from collections.abc import Iterable
from functools import partial
from http import HTTPStatus

from flask import Flask, Response, request
from flask_cors import CORS

from service.api.caching import add_vary
from service.api.operations import header_fields, response_headers
from service.settings import EVERY_ORIGIN

ALWAYS_SENT = ("Authorization", "Content-Type", "X-Request-Id", "traceparent", "tracestate", "baggage")
"""Headers that a page may send besides those that the operations declare: traces begin in the browser."""
ALWAYS_READ = ("Content-Language", "Date", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id")
"""Headers that a page may read besides those that the operations declare."""
EVERYBODY = "*"
DAY_SECONDS = 24 * 60 * 60
"""How long a browser may remember what it was allowed; most remember it for less."""


def register(app: Flask, origins: tuple[str, ...], declared: Iterable[str]) -> None:
    """Let the pages of these origins call an application, whose operations are registered already.

    Operations read the `declared` headers besides those that each of them declares.
    """
    methods, sent, read = _methods(app), _sent(app, declared), _read(app)
    everybody = origins == EVERY_ORIGIN
    CORS(
        app,
        origins=origins if everybody else [_pattern(each) for each in origins],
        methods=methods,
        allow_headers=sent,
        expose_headers=read,
        max_age=DAY_SECONDS,
        send_wildcard=everybody,
        always_send=everybody,
        vary_header=False,  # it leaves it out where a cache needs it: of an answer to a page that is not allowed
        intercept_exceptions=False,  # problems are answers like all others
    )
    app.before_request(_answer_preflight)
    app.after_request(partial(_open_to_everybody, ", ".join(read)) if everybody else _vary_by_origin)


def _methods(app: Flask) -> list[str]:
    """List the methods of all operations."""
    return sorted({method for rule in app.url_map.iter_rules() for method in rule.methods or () if method != "OPTIONS"})


def _sent(app: Flask, declared: Iterable[str]) -> list[str]:
    """List the headers that some operation reads."""
    own = {name for view in app.view_functions.values() for name in header_fields(view)}
    return sorted({*own, *declared, *ALWAYS_SENT})


def _read(app: Flask) -> list[str]:
    """List the headers that responses of some operation have."""
    own = {name for view in app.view_functions.values() for name in response_headers(view)}
    return sorted({*own, *ALWAYS_READ})


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


def _open_to_everybody(read: str, response: Response) -> Response:
    """Tell what flask-cors tells where every page is allowed, whoever asks: it leaves alone what has been told.

    A preflight is left to it.
    """
    if request.method != "OPTIONS":
        response.headers.add("Access-Control-Allow-Origin", EVERYBODY)
        response.headers.add("Access-Control-Expose-Headers", read)
    return response


def _vary_by_origin(response: Response) -> Response:
    """Tell caches that pages of other origins are answered otherwise."""
    add_vary(response, "Origin")
    return response
