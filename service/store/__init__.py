"""Redis: the only package that knows the names of keys and channels.

`games` holds the games, `advice` what AI players think of them, `lists` finds them, `channels` tells what happens.
"""

from service.store.advice import Asked
from service.store.channels import Listener, Told
from service.store.connection import OUTAGES
from service.store.games import (
    HINTS,
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
    "HINTS",
    "OUTAGES",
    "Answer",
    "Asked",
    "Commit",
    "Entry",
    "Event",
    "Header",
    "Idempotency",
    "Listed",
    "Listener",
    "SeatKind",
    "SeatSetup",
    "Status",
    "Store",
    "Stored",
    "Told",
    "open_store",
]
