"""Remember when the last backup was made.

bottega:{backup}    Unix time of the moment that the last complete backup shows
"""

from service.store.servers import Servers

_KEY = "bottega:{backup}"


class LastBackup:
    """The time of the last backup of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def note(self, moment: float) -> None:
        """Remember a complete backup of this moment, in Unix time."""
        self._servers.write(_KEY, lambda pipeline: pipeline.set(_KEY, repr(moment)))

    def time(self) -> float | None:
        """Return the moment of the last backup, in Unix time; None without one."""
        stored = self._servers.call(_KEY, lambda client: client.get(_KEY))
        return None if stored is None else float(stored)
