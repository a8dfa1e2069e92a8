"""Provide ids, secrets and the time. Tests replace them for reproducible responses."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

import msgspec

from domain.chance import SEED_BYTES

CLOCKS_APART_SECONDS = 60.0
"""Largest difference between the clocks of two machines. A time further ahead comes from a clock that was wrong."""
GAME_ID_LENGTH = 20
GAME_ID_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
LETTERS = frozenset(GAME_ID_LETTERS)


def is_id(text: str, prefix: str = "") -> bool:
    """Whether a text has the form of an id with this prefix. Other texts must not become part of a Redis key."""
    letters = text.removeprefix(prefix)
    return text.startswith(prefix) and len(letters) == GAME_ID_LENGTH and LETTERS.issuperset(letters)


def draw_letters(length: int) -> str:
    """Return `length` random letters and digits from a cryptographic source."""
    return "".join(secrets.choice(GAME_ID_LETTERS) for _ in range(length))


def derived_letters(*origin: str) -> str:
    """Return the letters and digits of an id that is the same for the same `origin`."""
    number = int.from_bytes(sha256(msgspec.json.encode(origin)).digest())
    letters = []
    for _ in range(GAME_ID_LENGTH):
        number, letter = divmod(number, len(GAME_ID_LETTERS))
        letters.append(GAME_ID_LETTERS[letter])
    return "".join(letters)


@dataclass(frozen=True)
class ClockAndIds:
    """Sources of ids, randomness and time. Each function is called once per value."""

    game_id: Callable[[], str]
    """Return an unused game id; see `GAME_ID_LENGTH` and `GAME_ID_LETTERS`."""
    seed: Callable[[], bytes]
    """Return `SEED_BYTES` random bytes: the secret of a game's dice, its salt, or a seed of sampled positions."""
    now: Callable[[], datetime]
    """Return the time, UTC."""
    attempt: Callable[[], str] = lambda: secrets.token_hex(4)
    """Return a word that distinguishes concurrent attempts to append an event."""
    letters: Callable[[int], str] = draw_letters
    """Return random letters and digits that identify a new player or key."""
    elapsed: Callable[[], float] = time.monotonic
    """Return the seconds since some moment, by a clock that never goes back; the clock of time slices."""


def _draw_game_id() -> str:
    return draw_letters(GAME_ID_LENGTH)


SYSTEM = ClockAndIds(_draw_game_id, lambda: secrets.token_bytes(SEED_BYTES), lambda: datetime.now(UTC))
"""The machine's own randomness and clock."""


def written(moment: datetime) -> str:
    """Format a UTC time with microseconds (RFC 3339)."""
    return f"{moment.replace(tzinfo=None).isoformat(timespec='microseconds')}Z"
