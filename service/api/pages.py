"""Serve the web client at `/`, its files, and the widget that other sites may show in a frame."""

from collections.abc import Mapping
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.security import safe_join

from service.api.bundle import SCRIPT, STYLE, VENDOR, Bundle, bundle_of, mark, rewritten, with_bundle
from service.api.caching import IMMUTABLE, confirmed
from service.api.languages import requested_language
from service.problems import NotFound

TABLE = str(files("service").joinpath("table"))
PAGE = "index.html"
WIDGET = "widget.html"
WORKER = "serviceworker.js"
WORDS = "words/{}.js"
"""The texts of the web client in a language."""

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


TYPED: Mapping[str, str] = {"X-Content-Type-Options": "nosniff"}
"""Headers of modules and style sheets, which obey the policy of the page that loads them."""
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
    """Return a file of the web client, with its first modules joined; raises NotFound."""
    bundle = _bundle()
    content = _joined(name, bundle) if bundle else None
    response = _response(name, _read(TABLE, name) if content is None else content)
    if bundle and name in (SCRIPT, STYLE) and request.args.get("v") == mark(content or ""):
        response.headers["Cache-Control"] = IMMUTABLE
    if bundle and name in (PAGE, WIDGET):
        response.vary.add("Accept-Language")
    is_module = Path(name).suffix in (".js", ".css") and name != WORKER
    response.headers.update(TYPED if is_module else CONFINED)
    return response


def _bundle() -> Bundle | None:
    """Return the joined files of the page; None if there are none."""
    try:
        return bundle_of(TABLE, PAGE)
    except OSError:  # a file is missing
        return None


def _joined(name: str, bundle: Bundle) -> str | None:
    """Return a joined file, or a file that loads joined ones; None for any other file."""
    if name in (SCRIPT, STYLE):
        return bundle.script if name == SCRIPT else bundle.style
    if name in (PAGE, WIDGET):
        words = WORDS.format(requested_language())  # unless the user has chosen another language here
        return with_bundle(_read(TABLE, name).decode(), bundle, [words])
    if name.endswith(".js") and name not in bundle.modules and name != WORKER and not name.startswith(VENDOR):
        return rewritten(name, _read(TABLE, name).decode(), bundle)
    return None


def file_response(folder: str, name: str) -> Response:
    """Return the current content of a file below a folder; raises NotFound."""
    return _response(name, _read(folder, name))


def _response(name: str, content: bytes | str) -> Response:
    return confirmed(Response(content, content_type=MEDIA_TYPES.get(Path(name).suffix, TEXT)))


def _read(folder: str, name: str) -> bytes:
    """Return the content of a file below a folder; raises NotFound."""
    path = safe_join(folder, name)
    try:
        return Path(path or "").read_bytes()
    except (OSError, ValueError):  # missing, a directory, or an invalid name
        raise NotFound("No resource has this URL.") from None
