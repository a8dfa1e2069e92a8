"""Describe operations in the contract: problems by status, headers, bodies and parameters."""

from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from domain.languages import CODES
from service import problems as errors
from service.api.declarations import schema_at
from service.resources.problems import Problem

PROBLEM_TYPE = "application/problem+json"
IN_LANGUAGE = f"Language of all display texts in the response: {CODES}."

OUTCOMES: Mapping[int, str] = {
    400: "The body is not valid JSON.",
    401: "The token or key is missing or not valid.",
    403: "The token or key does not allow this request.",
    404: "The resource does not exist.",
    409: "The state of the resource, or the rules of the game, do not allow the request.",
    410: "The requested data was deleted.",
    412: "The resource has changed since the client read it.",
    413: "The body is too long.",
    415: "The `Content-Type` is not `application/json`, or the body is compressed.",
    422: "The request does not match its schema.",
    429: "A limit has been reached. `Retry-After`, if present, is the number of seconds to wait.",
    500: "Internal error of the service.",
    503: "Temporarily unavailable. Retry after `Retry-After` seconds.",
}
"""Description of each problem status."""
REJECTIONS: Mapping[int, str] = {
    409: "Any rejection code of the ruleset; `listRules` lists them.",
    422: "A rejection code of the ruleset, for a value outside the published schema.",
}
"""Descriptions of the statuses with which the rules can reject an operation."""


class PathParameter(NamedTuple):
    """A parameter in the path of operations."""

    description: str
    problems: Sequence[type[errors.ProblemError]] = ()
    """The problems of each operation with this parameter."""


PATH: dict[str, PathParameter] = {
    "game_id": PathParameter(
        "Id of the game, as returned by `createGame`.", (errors.GameNotFound, errors.StoreUnavailable)
    ),
    "ruleset": PathParameter("Name of the ruleset, as in `listRulesets`."),
    "kind": PathParameter("Kind of the component, as in `appearances` of `getRuleset`."),
    "icon": PathParameter("Id of the component, as in `appearances` of `getRuleset`, followed by `.svg`."),
    "seat": PathParameter("Number of the seat, in turn order from 0."),
    "webhook_id": PathParameter("Id of the webhook."),
    "target_id": PathParameter("Id of the notification target."),
    "delivery_id": PathParameter("Id of the delivery: its `webhook-id` header."),
    "key": PathParameter("Id of the key, as in `listKeys`."),
    "identity": PathParameter("Id of the identity, as in `listIdentities`."),
    "pool": PathParameter("Id of the rating pool, as in `listRatingPools`."),
    "player": PathParameter("Id of the player."),
    "seek": PathParameter("Id of the seek, as returned by `createSeek`."),
}
"""The path parameters by name, to which packages on top of the service add their own."""
CACHE_HEADERS: Mapping[str, str] = {
    "ETag": "Entity tag: it changes with the response. Send it as `If-None-Match`.",
    "Cache-Control": "Which caches may store the response, and how long. With `no-cache` they must revalidate it.",
}
"""Descriptions of the headers of responses that are revalidated with 304."""
ENTITY_TAG: Mapping[str, str] = {
    "ETag": "Entity tag: it changes when a client changes the resource. Send it as `If-Match`."
}
"""Description of the entity tag of a resource that clients can change."""
OLD_RULES: Mapping[str, str] = {
    "Deprecation": "Deprecation date of the rules version (RFC 9745).",
    "Sunset": "Last day of new games under the rules version (RFC 8594).",
}
"""Descriptions of the headers of games under an older version of the rules."""
REPLAYED = "`true` if this response repeats the first one."
SECONDS: Mapping[str, Any] = {
    "description": "Seconds to wait before the next attempt.",
    "schema": {"type": "integer", "minimum": 1, "maximum": 60},
}
SENT_WITH: Mapping[str, Mapping[str, Any]] = {
    "Retry-After": SECONDS,
    "RateLimit": {
        "description": "Remaining quota (`r`) of each rate limit, and the seconds until it is reset (`t`): "
        '`"requests";r=59000;t=42`, separated by commas. Omitted if rate limits are off.',
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": 'Quota (`q`) of each rate limit per window of `w` seconds: `"requests";q=60000;w=60`.',
        "schema": {"type": "string"},
    },
    "WWW-Authenticate": {
        "description": "Authentication scheme that the operation expects.",
        "schema": {"type": "string"},
    },
}
"""Descriptions of the headers of problems."""
LIMITS = ("RateLimit", "RateLimit-Policy")
"""Headers of responses to which rate limits apply."""


def problem_responses(problems: Iterable[type[errors.ProblemError]], may_reject: bool) -> dict[int, dict[str, Any]]:  # noqa: FBT001
    """Describe each problem status of an operation; `x-codes` lists the codes for programs."""
    by_status: dict[int, list[type[errors.ProblemError]]] = {
        status: [] for status in (REJECTIONS if may_reject else ())
    }
    for problem in sorted(set(problems), key=lambda each: each.code):
        by_status.setdefault(problem.status, []).append(problem)
    return {
        status: {
            "schema": schema_at(Problem),
            "content_type": PROBLEM_TYPE,
            "headers": problem_headers(by_status[status]),
            "description": _described(status, by_status[status], may_reject),
            "x-codes": [problem.code for problem in by_status[status]],
            **({"x-rejections": True} if may_reject and status in REJECTIONS else {}),
        }
        for status in sorted(by_status, reverse=True)
    }


def _described(status: int, problems: Iterable[type[errors.ProblemError]], may_reject: bool) -> str:  # noqa: FBT001  # as declared
    lines = [f"- `{problem.code}`: {problem.title}." for problem in problems]
    if may_reject and status in REJECTIONS:
        lines.append(f"- {REJECTIONS[status]}")
    return "\n".join([OUTCOMES[status], "", *lines])


def problem_headers(problems: Iterable[type[errors.ProblemError]]) -> dict[str, Any]:
    """Describe the headers of problems."""
    return always_sent({"Content-Language": IN_LANGUAGE}) | {
        name: SENT_WITH[name]
        for problem in problems
        for name in [*problem.headers, *(LIMITS if problem is errors.TooManyRequests else ())]
    }


def waiting_headers(status: int) -> dict[str, Any]:
    """Return the headers of a 202 response."""
    return {"Retry-After": SECONDS} if status == HTTPStatus.ACCEPTED else {}


def body_of(schema: Any) -> dict[str, Any]:
    """Describe the body of a response; a string is the media type of a text."""
    if isinstance(schema, str):
        return {"schema": {"type": "string"}, "content_type": schema}
    return {"schema": schema}


def path_parameters(rule: str) -> list[dict[str, Any]]:
    """Describe the path parameters of a URL rule."""
    return [{"in": "path", "name": name, "description": each.description} for name, each in parameters_in(rule).items()]


def parameters_in(rule: str) -> Mapping[str, PathParameter]:
    """Return the path parameters of a URL rule by name."""
    return {name: each for name, each in PATH.items() if f"{name}>" in rule}


def always_sent(headers: Mapping[str, str]) -> dict[str, Any]:
    """Describe the headers that each response has."""
    return {name: {**header, "required": True} for name, header in header_texts(headers).items()}


def header_texts(headers: Mapping[str, str]) -> dict[str, Any]:
    """Describe the headers of a response."""
    return {name: {"description": text, "schema": {"type": "string"}} for name, text in headers.items()}
