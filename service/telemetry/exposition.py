"""Export metrics to Prometheus: the counts of all processes that share a directory, and figures."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest, start_http_server
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.telemetry import files
from service.telemetry.build import RELEASE, build

CONTENT_TYPE = CONTENT_TYPE_LATEST


class Figure(NamedTuple):
    """A value that is read on request, and not counted."""

    name: str
    help: str
    labels: tuple[str, ...]
    values: Mapping[tuple[str, ...], float]
    """The values of the figure, by the values of the labels."""


class MetricsCollector(Collector):
    """The metrics of one endpoint."""

    def __init__(self, directory: Path | None, read_figures: Callable[[], Iterable[Figure]] = tuple) -> None:
        self._directory, self._read_figures = directory, read_figures

    def collect(self) -> Iterator[Metric]:
        """Return all metrics."""
        yield _gauge(Figure("bottega_build_info", "What runs.", ("version", "build"), {(RELEASE, build()): 1.0}))
        yield from map(_gauge, self._read_figures())
        if self._directory is not None and self._directory.is_dir():
            with files.locked(self._directory):
                files.fold(self._directory)
                yield from MultiProcessCollector(None, str(self._directory)).collect()  # type: ignore[no-untyped-call]


def text(directory: Path | None, read_figures: Callable[[], Iterable[Figure]]) -> bytes:
    """Return the counts of the processes that share a directory, and the figures."""
    return generate_latest(_registry(MetricsCollector(directory, read_figures)))


def serve(host: str, port: int, directory: Path | None) -> None:
    """Serve the counts of the processes at any path of a port, in a thread; raises OSError."""
    start_http_server(port, host, _registry(MetricsCollector(directory)))


def _registry(collector: MetricsCollector) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(collector)
    return registry


def _gauge(figure: Figure) -> Metric:
    family = GaugeMetricFamily(figure.name, figure.help, labels=figure.labels)
    for labels, value in figure.values.items():
        family.add_metric(labels, value)
    return family
