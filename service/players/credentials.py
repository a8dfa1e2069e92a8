"""Check the credential of an open stream, and end the stream with it.

The write that ends a credential announces this in Redis: on the channel of the game for a seat, and on the channel of
`keys_source` for player keys. The announcement wakes the streams on that channel before any later event does.
"""

from dataclasses import dataclass

from service.installation.bottega import Bottega
from service.players import callers, keys
from service.players.callers import Caller
from service.problems import InvalidToken
from service.store import keys_source


@dataclass(frozen=True)
class Credential:
    """The credential of a request: a seat token, a player, or a player with a seat; empty for a spectator."""

    caller: Caller | None = None
    game_id: str = ""
    seat: int | None = None
    """The seat whose view is read; None without a seat."""
    rotation: int = 0
    """Rotation of the seat token; unused for a player's seat."""

    def sources(self, bottega: Bottega) -> tuple[str, ...]:
        """Return the channels, besides that of the game, that announce the end of the credential."""
        if self.caller is None:
            return ()
        return tuple(dict.fromkeys(map(keys_source, [self.caller.player, *_owners(bottega, self.caller.key)])))

    def has_expired(self, now: float) -> bool:
        """Whether the credential has expired at `now`, in Unix time."""
        return self.caller is not None and self.caller.until is not None and self.caller.until <= now

    def patience(self, now: float, seconds: float) -> float:
        """Return how long to wait for updates: `seconds`, or until the credential expires."""
        until = None if self.caller is None else self.caller.until
        return seconds if until is None else max(0.0, min(seconds, until - now))

    def is_good(self, bottega: Bottega) -> bool:
        """Whether the credential is valid: neither expired nor revoked. Raises one of OUTAGES."""
        return not self.has_expired(bottega.sources.now().timestamp()) and self.holds(bottega)

    def holds(self, bottega: Bottega) -> bool:
        """Whether the store still has the key and the seat of the credential. Raises one of OUTAGES."""
        if self.caller is not None and not callers.is_valid(bottega, self.caller):
            return False
        if self.seat is None:
            return True
        holder = bottega.store.seats.holder(self.game_id, self.seat)
        if self.caller is not None:
            return holder.player == self.caller.player
        return bool(holder.digest) and holder.rotation == self.rotation


SPECTATOR = Credential()
"""The credential of a spectator, which never ends."""


def check(bottega: Bottega, credential: Credential) -> None:
    """Raise InvalidToken if a credential has ended."""
    if not credential.is_good(bottega):
        raise InvalidToken("Send a valid token or key. This one has been revoked, was replaced, or has expired.")


def _owners(bottega: Bottega, key_id: str) -> list[str]:
    """List the players whose keys a key depends on: its owner, and the platform whose key created it."""
    if not key_id:
        return []
    owner = keys.player_of(key_id)
    stored = bottega.store.players.key(owner, key_id)
    return [owner, *([keys.player_of(stored.platform)] if stored is not None and stored.platform else [])]
