"""URLs of this service, below the path at which a proxy serves it.

That path is the prefix: `/bottega`, if `BOTTEGA_PUBLIC_URL` is `https://example.org/bottega`. By default it is empty.
All other code has paths without it: `remove` takes it from the path of each request, and `url` adds it to the URLs in
responses.
"""

from http import HTTPStatus
from typing import Any

from flask import Response, request


def url(path: str) -> str:
    """Return the URL of a path of this service: `/bottega/docs` for `/docs`."""
    return f"{request.script_root}{path}"


def moved(path: str) -> Response:
    """Redirect to a path of this service for good."""
    return Response(status=HTTPStatus.PERMANENT_REDIRECT, headers={"Location": url(path)})


def remove(prefix: str, environ: dict[str, Any]) -> None:
    """Take the prefix from the path of a request, if the proxy has not: `/bottega/docs` and `/docs` become `/docs`.

    `SCRIPT_NAME` holds the prefix, as WSGI demands.
    """
    path: str = environ["PATH_INFO"]
    if path == prefix or path.startswith(f"{prefix}/"):
        environ["PATH_INFO"] = path[len(prefix) :]
    environ["SCRIPT_NAME"] = prefix
