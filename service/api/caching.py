"""Answers that clients keep: each is known by its bytes, and asked for again is confirmed instead of sent."""

import hashlib

from flask import Response, request

CONFIRMED = "public, no-cache"
"""Anybody may keep it, and asks each time whether it is still so."""

TOLD_ONCE = "no-store, no-transform"
"""It carries a token: nobody on the way keeps it, and nobody compresses it."""


def confirmed(response: Response) -> Response:
    """Answer whoever has these bytes already with 304."""
    response.headers["Cache-Control"] = CONFIRMED
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    response.make_conditional(request)
    return response
