"""Check the credential of an open stream. The stream ends with it, and when its caller sees the game as another seat.

The write that ends a credential announces this in Redis: on the channel of the game for a seat, and on the channel of
`keys_source` for player keys. The announcement wakes the streams on that channel before any later event does.
"""

from dataclasses import dataclass, replace

from service import problems
from service.installation.installation import Installation
from service.players import callers, keys
from service.players.callers import Caller
from service.store import keys_source


@dataclass(frozen=True)
class Credential:
    """The credential of a request: a seat token or a player; empty without one.

    For a game it includes what its caller sees: the view of a seat, or that of spectators.
    """

    caller: Caller | None = None
    game_id: str = ""
    """The game that is read; empty for a spectator without a credential, and for anything else than a game."""
    seat: int | None = None
    """The seat whose view is read; None for the view of spectators."""
    rotation: int = 0
    """Rotation of the seat token; unused for a player's seat."""

    def sources(self, installation: Installation) -> tuple[str, ...]:
        """Return the channels, besides that of the game, that announce the end of the credential."""
        if self.caller is None:
            return ()
        return tuple(dict.fromkeys(map(keys_source, [self.caller.player, *_owners(installation, self.caller.key)])))

    def has_expired(self, now: float) -> bool:
        """Whether the credential has expired at `now`, in Unix time."""
        return self.caller is not None and self.caller.until is not None and self.caller.until <= now

    def patience(self, now: float, seconds: float) -> float:
        """Return how long to wait for updates: `seconds`, or until the credential expires."""
        until = None if self.caller is None else self.caller.until
        return seconds if until is None else max(0.0, min(seconds, until - now))

    def is_good(self, installation: Installation) -> bool:
        """Whether the credential is valid: neither expired nor revoked. Raises one of OUTAGES."""
        return not self.has_expired(installation.sources.now().timestamp()) and self._is_stored(installation)

    def holds(self, installation: Installation) -> bool:
        """Whether the store still has the credential, and its caller the same seat. Raises one of OUTAGES."""
        return self._is_stored(installation) and not self.has_moved(installation)

    def has_moved(self, installation: Installation) -> bool:
        """Whether the player sees the game as another seat than that of the credential. Raises one of OUTAGES."""
        if self.caller is None or not self.game_id:
            return False
        if self.seat is not None:
            return installation.store.seats.holder(self.game_id, self.seat).player != self.caller.player
        return self.caller.player in [each.player for each in installation.store.seats.all(self.game_id).values()]

    def moved(self, installation: Installation) -> "Credential":
        """Return the credential with the current seat of its player. Raises GameNotFound and InsufficientScope."""
        return (
            self
            if self.caller is None
            else replace(self, seat=callers.seat_of(installation, self.game_id, self.caller))
        )

    def _is_stored(self, installation: Installation) -> bool:
        """Whether the store still has the key, the identity or the seat token."""
        if self.caller is not None:
            return callers.is_valid(installation, self.caller)
        if self.seat is None:
            return True
        holder = installation.store.seats.holder(self.game_id, self.seat)
        return bool(holder.digest) and holder.rotation == self.rotation


SPECTATOR = Credential()
"""The credential of a spectator who sent none. It never ends."""


def check(installation: Installation, credential: Credential) -> None:
    """Raise InvalidToken if a credential has ended."""
    if not credential.is_good(installation):
        raise problems.InvalidToken(
            "Send a valid token or key. This one has been revoked, was replaced, or has expired."
        )


def _owners(installation: Installation, key_id: str) -> list[str]:
    """List the players whose keys a key depends on: its owner, and the platform whose key created it."""
    if not key_id:
        return []
    owner = keys.player_of(key_id)
    stored = installation.store.players.key(owner, key_id)
    return [owner, *([keys.player_of(stored.platform)] if stored is not None and stored.platform else [])]
