"""Answers that clients keep: each is known by its bytes, and asked for again is confirmed instead of sent."""

import hashlib
from collections.abc import Callable, Mapping
from http import HTTPStatus

from flask import Response, request
from werkzeug.http import quote_etag

from service.play.entity_tags import Expected, always

CONFIRMED = "public, no-cache"
"""Anybody may keep it, and asks each time whether it is still so."""

KEPT_FOR_GOOD = "public, max-age=31536000, immutable"
"""Its address names its bytes: whoever has it need not ask."""

TOLD_ONCE = "no-store, no-transform"
"""It carries a token: nobody on the way keeps it, and nobody compresses it."""


def of_game(how: str) -> str:
    """Say how an answer about a game may be kept; by nobody on the way where it was given to a bearer."""
    return f"private, {how}" if "Authorization" in request.headers else f"public, {how}"


def confirmed(response: Response, *, cached: str = CONFIRMED) -> Response:
    """Answer whoever has these bytes already with 304."""
    response.headers["Cache-Control"] = cached
    etag = hashlib.sha256(response.get_data()).hexdigest()[:32]
    response.set_etag(etag)
    if request.method in ("GET", "HEAD") and request.if_none_match.contains_weak(etag):
        response.status_code = HTTPStatus.NOT_MODIFIED
        response.set_data(b"")
    return response


def expected() -> Expected:
    """Return which editions a change is meant for, by `If-Match`; every one without that header.

    Compressed responses have weak tags of the same edition, so that weak tags match, too.
    """
    if "If-Match" not in request.headers:
        return always
    return request.if_match.contains_weak


def tagged(etag: str) -> dict[str, str]:
    """Return the header that names the edition of a resource."""
    return {"ETag": quote_etag(etag)}


def under_tag(etag: str, headers: Mapping[str, str], show: Callable[[], bytes]) -> Response:
    """Answer JSON under an ETag; with 304 whoever names it as known, for whom nothing need be shown.

    The web server dates it: werkzeug's `make_conditional` would do so a second time.
    """
    known = request.if_none_match.contains_weak(etag)
    body, status = (b"", HTTPStatus.NOT_MODIFIED) if known else (show(), HTTPStatus.OK)
    return Response(body, status, {**headers, "ETag": quote_etag(etag)}, content_type="application/json")


def add_vary(response: Response, header: str) -> None:
    """Tell caches that the answer depends on a header of the request besides those that it names already."""
    named = response.headers.get("Vary")
    if named is None:
        response.headers.add("Vary", header)
    else:
        response.headers["Vary"] = f"{named}, {header}"
