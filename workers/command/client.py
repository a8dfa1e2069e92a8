"""A small client of the HTTP API for the demo and the measurements: one connection, JSON in and out."""

import json
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit


class UnexpectedResponse(Exception):
    """No answer, or one that is not a success; the message tells what there was instead."""


class Client:
    """Speaks to one service over one connection; not for several threads at once."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme != "http" or parts.hostname is None:
            raise UnexpectedResponse(f"{address!r} is not an address like http://127.0.0.1:8000")
        self.address = address
        self.connection = HTTPConnection(parts.hostname, parts.port, timeout=30)

    def get(self, path: str, token: str | None = None) -> Any:
        """Read a resource; None while it answers 202."""
        return self._send("GET", path, None, token)

    def post(self, path: str, body: Any, token: str | None = None) -> Any:
        """Post a body and return the answer."""
        return self._send("POST", path, json.dumps(body), token)

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _send(self, method: str, path: str, body: str | None, token: str | None) -> Any:
        """Send one request; raises Unexpected."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            content = answer.read()
        except (OSError, HTTPException) as error:
            raise UnexpectedResponse(f"{self.address} does not answer: {error}") from error
        if answer.status == 202:
            return None
        if answer.status >= 300:
            raise UnexpectedResponse(f"{method} {path}: {answer.status} {content.decode(errors='replace')}")
        return json.loads(content)
