"""Trace requests and the jobs that they cause, and export the spans to a collector if BOTTEGA_TRACING is set.

Without it, and until `start` in a process, nothing is traced and OpenTelemetry is not imported. A span then costs some
400 ns. The OTEL_* variables of OpenTelemetry configure the export.

Spans may only contain what all operators may see: ids, numbers and fixed words. They never contain tokens, actions or
hidden data of games. Texts of errors may contain such data, so spans have only their types.
"""

from typing import TYPE_CHECKING

from service.telemetry.span import NOTHING, Carried, Fact, Kind, Span

if TYPE_CHECKING:
    from service.telemetry.spans import Spans

HEADERS = ("traceparent", "tracestate")

_spans: "list[Spans]" = []
"""One element if this process traces."""
_NO_SPAN = Span()


def start(part: str) -> None:
    """Start tracing this process as a part of the service; call it after a fork. A second call does nothing."""
    from service.telemetry.spans import Spans  # noqa: PLC0415  # imported only where it is used

    if not _spans:
        _spans.append(Spans(part))


def end() -> None:
    """Stop tracing, and export the remaining spans within two seconds."""
    while _spans:
        _spans.pop().end()


def span(name: str, kind: Kind = "internal", follows: Carried = NOTHING, /, **facts: Fact) -> Span:
    """Return a child of the current span, or of the remote span `follows`."""
    return _spans[0].span(name, kind, follows, facts) if _spans else _NO_SPAN


def note(**facts: Fact) -> None:
    """Add facts to the current span."""
    for spans in _spans:
        spans.note(facts)


def link(carried: Carried, why: str) -> None:
    """Link the current span to a remote one, if `carried` names one."""
    for spans in _spans:
        spans.link(carried, why)


def carried() -> Carried:
    """Return the trace context of the current span; empty without one."""
    return _spans[0].carried() if _spans else NOTHING
