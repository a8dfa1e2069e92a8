"""Traces of what follows from one request, told to a collector by OpenTelemetry where BOTTEGA_TRACING is on.

Where it is off, and until `begin` is called in a process, nothing is traced, nothing of OpenTelemetry is loaded for
it, and a span costs some 400 ns. Where to tell it and how is said by the OTEL_* variables, as OpenTelemetry has them.

Whatever a span is told must be fit for everybody who operates: ids, numbers and words of ours, never a token, an action
or what is hidden in a game. The texts of errors may hold such, so only their kinds are told.
"""

from typing import TYPE_CHECKING

from service.telemetry.span import NOTHING, Carried, Fact, Kind, Span

if TYPE_CHECKING:
    from service.telemetry.spans import Spans

HEADERS = ("traceparent", "tracestate")

_spans: "list[Spans]" = []
"""One where this process traces, else none."""
_UNTOLD = Span()


def begin(part: str) -> None:
    """Trace what this process does from now on as a part of the service; call it after a fork. Twice does no harm."""
    from service.telemetry.spans import Spans  # noqa: PLC0415  # OpenTelemetry is loaded only where it is used

    if not _spans:
        _spans.append(Spans(part))


def end() -> None:
    """Trace no more, and tell what has not been told, for two seconds at most."""
    while _spans:
        _spans.pop().end()


def span(name: str, kind: Kind = "internal", follows: Carried = NOTHING, /, **facts: Fact) -> Span:
    """Return a span below the present one, or below the one that it follows from elsewhere."""
    return _spans[0].span(name, kind, follows, facts) if _spans else _UNTOLD


def note(**facts: Fact) -> None:
    """Tell more of the present span."""
    for spans in _spans:
        spans.note(facts)


def link(carried: Carried, why: str) -> None:
    """Link the present span to one elsewhere, of another trace or of this; to none where nothing is carried."""
    for spans in _spans:
        spans.link(carried, why)


def carried() -> Carried:
    """Return what names the present span elsewhere; nothing outside of any."""
    return _spans[0].carried() if _spans else NOTHING
