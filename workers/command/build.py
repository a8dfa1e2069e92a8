"""Which release of this package runs, and which build of it."""

from service.telemetry.build import RELEASE, build


def release() -> str:
    """Name the release and its build, as `bottega --version` prints it."""
    return f"bottega {RELEASE} ({build()})"
