"""The keys of players: `bk_<id>_<secret>`, shown once. The store keeps their digests.

The id begins with the letters of the player's own id, so that all there is of a player is found in one place. A key
that the API makes is derived from the installation's secret, like a token of a seat: so it can be shown again to
whoever repeats the request with its Idempotency-Key, without being kept anywhere. It lives as long as its digest does.
"""

import base64
import hmac
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from service.play.tokens import digest, is_same

SCOPES: Final = ("play", "create", "organise", "admin")
"""What a key may be made for: having seats, creating games, acting for others, and letting players in."""
USUAL_SCOPES: Final = ("play", "create")
PLAYER = "pl_"
ID_LENGTH = 20
"""Letters of the id of a player, after PLAYER."""
OWN_LENGTH = 8
"""Letters by which the keys of one player differ."""

_PREFIX = "bk_"
_KEY = re.compile(r"bk_([a-z0-9]{28})_([A-Za-z0-9_-]{43})")
_PURPOSE = b"bottega player key"


def is_key(bearer: str) -> bool:
    """Whether a bearer has the form of a key, right or wrong."""
    return bearer.startswith(_PREFIX)


def key_id_of(key: str) -> str | None:
    """Return the id of a key; None if it has not the form of one."""
    found = _KEY.fullmatch(key)
    return None if found is None else found.group(1)


def player_of(key_id: str) -> str:
    """Return whose key it is."""
    return PLAYER + key_id[:ID_LENGTH]


def written(key_id: str, secret: bytes) -> str:
    """Write a key."""
    return f"{_PREFIX}{key_id}_{base64.urlsafe_b64encode(secret).decode().rstrip('=')}"


def derived(secrets: Sequence[bytes], key_id: str, kept: str = "") -> str:
    """Derive a key by the secret that its digest was `kept` of; by the newest one if that is none of them."""
    keys = [written(key_id, hmac.digest(secret, _PURPOSE + key_id.encode(), sha256)) for secret in reversed(secrets)]
    return next((key for key in keys if is_same(digest(key), kept)), keys[0])
