"""Count confirmation mails in Redis.

Keys in the slot of the due list of webhooks:

    bottega:{webhooks}:confirmations:<digest>   the mails of a day to one mailbox or domain, from one network, or of the
                                                installation; expires a day after the first
"""

from collections.abc import Mapping
from hashlib import sha256

from service.settings import DAY
from service.store.connection import script
from service.store.servers import Servers

_COUNT, _UNCOUNT = script("count_confirmation"), script("uncount_confirmation")

COUNTERS = "bottega:{webhooks}:confirmations"


class Confirmations:
    """The counted confirmation mails of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def count(self, limits: Mapping[str, int]) -> float:
        """Count a mail in some limits, by the name of what each limits; return 0.

        If one of the limits is exhausted, count the mail in none, and return the seconds until it may be sent.
        """
        if not limits:
            return 0
        names = [*map(_key, limits)]
        arguments = [*names, DAY, *limits.values()]
        (wait,) = self._servers.write(
            COUNTERS, lambda pipeline: pipeline.eval(_COUNT, len(names), *arguments), repeats=False
        )
        return float(wait / 1000)

    def uncount(self, limits: Mapping[str, int]) -> None:
        """Take back a counted mail that was not sent."""
        names = [*map(_key, limits)]
        if names:
            self._servers.write(COUNTERS, lambda pipeline: pipeline.eval(_UNCOUNT, len(names), *names), repeats=False)


def _key(name: str) -> str:
    return f"{COUNTERS}:{sha256(name.encode()).hexdigest()}"
