"""Handle unreadable data: damaged by other programs, since the service reads all that it writes."""

import logging
import struct
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
import redis
from zstandard import ZstdError

from service.runtime.throttled_log import log_once
from service.store import servers
from service.store.connection import OUTAGES

T = TypeVar("T")

logger = logging.getLogger(__name__)

BROKEN = (msgspec.MsgspecError, ZstdError, struct.error, ValueError, LookupError, TypeError)
"""Errors of reading damaged bytes."""


class GameUnreadable(Exception):
    """A part of a game is damaged or missing. The message names game and part, but has no content."""

    def __init__(self, game_id: str, why: str) -> None:
        super().__init__(f"game {game_id} cannot be read: {why}; see `bottega games inspect {game_id}`")
        self.game_id = game_id
        self.why = why


@contextmanager
def reading(game_id: str, part: str) -> Iterator[None]:
    """Raise GameUnreadable if a part of a game is damaged, or its key has an unexpected type.

    An error within a call to Redis is a fault of the service, since no data has been read yet: it stays as it is.
    """
    try:
        yield
    except OUTAGES:
        raise
    except redis.ResponseError as error:
        if not is_wrong_type(error):
            raise
        raise GameUnreadable(game_id, f"its {part} is a key of another type") from error
    except BROKEN as error:
        if any(frame.f_code.co_filename == servers.__file__ for frame, _ in traceback.walk_tb(error.__traceback__)):
            raise
        raise GameUnreadable(game_id, f"its {part} is damaged ({type(error).__name__})") from error


def get_each(client: Any, keys: Sequence[str]) -> list[bytes | None]:
    """Return the values of keys, read in one round trip; raises redis.ResponseError for a key of another type.

    MGET would return None for such a key, as if it were missing.
    """
    pipeline = client.pipeline(transaction=True)
    for name in keys:
        pipeline.get(name)
    return [*pipeline.execute()]


def readable(stored: bytes, kind: type[T], what: str) -> T | None:
    """Return one of several values stored as JSON; None if it is damaged, which is logged once as `what`.

    A list thus survives one damaged entry.
    """
    try:
        return msgspec.json.decode(stored, type=kind)
    except BROKEN:
        log_once(logger, "%s cannot be read", what)
        return None


def is_wrong_type(reply: object) -> bool:
    """Whether Redis has rejected a command because of the type of the key."""
    return isinstance(reply, redis.ResponseError) and "WRONGTYPE" in str(reply)
