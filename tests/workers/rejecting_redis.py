"""Requests whose rejections are returned."""

import json
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def is_ready(address: str) -> bool:
    """Whether a service reports that it is ready; not while its web server is being replaced."""
    try:
        return call(address, "/readyz")[0] == 200
    except (OSError, HTTPException):
        return False


def call(address, path, body=None):
    """Send a request; return status, headers and body."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(address + path, data, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=100) as response:
            return response.status, response.headers, json.loads(response.read())
    except HTTPError as error:
        with error:
            return error.code, error.headers, json.loads(error.read())
