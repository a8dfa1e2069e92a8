"""Create and rename players, and manage their keys."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec import UNSET, UnsetType

from service import problems
from service.installation import entity_tags
from service.installation.clock_and_ids import written
from service.installation.conflicts import retry_conflicts
from service.installation.entity_tags import Expected
from service.installation.installation import Installation
from service.players import calendar_tokens, keys, owners, tokens
from service.players.callers import DELEGATED_SCOPES, Caller, has_expired, is_live, new_profile, require_scope
from service.players.organisers import may_organise
from service.resources.base import changed, shown
from service.resources.players import (
    CreatedKey,
    CreatedPlayer,
    KeyList,
    KeyRequest,
    Me,
    PlayerChange,
    PlayerRequest,
    Scope,
)
from service.store import ConflictingWrite, Idempotency, Profile, StoredKey


def profiles_of(installation: Installation, players: Sequence[str]) -> Mapping[str, Profile]:
    """Return the profiles of players who are to have seats. Raises UnknownPlayer and AlreadySeated.

    A banned player looks like one who does not exist.
    """
    if len(set(players)) < len(players):
        raise problems.AlreadySeated(
            "Choose a player without a seat in this game. A player can have one seat in a game."
        )
    profiles = {}
    for player in players:
        profile = installation.store.players.profile_to_seat(player)
        if profile is None:
            raise problems.UnknownPlayer(
                "Send the id of an existing player. No player has the id {player}.", {"player": player}, player=player
            )
        profiles[player] = profile
    return profiles


def create(
    installation: Installation,
    requested: PlayerRequest,
    caller: Caller | None,
    *,
    idempotency: Idempotency | None = None,
) -> tuple[CreatedPlayer, bool]:
    """Create a player, or a bot of the caller; return it with its first key, and whether it is repeated.

    Raises TokenRequired for a bot without a caller, SignUpDisabled, InvitationRequired and IdempotencyKeyReused.
    """
    owner = _owner(installation, caller) if requested.bot else ""
    admission = installation.settings.players
    if admission == "closed":
        raise problems.SignUpDisabled("Ask the operator for a player key. Sign-up is disabled.")
    key_id, repeated = _reserve(
        installation, installation.sources.letters(keys.ID_LENGTH + keys.OWN_LENGTH), idempotency
    )
    by_operator = caller is not None and "admin" in caller.scopes
    if admission == "invitation" and not by_operator:
        _redeem(installation, requested.invitation or "", key_id)
    key = keys.derived(installation.settings.secrets, key_id)
    new = _new_key(installation, key, keys.DEFAULT_SCOPES)
    player = keys.player_of(key_id)
    profile = new_profile(installation, requested.name, owner, vouched=by_operator or admission == "invitation")
    installation.store.players.create(player, profile, key_id, new)
    if owner:
        installation.store.players.note_bot(player, owner)
    created = shown(
        profile,
        CreatedPlayer,
        player=player,
        owner=owners.owner_of(installation, profile) or UNSET,
        key=_shown(installation, key_id),
        key_id=key_id,
        scopes=keys.DEFAULT_SCOPES,
    )
    return created, repeated


def me(installation: Installation, caller: Caller) -> Me:
    """Return the caller's player."""
    return _me(installation, caller, installation.store.players.profile(caller.player))


def me_with_tag(installation: Installation, caller: Caller) -> tuple[Me, str]:
    """Return the caller's player, and its entity tag."""
    profile = installation.store.players.profile(caller.player)
    return _me(installation, caller, profile), entity_tags.tag_of_profile(profile)


def _owner(installation: Installation, caller: Caller | None) -> str:
    """Return the alias of the owner of a new bot. Raises TokenRequired."""
    owner = owners.alias_of_owner(installation.store.players, caller.player) if caller else ""
    if not owner:
        raise problems.TokenRequired("Create a bot with the key of its owner.")
    return owner


def _me(installation: Installation, caller: Caller, profile: Profile | None) -> Me:
    scopes, organises = keys.ordered(caller.scopes), may_organise(installation, caller, profile)
    if profile is None:
        return Me(player=caller.player, scopes=scopes, test=caller.test, organises=organises)
    token = calendar_tokens.token_of(installation, caller.player, profile) if "play" in caller.scopes else ""
    return shown(
        profile,
        Me,
        player=caller.player,
        owner=owners.owner_of(installation, profile) or UNSET,
        scopes=scopes,
        test=caller.test,
        organises=organises,
        calendar_token=token or UNSET,
    )


def update(installation: Installation, caller: Caller, changes: PlayerChange, expected: Expected) -> tuple[Me, str]:
    """Change the profile of a player. Seats keep the name under which they were taken.

    Returns what `me_with_tag` returns. Raises GameBusy, and PreconditionFailed unless the entity tag is `expected`.
    """

    def attempt() -> tuple[Me, str]:
        seen = installation.store.players.profile(caller.player)
        entity_tags.check(expected, entity_tags.tag_of_profile(seen))
        new = None if seen is None else _changed(installation, seen, changes)
        if seen and new and not installation.store.players.replace_profile(caller.player, seen, new):
            raise ConflictingWrite
        return _me(installation, caller, new), entity_tags.tag_of_profile(new)

    return retry_conflicts(attempt)


