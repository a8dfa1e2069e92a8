"""Remember deleted players for a while, so that no late request brings them back to life.

The id of a platform's user is derived from the `Bottega-Player` header, and that of a signed identity from its subject.
Each request with one of them creates the player if there is none. That includes late requests, such as those of an open
tab. A tombstone rejects them. It expires, because a person may come back. The player is then a new one, without
anything of the deleted player. A linked identity gets a new id, with a tombstone of its own.

A tombstone is named by a keyed hash. Without the secret of the installation it leads to no player.
"""

import hmac
from hashlib import sha256

from service.installation.bottega import Bottega
from service.settings import DAY

_PURPOSE = b"bottega deleted player"


def put(bottega: Bottega, player: str) -> None:
    """Put a tombstone for a player who is being deleted."""
    newest = bottega.settings.secrets[-1]
    bottega.store.players.put_tombstone(_mark(newest, player), max(DAY, bottega.settings.idempotency_seconds))


def is_there(bottega: Bottega, player: str) -> bool:
    """Whether a player was deleted a short while ago."""
    return bottega.store.players.has_tombstone([_mark(secret, player) for secret in bottega.settings.secrets])


def _mark(secret: bytes, player: str) -> str:
    return hmac.digest(secret, _PURPOSE + player.encode(), sha256).hex()
