"""Count the work of a worker or the sweeper, and serve the metrics on a port if one is set."""

from service.setting_values import SettingsError
from service.settings import Settings
from service.telemetry import exposition, metrics, tracing


def observe(settings: Settings, part: str) -> None:
    """Start metrics and tracing for a process; raises SettingsError if the port is in use."""
    metrics.start(settings.metrics)
    metrics.count_process(part)
    if settings.tracing:
        tracing.start(part)
    if not settings.metrics_port:
        return
    try:
        exposition.serve(settings.host, settings.metrics_port, settings.metrics)
    except OSError as error:
        where = f"{settings.host} port {settings.metrics_port}"
        raise SettingsError(f"cannot listen on {where} (BOTTEGA_HOST, BOTTEGA_METRICS_PORT): {error}") from error
