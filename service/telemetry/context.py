"""Hold the current request or job, for logs and further jobs, and the ruleset of the game that it reads."""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

Facts = Mapping[str, Any]
NOTHING: Facts = {}

_facts: ContextVar[Facts] = ContextVar("facts", default=NOTHING)
"""The facts of the current greenlet or thread."""
_ruleset: ContextVar[str] = ContextVar("ruleset", default="")
"""The ruleset of the game that the current work has read last; empty without one."""


def enter(facts: Facts) -> None:
    """Set the facts of the current work, named as in logs: `request_id`, `operation`, `job_id` and others."""
    _facts.set(facts)
    _ruleset.set("")


def leave() -> None:
    """Clear the facts after the work."""
    _facts.set(NOTHING)


def facts() -> Facts:
    """Return the facts of the current work."""
    return _facts.get()


def note_ruleset(name: str) -> None:
    """Note the ruleset of a game that the current work has read."""
    _ruleset.set(name)


def ruleset() -> str:
    """Return the ruleset of the game that the current work has read last; empty without one."""
    return _ruleset.get()


def request_id() -> str | None:
    """Return the id of the current request, or of the request that led to the job; None without one."""
    return _facts.get().get("request_id")
