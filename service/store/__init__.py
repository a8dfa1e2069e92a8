"""Redis: the only package that knows key names. `games` holds the games and lists the keys."""

from service.store.connection import OUTAGES
from service.store.games import (
    Answer,
    Commit,
    Event,
    Header,
    Idempotency,
    SeatKind,
    SeatSetup,
    Store,
    Stored,
    open_store,
)

__all__ = [
    "OUTAGES",
    "Answer",
    "Commit",
    "Event",
    "Header",
    "Idempotency",
    "SeatKind",
    "SeatSetup",
    "Store",
    "Stored",
    "open_store",
]
