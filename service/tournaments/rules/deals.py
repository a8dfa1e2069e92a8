"""Derive the seeds of a tournament's games from its deal secret."""

import hashlib
import hmac

from service.tournaments.rules.plan import Plan

LEFT_OUT = "-"


def deal_secret(secret: bytes, plan: Plan, paired: int, table: int, game: int) -> bytes:
    """Return the 32-byte seed of a game.

    `paired` is the number of the log entry that seated the round. `table` is the table number, from 1. `game` is the
    number of the game in its match, from 0. The seed is the HMAC-SHA256, keyed with the deal secret, of these three
    numbers separated by spaces. Games that share a deal replace the number that differs: games of a round use `37 - 0`,
    games of a match `37 1 -`. A re-paired round has a new log entry, so no player sees a deal twice.
    """
    parts = {"game": (paired, table, game), "match": (paired, table, LEFT_OUT), "round": (paired, LEFT_OUT, game)}
    return hmac.digest(secret, " ".join(map(str, parts[plan.deal])).encode(), hashlib.sha256)


def deal_commitment(secret: bytes) -> str:
    """Return the SHA-256 of the deal secret in hexadecimal digits, which commits the tournament to its deals."""
    return hashlib.sha256(secret).hexdigest()
