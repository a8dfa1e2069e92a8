"""What a stream was opened with: a stream checks it again while it is open, and ends with it.

The end of a credential is announced in Redis with the write that ends it: on the channel of the game for a seat, on the
channel of `keys_source` for the keys of a player. Each announcement wakes the streams that listen there, before any
later event does.
"""

from dataclasses import dataclass

from service.play import callers, keys
from service.play.bottega import Bottega
from service.play.callers import Caller
from service.problems import InvalidToken
from service.store import OUTAGES, keys_source


@dataclass(frozen=True)
class Credential:
    """What a request shows: a seat's token, a player, or a player who has a seat; nothing for a spectator."""

    caller: Caller | None = None
    game_id: str = ""
    seat: int | None = None
    """The seat that is read; None without one."""
    rotation: int = 0
    """Of the seat's token; tells nothing of a player's seat."""

    def sources(self, bottega: Bottega) -> tuple[str, ...]:
        """Return where the end of the credential is announced, besides the channel of the game."""
        if self.caller is None:
            return ()
        return tuple(dict.fromkeys(map(keys_source, [self.caller.player, *_owners(bottega, self.caller.key)])))

    def has_expired(self, now: float) -> bool:
        """Whether its time is up at `now`, in Unix time."""
        return self.caller is not None and self.caller.until is not None and self.caller.until <= now

    def patience(self, now: float, seconds: float) -> float:
        """Return for how long to wait for news: `seconds`, or until the credential expires."""
        until = None if self.caller is None else self.caller.until
        return seconds if until is None else max(0.0, min(seconds, until - now))

    def is_good(self, bottega: Bottega) -> bool:
        """Whether it has neither expired nor been ended. Raises one of OUTAGES."""
        return not self.has_expired(bottega.sources.now().timestamp()) and self.holds(bottega)

    def holds(self, bottega: Bottega) -> bool:
        """Whether the store still has what it was shown for. Raises one of OUTAGES."""
        if self.caller is not None and not callers.known_by(bottega, self.caller):
            return False
        if self.seat is None:
            return True
        holder = bottega.store.seats.holder(self.game_id, self.seat)
        if self.caller is not None:
            return holder.player == self.caller.player
        return bool(holder.digest) and holder.rotation == self.rotation


SPECTATOR = Credential()
"""Opens what everybody may see, which nothing ends."""


class CredentialMonitor:
    """The credential of one open stream, which asks the store only after something may have ended it."""

    def __init__(self, bottega: Bottega, credential: Credential) -> None:
        self._bottega, self._credential = bottega, credential
        self._is_sure = False

    def doubt(self) -> None:
        """Ask the store at the next check: the stream was woken without an event, or has waited for long."""
        self._is_sure = False

    def holds(self) -> bool:
        """Whether the stream may go on; while Redis is away, only the time of the credential counts."""
        if self._credential.has_expired(self._bottega.sources.now().timestamp()):
            return False
        try:
            self._is_sure = self._is_sure or self._credential.holds(self._bottega)
        except OUTAGES:
            return True
        return self._is_sure

    def patience(self, seconds: float) -> float:
        """Return for how long to wait for news: `seconds`, or until the credential expires."""
        return self._credential.patience(self._bottega.sources.now().timestamp(), seconds)


def check(bottega: Bottega, credential: Credential) -> None:
    """Raise InvalidToken once a credential has ended."""
    if not credential.is_good(bottega):
        raise InvalidToken("The token or key has been revoked or replaced, or has expired.")


def _owners(bottega: Bottega, key_id: str) -> list[str]:
    """List the players whose keys a key depends on: its owner, and the platform with whose key it was made."""
    if not key_id:
        return []
    owner = keys.player_of(key_id)
    kept = bottega.store.players.key(owner, key_id)
    return [owner, *([keys.player_of(kept.platform)] if kept is not None and kept.platform else [])]
