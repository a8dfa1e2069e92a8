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


def fail_sparsely(logger: logging.Logger, text: str, name: str) -> None:
    """Log an exception with its traceback, unless this logger has logged it of this name within the last minute."""
    now, key = time.monotonic(), (logger.name, text % name)
    if now - _last.get(key, -PAUSE_SECONDS) >= PAUSE_SECONDS:
        for old in [each for each, at in _last.items() if now - at >= PAUSE_SECONDS]:
            del _last[old]
        _last[key] = now
        logger.exception(text, name)
