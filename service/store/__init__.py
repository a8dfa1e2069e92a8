"""Store everything in Redis. No other package knows the names of keys and channels.

- `games`, `game_types`: games and their types. `seats`: who has the seats.
- `log_entries`, `bundles`, `event_columns`, `compression`: how events are encoded.
- `archived`, `archived_copies`, `archive_identity`, `game_dump`: finished games in the archive.
- `due_list`, `clock_list`, `outages`: pending jobs and running clocks.
- `lists`, `list_names`: lists of games. `advice`: hints and analyses.
- `players`, `presence`, `feeds`, `channels`, `webhooks`: players and their notices.
- `seeks`, `ratings`, `deals`, `tournaments`: matchmaking, ratings and tournaments.
- `rate_limits`, `idempotent_requests`: limits and retries of requests.
- `servers`, `connection`, `durability`: which server holds a key, and when a write counts as stored.
"""

from service.archive import ArchiveUnavailable as ArchiveUnavailable
from service.archive import GameLost as GameLost
from service.store.advice import HintRequest as HintRequest
from service.store.bundles import read_each as read_each
from service.store.channels import Listener as Listener
from service.store.channels import keys_source as keys_source
from service.store.connection import OUTAGES as OUTAGES
from service.store.connection import connect as connect
from service.store.feeds import BEGINNING as BEGINNING
from service.store.feeds import FeedPage as FeedPage
from service.store.feeds import FeedPosition as FeedPosition
from service.store.feeds import Notice as Notice
from service.store.game_types import DEFAULT_INFO as DEFAULT_INFO
from service.store.game_types import HINTS as HINTS
from service.store.game_types import NO_DELAY as NO_DELAY
from service.store.game_types import BundledEntries as BundledEntries
from service.store.game_types import Claims as Claims
from service.store.game_types import Commit as Commit
from service.store.game_types import Event as Event
from service.store.game_types import GameInfo as GameInfo
from service.store.game_types import Header as Header
from service.store.game_types import Holder as Holder
from service.store.game_types import Idempotency as Idempotency
from service.store.game_types import InvitedPlayer as InvitedPlayer
from service.store.game_types import ListedGame as ListedGame
from service.store.game_types import LogPosition as LogPosition
from service.store.game_types import SeatKind as SeatKind
from service.store.game_types import SeatSetup as SeatSetup
from service.store.game_types import Spectators as Spectators
from service.store.game_types import StoredGame as StoredGame
from service.store.game_types import StoredResponse as StoredResponse
from service.store.game_types import TournamentPlace as TournamentPlace
from service.store.game_types import Visibility as Visibility
from service.store.games import Store as Store
from service.store.games import open_store as open_store
from service.store.keys import NO_CLOCKS as NO_CLOCKS
from service.store.keys import RunningClocks as RunningClocks
from service.store.list_names import Status as Status
from service.store.lists import ListEntry as ListEntry
from service.store.log_entries import read_entry as read_entry
from service.store.players import ALIAS as ALIAS
from service.store.players import Profile as Profile
from service.store.players import StoredKey as StoredKey
from service.store.rate_limits import RateLimit as RateLimit
from service.store.rate_limits import RateLimits as RateLimits
from service.store.rate_limits import open_rate_limits as open_rate_limits
from service.store.seats import ClaimResult as ClaimResult
from service.store.seeks import MatchedSeeks as MatchedSeeks
from service.store.seeks import Seek as Seek
from service.store.seeks import SeekCount as SeekCount
from service.store.unreadable import GameUnreadable as GameUnreadable
from service.store.webhooks import Delivery as Delivery
from service.store.webhooks import DeliveryEntry as DeliveryEntry
from service.store.webhooks import PreviousSecret as PreviousSecret
from service.store.webhooks import StoredWebhook as StoredWebhook
