"""Players: how somebody becomes one, what is known of them, their keys, and how they leave."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from service.play import entity_tags, keys, owners, tokens
from service.play.bottega import Bottega
from service.play.callers import ACTING, Caller, is_alive, is_over, need, new_profile
from service.play.clock_and_ids import written
from service.play.entity_tags import Expected
from service.play.games import MOST_ATTEMPTS
from service.play.presenters import Wire
from service.problems import (
    AlreadySeated,
    GameBusy,
    IdempotencyKeyReused,
    InvalidToken,
    InvitationRequired,
    KeyNotFound,
    SignUpDisabled,
    TokenRequired,
    TooManyKeys,
    UnknownPlayer,
)
from service.store import Idempotency, Profile, StoredKey


def profiles_of(bottega: Bottega, players: Sequence[str]) -> Mapping[str, Profile]:
    """Return what is known of players who are to have seats. Raises UnknownPlayer and AlreadySeated."""
    if len(set(players)) < len(players):
        raise AlreadySeated("A player has one seat in a game.")
    profiles = {}
    for player in players:
        profile = bottega.store.players.profile(player)
        if profile is None:
            raise UnknownPlayer("There is no player {player}.", {"player": player}, player=player)
        profiles[player] = profile
    return profiles


def create(
    bottega: Bottega,
    name: str | None,
    invitation: str | None,
    caller: Caller | None,
    *,
    bot: bool = False,
    idempotency: Idempotency | None = None,
) -> tuple[Wire, bool]:
    """Take a new player in, or a `bot` of the caller; return it with its first key, and whether it was made before.

    Raises TokenRequired for a bot without a caller, SignUpDisabled, InvitationRequired and IdempotencyKeyReused.
    """
    owner = _owner(bottega, caller) if bot else ""
    admission = bottega.settings.players
    if admission == "closed":
        raise SignUpDisabled("The host of this service gives keys to players itself.")
    key_id, repeated = _reserve(bottega, bottega.sources.letters(keys.ID_LENGTH + keys.OWN_LENGTH), idempotency)
    if admission == "invitation" and not (caller and "admin" in caller.scopes):
        _redeem(bottega, invitation, key_id)
    key = keys.derived(bottega.settings.secrets, key_id)
    kept = _kept(bottega, key, keys.USUAL_SCOPES, None)
    player = keys.player_of(key_id)
    profile = new_profile(bottega, name or "", owner)
    bottega.store.players.create(player, profile, key_id, kept)
    if owner:
        bottega.store.players.note_bot(player, owner)
    told = {"player": player, **({"name": name} if name else {}), **owners.shown(bottega, profile)}
    return {**told, "key": _shown(bottega, key_id), "key_id": key_id, "scopes": keys.USUAL_SCOPES}, repeated


def me(bottega: Bottega, caller: Caller) -> Wire:
    """Tell a player who it is."""
    return _me(bottega, caller, bottega.store.players.profile(caller.player))


def tagged_me(bottega: Bottega, caller: Caller) -> tuple[Wire, str]:
    """Tell a player who it is, and name what it may change of that."""
    profile = bottega.store.players.profile(caller.player)
    return _me(bottega, caller, profile), entity_tags.tag_of_profile(profile)


def _owner(bottega: Bottega, caller: Caller | None) -> str:
    """Return the alias of the owner of a new bot; raises TokenRequired."""
    owner = owners.alias_of_owner(bottega.store.players, caller.player) if caller else ""
    if not owner:
        raise TokenRequired("Create a bot with the key of its owner.")
    return owner


def _me(bottega: Bottega, caller: Caller, profile: Profile | None) -> Wire:
    """Tell a player who it is."""
    name = {"name": profile.name} if profile and profile.name else {}
    flag = owners.shown(bottega, profile) if profile else {}
    return {"player": caller.player, **name, **flag, "scopes": ordered(caller.scopes)}


def rename(bottega: Bottega, caller: Caller, name: str, expected: Expected = entity_tags.always) -> tuple[Wire, str]:
    """Call a player something else from now on; seats keep the name that they were taken under.

    Returns what `tagged_me` does. Raises PreconditionFailed for another edition than is `expected`, and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.players.profile(caller.player)
        entity_tags.check(expected, entity_tags.tag_of_profile(seen))
        if seen is None:
            return _me(bottega, caller, None), entity_tags.tag_of_profile(None)
        new = msgspec.structs.replace(seen, name=name)
        if bottega.store.players.rename(caller.player, seen, new):
            return _me(bottega, caller, new), entity_tags.tag_of_profile(new)
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def add_key(
    bottega: Bottega,
    caller: Caller,
    scopes: Sequence[str] | None,
    expires_in: int | None,
    *,
    idempotency: Idempotency | None = None,
) -> tuple[Wire, bool]:
    """Create another key for a player; return it, and whether it was made before.

    It may do no more than the caller, expires no later, and ends with the key that it was made with. Raises
    InsufficientScope, TooManyKeys, InvalidToken and IdempotencyKeyReused.
    """
    chosen = ordered(caller.scopes & ACTING if scopes is None else scopes)
    for scope in chosen:
        need(caller, scope)
    own = bottega.sources.letters(keys.OWN_LENGTH)
    key_id, repeated = _reserve(bottega, caller.player.removeprefix(keys.PLAYER) + own, idempotency)
    kept = _kept(bottega, keys.derived(bottega.settings.secrets, key_id), chosen, expires_in, caller)
    ended = sorted(bottega.store.players.keys(caller.player).keys() - _live(bottega, caller.player).keys())
    match bottega.store.players.add_key(caller.player, key_id, kept, ended):
        case "too many":
            raise TooManyKeys("Revoke a key that is not used any more.")
        case "parent revoked" | "unknown player":
            raise InvalidToken("The key has been revoked.")
    told = bottega.store.players.key(caller.player, key_id) or kept
    return {"key": _shown(bottega, key_id), **_listed(key_id, told)}, repeated


