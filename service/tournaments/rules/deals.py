"""Derive the seeds of a tournament's games from its deal secret."""

import hashlib
import hmac
from collections.abc import Mapping

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


def secret_at(first: bytes, later: Mapping[int, bytes], entry: int) -> bytes:
    """Return the deal secret of games that the log entry with this number seated.

    `first` is the secret of the creation. `later` has the secrets of reopenings, by number of their log entry.

    >>> [secret_at(b"one", {40: b"two"}, entry) for entry in (37, 42)]
    [b'one', b'two']
    """
    return later[max(before)] if (before := [number for number in later if number < entry]) else first


def deal_commitment(secret: bytes) -> str:
    """Return the SHA-256 of the deal secret in hexadecimal digits, which commits the tournament to its deals."""
    return hashlib.sha256(secret).hexdigest()
