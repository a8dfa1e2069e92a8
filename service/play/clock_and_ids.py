"""What a use case takes from outside and no request says: ids, secrets and the time.

Whoever wants the same responses again, byte for byte, brings other sources.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from domain.chance import SEED_BYTES

CLOCKS_APART_SECONDS = 60.0
"""So far the clocks of two machines may be apart; a time further ahead is of a clock that has been put right since."""
GAME_ID_LENGTH = 20
GAME_ID_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def draw_letters(length: int) -> str:
    """Draw so many letters and digits, which nobody can guess if they are many."""
    return "".join(secrets.choice(GAME_ID_LETTERS) for _ in range(length))


@dataclass(frozen=True)
class ClockAndIds:
    """Each is called once for each thing that is needed."""

    game_id: Callable[[], str]
    """Return an id that no game has; see `GAME_ID_LENGTH` and `GAME_ID_LETTERS`."""
    seed: Callable[[], bytes]
    """Return `SEED_BYTES` random bytes: of a new game the secret of its dice, then its salt; or those of worlds."""
    now: Callable[[], datetime]
    """Return the time, UTC."""
    attempt: Callable[[], str] = lambda: secrets.token_hex(4)
    """Return a word that tells an attempt to append an event from all others that are made at the same time."""
    letters: Callable[[int], str] = draw_letters
    """Return so many letters and digits that tell a new player or key from all others."""


def _draw_game_id() -> str:
    """Draw an id that nobody can guess."""
    return draw_letters(GAME_ID_LENGTH)


SYSTEM = ClockAndIds(_draw_game_id, lambda: secrets.token_bytes(SEED_BYTES), lambda: datetime.now(UTC))
"""The machine's own randomness and clock."""


def written(moment: datetime) -> str:
    """Write a time, UTC, to the microsecond (RFC 3339)."""
    return f"{moment.replace(tzinfo=None).isoformat(timespec='microseconds')}Z"
