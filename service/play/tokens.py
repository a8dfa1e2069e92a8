"""The tokens of seats: `<game_id>.<seat>.<mac>`, derived from the installation's secret and shown once.

The store keeps their digests only. Being derived, a token can be shown again to whoever repeats a creation with its
Idempotency-Key, without being kept anywhere.
"""

import hashlib
from collections.abc import Sequence

from itsdangerous import BadSignature, Signer

from service.play.bottega import Bottega
from service.problems import ForeignToken, GameNotFound, InvalidToken


def make_token(secrets: Sequence[bytes], game_id: str, seat: int) -> str:
    """Derive the token of a seat by the last of these secrets, which is the newest."""
    return _signer(secrets).sign(f"{game_id}.{seat}").decode()


def _signer(secrets: Sequence[bytes]) -> Signer:
    return Signer(list(secrets), sep=".", key_derivation="none", digest_method=hashlib.sha256)


def digest(token: str) -> str:
    """Return what the store keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def kept_token(bottega: Bottega, game_id: str, seat: int) -> str:
    """Derive the token that was handed out for a seat, be it by a secret that has been replaced since."""
    kept = bottega.store.token_digest(game_id, seat)
    derived = [make_token([secret], game_id, seat) for secret in reversed(bottega.settings.secrets)]
    return next((token for token in derived if digest(token) == kept), derived[0])


def read_token(secrets: Sequence[bytes], token: str) -> tuple[str, int]:
    """Read game and seat from a token that this service has derived by one of its secrets; raises InvalidToken."""
    try:
        signed = _signer(secrets).unsign(token).decode()
    except BadSignature:
        raise InvalidToken("The token was not handed out by this service.") from None
    game_id, _, seat = signed.partition(".")
    return game_id, int(seat)


def seat_of(bottega: Bottega, game_id: str, token: str) -> int:
    """Return which seat of this game the token opens; raises InvalidToken, ForeignToken or GameNotFound."""
    own_game, seat = read_token(bottega.settings.secrets, token)
    if own_game != game_id:
        raise ForeignToken("The token opens a seat of another game.")
    kept = bottega.store.token_digest(game_id, seat)
    if kept is None and bottega.store.header(game_id) is None:
        raise GameNotFound("There is no game with this id.")
    if kept != digest(token):
        raise InvalidToken("Nobody holds the seat with this token.")
    return seat
