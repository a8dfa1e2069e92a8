"""The tokens of seats: `<game_id>.<seat>.<mac>`, derived from the installation's secret and shown once.

A game's creator has one too, with `creator` in place of a seat. Where a seat has been left, the number of times follows
it after a dash: whoever sat there before holds another token. The store keeps the digests of those of seats only.
Being derived, a token can be shown again to whoever repeats a creation with its Idempotency-Key, without being kept
anywhere.
"""

import hashlib
from collections.abc import Sequence

from itsdangerous import BadSignature, Signer

from service.play.bottega import Bottega
from service.problems import ForeignToken, GameNotFound, InvalidToken

CREATOR = "creator"


def make_token(secrets: Sequence[bytes], game_id: str, seat: int, left: int = 0) -> str:
    """Derive the token of a seat, which has been left so often, by the last of these secrets, which is the newest."""
    return _signer(secrets).sign(f"{game_id}.{holder(seat, left)}").decode()


def holder(seat: int, left: int) -> str:
    """Write who holds a seat that has been left so often."""
    return f"{seat}-{left}" if left else f"{seat}"


def seat_and_left(holder: str) -> tuple[int, int]:
    """Read which seat somebody holds, and how often it had been left before."""
    seat, _, left = holder.partition("-")
    return int(seat), int(left or 0)


def _signer(secrets: Sequence[bytes]) -> Signer:
    return Signer(list(secrets), sep=".", key_derivation="none", digest_method=hashlib.sha256)


def digest(token: str) -> str:
    """Return what the store keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def kept_token(bottega: Bottega, game_id: str, seat: int, left: int = 0) -> str:
    """Derive the token that was handed out for a seat, be it by a secret that has been replaced since."""
    kept = bottega.store.token_digest(game_id, seat)
    derived = [make_token([secret], game_id, seat, left) for secret in reversed(bottega.settings.secrets)]
    return next((token for token in derived if digest(token) == kept), derived[0])


def make_creator_token(secrets: Sequence[bytes], game_id: str) -> str:
    """Derive the token of whoever created a game."""
    return _signer(secrets).sign(f"{game_id}.{CREATOR}").decode()


def read_token(secrets: Sequence[bytes], token: str) -> tuple[str, str]:
    """Read game, and seat or CREATOR, from a token that one of these secrets has signed; raises InvalidToken."""
    try:
        signed = _signer(secrets).unsign(token).decode()
    except BadSignature:
        raise InvalidToken("The token was not handed out by this service.") from None
    game_id, _, holder = signed.partition(".")
    return game_id, holder


def check_creator(bottega: Bottega, game_id: str, token: str) -> None:
    """Raise InvalidToken or ForeignToken unless the token is that of this game's creator."""
    own_game, holder = read_token(bottega.settings.secrets, token)
    if own_game != game_id or holder != CREATOR:
        raise ForeignToken("The token is not that of this game's creator.")


def holder_of(bottega: Bottega, game_id: str, token: str) -> int | None:
    """Return which seat of this game the token opens, None for its creator's.

    Raises InvalidToken, ForeignToken or GameNotFound.
    """
    own_game, holder = read_token(bottega.settings.secrets, token)
    return None if (own_game, holder) == (game_id, CREATOR) else seat_of(bottega, game_id, token)


def seat_of(bottega: Bottega, game_id: str, token: str) -> int:
    """Return which seat of this game the token opens; raises InvalidToken, ForeignToken or GameNotFound."""
    own_game, holder = read_token(bottega.settings.secrets, token)
    if own_game != game_id:
        raise ForeignToken("The token opens a seat of another game.")
    if holder == CREATOR:
        raise ForeignToken("The creator's token opens no seat.")
    seat, _ = seat_and_left(holder)
    kept = bottega.store.token_digest(game_id, seat)
    if kept is None and bottega.store.header(game_id) is None:
        raise GameNotFound("There is no game with this id.")
    if kept != digest(token):
        raise InvalidToken("Nobody holds the seat with this token.")
    return seat
