"""Log repeated messages rarely: a warning during an outage once a minute, an error of one object once.

The caches of cachetools could replace five of these lines.
"""

import logging
import time

PAUSE_SECONDS = 60.0

MOST_KNOWN = 10_000
"""The maximum number of errors in memory; after that they are logged again."""

_last: dict[tuple[str, str], float] = {}
"""The time of the latest log entry of each warning, by logger and text without arguments; monotonic clock."""


_known: set[str] = set()
"""The logged errors of all loggers."""


def log_once(logger: logging.Logger, text: str, *arguments: object, error: BaseException | None = None) -> None:
    """Log an error, unless this process has logged the same text with the same arguments.

    With `error` its traceback follows. `log_once(logger, "game %s cannot be read", game_id)` logs each game once.
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

    `warn_sparsely(logger, "job %s was not handed out: %s", job, error)` logs one job a minute.
    """
    now, key = time.monotonic(), (logger.name, text)
    for old in [each for each, at in _last.items() if now - at >= PAUSE_SECONDS]:
        del _last[old]
    if key not in _last:
        _last[key] = now
        logger.warning(text, *arguments)
