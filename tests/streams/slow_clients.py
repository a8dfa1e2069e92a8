"""Helpers that the tests of `test_slow_clients.py` share with others."""

import json
from http.client import HTTPResponse

from service.api.descriptions import PROBLEM_TYPE


def reported(connection):
    """Return the status of one response, and its problem code if any."""
    response = HTTPResponse(connection)
    response.begin()
    body = json.loads(response.read())
    if response.status >= 400:
        assert response.headers["Content-Type"] == PROBLEM_TYPE
    return response.status, body.get("code")
