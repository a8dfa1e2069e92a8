"""How an operation is phased out: clients are told with every answer, and the contract says it with dates."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from flask import Flask, Response, request, url_for
from werkzeug.http import http_date
from werkzeug.routing import Rule

SENDS = {
    "Deprecation": "Since when the operation is deprecated: `@` and Unix time (RFC 9745).",
    "Sunset": "From when on it may be gone (RFC 8594).",
}
LINK = {"Link": "What to use instead, as `successor-version` (RFC 8288)."}


@dataclass(frozen=True)
class Deprecation:
    """That an operation will go away; days begin at midnight, UTC."""

    since: date
    sunset: date
    """The first day on which it may be gone."""
    successor: str | None = None
    """The operation to use instead; its path has no other parameters than this one's."""

    def __post_init__(self) -> None:
        if self.sunset < self.since:
            raise ValueError(f"gone on {self.sunset}, before it is deprecated on {self.since}")

    @property
    def text(self) -> str:
        """Say it in the contract."""
        instead = f" Use `{self.successor}` instead." if self.successor else ""
        return f"**Deprecated** since {self.since}, may be gone from {self.sunset} on.{instead}"

    @property
    def sends(self) -> dict[str, str]:
        """Describe the headers that come with every answer."""
        return SENDS | (LINK if self.successor else {})

    @property
    def headers(self) -> dict[str, str]:
        """Write the headers that are the same in every answer."""
        return {"Deprecation": f"@{_midnight(self.since):.0f}", "Sunset": http_date(_midnight(self.sunset))}


def register(app: Flask) -> None:
    """Tell the clients of deprecated operations with every answer, problems included.

    Raises ValueError for a successor that is no operation, or whose address does not follow from the request.
    """
    deprecated = {endpoint: (each, _successor(app, endpoint, each)) for endpoint, each in _deprecated(app)}

    def announce(response: Response) -> Response:
        """Add the headers."""
        if request.endpoint in deprecated:
            deprecation, rule = deprecated[request.endpoint]
            response.headers.extend(deprecation.headers)
            if rule is not None:
                response.headers.add("Link", f'<{_address(rule)}>; rel="successor-version"')
        return response

    app.after_request(announce)


def declare(view: Any, deprecation: Deprecation | None) -> None:
    """Note of a declared operation that it is deprecated."""
    if deprecation is not None:
        view._apidoc["deprecation"] = deprecation  # noqa: SLF001  # where flask-smorest keeps what is declared


def describe(operation: dict[str, Any], declared: Mapping[str, Any]) -> dict[str, Any]:
    """Say in the contract what `declared` says of an operation, if it is deprecated."""
    deprecation: Deprecation | None = declared.get("deprecation")
    if deprecation is None:
        return operation
    shown = {name: {"description": text, "schema": {"type": "string"}} for name, text in deprecation.sends.items()}
    for response in operation["responses"].values():
        response["headers"] = response.get("headers", {}) | shown
    prose = declared["docstring"]
    prose["description"] = f"{deprecation.text}\n\n{prose.get('description', '')}".rstrip()
    return {**operation, "deprecated": True}


def _deprecated(app: Flask) -> Iterator[tuple[str, Deprecation]]:
    """List the deprecated operations by their endpoints."""
    for endpoint, view in app.view_functions.items():
        deprecation = _declared(view).get("deprecation")
        if deprecation is not None:
            yield endpoint, deprecation


def _successor(app: Flask, endpoint: str, deprecation: Deprecation) -> Rule | None:
    """Find where the successor of an operation is; None if it has none."""
    if deprecation.successor is None:
        return None
    (own,) = app.url_map.iter_rules(endpoint)
    for rule in app.url_map.iter_rules():
        name = _declared(app.view_functions[rule.endpoint]).get("manual_doc", {}).get("operationId")
        if name == deprecation.successor and rule.arguments <= own.arguments:
            return rule
    raise ValueError(f"{endpoint}: {deprecation.successor} cannot succeed it")


def _address(rule: Rule) -> str:
    """Write the address of the successor for this request."""
    arguments = request.view_args or {}
    return url_for(rule.endpoint, **{name: arguments[name] for name in rule.arguments})


def _declared(view: Any) -> dict[str, Any]:
    """Read what `operation` declared of a view."""
    declared: dict[str, Any] = getattr(view, "_apidoc", {})
    return declared


def _midnight(day: date) -> float:
    """Give the Unix time at which a day begins, UTC."""
    return datetime.combine(day, time(), UTC).timestamp()
