"""Issue and check tickets, each of which opens streams of one game, feed or tournament for a minute.

A page puts a ticket into the URL of an `EventSource`, which cannot send headers. A token must never be in a URL,
because logs and browser histories store URLs. Tickets are signed with a separate key for each purpose, and are not
stored. A ticket names the credential of its creation: a seat token, a player key or an identity. It ends with that
credential.
"""

import hashlib
from collections.abc import Sequence
from datetime import timedelta

from itsdangerous import BadSignature, Signer

from service.play import callers, tokens
from service.play.bottega import Bottega
from service.play.callers import DELEGATED_SCOPES, Caller
from service.play.clock_and_ids import written
from service.play.credentials import Credential
from service.problems import InvalidTicket, TicketExpired, TicketMismatch
from service.resources.tickets import FeedTicket, NewTicket, StreamTicket, TournamentTicket

PURPOSE = b"bottega stream ticket"
FEED_PURPOSE = b"bottega feed ticket"
TOURNAMENT_PURPOSE = b"bottega tournament ticket"
NO_PLAYER = ("", "", "")
"""In a ticket that was created with a seat token."""


def issue(bottega: Bottega, credential: Credential, wanted: NewTicket) -> StreamTicket:
    """Return a ticket for a seat of a game, valid until the seat changes hands or the credential ends."""
    game_id, seat = credential.game_id, credential.seat or 0
    holder = tokens.holder(seat, bottega.store.seats.holder(game_id, seat).rotation)
    player = NO_PLAYER if credential.caller is None else _named(credential.caller)
    return StreamTicket(game_id, seat, *_signed(bottega, PURPOSE, wanted, game_id, holder, *player))


def issue_for_feed(bottega: Bottega, caller: Caller, wanted: NewTicket) -> FeedTicket:
    """Return a ticket for the feed of a player. Raises InsufficientScope."""
    callers.require_scope(caller, "play")
    return FeedTicket(caller.player, *_signed(bottega, FEED_PURPOSE, wanted, *_named(caller)))


def issue_for_tournament(bottega: Bottega, tournament: str, caller: Caller, wanted: NewTicket) -> TournamentTicket:
    """Return a ticket for a tournament, as the caller sees it."""
    return TournamentTicket(tournament, *_signed(bottega, TOURNAMENT_PURPOSE, wanted, tournament, *_named(caller)))


def credential_of(bottega: Bottega, game_id: str, ticket: str) -> Credential:
    """Return the credential of a game ticket. Raises InvalidTicket, TicketMismatch and TicketExpired."""
    own_game, holder, *player = _read(bottega, PURPOSE, ticket)
    if own_game != game_id:
        raise TicketMismatch("Create a ticket for this game. This ticket is for another game.")
    seat, rotation = tokens.seat_and_rotation(holder)
    credential = Credential(_caller(bottega, *player) if any(player) else None, game_id, seat, rotation)
    if not credential.holds(bottega):
        raise InvalidTicket("Create a new ticket. The seat has been left or has a new token.")
    bottega.presence.record((game_id, holder))
    return credential


def caller_of(bottega: Bottega, ticket: str) -> Caller:
    """Return the caller of a feed ticket. Raises InvalidTicket and TicketExpired."""
    return _caller(bottega, *_read(bottega, FEED_PURPOSE, ticket))


def tournament_caller_of(bottega: Bottega, tournament: str, ticket: str) -> Caller:
    """Return the caller of a tournament ticket. Raises InvalidTicket, TicketMismatch and TicketExpired."""
    own, *player = _read(bottega, TOURNAMENT_PURPOSE, ticket)
    if own != tournament:
        raise TicketMismatch("Create a ticket for this tournament. This ticket is for another tournament.")
    return _caller(bottega, *player)


def _named(caller: Caller) -> tuple[str, str, str]:
    """Return the player, the key id, and the expiry of an identity in milliseconds, for a ticket."""
    until = "" if caller.key or caller.until is None else str(int(caller.until * 1000))
    return caller.player, caller.key, until


def _caller(bottega: Bottega, player: str, key: str, until: str) -> Caller:
    """Return the caller who created a ticket. Raises InvalidTicket if the key or identity has ended."""
    expires = int(until) / 1000 if until else None
    caller = callers.with_key(bottega, player, key) if key else Caller(player, DELEGATED_SCOPES, until=expires)
    if caller is None or not Credential(caller).is_good(bottega):
        raise InvalidTicket("Create a new ticket. The key or identity of this ticket is no longer valid.")
    return caller


def _signed(bottega: Bottega, purpose: bytes, wanted: NewTicket, *fields: str) -> tuple[str, str]:
    """Sign a ticket with the newest secret; return it with its expiry."""
    expires = bottega.sources.now() + timedelta(seconds=wanted.expires_in)
    text = ".".join((*fields, str(int(expires.timestamp() * 1000))))
    return _signer(bottega.settings.secrets, purpose).sign(text).decode(), written(expires)


def _read(bottega: Bottega, purpose: bytes, ticket: str) -> list[str]:
    """Return the fields of a ticket with a purpose. Raises InvalidTicket and TicketExpired."""
    try:
        *fields, expires = _signer(bottega.settings.secrets, purpose).unsign(ticket).decode().split(".")
    except BadSignature:
        raise InvalidTicket("Create a new ticket. This ticket was not issued by this service.") from None
    if int(expires) <= bottega.sources.now().timestamp() * 1000:
        raise TicketExpired("Create a new ticket. A ticket is valid for one minute.")
    return fields


def _signer(secrets: Sequence[bytes], purpose: bytes) -> Signer:
    """Return a signer whose key is derived from a secret and the purpose; it accepts signatures of all secrets."""
    return Signer(list(secrets), salt=purpose, sep=".", key_derivation="hmac", digest_method=hashlib.sha256)
