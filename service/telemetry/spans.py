"""Spans of OpenTelemetry; `tracing` loads this where it is on."""

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
"""How long the end of a process waits until the last spans have been told."""
KINDS: Final[Mapping[Kind, SpanKind]] = {
    "server": SpanKind.SERVER,
    "consumer": SpanKind.CONSUMER,
    "internal": SpanKind.INTERNAL,
}
STANDARD: Final[Mapping[str, str]] = {"method": "http.request.method", "status": "http.response.status_code"}
"""The facts that have names in OpenTelemetry; others are `bottega.`, and their own."""


class RecordedSpan(Span):
    """A span that is told."""

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
    """The spans of this process, and the thread that tells them."""

    def __init__(self, part: str) -> None:
        name = os.environ.get("OTEL_SERVICE_NAME") or f"bottega-{part}"
        resource = Resource.create({SERVICE_NAME: name, "service.version": RELEASE})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("bottega", RELEASE)
        self._propagator = TraceContextTextMapPropagator()

    def end(self) -> None:
        """Tell what has not been told, by a thread of its own that nobody waits for if the collector is away."""
        telling = threading.Thread(target=self._provider.shutdown, daemon=True)
        telling.start()
        telling.join(END_SECONDS)

    def span(self, name: str, kind: Kind, follows: Carried, facts: Mapping[str, Fact]) -> Span:
        """Return a span below the present one, or below the one that it follows from elsewhere."""
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
        """Tell more of the present span."""
        trace.get_current_span().set_attributes(_attributes(facts))

    def link(self, carried: Carried, why: str) -> None:
        """Link the present span to one elsewhere."""
        other = trace.get_current_span(self._propagator.extract(dict(carried))).get_span_context()
        if carried and other.is_valid:
            trace.get_current_span().add_link(other, {"bottega.link": why})

    def carried(self) -> Carried:
        """Return what names the present span elsewhere."""
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        return carrier


def _attributes(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """Name facts as OpenTelemetry does."""
    return {STANDARD.get(name, f"bottega.{name}"): fact for name, fact in facts.items()}
