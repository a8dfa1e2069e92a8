"""What all problems have in common."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

TYPES: Final = "/docs/errors/"
"""Where each code has a page."""
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def type_of(code: str) -> str:
    """Return the `type` of a problem (RFC 9457): the page of its code, as a URI reference."""
    return f"{TYPES}{code}"


class ProblemError(Exception):
    """A request that cannot be carried out; nothing has been changed."""

    status: ClassVar[int]
    code: ClassVar[str]
    title: ClassVar[str]
    headers: ClassVar[Mapping[str, str]] = {}

    def __init__(self, detail: str, facts: Mapping[str, Any] = NOTHING, **members: Any) -> None:
        super().__init__(detail.format_map(facts))
        self.detail = detail
        """What is wrong in this case, in English, with each fact's name in braces: `Version {version} is hosted.`"""
        self.facts = facts
        self.members = members
        """Further members of the problem document."""
