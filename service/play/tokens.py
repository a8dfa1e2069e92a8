"""The tokens of seats: `<game_id>.<seat>.<mac>`, derived from the installation's secret and shown once.

A seat whose token was rotated, or which has been left, has `<seat>-<rotation>` in its place: whoever had the seat
before holds another token. A game's creator has a token too, with `creator` in place of a seat. The store keeps the
digests of those of seats only.
Being derived, a token can be shown again to whoever repeats a creation with its Idempotency-Key, without being kept
anywhere.
"""

import hashlib
import hmac
from collections.abc import Sequence
from functools import cache, lru_cache

from itsdangerous import BadSignature, Signer

from service.play.bottega import Bottega
from service.play.game import read_stored
from service.problems import GameNotFound, InvalidToken, TokenMismatch
from service.store import Holder, StoredGame

CREATOR = "creator"
NOBODY = Holder()

_TOKENS_KNOWN = 4096


def make_token(secrets: Sequence[bytes], game_id: str, seat: int, rotation: int = 0) -> str:
    """Derive the token of a seat by the last of these secrets, which is the newest."""
    return _signer(secrets).sign(f"{game_id}.{holder(seat, rotation)}").decode()


def holder(seat: int, rotation: int) -> str:
    """Write who holds a seat that has had so many other tokens before."""
    return f"{seat}-{rotation}" if rotation else f"{seat}"


def was_of(token: str, seat: int, kept: Holder) -> bool:
    """Whether a token that was handed out opened a seat until its player has got it."""
    return token.split(".")[1] == holder(seat, kept.rotation - 1)


def seat_and_rotation(holder: str) -> tuple[int, int]:
    """Read which seat somebody holds, and how many other tokens it had before."""
    seat, _, rotation = holder.partition("-")
    return int(seat), int(rotation or 0)


def _signer(secrets: Sequence[bytes]) -> Signer:
    return _signer_with(tuple(secrets))


@cache
def _signer_with(secrets: tuple[bytes, ...]) -> Signer:
    return Signer(list(secrets), sep=".", key_derivation="none", digest_method=hashlib.sha256)


def digest(token: str) -> str:
    """Return what the store keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def kept_token(bottega: Bottega, game_id: str, seat: int, rotation: int | None = None) -> str:
    """Derive the token that was handed out for a seat, be it by a secret that has been replaced since.

    It is the one of this rotation; of the last one if None.
    """
    holder = bottega.store.seats.holder(game_id, seat)
    turn = holder.rotation if rotation is None else rotation
    derived = [make_token([secret], game_id, seat, turn) for secret in reversed(bottega.settings.secrets)]
    return next((token for token in derived if is_same(digest(token), holder.digest)), derived[0])


def is_same(digest: str, other: str) -> bool:
    """Compare two digests, which takes as long wherever they differ."""
    return hmac.compare_digest(digest.encode(), other.encode())


def make_creator_token(secrets: Sequence[bytes], game_id: str) -> str:
    """Derive the token of whoever created a game."""
    return _signer(secrets).sign(f"{game_id}.{CREATOR}").decode()


def read_token(secrets: Sequence[bytes], token: str) -> tuple[str, str]:
    """Read game, and seat or CREATOR, from a token that one of these secrets has signed; raises InvalidToken."""
    return _read_token(tuple(secrets), token)


@lru_cache(_TOKENS_KNOWN)
def _read_token(secrets: tuple[bytes, ...], token: str) -> tuple[str, str]:
    """Read it likewise; those that were read last stay known, as each is sent many times."""
    try:
        signed = _signer_with(secrets).unsign(token).decode()
    except BadSignature:
        raise InvalidToken("The token was not handed out by this service.") from None
    game_id, _, holder = signed.partition(".")
    return game_id, holder


def check_creator(bottega: Bottega, game_id: str, token: str) -> None:
    """Raise InvalidToken or TokenMismatch unless the token is that of this game's creator."""
    own_game, holder = read_token(bottega.settings.secrets, token)
    if own_game != game_id or holder != CREATOR:
        raise TokenMismatch("The token is not that of this game's creator.")


def seat_of(bottega: Bottega, game_id: str, token: str) -> int:
    """Return which seat of this game the token opens; raises InvalidToken, TokenMismatch or GameNotFound."""
    holder = _holder_of_seat(bottega, game_id, token)
    seat, _ = seat_and_rotation(holder)
    kept = bottega.store.seats.holder(game_id, seat)
    if not kept.is_taken and bottega.store.header(game_id) is None:
        raise GameNotFound("There is no game with this id.")
    _check_kept(kept, token)
    bottega.presence.record((game_id, holder))
    return seat


def seat_in(bottega: Bottega, game_id: str, token: str, *, answers: bool) -> tuple[int, StoredGame]:
    """Return the same, and the game, in one round trip; with the `answers` that were given, if they are wanted."""
    holder = _holder_of_seat(bottega, game_id, token)
    seat, _ = seat_and_rotation(holder)
    stored = read_stored(bottega, game_id, answers=answers)
    _check_kept(stored.claims.get(seat, NOBODY), token)
    bottega.presence.record((game_id, holder))
    return seat, stored


def _holder_of_seat(bottega: Bottega, game_id: str, token: str) -> str:
    """Read who holds a seat of this game by a token; raises InvalidToken or TokenMismatch."""
    own_game, holder = read_token(bottega.settings.secrets, token)
    if own_game != game_id:
        raise TokenMismatch("The token opens a seat of another game.")
    if holder == CREATOR:
        raise TokenMismatch("The creator's token opens no seat.")
    return holder


def _check_kept(kept: Holder, token: str) -> None:
    """Raise InvalidToken unless it is this token that is kept of whoever has a seat."""
    if not is_same(kept.digest, digest(token)):
        raise InvalidToken("Nobody holds the seat with this token.")
