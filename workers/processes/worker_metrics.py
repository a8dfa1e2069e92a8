"""What a worker or the sweeper tells while it runs: it counts, and may have a port where its counts are told."""

from service.settings import Settings, SettingsError
from service.telemetry import exposition, metrics, tracing


def observe(settings: Settings, part: str) -> None:
    """Count from now on as a part of the service; raises SettingsError for a port that is taken."""
    metrics.begin(settings.metrics)
    metrics.count_process(part)
    if settings.tracing:
        tracing.begin(part)
    if not settings.metrics_port:
        return
    try:
        exposition.serve(settings.host, settings.metrics_port, settings.metrics)
    except OSError as error:
        where = f"{settings.host} port {settings.metrics_port}"
        raise SettingsError(f"cannot listen on {where} (BOTTEGA_HOST, BOTTEGA_METRICS_PORT): {error}") from error
