"""Derive and check seat tokens: `<game_id>.<seat>.<mac>`, shown once.

A token is derived from the installation's secret. After a rotation, or after a player has left, `<seat>-<rotation>`
replaces `<seat>`. Previous tokens are then invalid. A creator token has `creator` in place of a seat; the header of the
game ends it. The store has the digests of seat tokens only. A retry with the Idempotency-Key can return a token again,
although it is not stored.
"""

import hashlib
import hmac
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from itsdangerous import BadSignature, Signer

from service import problems
from service.game.game import read_header, read_stored
from service.installation.installation import Installation
from service.players import bans
from service.store import Holder, StoredGame

CREATOR = "creator"
NO_HOLDER = Holder()

_TOKENS_KNOWN = 4096


def make_token(secrets: Sequence[bytes], game_id: str, seat: int, rotation: int = 0) -> str:
    """Derive the token of a seat with the newest secret, which is the last one."""
    return _signer(secrets).sign(f"{game_id}.{holder(seat, rotation)}").decode()


def holder(seat: int, rotation: int) -> str:
    """Return the token field of a seat and its rotation."""
    return f"{seat}-{rotation}" if rotation else f"{seat}"


def opened_seat(token: str, seat: int, stored_holder: Holder) -> bool:
    """Whether a token belonged to a seat just before its player got it."""
    return token.split(".")[1] == holder(seat, stored_holder.rotation - 1)


def seat_and_rotation(holder: str) -> tuple[int, int]:
    """Parse the token field of a seat into the seat and its rotation."""
    seat, _, rotation = holder.partition("-")
    return int(seat), int(rotation or 0)


def signer(secrets: Sequence[bytes], purpose: bytes) -> Signer:
    """Return a signer whose key is derived from a secret and the purpose; it accepts signatures of all secrets."""
    return Signer(list(secrets), salt=purpose, sep=".", key_derivation="hmac", digest_method=hashlib.sha256)


def _signer(secrets: Sequence[bytes]) -> Signer:
    return _signer_with(tuple(secrets))


@cache
def _signer_with(secrets: tuple[bytes, ...]) -> Signer:
    return Signer(list(secrets), sep=".", key_derivation="none", digest_method=hashlib.sha256)


@lru_cache(_TOKENS_KNOWN)
def digest(token: str) -> str:
    """Return the digest of a token, which the store has."""
    return hashlib.sha256(token.encode()).hexdigest()


def issued_token(installation: Installation, game_id: str, seat: int, rotation: int | None = None) -> str:
    """Derive the issued token of a seat, also if its secret has been replaced since.

    `rotation` selects the token; None means the current one.
    """
    holder = installation.store.seats.holder(game_id, seat)
    turn = holder.rotation if rotation is None else rotation
    derived = [make_token([secret], game_id, seat, turn) for secret in reversed(installation.settings.secrets)]
    return next((token for token in derived if is_same(digest(token), holder.digest)), derived[0])


def is_same(digest: str, other: str) -> bool:
    """Compare two digests in constant time."""
    return hmac.compare_digest(digest.encode(), other.encode())


def make_creator_token(secrets: Sequence[bytes], game_id: str) -> str:
    """Derive the creator token of a game."""
    return _signer(secrets).sign(f"{game_id}.{CREATOR}").decode()


def read_token(secrets: Sequence[bytes], token: str) -> tuple[str, str]:
    """Return the game, and the seat or CREATOR, of a token signed with one of these secrets. Raises InvalidToken."""
    return _read_token(tuple(secrets), token)


@lru_cache(_TOKENS_KNOWN)
def _read_token(secrets: tuple[bytes, ...], token: str) -> tuple[str, str]:
    """Return the fields of a token. Recent tokens are cached, because clients send each many times."""
    try:
        signed = _signer_with(secrets).unsign(token).decode()
    except BadSignature:
        raise problems.InvalidToken("Send a token that this service issued.") from None
    game_id, _, holder = signed.partition(".")
    return game_id, holder


def check_creator(installation: Installation, game_id: str, token: str) -> None:
    """Raise InvalidToken or TokenMismatch unless the token is the creator token of this game.

    The token ends with the player who created the game. Raises GameNotFound, and PlayerIsBanned while that player is
    banned.
    """
    own_game, holder = read_token(installation.settings.secrets, token)
    if own_game != game_id or holder != CREATOR:
        raise problems.TokenMismatch("Send the creator token of this game.")
    header = read_header(installation, game_id)
    if header.creator_left:
        raise problems.InvalidToken("Leave the game as it is. The player who created it has been deleted.")
    if header.creator:
        bans.check_not_banned(installation, header.creator)


def seat_of(installation: Installation, game_id: str, token: str) -> int:
    """Return the seat of a token in this game. Raises InvalidToken, TokenMismatch and GameNotFound."""
    holder = _holder_of_seat(installation, game_id, token)
    seat, _ = seat_and_rotation(holder)
    stored_holder = installation.store.seats.holder(game_id, seat)
    if not stored_holder.is_taken and installation.store.header(game_id) is None:
        raise problems.GameNotFound("There is no game with this id.")
    _check_current(installation, game_id, seat, stored_holder, token)
    installation.presence.record((game_id, holder))
    return seat


def seat_in(
    installation: Installation,
    game_id: str,
    token: str,
    *,
    with_responses: bool,
    reply: Any = None,
    cached: StoredGame | None = None,
) -> tuple[int, StoredGame]:
    """Return the seat of a token and the game, in one round trip; with the stored responses if `with_responses`.

    `reply` and `cached` are as in `read_stored`. Raises InvalidToken, TokenMismatch and GameNotFound.
    """
    holder = _holder_of_seat(installation, game_id, token)
    seat, _ = seat_and_rotation(holder)
    stored = read_stored(installation, game_id, with_responses=with_responses, reply=reply, cached=cached)
    _check_current(installation, game_id, seat, stored.claims.get(seat, NO_HOLDER), token)
    installation.presence.record((game_id, holder))
    return seat, stored


def _holder_of_seat(installation: Installation, game_id: str, token: str) -> str:
    """Return the field of a seat token of this game. Raises InvalidToken and TokenMismatch."""
    own_game, holder = read_token(installation.settings.secrets, token)
    if own_game != game_id:
        raise problems.TokenMismatch("Send the token of a seat of this game. This token is for another game.")
    if holder == CREATOR:
        raise problems.TokenMismatch("Send a seat token instead of the creator token.")
    return holder


def _check_current(installation: Installation, game_id: str, seat: int, stored_holder: Holder, token: str) -> None:
    """Raise InvalidToken unless the token is the current one of the holder.

    A ban of the game's creator ends the tokens that the creator got: they raise PlayerIsBanned.
    """
    if is_same(stored_holder.digest, digest(token)):
        return
    freed = installation.store.seats.holder(game_id, seat)
    if not freed.is_taken and freed.rotation and opened_seat(token, seat, freed):
        bans.check_creator(installation, game_id)
    raise problems.InvalidToken("Send the current token of the seat. This token has been replaced.")
