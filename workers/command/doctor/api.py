"""Check the API of a running service."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from workers.command.build import release
from workers.command.doctor import checks
from workers.command.doctor.checks import Api, Finding
from workers.command.doctor.errors import in_a_line
from workers.command.masking import masked

RESPONSE_SECONDS = 10.0
CONTRACT = "/openapi.json"
"""The path to which the API redirects programs from its first page."""


def findings(service: str, hosted: Mapping[str, int]) -> Iterator[Finding]:
    """Check the API at a URL; `hosted` has the rules versions of this machine, by ruleset."""
    if not service.startswith(("http://", "https://")):
        yield Finding("api", "fail", f"{masked(service)} is not a URL", "use http://host:port or https://host")
        return
    try:
        health, _, status = _get(service, "/healthz")
        ready, headers, _ = _get(service, "/readyz")
        _, _, listed = _get(service, "/v1/rulesets")
        _, redirect, _ = _get(service, "/")
    except (OSError, HTTPException, ValueError) as error:
        todo = "start `bottega api` there, or correct the URL in --service"
        yield Finding("api", "fail", f"{masked(service)} does not respond: {in_a_line(error)}", todo)
        return
    api_time = headers.get("Bottega-Time")
    ahead = None if api_time is None else datetime.fromisoformat(api_time).timestamp() - time.time()
    rulesets = {each["ruleset"]: each["rules_version"] for each in listed.get("rulesets", [])}
    path, prefix = _path(service), redirect.get("Location", "").removesuffix(CONTRACT)
    api = Api(health, ready, str(status.get("build")), rulesets, ahead, path, prefix)
    yield from checks.api(api, release(), hosted)


def _path(service: str) -> str:
    """Return the path of a URL, without a slash at the end."""
    return urlsplit(service).path.rstrip("/")


def _get(service: str, path: str) -> tuple[int, Mapping[str, str], dict[str, Any]]:
    """Return status, headers and JSON body of a URL; the body is empty if it is no JSON object."""
    parts = urlsplit(service)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    with closing(kind(parts.hostname or "", parts.port, timeout=RESPONSE_SECONDS)) as connection:
        connection.request("GET", f"{_path(service)}{path}")
        response = connection.getresponse()
        content, headers = response.read(), dict(response.headers)
    if "json" not in headers.get("Content-Type", ""):
        return response.status, headers, {}
    body = json.loads(content)
    return response.status, headers, body if isinstance(body, dict) else {}
