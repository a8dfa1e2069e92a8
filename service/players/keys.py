"""Format and parse the keys of players: `bk_<id>_<secret>`, shown once. The store has their digests.

The id begins with the letters of the player's id, which keeps the data of a player together. Keys that the API creates
are derived from the installation's secret, like seat tokens. A retry with the Idempotency-Key can therefore return the
key again, although it is not stored. A key is valid as long as its digest is stored.
"""

import base64
import hmac
import re
from collections.abc import Container, Sequence
from hashlib import sha256
from typing import Final, get_args

from msgspec import UNSET

from service.players.tokens import digest, is_same
from service.resources.players import ListedKey, Scope
from service.store import StoredKey

SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)
DEFAULT_SCOPES: Final[tuple[Scope, ...]] = ("play", "create")
PLAYER = "pl_"
ID_LENGTH = 20
"""Letters of a player id, after PLAYER."""
OWN_LENGTH = 8
"""Letters that distinguish the keys of one player."""

_PREFIX = "bk_"
_KEY = re.compile(r"bk_([a-z0-9]{28})_([A-Za-z0-9_-]{43})")
_PURPOSE = b"bottega player key"


def is_key(credential: str) -> bool:
    """Whether a credential has the form of a key."""
    return credential.startswith(_PREFIX)


def key_id_of(key: str) -> str | None:
    """Return the id of a key; None for a text that is not a key."""
    found = _KEY.fullmatch(key)
    return None if found is None else found.group(1)


def player_of(key_id: str) -> str:
    """Return the id of the player that has a key."""
    return PLAYER + key_id[:ID_LENGTH]


def written(key_id: str, secret: bytes) -> str:
    """Format a key."""
    return f"{_PREFIX}{key_id}_{base64.urlsafe_b64encode(secret).decode().rstrip('=')}"


def derived(secrets: Sequence[bytes], key_id: str, stored_digest: str = "") -> str:
    """Derive a key with the secret that matches `stored_digest`; with the newest secret if none matches."""
    keys = [written(key_id, hmac.digest(secret, _PURPOSE + key_id.encode(), sha256)) for secret in reversed(secrets)]
    return next((key for key in keys if is_same(digest(key), stored_digest)), keys[0])


def ordered(scopes: Container[str]) -> tuple[Scope, ...]:
    """Return scopes in their documented order."""
    return tuple(scope for scope in SCOPES if scope in scopes)


def listed(key_id: str, stored: StoredKey) -> ListedKey:
    """Return a stored key without its secret part."""
    return ListedKey(key_id, ordered(stored.scopes), stored.created_at, stored.expires_at or UNSET, stored.test)
