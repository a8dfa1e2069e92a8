"""Requests that are repeated until a response arrives."""

import json
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.workers.waiting import until


def requested(address, method, path, body=None, **headers):
    """Send a request until there is a response: its process may be killed, but its effect occurs once."""

    def send():
        sent = Request(address + path, json.dumps(body).encode() if body is not None else None, headers, method=method)
        sent.add_header("Content-Type", "application/json")
        try:
            with urlopen(sent, timeout=100) as response:
                return json.load(response)
        except HTTPError as error:
            if error.code != 503:
                raise
        except (OSError, HTTPException):
            pass
        return None

    return until(send, f"{method} {path} is answered")
