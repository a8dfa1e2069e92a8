"""How long a job may think: until its worker is told to stop. While it thinks, it renews the lease of its game."""

import logging
import time

from service.play.bottega import Bottega
from service.runtime.heartbeat import beat
from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES
from workers.thinking.search import CheckIn

RENEWALS = 3
"""How often a lease is renewed in its time, so that one renewal may come late."""

logger = logging.getLogger(__name__)

_stops: list[bool] = []


class WorkerStopping(Exception):
    """The worker is to end; another one takes the job over."""


def stop() -> None:
    """Have every search of this process end at its next look at the clock, from now on."""
    _stops.append(True)


def is_stopping() -> bool:
    """Whether this process has been told to end."""
    return bool(_stops)


def check_in() -> None:
    """Go on thinking; raises Stopped once the worker has been told to end."""
    beat()
    if is_stopping():
        raise WorkerStopping


def leasing(bottega: Bottega, game_id: str) -> CheckIn:
    """Return a `check_in` that also renews the lease of a game, so that nobody takes its turn for lost."""
    renewal = 0.0

    def renew_and_check_in() -> None:
        nonlocal renewal
        check_in()
        if time.monotonic() >= renewal:
            _renew(bottega, game_id)
            renewal = time.monotonic() + bottega.settings.lease_seconds / RENEWALS

    return renew_and_check_in


def _renew(bottega: Bottega, game_id: str) -> None:
    """Put off the time at which somebody looks at a game; without a store for a while, thinking goes on."""
    try:
        bottega.store.due.renew(game_id, time.time() + bottega.settings.lease_seconds)
    except OUTAGES as error:
        warn_sparsely(logger, "the lease of game %s was not renewed: %s", game_id, error)
