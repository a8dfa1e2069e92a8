"""Read the header `Retry-After` of another server's response (RFC 9110, 10.2.3).

werkzeug reads it in its own responses only, and adds the system time.
"""

from datetime import UTC, datetime

from werkzeug.http import parse_date


def seconds_to_wait(header: str | None, now: float) -> float:
    """Return the seconds from `now`, in Unix time, until a retry is allowed; 0 without a readable header."""
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    date = parse_date(text)
    return 0.0 if date is None else max(0.0, (date - datetime.fromtimestamp(now, UTC)).total_seconds())
