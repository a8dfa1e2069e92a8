"""Store everything in Redis. No other package knows the names of keys and channels.

- `games`, `game_types`: games and their types. `loading`: games in one step. `seats`: who has the seats.
- `keys`: the keys of games. `results`: results. `creations`: ids of idempotent creations.
- `commits`: writes of events. `game_cache`: games that this process has just used.
- `log_entries`, `bundles`, `event_columns`, `compression`: how events are encoded. `log_bundling`: bundles old events.
- `archived`, `archived_copies`, `archive_identity`, `game_dump`: finished games in the archive.
- `due_list`, `clock_list`, `outages`: pending jobs and running clocks.
- `lists`, `list_names`: lists of games. `advice`: hints and analyses.
- `players`, `presence`, `feeds`, `channels`: players and their notices.
- `bans`, `decisions`: banned players, and what was decided about players.
- `webhooks`, `webhook_types`, `targets`: webhooks, their deliveries, and notification targets.
- `confirmations`: limits of mail.
- `ratings`, `deals`: ratings, and games that share a deal.
- `rate_limits`, `idempotent_requests`: limits and retries of requests.
- `servers`, `connection`, `durability`: which server holds a key, and when a write counts as stored.
"""

from service.archive import ArchiveUnavailable, GameLost
from service.resources.types import Status
from service.store.advice import RequestedHint
from service.store.bans import StoredBan
from service.store.bundles import read_each
from service.store.channels import Listener, keys_source
from service.store.commits import Commit, ConflictingWrite
from service.store.connection import OUTAGES, connect
from service.store.decisions import Decision
from service.store.durability import Command
from service.store.feeds import StoredNotice
from service.store.game_types import (
    DEFAULT_INFO,
    NO_DELAY,
    START,
    Event,
    GameFault,
    GameInfo,
    GameOrigin,
    Header,
    InvitedPlayer,
    ListedGame,
    LogPosition,
    SeatSetup,
    Spectators,
    StoredGame,
    StoredTerms,
)
from service.store.games import Store, open_store
from service.store.holders import Claims, Holder
from service.store.idempotency_types import Idempotency, StoredResponse
from service.store.identities import StoredIdentity
from service.store.keys import NO_CLOCKS, RunningClocks
from service.store.lists import ListEntry
from service.store.loading import load_command
from service.store.log_entries import read_entry
from service.store.players import ALIAS, PlayerState, Profile, StoredKey
from service.store.rate_limits import RateLimit, RateLimits, open_rate_limits
from service.store.seats import ClaimResult
from service.store.unreadable import GameUnreadable
from service.store.webhook_types import Delivery, DeliveryEntry, OlderLink, PreviousSecret, StoredWebhook, TargetTerms
