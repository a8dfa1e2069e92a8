"""Serve the web client at `/`, its files, and the widget that other sites may show in a frame."""

from collections.abc import Mapping
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.security import safe_join

from service.api.caching import confirmed
from service.problems import NotFound

TABLE = str(files("service").joinpath("table"))
PAGE = "index.html"
WIDGET = "widget.html"

MEDIA_TYPES: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Media types by suffix; other files are text. The types of operating systems differ."""
TEXT = "text/plain; charset=utf-8"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
CONFINED: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Service-Worker-Allowed": "/",
}
"""Headers that restrict a page to its own files. The service worker's scope is `/`, where the page is."""


FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy of the widget. It shows what spectators see and offers no action, so no site can abuse a click."""


def register(app: Flask, contract: str) -> None:
    """Serve the pages of an application whose contract has this URL."""
    app.add_url_rule("/", "front_door", lambda: front_door(contract))
    app.add_url_rule("/widget", "widget", widget)
    app.add_url_rule("/table/<path:name>", "table_file", table_file)


def front_door(contract: str) -> Response:
    """Return the web client to browsers; redirect programs to the contract."""
    preferred = request.accept_mimetypes.best_match(["application/json", "text/html"])
    if preferred == "text/html":
        response = table_file(PAGE)
    else:
        response = Response(status=HTTPStatus.SEE_OTHER, headers={"Location": contract})
    response.vary.add("Accept")
    return response


def widget() -> Response:
    """Return the page that other sites may show in a frame."""
    response = table_file(WIDGET)
    response.headers["Content-Security-Policy"] = FRAMED
    return response


def table_file(name: str) -> Response:
    """Return a file of the web client; raises NotFound."""
    response = file_response(TABLE, name)
    response.headers.update(CONFINED)
    return response


def file_response(folder: str, name: str) -> Response:
    """Return the current content of a file below a folder; raises NotFound."""
    path = safe_join(folder, name)
    try:
        content = Path(path or "").read_bytes()
    except (OSError, ValueError):  # missing, a directory, or an invalid name
        raise NotFound("No resource has this URL.") from None
    return confirmed(Response(content, content_type=MEDIA_TYPES.get(Path(name).suffix, TEXT)))
