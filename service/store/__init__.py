"""Redis: the only package that knows the names of keys and channels.

`games` holds the games, `stored` the types of what is stored, `due_list` what they are owed, `advice` what AI players
think of them, `lists` finds them, `channels` tells what happens, `allowances` counts who does how much; `servers` knows
where each of it lies.
"""

from service.store.advice import Asked
from service.store.allowances import Allowance, Allowances, open_allowances
from service.store.channels import Listener, Told
from service.store.connection import OUTAGES, connect
from service.store.games import Store, open_store
from service.store.lists import Entry, Status
from service.store.stored import (
    HINTS,
    PLAIN,
    WATCHED,
    Answered,
    Claims,
    Commit,
    Event,
    Header,
    Idempotency,
    Listed,
    Onlookers,
    Place,
    SeatKind,
    SeatSetup,
    Stored,
    Table,
    Visibility,
)

__all__ = [
    "HINTS",
    "OUTAGES",
    "PLAIN",
    "WATCHED",
    "Allowance",
    "Allowances",
    "Answered",
    "Asked",
    "Claims",
    "Commit",
    "Entry",
    "Event",
    "Header",
    "Idempotency",
    "Listed",
    "Listener",
    "Onlookers",
    "Place",
    "SeatKind",
    "SeatSetup",
    "Status",
    "Store",
    "Stored",
    "Table",
    "Told",
    "Visibility",
    "connect",
    "open_allowances",
    "open_store",
]
