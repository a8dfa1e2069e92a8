"""Create and rename players, and manage their keys."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec import UNSET, UnsetType

from service.game.game import MOST_ATTEMPTS
from service.installation import entity_tags
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.installation.entity_tags import Expected
from service.players import keys, owners, tokens
from service.players.callers import DELEGATED_SCOPES, Caller, has_expired, is_live, new_profile, require_scope
from service.problems import (
    AlreadySeated,
    IdempotencyKeyReused,
    InvalidToken,
    InvitationRequired,
    KeyNotFound,
    SignUpDisabled,
    TokenRequired,
    TooManyKeys,
    UnknownPlayer,
    outpaced,
)
from service.resources.base import changed, shown
from service.resources.players import CreatedKey, CreatedPlayer, KeyList, Me, NewKey, NewPlayer, PlayerChange, Scope
from service.store import Idempotency, Profile, StoredKey


def profiles_of(bottega: Bottega, players: Sequence[str]) -> Mapping[str, Profile]:
    """Return the profiles of players who are to have seats. Raises UnknownPlayer and AlreadySeated."""
    if len(set(players)) < len(players):
        raise AlreadySeated("Choose a player without a seat in this game. A player can have one seat in a game.")
    profiles = {}
    for player in players:
        profile = bottega.store.players.profile(player)
        if profile is None:
            raise UnknownPlayer(
                "Send the id of an existing player. No player has the id {player}.", {"player": player}, player=player
            )
        profiles[player] = profile
    return profiles


def create(
    bottega: Bottega, wanted: NewPlayer, caller: Caller | None, *, idempotency: Idempotency | None = None
) -> tuple[CreatedPlayer, bool]:
    """Create a player, or a bot of the caller; return it with its first key, and whether it is repeated.

    Raises TokenRequired for a bot without a caller, SignUpDisabled, InvitationRequired and IdempotencyKeyReused.
    """
    owner = _owner(bottega, caller) if wanted.bot else ""
    admission = bottega.settings.players
    if admission == "closed":
        raise SignUpDisabled("Ask the operator for a player key. Sign-up is disabled.")
    key_id, repeated = _reserve(bottega, bottega.sources.letters(keys.ID_LENGTH + keys.OWN_LENGTH), idempotency)
    by_operator = caller is not None and "admin" in caller.scopes
    if admission == "invitation" and not by_operator:
        _redeem(bottega, wanted.invitation, key_id)
    key = keys.derived(bottega.settings.secrets, key_id)
    new = _new_key(bottega, key, keys.DEFAULT_SCOPES)
    player = keys.player_of(key_id)
    profile = new_profile(bottega, wanted.name, owner, vouched=by_operator or admission == "invitation")
    bottega.store.players.create(player, profile, key_id, new)
    if owner:
        bottega.store.players.note_bot(player, owner)
    created = shown(
        profile,
        CreatedPlayer,
        player=player,
        owner=owners.owner_of(bottega, profile),
        key=_shown(bottega, key_id),
        key_id=key_id,
        scopes=keys.DEFAULT_SCOPES,
    )
    return created, repeated


def me(bottega: Bottega, caller: Caller) -> Me:
    """Return the caller's player."""
    return _me(bottega, caller, bottega.store.players.profile(caller.player))


def me_with_tag(bottega: Bottega, caller: Caller) -> tuple[Me, str]:
    """Return the caller's player, and its entity tag."""
    profile = bottega.store.players.profile(caller.player)
    return _me(bottega, caller, profile), entity_tags.tag_of_profile(profile)


def _owner(bottega: Bottega, caller: Caller | None) -> str:
    """Return the alias of the owner of a new bot. Raises TokenRequired."""
    owner = owners.alias_of_owner(bottega.store.players, caller.player) if caller else ""
    if not owner:
        raise TokenRequired("Create a bot with the key of its owner.")
    return owner


def _me(bottega: Bottega, caller: Caller, profile: Profile | None) -> Me:
    scopes = keys.ordered(caller.scopes)
    if profile is None:
        return Me(player=caller.player, scopes=scopes, test=caller.test)
    owner = owners.owner_of(bottega, profile)
    return shown(profile, Me, player=caller.player, owner=owner, scopes=scopes, test=caller.test)


def update(bottega: Bottega, caller: Caller, changes: PlayerChange, expected: Expected) -> tuple[Me, str]:
    """Change the profile of a player. Seats keep the name under which they were taken.

    Returns what `me_with_tag` returns. Raises GameBusy, and PreconditionFailed unless the entity tag is `expected`.
    """
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.players.profile(caller.player)
        entity_tags.check(expected, entity_tags.tag_of_profile(seen))
        if seen is None:
            return _me(bottega, caller, None), entity_tags.tag_of_profile(None)
        new = changed(seen, changes)
        if bottega.store.players.replace_profile(caller.player, seen, new):
            return _me(bottega, caller, new), entity_tags.tag_of_profile(new)
    raise outpaced(MOST_ATTEMPTS)


