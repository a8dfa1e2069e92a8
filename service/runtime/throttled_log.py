"""What would be logged again and again: a warning while something is away once a minute, a fault of one thing once."""

import logging
import time

PAUSE_SECONDS = 60.0

MOST_KNOWN = 10_000
"""So many faults are kept in mind; after that they are logged again."""

_last: dict[tuple[str, str], float] = {}
"""When each warning, by logger and text without its arguments, was logged last, on the monotonic clock."""


_known: set[str] = set()
"""The faults that have been logged, by any logger."""


def log_once(logger: logging.Logger, text: str, *arguments: object, error: BaseException | None = None) -> None:
    """Log a fault as an error, unless this process has logged the same of the same thing.

    With `error` its traceback follows. `log_once(logger, "game %s cannot be read", game_id)` says so once of each game.
    """
    key = text % arguments
    if key in _known:
        return
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    _known.add(key)
    logger.error(text, *arguments, exc_info=error)


def warn_sparsely(logger: logging.Logger, text: str, *arguments: object) -> None:
    """Log a warning, unless this logger has logged the same text within the last minute.

    `warn_sparsely(logger, "job %s was not handed out: %s", job, error)` says so of one job a minute.
    """
    now, key = time.monotonic(), (logger.name, text)
    for old in [each for each, at in _last.items() if now - at >= PAUSE_SECONDS]:
        del _last[old]
    if key not in _last:
        _last[key] = now
        logger.warning(text, *arguments)
