"""Send requests to the HTTP API for tests and measurements: one connection, JSON bodies, no retries."""

import json
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit


class UnexpectedResponse(Exception):
    """There is no response, or no success; the message explains it."""


class Client:
    """A client with one connection; not safe for several threads."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme != "http" or parts.hostname is None:
            raise UnexpectedResponse(f"{address!r} is not a URL like http://127.0.0.1:8000")
        self.address = address
        self.connection = HTTPConnection(parts.hostname, parts.port, timeout=100)

    def get(self, path: str, token: str | None = None) -> Any:
        """Return a resource; None for status 202."""
        return self._send("GET", path, None, token)

    def post(self, path: str, body: Any, token: str | None = None) -> Any:
        """Post a body and return the response body."""
        return self._send("POST", path, json.dumps(body), token)

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _send(self, method: str, path: str, body: str | None, token: str | None) -> Any:
        """Send one request; raises UnexpectedResponse."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        try:
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            content = response.read()
        except (OSError, HTTPException) as error:
            raise UnexpectedResponse(f"{self.address} does not respond: {error}") from error
        if response.status == 202:
            return None
        if response.status >= 300:
            raise UnexpectedResponse(f"{method} {path}: {response.status} {content.decode(errors='replace')}")
        return json.loads(content)
