"""Cross-origin requests (CORS): which origins may call this service, and which headers their pages may send and read.

An allowed page gets no rights: actions need a token, and there are no cookies. A page that is not allowed cannot change
a game, since a body must be JSON.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from http import HTTPStatus

from flask import Flask, Response, request
from flask_cors import CORS

from service.api.caching import add_vary
from service.api.declarations import Declared, declared_of
from service.settings import EVERY_ORIGIN

ALWAYS_SENT = ("Authorization", "Content-Type", "X-Request-Id", "traceparent", "tracestate", "baggage")
"""Headers that a page may send in addition to those that the operations declare; traces start in the browser."""
ALWAYS_READ = ("Content-Language", "Date", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id")
"""Headers that a page may read in addition to those that the operations declare."""
EVERYBODY = "*"
DAY_SECONDS = 24 * 60 * 60
"""How long a browser may cache a preflight response; most browsers cache it for less."""


def register(app: Flask, origins: tuple[str, ...], declared: Iterable[str]) -> None:
    """Allow pages of these origins to call an application; register its operations first.

    Operations read the `declared` headers in addition to those that each of them declares.
    """
    methods, sent, read = _methods(app), _sent(app, declared), _read(app)
    any_origin = origins == EVERY_ORIGIN
    app.after_request(_expose_nothing_of_files)  # runs after flask-cors, which is registered later
    CORS(
        app,
        origins=origins if any_origin else [_pattern(each) for each in origins],
        methods=methods,
        allow_headers=sent,
        expose_headers=read,
        max_age=DAY_SECONDS,
        send_wildcard=any_origin,
        always_send=any_origin,
        vary_header=False,  # flask-cors omits it for origins that are not allowed, where caches need it
        intercept_exceptions=False,  # problems are ordinary responses
    )
    app.before_request(_answer_preflight)
    app.after_request(partial(_open_to_everybody, ", ".join(read)) if any_origin else _vary_by_origin)


def _methods(app: Flask) -> list[str]:
    return sorted({method for rule in app.url_map.iter_rules() for method in rule.methods or () if method != "OPTIONS"})


def _sent(app: Flask, declared: Iterable[str]) -> list[str]:
    """List the headers that some operation reads."""
    own = {name for each in _declared(app) for name in each.header_names}
    return sorted({*own, *declared, *ALWAYS_SENT})


def _read(app: Flask) -> list[str]:
    """List the headers that responses of some operation have."""
    own = {name for each in _declared(app) for name in each.response_headers}
    return sorted({*own, *ALWAYS_READ})


def _declared(app: Flask) -> Iterator[Declared]:
    """Return what each operation of an application declares."""
    return filter(None, map(declared_of, app.view_functions.values()))


def _pattern(origin: str) -> re.Pattern[str]:
    """Match one origin exactly; as plain text, an IPv6 address would be read as a pattern."""
    return re.compile(rf"{re.escape(origin)}\Z", re.IGNORECASE)


def _answer_preflight() -> Response | None:
    """Respond to a preflight request, even for an unknown URL: the page then gets the problem of its own request."""
    if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
        return None
    response = Response(status=HTTPStatus.NO_CONTENT)
    del response.headers["Content-Type"]
    return response


def _open_to_everybody(read: str, response: Response) -> Response:
    """Allow all origins in the CORS headers, except of preflights; flask-cors does not replace existing headers."""
    if request.method != "OPTIONS":
        response.headers.add("Access-Control-Allow-Origin", EVERYBODY)
        response.headers.add("Access-Control-Expose-Headers", read)
    return response


def _expose_nothing_of_files(response: Response) -> Response:
    """Leave the list of readable headers out of the many small files of the web client."""
    if request.path.startswith("/table/"):
        response.headers.pop("Access-Control-Expose-Headers", None)
    return response


def _vary_by_origin(response: Response) -> Response:
    add_vary(response, "Origin")
    return response
