"""Headers of games under an older version of the rules: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594)."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from email.utils import format_datetime

from flask import Flask, Response, request

from domain.ruleset import AnyRuleset
from service.api.authentication import installation
from service.telemetry import context


def register(app: Flask, rulesets: Mapping[str, AnyRuleset]) -> None:
    """Add the headers to responses about games of these rulesets, if one of them has a later version."""
    if any(each.deprecated for each in rulesets.values()):
        app.after_request(_add)


def headers_of(ruleset: AnyRuleset) -> dict[str, str]:
    """Return the headers of a game of a ruleset: `@1793664000` and `Tue, 01 Dec 2026 00:00:00 GMT`.

    Empty for the latest version.
    """
    return {
        **({"Deprecation": f"@{int(_start(ruleset.deprecated).timestamp())}"} if ruleset.deprecated else {}),
        **({"Sunset": format_datetime(_start(ruleset.sunset), usegmt=True)} if ruleset.sunset else {}),
    }


def _add(response: Response) -> Response:
    """Add the headers to a success of an operation on one game."""
    if response.status_code < 400 and "game_id" in (request.view_args or {}):
        ruleset = installation().rulesets.get(context.ruleset())
        response.headers.update({} if ruleset is None else headers_of(ruleset))
    return response


def _start(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
