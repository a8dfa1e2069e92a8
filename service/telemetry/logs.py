"""Format logs as text for people, or as JSON lines for machines.

    {"time":"2026-11-21T18:30:00.123Z","level":"INFO","part":"api","process":7,"logger":"service.access",
     "message":"submitAction 200","request_id":"f00d","operation":"submitAction","game_id":"...","status":200,"ms":1.9}

Levels below warning apply to this service only: libraries might log headers and bodies. Text in messages and tracebacks
that looks like a token, a key or a seed is masked.
"""

import logging
import logging.config
import re
from datetime import UTC, datetime
from typing import Any

import msgspec

from service.settings import LogFormat, LogLevel
from service.telemetry import context

OWN = ("service", "workers")
"""The loggers of this service."""
START = "service.start"
"""The logger of the one line that a process logs at its start, at every level."""
SECRETS = re.compile(r"whsec_[^\s\"']+|(?=[a-z0-9_-]*[A-Z])[A-Za-z0-9_-]{40,}|[0-9A-Fa-f]{64,}")
"""Tokens, keys, codes and tickets end with 32 bytes in base64, with capitals. Seeds have 64 hexadecimal digits."""
SHORTEST_SECRET = 38
"""A `whsec_` with 24 bytes, the fewest that Standard Webhooks allows."""
LEFT_OUT = "***"


def set_up(part: str, form: LogFormat, level: LogLevel) -> None:
    """Log to standard error as this `part` of the service."""
    logging.config.dictConfig(configuration(part, form, level))


def configuration(part: str, form: LogFormat, level: LogLevel) -> dict[str, Any]:
    """Return the configuration for `logging`, which gunicorn accepts, too."""
    server = "WARNING" if level == "warning" else "INFO"
    own = {**dict.fromkeys(OWN, level.upper()), START: "INFO"}
    levels = {**own, "gunicorn.error": server, "gunicorn.access": "WARNING"}
    line = "service.telemetry.logs.JsonLines" if form == "json" else "service.telemetry.logs.TextLines"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "root": {"level": "WARNING", "handlers": ["console"]},
        "loggers": {name: {"level": least, "handlers": [], "propagate": True} for name, least in levels.items()},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}},
        "formatters": {"line": {"()": line, "part": part}},
    }


class TextLines(logging.Formatter):
    """Formats `2026-11-21 18:30:00,123 api[7] f00d WARNING message`, with the id of the request if there is one."""

    def __init__(self, part: str) -> None:
        super().__init__(f"%(asctime)s {part}[%(process)d]%(request)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text, with its traceback below."""
        request_id = context.request_id()
        record.request = f" {request_id}" if request_id else ""
        return _masked(super().format(record))


class JsonLines(logging.Formatter):
    """Formats records as one JSON object per line, with the current request or job."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self.part = part

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON; the field `error` has its traceback."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")[:-6] + "Z",
            "level": record.levelname,
            "part": self.part,
            "process": record.process,
            "logger": record.name,
            "message": _masked(record.getMessage()),
            **context.facts(),
            **getattr(record, "facts", context.NOTHING),
        }
        if record.exc_info:
            line["error"] = _masked(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


def has_secret(text: str) -> bool:
    """Whether part of a text looks like a token, a key or a seed, all of which are long."""
    return len(text) >= SHORTEST_SECRET and SECRETS.search(text) is not None


def _masked(text: str) -> str:
    return SECRETS.sub(LEFT_OUT, text)
