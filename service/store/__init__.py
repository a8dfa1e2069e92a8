"""Store everything in Redis. No other package knows the names of keys and channels.

- `games`, `game_types`: games and their types. `seats`: who has the seats.
- `log_entries`, `bundles`, `event_columns`, `compression`: how events are encoded.
- `archived`, `archived_copies`, `archive_identity`, `game_dump`: finished games in the archive.
- `due_list`, `clock_list`, `outages`: pending jobs and running clocks.
- `lists`, `list_names`: lists of games. `advice`: hints and analyses.
- `players`, `presence`, `feeds`, `channels`, `webhooks`: players and their notices.
- `confirmations`, `blocks`: limits of mail, and block lists.
- `seeks`, `ratings`, `deals`: matchmaking, ratings, and games that share a deal.
- `rate_limits`, `idempotent_requests`: limits and retries of requests.
- `servers`, `connection`, `durability`: which server holds a key, and when a write counts as stored.
"""

from service.archive import ArchiveUnavailable, GameLost
from service.resources.types import Status
from service.store.advice import RequestedHint
from service.store.bundles import read_each
from service.store.channels import Listener, keys_source
from service.store.connection import OUTAGES, connect
from service.store.durability import Command
from service.store.feeds import StoredNotice
from service.store.game_types import (
    DEFAULT_INFO,
    NO_DELAY,
    START,
    BundledEntries,
    Claims,
    Commit,
    Event,
    GameInfo,
    Header,
    Holder,
    Idempotency,
    InvitedPlayer,
    ListedGame,
    LogPosition,
    SeatSetup,
    Spectators,
    StoredGame,
    StoredResponse,
    StoredTerms,
)
from service.store.games import Store, load_command, open_store
from service.store.identities import StoredIdentity
from service.store.keys import NO_CLOCKS, RunningClocks
from service.store.lists import ListEntry
from service.store.log_entries import read_entry
from service.store.players import ALIAS, Profile, StoredKey
from service.store.rate_limits import RateLimit, RateLimits, open_rate_limits
from service.store.seats import ClaimResult
from service.store.seeks import MatchedSeeks, SeekCount, StoredSeek
from service.store.unreadable import GameUnreadable
from service.store.webhooks import Delivery, DeliveryEntry, OlderLink, PreviousSecret, StoredWebhook, TargetTerms
