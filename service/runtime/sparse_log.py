"""Warnings that would come many times a second while something is away: each is logged once a minute."""

import logging
import time

PAUSE_SECONDS = 60.0

_last: dict[tuple[str, str], float] = {}
"""When each warning, by logger and text without its arguments, was logged last, on the monotonic clock."""


def warn_sparsely(logger: logging.Logger, text: str, *arguments: object) -> None:
    """Log a warning, unless this logger has logged the same text within the last minute.

    `warn_sparsely(logger, "job %s was not handed out: %s", job, error)` says so of one job a minute.
    """
    if is_due(logger, text):
        logger.warning(text, *arguments)


def is_due(logger: logging.Logger, text: str) -> bool:
    """Whether this logger has not logged a text within the last minute; from now on it has."""
    now, key = time.monotonic(), (logger.name, text)
    for old in [each for each, at in _last.items() if now - at >= PAUSE_SECONDS]:
        del _last[old]
    if key in _last:
        return False
    _last[key] = now
    return True
