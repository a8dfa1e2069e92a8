"""Who sends a request: the player of a key or of a signed identity, or whom a platform acts for."""

import re
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final, NoReturn

import msgspec

from service.play import keys, tokens
from service.play.bottega import Bottega
from service.play.clock_and_ids import GAME_ID_LETTERS, written
from service.play.game import read_header
from service.problems import InsufficientScope, InvalidRequest, InvalidToken, TokenMismatch
from service.store import ALIAS, Claims, Profile, StoredKey

_IDENTITY = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*")
_SEAT_TOKEN = re.compile(r"[a-z0-9]{20}\..*")
_NAMED_ELSEWHERE = re.compile(r"[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?")
ACTING: Final = frozenset(keys.USUAL_SCOPES)
"""What others may do for a player, and what a signed identity may do."""


@dataclass(frozen=True)
class Caller:
    """The player who sends a request."""

    player: str
    scopes: frozenset[str]
    key: str = ""
    """The id of the key; empty with a signed identity."""
    until: float | None = None
    """When the key or identity expires, in Unix time; None if it does not."""


def is_player(bottega: Bottega, bearer: str) -> bool:
    """Whether a bearer has the form of what players show, right or wrong; else it is a token of a game."""
    if keys.is_key(bearer):
        return True
    return bottega.issuer is not None and bool(_IDENTITY.fullmatch(bearer)) and not _SEAT_TOKEN.fullmatch(bearer)


def identify(bottega: Bottega, bearer: str, acting_for: str | None = None) -> Caller:
    """Say who shows a key or a signed identity, or for whom of its users a platform acts.

    Raises InvalidToken, InsufficientScope, InvalidRequest and IssuerUnavailable.
    """
    caller = _with_key(bottega, bearer) if keys.is_key(bearer) else _with_identity(bottega, bearer)
    return caller if acting_for is None else _acting(bottega, caller, acting_for)


def known_by(bottega: Bottega, caller: Caller) -> bool:
    """Whether what a caller was let in by still holds: the key has not ended, and the player has not left."""
    if caller.key and alive(bottega, caller.key) is None:
        return False
    is_owner = caller.key and keys.player_of(caller.key) == caller.player
    return bool(is_owner) or bottega.store.players.profile(caller.player) is not None


def new_profile(bottega: Bottega, name: str = "", owner: str = "") -> Profile:
    """Return the profile of a new player, with a random alias; of a bot if it has the alias of an `owner`."""
    alias = f"{ALIAS}{bottega.sources.letters(keys.ID_LENGTH)}"
    return Profile(written(bottega.sources.now()), alias, name, bool(owner), owner)


def with_key(bottega: Bottega, player: str, key_id: str) -> Caller | None:
    """Return the player as whom a key acts: its owner, or a user of a platform; None if the key has ended."""
    kept, owner = alive(bottega, key_id), keys.player_of(key_id)
    if kept is None:
        return None
    scopes = frozenset(kept.scopes)
    return Caller(player, scopes if player == owner else scopes & ACTING, key_id, _until(kept))


def alive(bottega: Bottega, key_id: str) -> StoredKey | None:
    """Return what is kept of a key; None if it has ended."""
    kept = bottega.store.players.key(keys.player_of(key_id), key_id)
    return kept if kept is not None and is_alive(bottega, kept) else None


def is_alive(bottega: Bottega, kept: StoredKey) -> bool:
    """Whether neither a key nor the platform's key that it was made with has ended.

    Revoking a key removes those of the same player that were made with it.
    """
    return not is_over(bottega, kept) and (not kept.platform or alive(bottega, kept.platform) is not None)


def check_foreign(bottega: Bottega, bearer: str) -> NoReturn:
    """Say what is wrong with a bearer that is none of a player's. Raises TokenMismatch and InvalidToken."""
    tokens.read_token(bottega.settings.secrets, bearer)
    raise TokenMismatch("The token opens a seat or a game, and stands for no player.")


def check_named_elsewhere(user: str) -> None:
    """Raise InvalidRequest unless a platform may call one of its users so."""
    if not _NAMED_ELSEWHERE.fullmatch(user):
        fault = {"path": "Bottega-Player", "message": "Must be 1 to 128 printable ASCII characters."}
        raise InvalidRequest("The request does not fit its schema.", errors=[fault])


def need(caller: Caller, scope: str) -> None:
    """Raise InsufficientScope unless the caller may do what the scope stands for."""
    if scope not in caller.scopes:
        raise InsufficientScope("The key lacks the scope `{scope}`.", {"scope": scope}, scope=scope)


def seat_of(bottega: Bottega, game_id: str, caller: Caller) -> int | None:
    """Return which seat of a game is the caller's; None if none is. Raises GameNotFound and InsufficientScope."""
    read_header(bottega, game_id)
    return seat_among(bottega, game_id, caller, bottega.store.seats.all(game_id))


def seat_among(bottega: Bottega, game_id: str, caller: Caller, held: Claims) -> int | None:
    """Return which of the seats of a game is the caller's, by who has them; None if none is.

    Raises InsufficientScope.
    """
    seat = next((seat for seat, holder in held.items() if holder.player == caller.player), None)
    if seat is not None:
        need(caller, "play")
        bottega.presence.record((game_id, tokens.holder(seat, held[seat].rotation)))
    return seat


def derived_id(*origin: str) -> str:
    """Derive the id of a player from what is known of them elsewhere: always the same one."""
    number = int.from_bytes(sha256(msgspec.json.encode(origin)).digest())
    letters = []
    for _ in range(keys.ID_LENGTH):
        number, letter = divmod(number, len(GAME_ID_LETTERS))
        letters.append(GAME_ID_LETTERS[letter])
    return keys.PLAYER + "".join(letters)


def _with_key(bottega: Bottega, key: str) -> Caller:
    """Say whose key it is; each request asks the store, so that a revoked one opens nothing from then on."""
    key_id = keys.key_id_of(key)
    kept = None if key_id is None else alive(bottega, key_id)
    if key_id is None or kept is None or not tokens.is_same(tokens.digest(key), kept.digest):
        raise InvalidToken("The key is not one of this service, has been revoked, or has expired.")
    return Caller(keys.player_of(key_id), frozenset(kept.scopes), key_id, _until(kept))


def _with_identity(bottega: Bottega, token: str) -> Caller:
    """Say who was signed for, and know them from now on."""
    if bottega.issuer is None:
        raise InvalidToken("The token was not handed out by this service.")
    signed = bottega.issuer.verify(token, bottega.sources.now())
    player = derived_id("identity", bottega.issuer.issuer, signed.subject)
    bottega.store.players.ensure(player, new_profile(bottega))
    return Caller(player, ACTING, until=signed.until)


def _acting(bottega: Bottega, caller: Caller, user: str) -> Caller:
    """Say which player a platform's user is, and know them from now on."""
    need(caller, "organise")
    check_named_elsewhere(user)
    player = derived_id("user", caller.player, user)
    bottega.store.players.ensure(player, new_profile(bottega))
    return Caller(player, caller.scopes & ACTING, caller.key, caller.until)


def _until(kept: StoredKey) -> float | None:
    """Return when a key expires, in Unix time; None if it does not."""
    return None if kept.expires_at is None else datetime.fromisoformat(kept.expires_at).timestamp()


def is_over(bottega: Bottega, kept: StoredKey) -> bool:
    """Whether a key has expired."""
    return kept.expires_at is not None and kept.expires_at <= written(bottega.sources.now())
