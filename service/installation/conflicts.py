"""Retry changes that conflicting writes have overtaken."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from service import problems
from service.store import ConflictingWrite

T = TypeVar("T")

MOST_ATTEMPTS = 100
"""Conflicting writes after which a request gives up; many more than seats that act at one moment."""


def retry_conflicts(attempt: Callable[[], T]) -> T:
    """Call a function until it raises no ConflictingWrite, and return its result. Each call must read the data again.

    Raises GameBusy after MOST_ATTEMPTS calls, and what `attempt` raises.

        def attempt() -> None:
            seen = installation.store.info(game_id)
            if not installation.store.replace_info(game_id, seen, changed(seen, changes)):
                raise ConflictingWrite

        retry_conflicts(attempt)
    """
    return retry_or_raise(problems.GameBusy, attempt)


def retry_or_raise(busy: type[problems.ProblemError], attempt: Callable[[], T]) -> T:
    """Do what `retry_conflicts` does, with another problem after the last call."""
    for _ in range(MOST_ATTEMPTS):
        with suppress(ConflictingWrite):
            return attempt()
    raise busy("Retry the request. Other requests were faster {times} times in a row.", {"times": MOST_ATTEMPTS})
