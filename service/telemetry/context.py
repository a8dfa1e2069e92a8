"""Hold the current request or job, for logs and further jobs."""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

Facts = Mapping[str, Any]
NOTHING: Facts = {}

_facts: ContextVar[Facts] = ContextVar("facts", default=NOTHING)
"""The facts of the current greenlet or thread."""


def enter(facts: Facts) -> None:
    """Set the facts of the current work, named as in logs: `request_id`, `operation`, `job_id` and others."""
    _facts.set(facts)


def leave() -> None:
    """Clear the facts after the work."""
    _facts.set(NOTHING)


def facts() -> Facts:
    """Return the facts of the current work."""
    return _facts.get()


def request_id() -> str | None:
    """Return the id of the current request, or of the request that led to the job; None without one."""
    return _facts.get().get("request_id")
