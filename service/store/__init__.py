"""Redis: the only package that knows the names of keys and channels.

`games` holds the games, `stored` the types of what is stored, `entries` how events are written and `bundles` the old
ones, `packing` how they are packed, `archived` where finished games are by now, `kept` all that is kept of one, `seats`
who plays in them, `players` who that is, `due_list` what games are owed, `advice` what AI players think of them,
`lists` finds them, `channels` tells what happens, `webhooks` whom to tell of it elsewhere, `seeks` who wants to play
what, `ratings` who plays how well, `allowances` counts who does how much; `servers` knows where each of it lies.
"""

from service.archive import ArchiveUnavailable, GameLost
from service.store.advice import Asked
from service.store.allowances import Allowance, Allowances, open_allowances
from service.store.bundles import read_each
from service.store.channels import Listener, Told, keys_of
from service.store.connection import OUTAGES, connect
from service.store.entries import read_entry
from service.store.feeds import BEGINNING, Notice, NoticeType, Spot, Stretch
from service.store.games import Store, open_store
from service.store.keys import NO_CLOCKS, RunningClocks
from service.store.list_names import Status
from service.store.lists import Entry
from service.store.players import ALIAS, KeptKey, Profile
from service.store.seats import Claimed
from service.store.seeks import Demand, Party, Seek
from service.store.stored import (
    HINTS,
    PLAIN,
    WATCHED,
    Answered,
    Claims,
    Commit,
    Event,
    Header,
    Holder,
    Idempotency,
    Invited,
    Listed,
    OldEntries,
    Onlookers,
    Place,
    SeatKind,
    SeatSetup,
    Stored,
    Table,
    TournamentPlace,
    Visibility,
)
from service.store.unreadable import GameUnreadable
from service.store.webhooks import Delivery, Logged, PreviousSecret, Webhook

__all__ = [
    "ALIAS",
    "BEGINNING",
    "HINTS",
    "NO_CLOCKS",
    "OUTAGES",
    "PLAIN",
    "WATCHED",
    "Allowance",
    "Allowances",
    "Answered",
    "ArchiveUnavailable",
    "Asked",
    "Claimed",
    "Claims",
    "Commit",
    "Delivery",
    "Demand",
    "Entry",
    "Event",
    "GameLost",
    "GameUnreadable",
    "Header",
    "Holder",
    "Idempotency",
    "Invited",
    "KeptKey",
    "Listed",
    "Listener",
    "Logged",
    "Notice",
    "NoticeType",
    "OldEntries",
    "Onlookers",
    "Party",
    "Place",
    "PreviousSecret",
    "Profile",
    "RunningClocks",
    "SeatKind",
    "SeatSetup",
    "Seek",
    "Spot",
    "Status",
    "Store",
    "Stored",
    "Stretch",
    "Table",
    "Told",
    "TournamentPlace",
    "Visibility",
    "Webhook",
    "connect",
    "keys_of",
    "open_allowances",
    "open_store",
    "read_each",
    "read_entry",
]
