"""The PINs of guests: players without an account, whom an organiser has entered by name.

    bottega:{<tournament>}:guests              hash: player -> PIN
    bottega:{<tournament>}:pin-tries:<player>  number of PINs sent lately; expires

A PIN is written before its entrant. Its organiser reads it again, so it is stored as it is.
"""

from collections.abc import Mapping
from typing import Any

from service.store.games import Store
from service.store.keys import key
from service.store.servers import Servers


class Guests:
    """The PINs of the guests of single tournaments."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def add(self, name: str, pins: Mapping[str, str]) -> None:
        """Store the PINs of guests of a tournament, by player."""
        if pins:
            self._servers.write(name, lambda pipeline: pipeline.hset(_pins(name), mapping=dict(pins)))

    def of(self, name: str) -> dict[str, str]:
        """Return the PINs of the guests of a tournament, by player."""
        found = self._servers.call(name, lambda client: client.hgetall(_pins(name)))
        return {player.decode(): pin.decode() for player, pin in found.items()}

    def replace(self, name: str, player: str, pin: str) -> None:
        """Replace the PIN of a guest, and remove the count of tries."""
        changed = {player: pin}
        self._servers.write(
            name, lambda pipeline: pipeline.hset(_pins(name), mapping=changed).delete(_tries(name, player))
        )

    def remove(self, name: str, player: str) -> None:
        """Remove the PIN of a player, who is no guest from now on."""
        self._servers.write(name, lambda pipeline: pipeline.hdel(_pins(name), player))

    def count_try(self, name: str, player: str, seconds: int) -> int:
        """Count a try with a PIN; return the number of tries since the first one, at most `seconds` ago."""

        def count(client: Any) -> Any:
            tries = _tries(name, player)
            return client.pipeline(transaction=True).incr(tries).expire(tries, seconds, nx=True).execute()

        return int(self._servers.call(name, count)[0])


def guests_in(store: Store) -> Guests:
    """Return the guests of a store."""
    return Guests(store.servers)


def _tries(name: str, player: str) -> str:
    return key(name, f"pin-tries:{player}")


def _pins(name: str) -> str:
    return key(name, "guests")
