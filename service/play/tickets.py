"""Tickets: each opens streams of one game as one seat, for a minute at most, and nothing else.

A page puts one into the address of an `EventSource`, which sends no header; a token must never stand in an address,
where logs and histories keep it. A ticket is signed with a key of its own purpose, so that neither passes for the
other, and is kept nowhere.
"""

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from itsdangerous import BadSignature, Signer

from service.play import tokens
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.problems import ForeignTicket, InvalidTicket, TicketExpired

SECONDS = 60
"""How long a ticket opens streams; one that is open goes on."""
PURPOSE = b"bottega stream ticket"


def issue(bottega: Bottega, game_id: str, seat: int, seconds: int = SECONDS) -> dict[str, Any]:
    """Sign a ticket for a seat by the newest secret."""
    expires = bottega.sources.now() + timedelta(seconds=seconds)
    holder = tokens.holder(seat, bottega.store.seats.holder(game_id, seat).rotation)
    ticket = _signer(bottega.settings.secrets).sign(f"{game_id}.{holder}.{int(expires.timestamp() * 1000)}").decode()
    return {"game_id": game_id, "seat": seat, "ticket": ticket, "expires_at": written(expires)}


def seat_of(bottega: Bottega, game_id: str, ticket: str) -> int:
    """Return as which seat a ticket opens a stream of this game; raises InvalidTicket, ForeignTicket, TicketExpired."""
    try:
        signed = _signer(bottega.settings.secrets).unsign(ticket).decode()
    except BadSignature:
        raise InvalidTicket("The ticket was not given by this service.") from None
    own_game, holder, expires = signed.split(".")
    if own_game != game_id:
        raise ForeignTicket("The ticket opens streams of another game.")
    if int(expires) <= bottega.sources.now().timestamp() * 1000:
        raise TicketExpired("Ask for another one; it opens streams for a minute.")
    seat, rotation = tokens.seat_and_rotation(holder)
    if bottega.store.seats.holder(game_id, seat).rotation != rotation:
        raise InvalidTicket("The seat has been left or handed on since.")
    bottega.presence.saw((game_id, holder))
    return seat


def _signer(secrets: Sequence[bytes]) -> Signer:
    """Sign by a key that follows from the newest secret and the purpose; read what any of the secrets has signed."""
    return Signer(list(secrets), salt=PURPOSE, sep=".", key_derivation="hmac", digest_method=hashlib.sha256)