def add_key(
    bottega: Bottega, caller: Caller, wanted: NewKey, *, idempotency: Idempotency | None = None
) -> tuple[CreatedKey, bool]:
    """Create another key for a player; return it, and whether it is repeated.

    The key has at most the caller's scopes, expires no later, and ends with the caller's key. Raises InsufficientScope,
    TooManyKeys, InvalidToken and IdempotencyKeyReused.
    """
    chosen = keys.ordered(wanted.scopes or caller.scopes & DELEGATED_SCOPES)
    for scope in chosen:
        require_scope(caller, scope)
    own = bottega.sources.letters(keys.OWN_LENGTH)
    key_id, repeated = _reserve(bottega, caller.player.removeprefix(keys.PLAYER) + own, idempotency)
    new = _new_key(bottega, keys.derived(bottega.settings.secrets, key_id), chosen, wanted.expires_in, caller)
    ended = sorted(bottega.store.players.keys(caller.player).keys() - _live(bottega, caller.player).keys())
    match bottega.store.players.add_key(caller.player, key_id, new, ended):
        case "too many":
            raise TooManyKeys("Revoke an unused key first.")
        case "parent revoked" | "unknown player":
            raise InvalidToken("Send another key. This key has been revoked.")
    stored = bottega.store.players.key(caller.player, key_id) or new
    return shown(keys.listed(key_id, stored), CreatedKey, key=_shown(bottega, key_id)), repeated


def list_keys(bottega: Bottega, player: str) -> KeyList:
    """List the live keys of a player, oldest first, without their secrets."""
    live = _live(bottega, player)
    oldest_first = sorted(live, key=lambda each: (live[each].created_at, each))
    return KeyList(tuple(keys.listed(key_id, live[key_id]) for key_id in oldest_first))


def revoke(bottega: Bottega, caller: Caller, key_id: str) -> None:
    """Revoke a key and all keys created with it. Only the caller's key survives and takes the revoked key's place.

    Raises KeyNotFound, and InsufficientScope for a key with more scopes.
    """
    stored = bottega.store.players.key(caller.player, key_id)
    if stored is None or has_expired(bottega, stored):
        raise KeyNotFound("Send an id from `listKeys`. The player has no key with this id.")
    for scope in stored.scopes:
        require_scope(caller, scope)
    own = bottega.store.players.key(caller.player, caller.key) if caller.key != key_id else None
    by, successor = ("", None) if own is None else (caller.key, msgspec.structs.replace(own, parent=stored.parent))
    bottega.store.players.revoke(caller.player, key_id, bottega.settings.idempotency_seconds, by, successor)


def _live(bottega: Bottega, player: str) -> Mapping[str, StoredKey]:
    found = bottega.store.players.keys(player)
    return {key_id: stored for key_id, stored in found.items() if is_live(bottega, stored)}


def _redeem(bottega: Bottega, invitation: str, key_id: str) -> None:
    """Use an invitation. Raises InvitationRequired without a valid one."""
    if not invitation:
        raise InvitationRequired("Send the invitation from the operator as `invitation`.")
    if not bottega.store.players.redeem(tokens.digest(invitation), key_id):
        raise InvitationRequired(
            "Ask the operator for a new invitation. This one was used, has expired, or is unknown."
        )


def _reserve(bottega: Bottega, key_id: str, idempotency: Idempotency | None) -> tuple[str, bool]:
    """Reserve the id of a new key; a repeated request gets the first id. Raises IdempotencyKeyReused."""
    if idempotency is None:
        return key_id, False
    request, reserved = bottega.store.reserve(idempotency, key_id, bottega.settings.idempotency_seconds)
    if request != idempotency.request:
        raise IdempotencyKeyReused("Send a new `Idempotency-Key`. The key was used for another request.")
    return reserved, reserved != key_id


def _new_key(
    bottega: Bottega,
    key: str,
    scopes: tuple[Scope, ...],
    expires_in: int | UnsetType = UNSET,
    parent: Caller | None = None,
) -> StoredKey:
    """Return the stored data of a new key, which expires no later than its parent."""
    now = bottega.sources.now()
    ends = [] if expires_in is UNSET else [now + timedelta(seconds=expires_in)]
    if parent is not None and parent.until is not None:
        ends.append(datetime.fromtimestamp(parent.until, UTC))
    expires = written(min(ends)) if ends else None
    own, platform = ("", "") if parent is None else _made_with(bottega, parent)
    test = parent is not None and parent.test
    return StoredKey(tokens.digest(key), scopes, written(now), expires, own, platform, test)


def _made_with(bottega: Bottega, caller: Caller) -> tuple[str, str]:
    """Return the ids of the caller's own key and of the platform key that a new key depends on; empty for none."""
    if keys.player_of(caller.key) != caller.player:
        return "", caller.key
    own = bottega.store.players.key(caller.player, caller.key)
    return caller.key, own.platform if own else ""


def _shown(bottega: Bottega, key_id: str) -> str:
    stored = bottega.store.players.key(keys.player_of(key_id), key_id)
    return keys.derived(bottega.settings.secrets, key_id, stored.digest if stored else "")
