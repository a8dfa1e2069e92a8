"""Authenticate callers by player key or signed identity, or as a user of a platform."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NoReturn

from msgspec import UNSET

from service import problems
from service.game.game import read_header
from service.installation.clock_and_ids import derived_letters, written
from service.installation.installation import Installation
from service.players import bans, keys, tokens, tombstones
from service.resources.problems import FieldError
from service.store import ALIAS, Claims, Profile, StoredIdentity, StoredKey

_IDENTITY = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*")
_SEAT_TOKEN = re.compile(r"[a-z0-9]{20}\..*")
_USER_ID = re.compile(r"[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?")
DELEGATED_SCOPES: Final = frozenset(keys.DEFAULT_SCOPES)
"""The scopes of a platform that acts for a player, and of a signed identity."""


@dataclass(frozen=True)
class Caller:
    """An authenticated player."""

    player: str
    scopes: frozenset[str]
    key: str = ""
    """Id of the key; empty for a signed identity."""
    until: float | None = None
    """When the key or identity expires, in Unix time; None if never."""
    identity: str = ""
    """Id of the signed identity; empty for a key."""
    test: bool = False
    """Whether the key may use the sandbox."""


def is_player(installation: Installation, credential: str) -> bool:
    """Whether a credential has the form of a player key or an identity; otherwise it is a token of a game."""
    if keys.is_key(credential):
        return True
    return (
        installation.issuer is not None
        and bool(_IDENTITY.fullmatch(credential))
        and not _SEAT_TOKEN.fullmatch(credential)
    )


def identify(installation: Installation, credential: str, acting_for: str | None = None) -> Caller:
    """Return the player of a key or a signed identity, or the user for whom a platform acts.

    Raises InvalidToken, PlayerIsBanned, InsufficientScope, InvalidRequest and IssuerUnavailable.
    """
    caller = (
        _with_key(installation, credential) if keys.is_key(credential) else _with_identity(installation, credential)
    )
    return caller if acting_for is None else _acting(installation, caller, acting_for)


def is_valid(installation: Installation, caller: Caller) -> bool:
    """Whether the credential of a caller is valid: the key is live, and the player not deleted, merged or banned."""
    if caller.key and find_live_key(installation, caller.key) is None:
        return False
    if caller.identity:
        state = installation.store.identities.state(caller.player, caller.identity)
        return state.exists and state.is_recorded and not state.is_banned
    is_owner = caller.key and keys.player_of(caller.key) == caller.player
    return bool(is_owner) or installation.store.players.is_active(caller.player)


def new_profile(
    installation: Installation, name: str = "", owner: str = "", *, vouched: bool, platform: str = ""
) -> Profile:
    """Return the profile of a new player with a random alias. With the alias of an `owner`, the player is a bot.

    `vouched`: the operator, a platform or an issuer of identities vouches for the player.
    """
    alias = f"{ALIAS}{installation.sources.letters(keys.ID_LENGTH)}"
    return Profile(
        written(installation.sources.now()), alias, name, bool(owner), owner, vouched=vouched, platform=platform
    )


def is_anonymous(installation: Installation, caller: Caller) -> bool:
    """Whether the caller is anonymous: any client can create such players, in any number."""
    if installation.settings.players != "open" or caller.identity or is_platform_user(caller):
        return False
    profile = installation.store.players.profile(caller.player)
    return not (profile and profile.vouched) and not installation.store.identities.of(caller.player)


def is_platform_user(caller: Caller) -> bool:
    """Whether a platform acts for the caller. The scope for it comes from the operator."""
    return bool(caller.key) and keys.player_of(caller.key) != caller.player


def platform_of(caller: Caller) -> str:
    """Return the player id of the platform that sends the request, for itself or a user; empty for other callers."""
    is_platform = is_platform_user(caller) or "organise" in caller.scopes
    return keys.player_of(caller.key) if caller.key and is_platform else ""


def with_key(installation: Installation, player: str, key_id: str) -> Caller | None:
    """Return the caller of a key: its owner, or a user of the owner's platform; None if the key has ended."""
    stored, owner = find_live_key(installation, key_id), keys.player_of(key_id)
    if stored is None:
        return None
    scopes = frozenset(stored.scopes)
    return Caller(
        player, scopes if player == owner else scopes & DELEGATED_SCOPES, key_id, _until(stored), test=stored.test
    )


def find_live_key(installation: Installation, key_id: str) -> StoredKey | None:
    """Return the stored key; None if the key has ended."""
    stored = installation.store.players.key(keys.player_of(key_id), key_id)
    return stored if stored is not None and is_live(installation, stored) else None


def is_live(installation: Installation, stored: StoredKey) -> bool:
    """Whether neither the key nor the platform key that created it has ended.

    Revoking a key also removes the keys of the same player that were created with it.
    """
    return not has_expired(installation, stored) and (
        not stored.platform or find_live_key(installation, stored.platform) is not None
    )


def reject_token(installation: Installation, credential: str) -> NoReturn:
    """Raise TokenMismatch for a token of a game where a player key is required; InvalidToken for any other text."""
    tokens.read_token(installation.settings.secrets, credential)
    raise problems.TokenMismatch("Send a player key instead of a seat token or creator token.")


def check_user_id(user: str) -> None:
    """Raise InvalidRequest unless a platform may use this text as the id of a user."""
    if not _USER_ID.fullmatch(user):
        fault = FieldError("Bottega-Player", "Must be 1 to 128 printable ASCII characters.")
        raise problems.InvalidRequest("The request does not fit its schema.", errors=(fault,))


