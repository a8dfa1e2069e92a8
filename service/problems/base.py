"""The base of all problems, and their kinds by status."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

TYPES: Final = "/docs/errors/"
"""Where each code has a page."""
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
BEARER: Final = 'Bearer realm="bottega"'
PROBLEMS: Final[dict[str, type["ProblemError"]]] = {}
"""All problems by code."""
_CAPITAL: Final = re.compile("(?<!^)(?=[A-Z])")


def type_of(code: str) -> str:
    """Return the `type` of a problem (RFC 9457): the page of its code, as a URI reference."""
    return f"{TYPES}{code}"


class ProblemError(Exception):
    """A request failed; nothing was changed.

    A problem is a subclass with a title. Its code is the class name in snake case: `GameNotFound` is `game_not_found`.
    Its docstring explains the code in the error catalogue.
    """

    status: ClassVar[int]
    code: ClassVar[str]
    title: ClassVar[str]
    headers: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, *, title: str = "", status: int = 0, retry_after: int = 0) -> None:
        """Set the code, and the status and headers unless they are those of the base class."""
        cls.status = status or cls.status
        if retry_after:
            cls.headers = {"Retry-After": str(retry_after)}
        if title:
            cls.title, cls.code = title, _CAPITAL.sub("_", cls.__name__).lower()
            PROBLEMS[cls.code] = cls

    def __init__(self, detail: str, facts: Mapping[str, Any] = NOTHING, **members: Any) -> None:
        super().__init__(detail.format_map(facts))
        self.detail = detail
        """The detail, in English, with names of facts in braces: `Version {version} is hosted.`"""
        self.facts = facts
        self.members = members
        """Further fields of the problem document."""


class Unauthorized(ProblemError, status=401):
    """The credentials are missing or not valid."""

    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": BEARER}


class Forbidden(ProblemError, status=403):
    """The caller may not send the request."""


class Missing(ProblemError, status=404):
    """The resource does not exist."""


class Conflict(ProblemError, status=409):
    """The state of the resource does not allow the request."""


class LimitReached(ProblemError, status=429):
    """A limit has been reached."""


class Unavailable(ProblemError, status=503, retry_after=1):
    """The service cannot respond at the moment."""