def _changed(installation: Installation, seen: Profile, changes: PlayerChange) -> Profile:
    calendar = changes.calendar
    own = seen.calendar_id if calendar is UNSET else calendar_tokens.new_id(installation, calendar)
    return changed(seen, changes, calendar_id=own)


def add_key(
    installation: Installation, caller: Caller, requested: KeyRequest, *, idempotency: Idempotency | None = None
) -> tuple[CreatedKey, bool]:
    """Create another key for a player; return it, and whether it is repeated.

    The key has at most the caller's scopes, expires no later, and ends with the caller's key. Raises InsufficientScope,
    TooManyKeys, InvalidToken and IdempotencyKeyReused.
    """
    chosen = keys.ordered(requested.scopes or caller.scopes & DELEGATED_SCOPES)
    for scope in chosen:
        require_scope(caller, scope)
    own = installation.sources.letters(keys.OWN_LENGTH)
    key_id, repeated = _reserve(installation, caller.player.removeprefix(keys.PLAYER) + own, idempotency)
    key = keys.derived(installation.settings.secrets, key_id)
    new = _new_key(installation, key, chosen, requested.expires_in, caller)
    ended = sorted(installation.store.players.keys(caller.player).keys() - _live(installation, caller.player).keys())
    match installation.store.players.add_key(caller.player, key_id, new, ended):
        case "too many":
            raise problems.TooManyKeys("Revoke an unused key first.")
        case "parent revoked" | "banned" | "unknown player":
            raise problems.InvalidToken("Send another key. This key has been revoked.")
    stored = installation.store.players.key(caller.player, key_id) or new
    return shown(keys.listed(key_id, stored), CreatedKey, key=_shown(installation, key_id)), repeated


def list_keys(installation: Installation, player: str) -> KeyList:
    """List the live keys of a player, oldest first, without their secrets."""
    live = _live(installation, player)
    oldest_first = sorted(live, key=lambda each: (live[each].created_at, each))
    return KeyList(tuple(keys.listed(key_id, live[key_id]) for key_id in oldest_first))


def revoke(installation: Installation, caller: Caller, key_id: str) -> None:
    """Revoke a key and all keys created with it. Only the caller's key survives and takes the revoked key's place.

    Raises KeyNotFound, and InsufficientScope for a key with more scopes.
    """
    stored = installation.store.players.key(caller.player, key_id)
    if stored is None or has_expired(installation, stored):
        raise problems.KeyNotFound("Send an id from `listKeys`. The player has no key with this id.")
    for scope in stored.scopes:
        require_scope(caller, scope)
    own = installation.store.players.key(caller.player, caller.key) if caller.key != key_id else None
    by, successor = ("", None) if own is None else (caller.key, msgspec.structs.replace(own, parent=stored.parent))
    installation.store.players.revoke(caller.player, key_id, installation.settings.idempotency_seconds, by, successor)


def _live(installation: Installation, player: str) -> Mapping[str, StoredKey]:
    found = installation.store.players.keys(player)
    return {key_id: stored for key_id, stored in found.items() if is_live(installation, stored)}


def _redeem(installation: Installation, invitation: str, key_id: str) -> None:
    """Use an invitation. Raises InvitationRequired without a valid one."""
    if not invitation:
        raise problems.InvitationRequired("Send the invitation from the operator as `invitation`.")
    if not installation.store.players.redeem(tokens.digest(invitation), key_id):
        raise problems.InvitationRequired(
            "Ask the operator for a new invitation. This one was used, has expired, or is unknown."
        )


def _reserve(installation: Installation, key_id: str, idempotency: Idempotency | None) -> tuple[str, bool]:
    """Reserve the id of a new key; a repeated request gets the first id. Raises IdempotencyKeyReused."""
    if idempotency is None:
        return key_id, False
    request, reserved = installation.store.creations.reserve(
        idempotency, key_id, installation.settings.idempotency_seconds
    )
    if request != idempotency.request:
        raise problems.IdempotencyKeyReused("Send a new `Idempotency-Key`. The key was used for another request.")
    return reserved, reserved != key_id


def _new_key(
    installation: Installation,
    key: str,
    scopes: tuple[Scope, ...],
    expires_in: int | UnsetType = UNSET,
    parent: Caller | None = None,
) -> StoredKey:
    """Return the stored data of a new key, which expires no later than its parent."""
    now = installation.sources.now()
    ends = [] if expires_in is UNSET else [now + timedelta(seconds=expires_in)]
    if parent is not None and parent.until is not None:
        ends.append(datetime.fromtimestamp(parent.until, UTC))
    expires = written(min(ends)) if ends else UNSET
    own, platform = ("", "") if parent is None else _made_with(installation, parent)
    test = parent is not None and parent.test
    return StoredKey(tokens.digest(key), scopes, written(now), expires, own, platform, test)


def _made_with(installation: Installation, caller: Caller) -> tuple[str, str]:
    """Return the ids of the caller's own key and of the platform key that a new key depends on; empty for none."""
    if keys.player_of(caller.key) != caller.player:
        return "", caller.key
    own = installation.store.players.key(caller.player, caller.key)
    return caller.key, own.platform if own else ""


def _shown(installation: Installation, key_id: str) -> str:
    stored = installation.store.players.key(keys.player_of(key_id), key_id)
    return keys.derived(installation.settings.secrets, key_id, stored.digest if stored else "")
