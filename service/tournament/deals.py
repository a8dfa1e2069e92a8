"""The deals of a tournament: one secret, from which the dice of all its games follow."""

import hashlib
import hmac

from service.tournament.plan import Plan

LEFT_OUT = "-"


def deal_secret(secret: bytes, plan: Plan, paired: int, table: int, game: int) -> bytes:
    """Return the 32 bytes that are the seed of a game.

    `paired` is the number of the log entry that seated its round, `table` the number of its table, from 1, and `game`
    that of the game in its match, from 0. The seed is the HMAC-SHA256, under the tournament's deal secret, of these
    three with spaces between them. Games that share a deal leave out in what they differ: those of a round `37 - 0`,
    those of a match `37 1 -`. A round that is seated again has another entry, so nobody meets a deal seen before.
    """
    parts = {"game": (paired, table, game), "match": (paired, table, LEFT_OUT), "round": (paired, LEFT_OUT, game)}
    return hmac.digest(secret, " ".join(map(str, parts[plan.deal])).encode(), hashlib.sha256)


def deal_commitment(secret: bytes) -> str:
    """Bind a tournament to its deals: the SHA-256 of the secret, in hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()
