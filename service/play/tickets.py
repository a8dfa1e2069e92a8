"""Tickets: each opens for a minute streams of one game as one seat, of the feed of one player, or of one tournament.

A page puts one into the URL of an `EventSource`, which sends no header; a token must never be in a URL, where logs and
histories keep it. A ticket is signed with a key of its purpose, so that none passes for another, nor for a token, and
is not stored. It names what it was created with, a seat's token or a player's key or identity, and ends with it.
"""

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from itsdangerous import BadSignature, Signer

from service.play import callers, tokens
from service.play.bottega import Bottega
from service.play.callers import ACTING, Caller
from service.play.clock_and_ids import written
from service.play.credentials import Credential
from service.problems import InvalidTicket, TicketExpired, TicketMismatch

SECONDS = 60
"""How long a ticket opens streams; one that is open goes on."""
PURPOSE = b"bottega stream ticket"
FEED_PURPOSE = b"bottega feed ticket"
TOURNAMENT_PURPOSE = b"bottega tournament ticket"
NO_PLAYER = ("", "", "")
"""In a ticket for a seat that was created with the seat's token."""


def issue(bottega: Bottega, credential: Credential, seconds: int = SECONDS) -> dict[str, Any]:
    """Sign a ticket for a seat of a game, good until the seat changes hands or the credential ends."""
    game_id, seat = credential.game_id, credential.seat or 0
    holder = tokens.holder(seat, bottega.store.seats.holder(game_id, seat).rotation)
    player = NO_PLAYER if credential.caller is None else _named(credential.caller)
    return {"game_id": game_id, "seat": seat, **_signed(bottega, PURPOSE, seconds, game_id, holder, *player)}


def issue_for_feed(bottega: Bottega, caller: Caller, seconds: int = SECONDS) -> dict[str, Any]:
    """Sign a ticket for the feed of a player; raises InsufficientScope."""
    callers.need(caller, "play")
    return {"player": caller.player, **_signed(bottega, FEED_PURPOSE, seconds, *_named(caller))}


def issue_for_tournament(bottega: Bottega, tournament: str, caller: Caller, seconds: int = SECONDS) -> dict[str, Any]:
    """Sign a ticket for a tournament, as the caller may see it."""
    return {"tournament": tournament, **_signed(bottega, TOURNAMENT_PURPOSE, seconds, tournament, *_named(caller))}


def credential_of(bottega: Bottega, game_id: str, ticket: str) -> Credential:
    """Return the seat that a ticket opens a stream of, and for whom.

    Raises InvalidTicket, TicketMismatch and TicketExpired.
    """
    own_game, holder, *player = _read(bottega, PURPOSE, ticket)
    if own_game != game_id:
        raise TicketMismatch("The ticket opens streams of another game.")
    seat, rotation = tokens.seat_and_rotation(holder)
    credential = Credential(_caller(bottega, *player) if any(player) else None, game_id, seat, rotation)
    if not credential.holds(bottega):
        raise InvalidTicket("The seat has been left or handed on since.")
    bottega.presence.record((game_id, holder))
    return credential


def caller_of(bottega: Bottega, ticket: str) -> Caller:
    """Return whose feed a ticket opens; raises InvalidTicket and TicketExpired."""
    return _caller(bottega, *_read(bottega, FEED_PURPOSE, ticket))


def reader_of(bottega: Bottega, tournament: str, ticket: str) -> Caller:
    """Return as whom a ticket opens a tournament; raises InvalidTicket, TicketMismatch and TicketExpired."""
    own, *player = _read(bottega, TOURNAMENT_PURPOSE, ticket)
    if own != tournament:
        raise TicketMismatch("The ticket opens streams of another tournament.")
    return _caller(bottega, *player)


def _named(caller: Caller) -> tuple[str, str, str]:
    """Write who asks for a ticket: the player, the id of the key, and when an identity expires, in milliseconds."""
    until = "" if caller.key or caller.until is None else str(int(caller.until * 1000))
    return caller.player, caller.key, until


def _caller(bottega: Bottega, player: str, key: str, until: str) -> Caller:
    """Return who asked for a ticket; raises InvalidTicket if that has ended since."""
    expires = int(until) / 1000 if until else None
    caller = callers.with_key(bottega, player, key) if key else Caller(player, ACTING, until=expires)
    if caller is None or not Credential(caller).is_good(bottega):
        raise InvalidTicket("The key or identity that the ticket was created with has ended.")
    return caller


def _signed(bottega: Bottega, purpose: bytes, seconds: int, *told: str) -> dict[str, str]:
    """Sign a ticket with the newest secret."""
    expires = bottega.sources.now() + timedelta(seconds=seconds)
    text = ".".join((*told, str(int(expires.timestamp() * 1000))))
    return {"ticket": _signer(bottega.settings.secrets, purpose).sign(text).decode(), "expires_at": written(expires)}


def _read(bottega: Bottega, purpose: bytes, ticket: str) -> list[str]:
    """Read what was signed for a purpose; raises InvalidTicket and TicketExpired."""
    try:
        *told, expires = _signer(bottega.settings.secrets, purpose).unsign(ticket).decode().split(".")
    except BadSignature:
        raise InvalidTicket("The ticket was not given by this service.") from None
    if int(expires) <= bottega.sources.now().timestamp() * 1000:
        raise TicketExpired("Create another ticket; it opens streams for a minute.")
    return told


def _signer(secrets: Sequence[bytes], purpose: bytes) -> Signer:
    """Sign by a key that follows from the newest secret and the purpose; read what any of the secrets has signed."""
    return Signer(list(secrets), salt=purpose, sep=".", key_derivation="hmac", digest_method=hashlib.sha256)
