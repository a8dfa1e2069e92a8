"""Name the release and the build of this package."""

from service.telemetry.build import RELEASE, build


def release() -> str:
    """Return the release and its build, as `bottega --version` prints them."""
    return f"bottega {RELEASE} ({build()})"
