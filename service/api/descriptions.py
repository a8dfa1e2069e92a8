"""How operations are described in the contract: their problems by status, headers, bodies and parameters."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from marshmallow import Schema

from service.contract.schemas import problems as schemas
from service.problems import ProblemError, TooManyRequests

PROBLEM_TYPE = "application/problem+json"
IN_LANGUAGE = "The language of all words for people: `en`, `cs`, `it` or `ru`."

OUTCOMES: Mapping[int, str] = {
    400: "The body is not readable JSON.",
    401: "The token or key is missing or not valid.",
    403: "The token or key does not fit.",
    404: "There is no such thing.",
    409: "The state of the game, or its rules, do not allow it.",
    410: "What is asked for is kept no more.",
    412: "The resource has changed.",
    413: "The body is too long.",
    415: "The body is not announced as `application/json`, or is compressed.",
    422: "The request does not fit its schema.",
    429: "Too much, for now or for good.",
    500: "Something went wrong on the service's side.",
    503: "Not at this moment; try again after `Retry-After` seconds.",
}
"""What a problem's status means."""
REJECTIONS: Mapping[int, str] = {
    409: "Or any code of the ruleset's rejections, which `listRules` lists.",
    422: "Or the code of a ruleset's rejection, for a value that lies outside the published schema.",
}
"""What an operation that the rules judge can meet besides."""

PATH: Mapping[str, str] = {
    "game_id": "The game, by the id that `createGame` gave it.",
    "ruleset": "The ruleset, by its name in `listRulesets`.",
    "kind": "The kind of the thing, as in `appearances`.",
    "icon": "Its id, as in `appearances`, with `.svg` at the end.",
    "seat": "The seat, in turn order from 0.",
    "webhook_id": "The webhook, by its id.",
    "delivery_id": "What was sent, by its `webhook-id`.",
    "key": "The key, by its id in `listKeys`.",
    "pool": "The pool, by its id in `listRatingPools`.",
    "player": "The player, by its id.",
    "seek": "The seek, by the id that `createSeek` gave it.",
    "tournament": "The tournament, by the id that `createTournament` gave it.",
    "entrant": "The entrant, by its number from 0.",
    "round": "The round, from 1 through all stages.",
    "table": "The table of the round, from 1.",
}
"""What the parameters of addresses are."""
KEPT: Mapping[str, str] = {
    "ETag": "Changes with the answer; send it back as `If-None-Match`.",
    "Cache-Control": "Who may keep the answer, and how long: `no-cache` is for as long as the service confirms it.",
}
"""The headers of answers that are confirmed by 304 while they are the same."""
EDITION: Mapping[str, str] = {
    "ETag": "Changes whenever somebody changes what clients can change of the resource; send it as `If-Match`."
}
"""The header that names the edition of what can be changed."""
REPLAYED = "`true` when this answers a repeated request."
SECONDS: Mapping[str, Any] = {
    "description": "After how many seconds to try again.",
    "schema": {"type": "integer", "minimum": 1, "maximum": 60},
}
SENT_WITH: Mapping[str, Mapping[str, Any]] = {
    "Retry-After": SECONDS,
    "RateLimit": {
        "description": "What may still be done, and the seconds until it may all be done anew: "
        '`"requests";r=59000;t=42`, with commas between several. Every answer has it while limits are on.',
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": 'What may be done in how many seconds: `"requests";q=60000;w=60`.',
        "schema": {"type": "string"},
    },
    "WWW-Authenticate": {"description": "What kind of credentials is expected.", "schema": {"type": "string"}},
}
"""The headers of problems."""
PROBLEM = schemas.Problem()
LIMITS = ("RateLimit", "RateLimit-Policy")
"""The headers of all answers that were counted."""


def problem_responses(problems: Iterable[type[ProblemError]], may_reject: bool) -> dict[int, dict[str, Any]]:  # noqa: FBT001
    """Describe each status that problems come with; `x-codes` lists their codes for machines."""
    by_status: dict[int, list[type[ProblemError]]] = {status: [] for status in (REJECTIONS if may_reject else ())}
    for problem in sorted(set(problems), key=lambda each: each.code):
        by_status.setdefault(problem.status, []).append(problem)
    return {
        status: {
            "schema": PROBLEM,
            "content_type": PROBLEM_TYPE,
            "headers": header_texts({"Content-Language": IN_LANGUAGE}) | _sent_with(by_status[status]),
            "description": _described(status, by_status[status], may_reject),
            "x-codes": [problem.code for problem in by_status[status]],
            **({"x-rejections": True} if may_reject and status in REJECTIONS else {}),
        }
        for status in sorted(by_status, reverse=True)
    }


def _described(status: int, problems: Iterable[type[ProblemError]], may_reject: bool) -> str:  # noqa: FBT001  # as declared
    """Describe a status by the codes that come with it."""
    lines = [f"- `{problem.code}`: {problem.title}." for problem in problems]
    if may_reject and status in REJECTIONS:
        lines.append(f"- {REJECTIONS[status]}")
    return "\n".join([OUTCOMES[status], "", *lines])


def _sent_with(problems: Iterable[type[ProblemError]]) -> dict[str, Any]:
    """Describe the headers that come with problems of one status."""
    return {
        name: SENT_WITH[name]
        for problem in problems
        for name in [*problem.headers, *(LIMITS if problem is TooManyRequests else ())]
    }


def waiting_headers(status: int) -> dict[str, Any]:
    """Describe the headers of a success that is still to come."""
    return {"Retry-After": SECONDS} if status == HTTPStatus.ACCEPTED else {}


def body_of(schema: type[Schema] | str | None) -> dict[str, Any]:
    """Describe the body of an answer; one without a schema is a text of that media type."""
    if isinstance(schema, str):
        return {"schema": {"type": "string"}, "content_type": schema}
    return {"schema": schema}


def path_parameters(rule: str) -> list[dict[str, Any]]:
    """Describe the parameters of an address."""
    return [{"in": "path", "name": name, "description": text} for name, text in PATH.items() if f"{name}>" in rule]


def header_texts(headers: Mapping[str, str]) -> dict[str, Any]:
    """Describe the headers of an answer."""
    return {name: {"description": text, "schema": {"type": "string"}} for name, text in headers.items()}
