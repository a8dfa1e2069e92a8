"""Stop jobs when their worker stops, and renew the leases of their games."""

import logging
import time

from service.installation.installation import Installation
from service.runtime.heartbeat import beat
from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES
from workers.jobs import time_limit
from workers.thinking.search import CheckIn

RENEWALS = 3
"""Renewals within one lease period, so that one renewal may be late."""

logger = logging.getLogger(__name__)

_stops: list[bool] = []


class WorkerStopping(Exception):
    """The worker is stopping; another worker takes the job over."""


def stop() -> None:
    """Make every search of this process end at its next check."""
    _stops.append(True)


def is_stopping() -> bool:
    """Whether this process is stopping."""
    return bool(_stops)


def check_in() -> None:
    """Send a heartbeat; raises WorkerStopping if the worker is stopping."""
    beat()
    time_limit.renew()
    if is_stopping():
        raise WorkerStopping


def leasing(installation: Installation, game_id: str) -> CheckIn:
    """Return a `check_in` that also renews the lease of a game, so that the sweeper does not enqueue its turn again."""
    renewal = 0.0

    def renew_and_check_in() -> None:
        nonlocal renewal
        check_in()
        if time.monotonic() >= renewal:
            _renew(installation, game_id)
            renewal = time.monotonic() + installation.settings.lease_seconds / RENEWALS

    return renew_and_check_in


def _renew(installation: Installation, game_id: str) -> None:
    """Extend the lease of a game; the search goes on during an outage of the store."""
    try:
        installation.store.due.renew(game_id, time.time() + installation.settings.lease_seconds)
    except OUTAGES as error:
        warn_sparsely(logger, "the lease of game %s was not renewed: %s", game_id, error)
