"""Cache headers, entity tags and 304 responses."""

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import NamedTuple

from flask import Response, request
from werkzeug.http import quote_etag

from service.installation.entity_tags import Expected, always

REVALIDATED = "public, no-cache"
"""Any cache may store the response and must revalidate it each time."""

IMMUTABLE = "public, max-age=31536000, immutable"
"""The URL identifies the content, so caches need not revalidate it."""

UNCACHED = {"Cache-Control": "no-store"}
"""No cache may store the response."""

WITH_TOKEN = {"Cache-Control": "no-store, no-transform"}
"""The response contains a token: no cache may store it, and no proxy may compress it."""


MOST_UNCHANGING = 512
"""The number of unchanging bodies, and of their tags, that a process keeps."""


class Unchanging(NamedTuple):
    """A body that stays the same while the process runs, with its entity tag."""

    body: bytes
    etag: str


@lru_cache(MOST_UNCHANGING)
def unchanging(body: bytes) -> Unchanging:
    """Return a body with its entity tag. The tag is computed once for each body."""
    return Unchanging(body, tag_of(body))


def tag_of(body: bytes) -> str:
    """Return the entity tag of a body."""
    return hashlib.sha256(body).hexdigest()[:32]


def of_game(how: str) -> str:
    """Return the `Cache-Control` of a response about a game; `private` if the request has credentials."""
    return f"private, {how}" if "Authorization" in request.headers else f"public, {how}"


def confirmed(response: Response, *, cached: str = REVALIDATED) -> Response:
    """Add an ETag to a response; return 304 if the client's copy has the same ETag."""
    response.headers["Cache-Control"] = cached
    etag = tag_of(response.get_data())
    response.set_etag(etag)
    if request.method in ("GET", "HEAD") and request.if_none_match.contains_weak(etag):
        response.status_code = HTTPStatus.NOT_MODIFIED
        response.set_data(b"")
    return response


def expected() -> Expected:
    """Return a function that checks the entity tags in `If-Match`; without the header it accepts every tag.

    Compressed responses have weak tags of the same content, so weak tags match, too.
    """
    if "If-Match" not in request.headers:
        return always
    return request.if_match.contains_weak


def tagged(etag: str) -> dict[str, str]:
    """Return the `ETag` header of a resource."""
    return {"ETag": quote_etag(etag)}


def served(found: Unchanging, content_type: str, headers: Mapping[str, str], *, cached: str = REVALIDATED) -> Response:
    """Return an unchanging body, or 304 if the client's copy has the same ETag."""
    return under_tag(found.etag, {**headers, "Cache-Control": cached}, lambda: found.body, content_type)


def under_tag(
    etag: str, headers: Mapping[str, str], show: Callable[[], bytes], content_type: str = "application/json"
) -> Response:
    """Return a body with an ETag, or 304 without calling `show` if the client's copy has the same ETag.

    It does not use werkzeug's `make_conditional`, which would add a second `Date` to that of the web server.
    """
    known = request.if_none_match.contains_weak(etag)
    body, status = (b"", HTTPStatus.NOT_MODIFIED) if known else (show(), HTTPStatus.OK)
    return Response(body, status, {**headers, "ETag": quote_etag(etag)}, content_type=content_type)


def add_vary(response: Response, header: str) -> None:
    """Add a request header to `Vary`."""
    named = response.headers.get("Vary")
    if named is None:
        response.headers.add("Vary", header)
    else:
        response.headers["Vary"] = f"{named}, {header}"
