"""Remember deleted players for a while, so that no late request brings them back to life.

The id of a platform's user is derived from the `Bottega-Player` header, and that of a signed identity from its subject.
Each request with one of them creates the player if there is none. That includes late requests, such as those of an open
tab. A tombstone rejects them. It expires, because a person may come back. The player is then a new one, without
anything of the deleted player. A linked identity gets a new id, with a tombstone of its own.

A tombstone is named by the mark of the player: see `service.installation.marks`.
"""

from service.installation import marks
from service.installation.installation import Installation
from service.settings import DAY


def put(installation: Installation, player: str) -> None:
    """Put a tombstone for a player who is being deleted."""
    seconds = max(DAY, installation.settings.idempotency_seconds)
    installation.store.players.put_tombstone(marks.mark(installation, player), seconds)


def is_there(installation: Installation, player: str) -> bool:
    """Whether a player was deleted a short while ago."""
    return installation.store.players.has_tombstone(marks.mark(installation, player))
