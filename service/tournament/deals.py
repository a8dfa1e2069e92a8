"""The deals of a tournament: one secret, from which the dice of all its games follow."""

import hashlib
import hmac

from service.tournament.plan import Plan

LEFT_OUT = "-"


def deal_secret(secret: bytes, plan: Plan, number: int, table: int, game: int) -> bytes:
    """Return the 32 bytes that are the seed of a game: `number` is its round's and `table` its table's, both from 1.

    They are the HMAC-SHA256, under the tournament's deal secret, of round, table and game with spaces between them.
    Games that share a deal leave out in what they differ: those of a match `3 1 -`, those of a round `3 - 0`.
    """
    parts = {"game": (number, table, game), "match": (number, table, LEFT_OUT), "round": (number, LEFT_OUT, game)}
    return hmac.digest(secret, " ".join(map(str, parts[plan.deal])).encode(), hashlib.sha256)


def deal_commitment(secret: bytes) -> str:
    """Bind a tournament to its deals: the SHA-256 of the secret, in hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()
