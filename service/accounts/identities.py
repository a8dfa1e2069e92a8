"""Link the identities of an OpenID Connect issuer to a player, and unlink them.

An identity signs in one player. The first request with an identity that was never linked creates a player. An unlinked
identity signs in a new player from then on.
"""

from collections.abc import Iterable, Mapping

from service import problems
from service.installation.installation import Installation, Subject
from service.players import bans, callers, keys, players, tombstones
from service.players.callers import DELEGATED_SCOPES, Caller
from service.resources.accounts import Identity, IdentityList
from service.resources.base import shown
from service.store import StoredIdentity

PREFIX = "id_"
"""The beginning of the ids of identities on the wire; the letters of the stored id follow."""


def listed(installation: Installation, player: str) -> IdentityList:
    """Return the identities of a player, oldest first."""
    found = installation.store.identities.of(player)
    oldest_first = sorted(found, key=lambda identity: (found[identity].linked_at, identity))
    return IdentityList(tuple(_shown(identity, found[identity]) for identity in oldest_first))


def link(installation: Installation, caller: Caller, token: str) -> Identity:
    """Let the identity of a JSON Web Token sign in the caller; idempotent.

    Raises InsufficientScope, TokenMismatch, InvalidToken, PlayerIsBanned, IssuerUnavailable and IdentityInUse.
    """
    check_powers(caller)
    if installation.issuer is None:
        raise problems.InvalidToken("Send an identity signed by the issuer that this service trusts.")
    issuer = installation.issuer.issuer
    signed = installation.issuer.verify(token, installation.sources.now())
    subject, identity = signed.subject, callers.identity_id(issuer, signed.subject)
    bans.check_may_come(installation, identity, email=signed.email)
    _take(installation, identity, caller.player)
    installation.store.identities.add(caller.player, identity, callers.new_identity(installation, issuer, subject))
    if installation.store.players.profile(caller.player) is None:  # deleted in the meantime
        installation.store.identities.relink(identity, caller.player, callers.new_player_id(installation))
        installation.store.identities.remove(caller.player, identity)
        raise problems.InvalidToken("Create a new player. This player has been deleted.")
    return _shown(identity, installation.store.identities.of(caller.player)[identity])


def unlink(installation: Installation, caller: Caller, name: str) -> None:
    """Unlink an identity of the caller, by its id on the wire. A retry completes an interrupted call.

    Raises InsufficientScope, TokenMismatch, IdentityNotFound and LastIdentity.
    """
    check_powers(caller)
    identity = keys.PLAYER + name.removeprefix(PREFIX)
    lasting = [each.key_id for each in players.list_keys(installation, caller.player).keys if not each.expires_at]
    match installation.store.identities.end(caller.player, identity, lasting):
        case "unknown":
            raise problems.IdentityNotFound(
                "Send an id from `listIdentities`. The player has no identity with this id."
            )
        case "last":
            raise problems.LastIdentity(
                "Create a key or link another identity first. The player could not sign in any more."
            )
    new_player = callers.new_player_id(installation)
    if not installation.store.identities.relink(identity, caller.player, new_player) and identity == caller.player:
        installation.store.identities.relink(identity, "", new_player)
    installation.store.identities.remove(caller.player, identity)


def _take(installation: Installation, identity: str, player: str) -> None:
    """Let an identity that signs in no existing player sign in this one. Raises IdentityInUse."""
    found = installation.store.identities.sign_in(identity)
    if (found.player or identity) == player:
        return
    in_use = found.own.exists if not found.player else installation.store.players.profile(found.player) is not None
    if in_use or not installation.store.identities.relink(identity, found.player, player, unowned=not found.player):
        raise problems.IdentityInUse("Sign in with the identity, and delete its player or unlink the identity there.")


def check_powers(caller: Caller) -> None:
    """Raise InsufficientScope or TokenMismatch for a key that is weaker than an identity.

    Otherwise a key could gain scopes and time by a new identity.
    """
    for scope in keys.ordered(DELEGATED_SCOPES):
        callers.require_scope(caller, scope)
    if caller.key and caller.until is not None:
        raise problems.TokenMismatch("Send a key that does not expire, or a signed identity.")


def _shown(identity: str, stored: StoredIdentity) -> Identity:
    return shown(stored, Identity, identity=PREFIX + identity.removeprefix(keys.PLAYER))


def _unlink_all(installation: Installation, player: str) -> None:
    """Let each identity that was linked to a player sign in a new player once its tombstone has expired."""
    for identity in installation.store.identities.of(player):
        new = callers.new_player_id(installation)
        tombstones.put(installation, new)
        installation.store.identities.relink(identity, player, new)


def _move(installation: Installation, other: str, player: str) -> None:
    """Let all identities of the other player sign in the player; the streams that they opened end."""
    moved = installation.store.identities.of(other)
    for identity, stored in moved.items():
        if not installation.store.identities.relink(identity, other, player) and identity == other:
            installation.store.identities.relink(identity, "", player)
        installation.store.identities.add(player, identity, stored)
    if moved:
        installation.store.identities.remove(other, *moved)


def _exported(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    return {"identities": listed(installation, player).identities}


IDENTITIES = Subject(profile_leaves=_unlink_all, ends_credentials=_move, exported=_exported)
"""Identities with which a player signs in.

Deletion: each is unlinked, and signs in a new player after a day.
Merge: they sign in the remaining player from the first step on. Otherwise a credential would become that of a spectator
when its seat moves.
"""
