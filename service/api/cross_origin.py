"""Cross-origin requests (CORS): which origins may call this service, and which headers their pages may send.

An allowed page gets no rights: actions need a token, and there are no cookies. A page that is not allowed cannot change
a game, since a body must be JSON.
"""

import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus

from flask import Flask, Request, Response, request
from flask_cors import CORS

from service.api.authentication import current_request
from service.api.caching import add_vary
from service.api.declarations import Declared, declared_of
from service.setting_values import EVERY_ORIGIN

TRACES = (
    *("traceparent", "tracestate", "baggage"),  # of the W3C
    "sentry-trace",
    *("x-datadog-origin", "x-datadog-parent-id", "x-datadog-sampling-priority", "x-datadog-trace-id"),
)
"""Headers of traces that start in the browser. A page whose monitoring adds a header that is not allowed fails."""
ALWAYS_SENT = ("Authorization", "Content-Type", "X-Request-Id", *TRACES)
"""Headers that a page may send in addition to those that the operations declare."""
EVERYBODY = "*"
EVERY_HEADER = "*"
"""A page may read all headers of a response. Their list would take 200 bytes in each response."""
DAY_SECONDS = 24 * 60 * 60
"""How long a browser may cache a preflight response; most browsers cache it for less."""


def register(app: Flask, origins: tuple[str, ...], declared: Iterable[str]) -> None:
    """Allow pages of these origins to call an application; register its operations first.

    Operations read the `declared` headers in addition to those that each of them declares.
    """
    methods, sent = _methods(app), _sent(app, declared)
    any_origin = origins == EVERY_ORIGIN
    if not any_origin:
        app.after_request(_expose_nothing_of_files)  # runs after flask-cors, which is registered later
    CORS(
        app,
        origins=origins if any_origin else [_pattern(each) for each in origins],
        methods=methods,
        allow_headers=sent,
        expose_headers=EVERY_HEADER,
        max_age=DAY_SECONDS,
        send_wildcard=any_origin,
        always_send=any_origin,
        vary_header=False,  # flask-cors omits it for origins that are not allowed, where caches need it
        intercept_exceptions=False,  # problems are ordinary responses
    )
    app.before_request(_answer_preflight)
    app.after_request(_open_to_everybody if any_origin else _vary_by_origin)


def _methods(app: Flask) -> list[str]:
    return sorted({method for rule in app.url_map.iter_rules() for method in rule.methods or () if method != "OPTIONS"})


def _sent(app: Flask, declared: Iterable[str]) -> list[str]:
    """List the headers that some operation reads."""
    own = {name for each in _declared(app) for name in each.header_names}
    return sorted({*own, *declared, *ALWAYS_SENT})


def _declared(app: Flask) -> Iterator[Declared]:
    """Return what each operation of an application declares."""
    return filter(None, map(declared_of, app.view_functions.values()))


def _pattern(origin: str) -> re.Pattern[str]:
    """Match one origin exactly; as plain text, an IPv6 address would be read as a pattern."""
    return re.compile(rf"{re.escape(origin)}\Z", re.IGNORECASE)


def _answer_preflight() -> Response | None:
    """Respond to a preflight request, even for an unknown URL: the page then gets the problem of its own request."""
    sent = current_request()
    if sent.method != "OPTIONS" or "Access-Control-Request-Method" not in sent.headers:
        return None
    response = Response(status=HTTPStatus.NO_CONTENT)
    del response.headers["Content-Type"]
    return response


def _open_to_everybody(response: Response) -> Response:
    """Allow all origins in the CORS headers, except of preflights; flask-cors does not replace existing headers."""
    sent = current_request()
    if sent.method != "OPTIONS":
        response.headers.add("Access-Control-Allow-Origin", EVERYBODY)
        if not _is_file(sent):
            response.headers.add("Access-Control-Expose-Headers", EVERY_HEADER)
    return response


def _expose_nothing_of_files(response: Response) -> Response:
    if _is_file(request):
        response.headers.pop("Access-Control-Expose-Headers", None)
    return response


def _is_file(sent: Request) -> bool:
    """Whether a request is for one of the many small files of the web client, whose headers no page reads."""
    return sent.path.startswith("/table/")


def _vary_by_origin(response: Response) -> Response:
    add_vary(response, "Origin")
    return response
