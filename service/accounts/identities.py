"""Link the identities of an OpenID Connect issuer to a player, and unlink them.

An identity signs in one player. The first request with an identity that was never linked creates a player. An unlinked
identity signs in a new player from then on.
"""

from service.installation.bottega import Bottega
from service.players import callers, keys, players
from service.players.callers import DELEGATED_SCOPES, Caller
from service.problems import (
    IdentityInUse,
    IdentityNotFound,
    InvalidToken,
    LastIdentity,
    TokenMismatch,
)
from service.resources.accounts import Identity, IdentityList
from service.resources.base import shown
from service.store import StoredIdentity

PREFIX = "id_"
"""The beginning of the ids of identities on the wire; the letters of the stored id follow."""


def listed(bottega: Bottega, player: str) -> IdentityList:
    """Return the identities of a player, oldest first."""
    found = bottega.store.identities.of(player)
    oldest_first = sorted(found, key=lambda identity: (found[identity].linked_at, identity))
    return IdentityList(tuple(_shown(identity, found[identity]) for identity in oldest_first))


def link(bottega: Bottega, caller: Caller, token: str) -> Identity:
    """Let the identity of a JSON Web Token sign in the caller; idempotent.

    Raises InsufficientScope, TokenMismatch, InvalidToken, IssuerUnavailable and IdentityInUse.
    """
    check_powers(caller)
    if bottega.issuer is None:
        raise InvalidToken("Send an identity signed by the issuer that this service trusts.")
    issuer = bottega.issuer.issuer
    subject = bottega.issuer.verify(token, bottega.sources.now()).subject
    identity = callers.identity_id(issuer, subject)
    _take(bottega, identity, caller.player)
    bottega.store.identities.add(caller.player, identity, callers.new_identity(bottega, issuer, subject))
    if bottega.store.players.profile(caller.player) is None:  # deleted in the meantime
        bottega.store.identities.relink(identity, caller.player, callers.new_player_id(bottega))
        bottega.store.identities.remove(caller.player, identity)
        raise InvalidToken("Create a new player. This player has been deleted.")
    return _shown(identity, bottega.store.identities.of(caller.player)[identity])


def unlink(bottega: Bottega, caller: Caller, name: str) -> None:
    """Unlink an identity of the caller, by its id on the wire. A retry completes an interrupted call.

    Raises InsufficientScope, TokenMismatch, IdentityNotFound and LastIdentity.
    """
    check_powers(caller)
    identity = keys.PLAYER + name.removeprefix(PREFIX)
    lasting = [each.key_id for each in players.list_keys(bottega, caller.player).keys if not each.expires_at]
    match bottega.store.identities.end(caller.player, identity, lasting):
        case "unknown":
            raise IdentityNotFound("Send an id from `listIdentities`. The player has no identity with this id.")
        case "last":
            raise LastIdentity("Create a key or link another identity first. The player could not sign in any more.")
    new_player = callers.new_player_id(bottega)
    if not bottega.store.identities.relink(identity, caller.player, new_player) and identity == caller.player:
        bottega.store.identities.relink(identity, "", new_player)
    bottega.store.identities.remove(caller.player, identity)


def _take(bottega: Bottega, identity: str, player: str) -> None:
    """Let an identity that signs in no existing player sign in this one. Raises IdentityInUse."""
    found = bottega.store.identities.sign_in(identity)
    if (found.player or identity) == player:
        return
    in_use = found.has_own if not found.player else bottega.store.players.profile(found.player) is not None
    if in_use or not bottega.store.identities.relink(identity, found.player, player, unowned=not found.player):
        raise IdentityInUse("Sign in with the identity, and delete its player or unlink the identity there.")


def check_powers(caller: Caller) -> None:
    """Raise InsufficientScope or TokenMismatch for a key that is weaker than an identity.

    Otherwise a key could gain scopes and time by a new identity.
    """
    for scope in keys.ordered(DELEGATED_SCOPES):
        callers.require_scope(caller, scope)
    if caller.key and caller.until is not None:
        raise TokenMismatch("Send a key that does not expire, or a signed identity.")


def _shown(identity: str, stored: StoredIdentity) -> Identity:
    return shown(stored, Identity, identity=PREFIX + identity.removeprefix(keys.PLAYER))
