"""Serve the web client at `/`, its files, and the widget that other sites may show in a frame."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from werkzeug.security import safe_join

from domain.languages import DEFAULT_LANGUAGE
from service import problems
from service.api.caching import IMMUTABLE, MOST_UNCHANGING, served, unchanging
from service.api.languages import requested_language
from service.api.urls import moved, url

BUILT = str(files("service").joinpath("web_client", "built"))
"""The built web client. `make client` writes it."""
PAGE = "index.html"
WIDGET = "widget.html"
WORKER = "serviceworker.js"
WORDS = "<!-- words -->"
"""Where a page loads the texts in the user's language."""
IMPORT_MAP = re.compile('<script type="importmap">(.*?)</script>', re.DOTALL)
"""Where a page names the kit for the boards of packages. A file cannot contain an import map."""
PATH = re.compile('((?:=|":)")/')
"""The start of a path in an attribute or in the import map."""
VERSIONED = re.compile(r"-[0-9A-Z]{8}\.(js|css)")
"""The end of a name that contains the hash of the file."""

ICONS = (".svg", ".png")
FOR_A_DAY = "public, max-age=86400"
"""Browsers request the icon of a page at each of its screens."""

MEDIA_TYPES: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".tgz": "application/gzip",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
}
"""Media types by suffix; other files are text. The types of operating systems differ."""
TEXT = "text/plain; charset=utf-8"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
TYPED: Mapping[str, str] = {"X-Content-Type-Options": "nosniff"}
"""Headers of modules and style sheets, which obey the policy of the page that loads them."""
CONFINED: Mapping[str, str] = {**TYPED, "Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}
"""Headers that restrict a page, and the service worker, to files of this service."""
PICTURED: Mapping[str, str] = {**TYPED, "Content-Security-Policy": "default-src 'none'"}
"""Headers of pictures, which load nothing and run no script, even when they are opened as a page."""


def register(app: Flask, contract: str) -> None:
    """Serve the pages of an application whose contract has this URL."""
    app.add_url_rule("/", "front_door", lambda: front_door(contract), strict_slashes=False)
    app.add_url_rule("/widget", "widget", widget)
    app.add_url_rule("/table/<path:name>", "client_file", client_file)


def front_door(contract: str) -> Response:
    """Return the web client to browsers; redirect programs to the contract, and the prefix to its URL with a slash."""
    if not request.environ["PATH_INFO"]:  # the prefix without the slash at its end, which the scope of the page needs
        return moved("/")
    preferred = request.accept_mimetypes.best_match(["application/json", "text/html"])
    if preferred == "text/html":
        response = client_file(PAGE)
    else:
        response = Response(status=HTTPStatus.SEE_OTHER, headers={"Location": url(contract)})
    response.vary.add("Accept")
    return response


def widget() -> Response:
    """Return the page that other sites may show in a frame.

    It shows what spectators see and offers no action, so no site can abuse a click.
    """
    response = client_file(WIDGET)
    framed = response.headers["Content-Security-Policy"].replace("frame-ancestors 'none'", "frame-ancestors *")
    response.headers["Content-Security-Policy"] = framed
    return response


def client_file(name: str) -> Response:
    """Return a file of the web client; raises NotFound."""
    content = _read(BUILT, name)
    is_page = name in (PAGE, WIDGET)
    page = _page(content.decode()) if is_page else ""
    response = _response(name, page.encode() if is_page else content)
    if VERSIONED.search(name):
        response.headers["Cache-Control"] = IMMUTABLE
    elif Path(name).suffix in ICONS:
        response.headers["Cache-Control"] = FOR_A_DAY
    if is_page:
        response.vary.add("Accept-Language")
    response.headers.update(_restrictions(name))
    if is_page:
        response.headers["Content-Security-Policy"] = _policy(page)
    return response


def _restrictions(name: str) -> Mapping[str, str]:
    """Return the headers that restrict what a file may load."""
    suffix = Path(name).suffix
    if name == WORKER:
        return {**CONFINED, "Service-Worker-Allowed": url("/")}  # its scope is where the page is
    if suffix in ICONS:
        return PICTURED
    return TYPED if suffix in (".js", ".css") else CONFINED


def _policy(page: str) -> str:
    """Return the policy of a page, which allows its import map by the hash of the map."""
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in IMPORT_MAP.findall(page)]
    allowed = " ".join(["script-src 'self'", *(f"'sha256-{each}'" for each in hashes)])
    return POLICY.replace("script-src 'self'", allowed)


def _page(built: str) -> str:
    """Return a built page with the URLs of this installation.

    It loads the texts in the requested language early, unless the user has chosen another language here.
    """
    words = manifest()["words"]
    early = words.get(requested_language(), words[DEFAULT_LANGUAGE])
    page = built.replace(WORDS, f'<link rel="modulepreload" href="{early}">')
    return PATH.sub(lambda found: found[1] + url("/"), page)


@cache
def manifest() -> Any:
    """Return the manifest of the build.

    `words` and `styles` are the URLs of built files by language and name. `kits` lists what each version of the kit for
    boards exports.
    """
    return json.loads(_read(BUILT, "manifest.json"))


def file_response(folder: str, name: str) -> Response:
    """Return the current content of a file below a folder; raises NotFound."""
    return _response(name, _read(folder, name))


def _response(name: str, content: bytes) -> Response:
    return served(unchanging(content), MEDIA_TYPES.get(Path(name).suffix, TEXT), {})


def _read(folder: str, name: str) -> bytes:
    """Return the content of a file below a folder; raises NotFound."""
    path = Path(safe_join(folder, name) or "")
    try:
        found = path.stat()
        return _content(path, found.st_mtime_ns, found.st_size)
    except (OSError, ValueError):  # missing, a directory, or an invalid name
        raise problems.NotFound("No resource has this URL.") from None


@lru_cache(MOST_UNCHANGING)
def _content(path: Path, _changed: int, _size: int) -> bytes:
    """Return the content of a file, the same object until the file changes."""
    return path.read_bytes()
