"""Issue and check tickets, each of which opens streams of one game, feed or other log for a minute.

A page puts a ticket into the URL of an `EventSource`, which cannot send headers. A token must never be in a URL,
because logs and browser histories store URLs. Tickets are signed with a separate key for each purpose, and are not
stored. A ticket names the credential of its creation: a seat token, a player key or an identity. It ends with that
credential.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from itsdangerous import BadSignature

from service import problems
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.players import callers, tokens
from service.players.callers import DELEGATED_SCOPES, Caller
from service.players.credentials import Credential
from service.players.keys import PLAYER
from service.resources.tickets import TicketRequest


class Purpose(NamedTuple):
    """What tickets open."""

    salt: bytes
    """Separates the signatures of this purpose from all others."""
    parameter: str
    """The path parameter with the id of the game or other resource; empty without one."""
    mismatch: Callable[[], problems.TicketMismatch]
    """Returns the problem of a ticket of another resource."""


GAME = Purpose(
    b"bottega stream ticket",
    "game_id",
    mismatch=lambda: problems.TicketMismatch("Create a ticket for this game. This ticket is for another game."),
)
FEED = Purpose(b"bottega feed ticket", "", GAME.mismatch)


def issue(
    installation: Installation, purpose: Purpose, of: str, credential: Credential, requested: TicketRequest
) -> tuple[str, str]:
    """Return a ticket for streams that the credential opens, and when it expires.

    `of` is the id of the game or another thing; empty for a feed. The ticket ends with the credential, and when the
    seat changes hands.
    """
    fields, caller = [of] if of else [], credential.caller
    if credential.seat is not None:
        fields.append(tokens.holder(credential.seat, installation.store.seats.holder(of, credential.seat).rotation))
    fields += ("", "", "") if caller is None else (caller.player, caller.key or caller.identity, _until(caller))
    expires = installation.sources.now() + timedelta(seconds=requested.expires_in)
    text = ".".join((*fields, str(int(expires.timestamp() * 1000))))
    return tokens.signer(installation.settings.secrets, purpose.salt).sign(text).decode(), written(expires)


def credential_of(installation: Installation, purpose: Purpose, of: str, ticket: str) -> Credential:
    """Return the credential of a ticket. Raises InvalidTicket, TicketMismatch and TicketExpired."""
    *names, player, key, until = _read(installation, purpose, ticket)
    if names and names[0] != of:
        raise purpose.mismatch()
    caller = _caller(installation, player, key, until) if player else None
    if purpose != GAME:
        return Credential(caller)
    credential = Credential(caller, of, *tokens.seat_and_rotation(names[1]))
    if not credential.holds(installation):
        raise problems.InvalidTicket("Create a new ticket. The seat has been left or has a new token.")
    installation.presence.record((of, names[1]))
    return credential


def _until(caller: Caller) -> str:
    """Return the expiry of an identity in milliseconds, for a ticket; empty for a key."""
    return "" if caller.key or caller.until is None else str(int(caller.until * 1000))


def _caller(installation: Installation, player: str, key: str, until: str) -> Caller:
    """Return the caller who created a ticket; `key` is the id of a key or an identity.

    Raises InvalidTicket if the key or identity has ended.
    """
    expires = int(until) / 1000 if until else None
    if key.startswith(PLAYER):
        caller: Caller | None = Caller(player, DELEGATED_SCOPES, until=expires, identity=key)
    else:
        caller = callers.with_key(installation, player, key)
    if caller is None or not Credential(caller).is_good(installation):
        raise problems.InvalidTicket("Create a new ticket. The key or identity of this ticket is no longer valid.")
    return caller


def _read(installation: Installation, purpose: Purpose, ticket: str) -> list[str]:
    """Return the fields of a ticket with a purpose. Raises InvalidTicket and TicketExpired."""
    try:
        *fields, expires = tokens.signer(installation.settings.secrets, purpose.salt).unsign(ticket).decode().split(".")
    except BadSignature:
        raise problems.InvalidTicket("Create a new ticket. This ticket was not issued by this service.") from None
    if int(expires) <= installation.sources.now().timestamp() * 1000:
        raise problems.TicketExpired("Create a new ticket. A ticket is valid for one minute.")
    return fields
