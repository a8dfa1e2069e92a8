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
    now, key = time.monotonic(), (logger.name, text)
    if now - _last.get(key, -PAUSE_SECONDS) >= PAUSE_SECONDS:
        _last[key] = now
        logger.warning(text, *arguments)
