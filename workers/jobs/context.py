"""What the jobs of this worker process work with: RQ calls a job with its own arguments alone."""

from service.play.bottega import Bottega

_bottega: list[Bottega] = []


def use(bottega: Bottega) -> None:
    """Have all jobs of this process work with one installation, from now on."""
    _bottega[:] = [bottega]


def bottega() -> Bottega:
    """Return the installation that this process works for."""
    return _bottega[0]
