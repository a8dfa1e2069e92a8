"""Redis: the only package that knows key names. `games` holds the games, `lists` finds them."""

from service.store.connection import OUTAGES
from service.store.games import (
    Answer,
    Commit,
    Event,
    Header,
    Idempotency,
    Listed,
    SeatKind,
    SeatSetup,
    Store,
    Stored,
    open_store,
)
from service.store.lists import Entry, Status

__all__ = [
    "OUTAGES",
    "Answer",
    "Commit",
    "Entry",
    "Event",
    "Header",
    "Idempotency",
    "Listed",
    "SeatKind",
    "SeatSetup",
    "Status",
    "Store",
    "Stored",
    "open_store",
]