def require_scope(caller: Caller, scope: str) -> None:
    """Raise InsufficientScope unless the caller has the scope."""
    if scope not in caller.scopes:
        raise problems.InsufficientScope("The key lacks the scope `{scope}`.", {"scope": scope}, scope=scope)


def seat_of(installation: Installation, game_id: str, caller: Caller) -> int | None:
    """Return the caller's seat in a game; None without one. Raises GameNotFound and InsufficientScope."""
    read_header(installation, game_id)
    return seat_among(installation, game_id, caller, installation.store.seats.all(game_id))


def seat_among(installation: Installation, game_id: str, caller: Caller, claims: Claims) -> int | None:
    """Return the caller's seat among the holders of a game's seats; None without one. Raises InsufficientScope."""
    seat = next((seat for seat, holder in claims.items() if holder.player == caller.player), None)
    if seat is not None:
        require_scope(caller, "play")
        installation.presence.record((game_id, tokens.holder(seat, claims[seat].rotation)))
    return seat


def derived_id(*origin: str) -> str:
    """Derive the id of a player from an external id. The same external id always results in the same player id."""
    return f"{keys.PLAYER}{derived_letters(*origin)}"


def _with_key(installation: Installation, key: str) -> Caller:
    """Return the caller of a key. Every request reads the key from the store, so revoking it takes effect at once."""
    key_id = keys.key_id_of(key)
    stored = None if key_id is None else find_live_key(installation, key_id)
    if key_id is None or stored is None or not tokens.is_same(tokens.digest(key), stored.digest):
        _check_not_ended_by_ban(installation, key_id or "", key)
        raise problems.InvalidToken("Send a valid key. This key is unknown, has been revoked, or has expired.")
    return Caller(keys.player_of(key_id), frozenset(stored.scopes), key_id, _until(stored), test=stored.test)


def _check_not_ended_by_ban(installation: Installation, key_id: str, key: str) -> None:
    """Raise PlayerIsBanned for a key that a ban has ended. Only the whole key proves that it belonged to the player."""
    player = keys.player_of(key_id)
    if key_id and tokens.is_same(tokens.digest(key), installation.store.bans.ended_key(player, key_id)):
        bans.check_not_banned(installation, player)


def _with_identity(installation: Installation, token: str) -> Caller:
    """Return the caller of a signed identity, and store a profile for a new player."""
    if installation.issuer is None:
        raise problems.InvalidToken("Send a token that this service issued.")
    signed = installation.issuer.verify(token, installation.sources.now())
    identity = identity_id(installation.issuer.issuer, signed.subject)
    found = installation.store.identities.sign_in(identity)
    player = found.player or identity
    state = found.own if player == identity else installation.store.identities.state(player, identity)
    if state.is_banned:
        bans.check_not_banned(installation, player)
    if not state.exists:
        _check_may_come(installation, player, identity, email=signed.email)
        installation.store.players.ensure(player, new_profile(installation, vouched=True))
    if not state.is_recorded:
        installation.store.identities.add(
            player, identity, new_identity(installation, installation.issuer.issuer, signed.subject)
        )
    return Caller(player, DELEGATED_SCOPES, until=signed.until, identity=identity)


def _check_may_come(installation: Installation, player: str, *others: str, email: str = "") -> None:
    """Raise PlayerIsBanned or InvalidToken unless a player with a derived id may be created."""
    bans.check_may_come(installation, player, *others, email=email)
    _check_not_deleted(installation, player)


def _check_not_deleted(installation: Installation, player: str) -> None:
    """Raise InvalidToken if the player with a derived id was deleted a short while ago."""
    if tombstones.is_there(installation, player):
        raise problems.InvalidToken("Retry after a day. The player of this user has been deleted.")


def identity_id(issuer: str, subject: str) -> str:
    """Return the id of an identity: that of the player whom it signs in unless it was linked to another one."""
    return derived_id("identity", issuer, subject)


def new_identity(installation: Installation, issuer: str, subject: str) -> StoredIdentity:
    """Return the stored data of an identity that is linked now."""
    return StoredIdentity(issuer, subject, written(installation.sources.now()))


def new_player_id(installation: Installation) -> str:
    """Return the id of a player who does not exist yet."""
    return keys.PLAYER + installation.sources.letters(keys.ID_LENGTH)


def _acting(installation: Installation, caller: Caller, user: str) -> Caller:
    """Return the player of a platform's user, and store a profile for a new player."""
    require_scope(caller, "organise")
    check_user_id(user)
    player = derived_id("user", caller.player, user)
    state = installation.store.players.state(player)
    if state.is_banned:
        bans.check_not_banned(installation, player)
    if not state.exists:
        _check_may_come(installation, player)
    profile = new_profile(installation, vouched=True, platform=caller.player)
    if state.is_merging or not (state.exists or installation.store.players.ensure(player, profile)):
        raise problems.InvalidToken("Retry later. The player is being merged into another one.")
    return Caller(player, caller.scopes & DELEGATED_SCOPES, caller.key, caller.until, test=caller.test)


def _until(stored: StoredKey) -> float | None:
    """Return when a key expires, in Unix time; None if never."""
    return None if stored.expires_at is UNSET else datetime.fromisoformat(stored.expires_at).timestamp()


def has_expired(installation: Installation, stored: StoredKey) -> bool:
    """Whether a key has expired."""
    return stored.expires_at is not UNSET and stored.expires_at <= written(installation.sources.now())
