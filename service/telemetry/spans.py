"""Record spans with OpenTelemetry; `tracing` imports this where it is enabled."""

import os
import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Final

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service.telemetry.build import RELEASE
from service.telemetry.span import Carried, Fact, Kind, Span

END_SECONDS = 2.0
"""How long the end of a process waits for the export of its last spans."""
KINDS: Final[Mapping[Kind, SpanKind]] = {
    "server": SpanKind.SERVER,
    "consumer": SpanKind.CONSUMER,
    "internal": SpanKind.INTERNAL,
}
STANDARD: Final[Mapping[str, str]] = {"method": "http.request.method", "status": "http.response.status_code"}
"""Facts with names in OpenTelemetry; other names get the prefix `bottega.`."""


class RecordedSpan(Span):
    """A span that is exported."""

    def __init__(self, entered: AbstractContextManager[trace.Span]) -> None:
        self._entered = entered

    def __enter__(self) -> "RecordedSpan":
        self._span = self._entered.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._span.set_attribute("error.type", kind.__name__)
            self._span.set_status(Status(StatusCode.ERROR))
        self._entered.__exit__(kind, value, trace)


class Spans:
    """The spans of this process, and the thread that exports them."""

    def __init__(self, part: str) -> None:
        name = os.environ.get("OTEL_SERVICE_NAME") or f"bottega-{part}"
        resource = Resource.create({SERVICE_NAME: name, "service.version": RELEASE})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("bottega", RELEASE)
        self._propagator = TraceContextTextMapPropagator()

    def end(self) -> None:
        """Export the remaining spans in a thread. The process ends without it if the collector is away."""
        exporting = threading.Thread(target=self._provider.shutdown, daemon=True)
        exporting.start()
        exporting.join(END_SECONDS)

    def span(self, name: str, kind: Kind, follows: Carried, facts: Mapping[str, Fact]) -> Span:
        """Return a child of the current span, or of the remote span `follows`."""
        return RecordedSpan(
            self._tracer.start_as_current_span(
                name,
                context=self._propagator.extract(dict(follows)) if follows else None,
                kind=KINDS[kind],
                attributes=_attributes(facts),
                record_exception=False,
                set_status_on_exception=False,
            )
        )

    def note(self, facts: Mapping[str, Fact]) -> None:
        """Add facts to the current span."""
        trace.get_current_span().set_attributes(_attributes(facts))

    def link(self, carried: Carried, why: str) -> None:
        """Link the current span to a remote one."""
        other = trace.get_current_span(self._propagator.extract(dict(carried))).get_span_context()
        if carried and other.is_valid:
            trace.get_current_span().add_link(other, {"bottega.link": why})

    def carried(self) -> Carried:
        """Return the trace context of the current span."""
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        return carrier


def _attributes(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    return {STANDARD.get(name, f"bottega.{name}"): fact for name, fact in facts.items()}
