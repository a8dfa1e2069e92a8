"""Redis: the only package that knows the names of keys and channels.

`games` holds the games, `lists` finds them, `channels` tells what happens in them.
"""

from service.store.channels import Listener, Told
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
    "Listener",
    "SeatKind",
    "SeatSetup",
    "Status",
    "Store",
    "Stored",
    "Told",
    "open_store",
]
