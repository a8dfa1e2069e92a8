"""Tokens of seats: shown once, stored only as a digest.

A token is `<game_id>.<seat>.<mac>`, the last part a keyed digest of the first two under the secret of the installation.
So a repeated creation can show the same tokens again although none is kept anywhere.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode

from service.errors import Problem
from service.store import Store


def token_of(secret: bytes, game_id: str, seat: int) -> str:
    """Derive the token of a seat."""
    claim = f"{game_id}.{seat}"
    mac = urlsafe_b64encode(hmac.digest(secret, b"token:" + claim.encode(), hashlib.sha256)).decode().rstrip("=")
    return f"{claim}.{mac}"


def digest(text: str) -> str:
    """Give the SHA-256 of a text in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def seat_of(store: Store, game_id: str, token: str) -> int:
    """Find whose token of this game it is; raise Problem `foreign_token` or `invalid_token`."""
    of_game, _, rest = token.partition(".")
    seat = rest.partition(".")[0]
    if not (seat.isascii() and seat.isdigit() and len(seat) == 1):
        raise _invalid()
    if of_game != game_id:
        raise Problem("foreign_token", "This token was given out for another game.")
    kept = store.seat_digest(game_id, int(seat))
    if kept is None or not hmac.compare_digest(kept, digest(token)):
        raise _invalid()
    return int(seat)


def required() -> Problem:
    """Give the problem of a request without a token where one is needed."""
    return Problem(
        "token_required",
        "Send the token of your seat as `Authorization: Bearer <token>`.",
        headers={"WWW-Authenticate": 'Bearer realm="bottega"'},
    )


def _invalid() -> Problem:
    """Give the problem of a token that opens nothing here."""
    return Problem(
        "invalid_token",
        "This token opens no seat of this game.",
        headers={"WWW-Authenticate": 'Bearer realm="bottega", error="invalid_token"'},
    )
