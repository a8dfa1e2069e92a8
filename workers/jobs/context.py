"""Hold the installation that the jobs of this process use: RQ calls a job with the job's arguments only."""

from service.installation.installation import Installation

_installation: list[Installation] = []


def use(installation: Installation) -> None:
    """Set the installation for all jobs of this process."""
    _installation[:] = [installation]


def installation() -> Installation:
    """Return the installation of this process."""
    return _installation[0]
