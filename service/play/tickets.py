"""Tickets: each opens for a minute streams of one game as one seat, of the feed of one player, or of one tournament.

A page puts one into the address of an `EventSource`, which sends no header; a token must never stand in an address,
where logs and histories keep it. A ticket is signed with a key of its own purpose, so that none passes for another, nor
for a token, and is kept nowhere. One for a feed or a tournament names the key that it was asked for with, and opens
nothing without it.
"""

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from itsdangerous import BadSignature, Signer

from service.play import callers, tokens
from service.play.bottega import Bottega
from service.play.callers import Caller
from service.play.clock_and_ids import written
from service.problems import ForeignTicket, InvalidTicket, TicketExpired

SECONDS = 60
"""How long a ticket opens streams; one that is open goes on."""
PURPOSE = b"bottega stream ticket"
FEED_PURPOSE = b"bottega feed ticket"
TOURNAMENT_PURPOSE = b"bottega tournament ticket"


def issue(bottega: Bottega, game_id: str, seat: int, seconds: int = SECONDS) -> dict[str, Any]:
    """Sign a ticket for a seat, good until the seat is another's."""
    holder = tokens.holder(seat, bottega.store.seats.holder(game_id, seat).rotation)
    return {"game_id": game_id, "seat": seat, **_signed(bottega, PURPOSE, game_id, holder, seconds)}


def issue_for_feed(bottega: Bottega, caller: Caller, seconds: int = SECONDS) -> dict[str, Any]:
    """Sign a ticket for the feed of a player; raises ScopeMissing."""
    callers.need(caller, "play")
    return {"player": caller.player, **_signed(bottega, FEED_PURPOSE, caller.player, caller.key, seconds)}


def issue_for_tournament(bottega: Bottega, tournament: str, caller: Caller, seconds: int = SECONDS) -> dict[str, Any]:
    """Sign a ticket for a tournament, as the caller may see it."""
    reader = f"{caller.player}.{caller.key}"
    return {"tournament": tournament, **_signed(bottega, TOURNAMENT_PURPOSE, tournament, reader, seconds)}


def seat_of(bottega: Bottega, game_id: str, ticket: str) -> int:
    """Return as which seat a ticket opens a stream of this game; raises InvalidTicket, ForeignTicket, TicketExpired."""
    own_game, holder, expires = _read(bottega, PURPOSE, ticket)
    if own_game != game_id:
        raise ForeignTicket("The ticket opens streams of another game.")
    _check_time(bottega, expires)
    seat, rotation = tokens.seat_and_rotation(holder)
    if bottega.store.seats.holder(game_id, seat).rotation != rotation:
        raise InvalidTicket("The seat has been left or handed on since.")
    bottega.presence.saw((game_id, holder))
    return seat


def caller_of(bottega: Bottega, ticket: str) -> Caller:
    """Return whose feed a ticket opens; raises InvalidTicket and TicketExpired."""
    return _caller(bottega, *_read(bottega, FEED_PURPOSE, ticket))


def reader_of(bottega: Bottega, tournament: str, ticket: str) -> Caller:
    """Return as whom a ticket opens a tournament; raises InvalidTicket, ForeignTicket and TicketExpired."""
    own, *reader = _read(bottega, TOURNAMENT_PURPOSE, ticket)
    if own != tournament:
        raise ForeignTicket("The ticket opens streams of another tournament.")
    return _caller(bottega, *reader)


def _caller(bottega: Bottega, player: str, key: str, expires: str) -> Caller:
    """Return who asked for a ticket; raises InvalidTicket and TicketExpired."""
    _check_time(bottega, expires)
    caller = callers.known_by(bottega, player, key)
    if caller is None:
        raise InvalidTicket("The key with which the ticket was asked for opens nothing any more.")
    return caller


def _signed(bottega: Bottega, purpose: bytes, whose: str, which: str, seconds: int) -> dict[str, str]:
    """Sign a ticket by the newest secret."""
    expires = bottega.sources.now() + timedelta(seconds=seconds)
    told = f"{whose}.{which}.{int(expires.timestamp() * 1000)}"
    return {"ticket": _signer(bottega.settings.secrets, purpose).sign(told).decode(), "expires_at": written(expires)}


def _read(bottega: Bottega, purpose: bytes, ticket: str) -> list[str]:
    """Read what was signed for a purpose; raises InvalidTicket."""
    try:
        return _signer(bottega.settings.secrets, purpose).unsign(ticket).decode().split(".")
    except BadSignature:
        raise InvalidTicket("The ticket was not given by this service.") from None


def _check_time(bottega: Bottega, expires: str) -> None:
    """Raise TicketExpired once a ticket's time is up."""
    if int(expires) <= bottega.sources.now().timestamp() * 1000:
        raise TicketExpired("Ask for another one; it opens streams for a minute.")


def _signer(secrets: Sequence[bytes], purpose: bytes) -> Signer:
    """Sign by a key that follows from the newest secret and the purpose; read what any of the secrets has signed."""
    return Signer(list(secrets), salt=purpose, sep=".", key_derivation="hmac", digest_method=hashlib.sha256)
