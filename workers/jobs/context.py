"""Hold the installation that the jobs of this process use: RQ calls a job with the job's arguments only."""

from service.installation.bottega import Bottega

_bottega: list[Bottega] = []


def use(bottega: Bottega) -> None:
    """Set the installation for all jobs of this process."""
    _bottega[:] = [bottega]


def bottega() -> Bottega:
    """Return the installation of this process."""
    return _bottega[0]