def list_keys(bottega: Bottega, player: str) -> list[Wire]:
    """List the keys of a player that open anything, oldest first; nothing by which one could be used."""
    live = _live(bottega, player)
    return [_listed(key_id, live[key_id]) for key_id in sorted(live, key=lambda each: (live[each].created_at, each))]


def revoke(bottega: Bottega, caller: Caller, key_id: str) -> None:
    """Revoke a key, and all keys made with it, everywhere; only the caller's key survives, and takes its place.

    Raises KeyNotFound, and InsufficientScope for one that may do more.
    """
    kept = bottega.store.players.key(caller.player, key_id)
    if kept is None or is_over(bottega, kept):
        raise KeyNotFound("The player has no key with this id.")
    for scope in kept.scopes:
        need(caller, scope)
    own = bottega.store.players.key(caller.player, caller.key) if caller.key != key_id else None
    by, successor = ("", None) if own is None else (caller.key, msgspec.structs.replace(own, parent=kept.parent))
    bottega.store.players.revoke(caller.player, key_id, bottega.settings.idempotency_seconds, by, successor)


def ordered(scopes: Any) -> tuple[str, ...]:
    """Write scopes in their usual order."""
    return tuple(scope for scope in keys.SCOPES if scope in scopes)


def _live(bottega: Bottega, player: str) -> Mapping[str, StoredKey]:
    """Return the keys of a player that open anything."""
    found = bottega.store.players.keys(player)
    return {key_id: kept for key_id, kept in found.items() if is_alive(bottega, kept)}


def _redeem(bottega: Bottega, invitation: str | None, key_id: str) -> None:
    """Use an invitation up; raises InvitationRequired without one that can be used."""
    if invitation is None:
        raise InvitationRequired("Send the invitation that the host of this service gave you.")
    if not bottega.store.players.redeem(tokens.digest(invitation), key_id):
        raise InvitationRequired("The invitation has been used, or has expired, or there never was one.")


def _reserve(bottega: Bottega, key_id: str, idempotency: Idempotency | None) -> tuple[str, bool]:
    """Choose the id of a new key; a repeated request gets the id of the first. Raises IdempotencyKeyReused."""
    if idempotency is None:
        return key_id, False
    request, reserved = bottega.store.reserve(idempotency, key_id, bottega.settings.idempotency_seconds)
    if request != idempotency.request:
        raise IdempotencyKeyReused("Something else was asked for with this key.")
    return reserved, reserved != key_id


def _kept(
    bottega: Bottega, key: str, scopes: Sequence[str], expires_in: int | None, parent: Caller | None = None
) -> StoredKey:
    """Return what is kept of a new key; one with a parent expires no later than that."""
    now = bottega.sources.now()
    ends = [] if expires_in is None else [now + timedelta(seconds=expires_in)]
    if parent is not None and parent.until is not None:
        ends.append(datetime.fromtimestamp(parent.until, UTC))
    expires = written(min(ends)) if ends else None
    own, platform = ("", "") if parent is None else _made_with(bottega, parent)
    return StoredKey(tokens.digest(key), tuple(scopes), written(now), expires, own, platform)


def _made_with(bottega: Bottega, caller: Caller) -> tuple[str, str]:
    """Return the ids of the caller's own key and of the platform's key that a new key depends on; empty for none."""
    if keys.player_of(caller.key) != caller.player:
        return "", caller.key
    own = bottega.store.players.key(caller.player, caller.key)
    return caller.key, own.platform if own else ""


def _shown(bottega: Bottega, key_id: str) -> str:
    """Return the key that was handed out under an id."""
    kept = bottega.store.players.key(keys.player_of(key_id), key_id)
    return keys.derived(bottega.settings.secrets, key_id, kept.digest if kept else "")


def _listed(key_id: str, kept: StoredKey) -> Wire:
    """Tell of a key what everybody may know who has one of the same player."""
    expires = {} if kept.expires_at is None else {"expires_at": kept.expires_at}
    return {"key_id": key_id, "scopes": kept.scopes, "created_at": kept.created_at, **expires}
