"""Responses to requests that tests write by hand, and the limit of the service that receives them."""

import json
from http.client import HTTPResponse

from service.api.descriptions import PROBLEM_TYPE

MANY = 100
"""The maximum number of streams of the service."""


def reported(connection):
    """Return the status of one response, and its problem code if any."""
    response = HTTPResponse(connection)
    response.begin()
    body = json.loads(response.read())
    if response.status >= 400:
        assert response.headers["Content-Type"] == PROBLEM_TYPE
    return response.status, body.get("code")
