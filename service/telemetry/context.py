"""What is being done here and now, a request or a job, as logs and further jobs name it."""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

Facts = Mapping[str, Any]
NOTHING: Facts = {}

_facts: ContextVar[Facts] = ContextVar("facts", default=NOTHING)
"""Of this greenlet or thread."""


def enter(facts: Facts) -> None:
    """Say what is being done from now on, by names as in logs: `request_id`, `operation`, `job_id` and the like."""
    _facts.set(facts)


def leave() -> None:
    """Say that it is done."""
    _facts.set(NOTHING)


def facts() -> Facts:
    """Return what is being done."""
    return _facts.get()


def request_id() -> str | None:
    """Return the id of the request that is answered, or that the job follows from; None outside of any."""
    return _facts.get().get("request_id")
