"""Redis: the only package that knows the names of keys and channels.

`games` holds the games, `stored` the types of what is stored, `entries` how events are written and `bundles` the old
ones, `packing` how they are packed, `archived` where finished games are by now, `kept` all that is kept of one, `seats`
who plays in them, `players` who that is, `due_list` what games are owed, `advice` what AI players think of them,
`lists` finds them, `channels` tells what happens, `webhooks` whom to tell of it elsewhere, `seeks` who wants to play
what, `ratings` who plays how well, `allowances` counts who does how much; `servers` knows where each of it lies.
"""

from service.archive import ArchiveUnavailable, GameLost
from service.store.advice import HintRequest
from service.store.bundles import read_each
from service.store.channels import Listener, Told, keys_of
from service.store.connection import OUTAGES, connect
from service.store.feeds import BEGINNING, FeedPage, FeedPosition, Notice, NoticeType
from service.store.game_types import (
    HINTS,
    PLAIN,
    WATCHED,
    BundledEntries,
    Claims,
    Commit,
    Event,
    GameInfo,
    Header,
    Holder,
    Idempotency,
    Invited,
    ListedGame,
    LogPosition,
    SeatKind,
    SeatSetup,
    Spectators,
    StoredGame,
    StoredResponse,
    TournamentPlace,
    Visibility,
)
from service.store.games import Store, open_store
from service.store.keys import NO_CLOCKS, RunningClocks
from service.store.list_names import Status
from service.store.lists import ListEntry
from service.store.log_entries import read_entry
from service.store.players import ALIAS, KeptKey, Profile
from service.store.rate_limits import RateLimit, RateLimits, open_allowances
from service.store.seats import Claimed
from service.store.seeks import MatchedSeeks, Seek, SeekCount
from service.store.unreadable import GameUnreadable
from service.store.webhooks import Delivery, DeliveryEntry, PreviousSecret, Webhook

__all__ = [
    "ALIAS",
    "BEGINNING",
    "HINTS",
    "NO_CLOCKS",
    "OUTAGES",
    "PLAIN",
    "WATCHED",
    "ArchiveUnavailable",
    "BundledEntries",
    "Claimed",
    "Claims",
    "Commit",
    "Delivery",
    "DeliveryEntry",
    "Event",
    "FeedPage",
    "FeedPosition",
    "GameInfo",
    "GameLost",
    "GameUnreadable",
    "Header",
    "HintRequest",
    "Holder",
    "Idempotency",
    "Invited",
    "KeptKey",
    "ListEntry",
    "ListedGame",
    "Listener",
    "LogPosition",
    "MatchedSeeks",
    "Notice",
    "NoticeType",
    "PreviousSecret",
    "Profile",
    "RateLimit",
    "RateLimits",
    "RunningClocks",
    "SeatKind",
    "SeatSetup",
    "Seek",
    "SeekCount",
    "Spectators",
    "Status",
    "Store",
    "StoredGame",
    "StoredResponse",
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
