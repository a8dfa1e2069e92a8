"""Connect an installation: store, queues, event hub and settings."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from domain.ruleset import AnyRuleset
from service.installation import jobs
from service.installation.clock_and_ids import SYSTEM, ClockAndIds
from service.installation.identities import Issuer, open_issuer
from service.installation.jobs import Job, Queues
from service.live.event_hub import EventHub
from service.live.presence import Presence
from service.settings import Settings
from service.store import Header, RateLimits, Store, open_rate_limits, open_store
from service.store.due_list import DueList


@dataclass(frozen=True)
class Extension:
    """What a package on top of the service adds to an installation. Each function may be called again."""

    entry: str
    """The noun of an entry of the due list, for logs; with `s` for metrics."""
    due: Callable[[Store], DueList]
    """Returns the due list, which the sweeper checks."""
    check: Callable[["Bottega", str], float | None]
    """Does the pending work of an entry, or a part of it. Returns the Unix time of the next check, or None."""
    game_ends: Callable[["Bottega", Header], Job | None]
    """Notes the end of a game, before its result is stored. Returns a job to enqueue after that."""
    of_player: Callable[["Bottega", str], Sequence[str]]
    """Returns the ids of the entries that name a player."""
    holds_player: Callable[["Bottega", str], Sequence[str]]
    """Returns the ids of the entries whose end a merge of a player must await."""
    player_merges: Callable[["Bottega", str, str], None]
    """Replaces a player in all entries by another one who is in none of them."""
    player_leaves: Callable[["Bottega", str], None]
    """Removes the id and the name of a player who is being deleted."""


@dataclass(frozen=True)
class Bottega:
    """An installation. `service.assembly.open_bottega` connects one."""

    settings: Settings
    rulesets: Mapping[str, AnyRuleset]
    store: Store
    queues: Queues
    hub: EventHub
    allowances: RateLimits
    presence: Presence
    sources: ClockAndIds = SYSTEM
    issuer: Issuer | None = None
    """The trusted issuer of signed identities; None if the installation accepts none."""
    extensions: Sequence[Extension] = ()
    leaving: threading.Event = field(default_factory=threading.Event)
    """Set when this process shuts down. New requests should go to another process."""


def connect(settings: Settings, rulesets: Mapping[str, AnyRuleset], extensions: Sequence[Extension] = ()) -> Bottega:
    """Connect to the store and the queues of an installation."""
    store = open_store(settings.redis_url, settings.durability, settings.replicas, settings.archive_url)
    hub, allowances = EventHub(store, settings.spectators), open_rate_limits(settings.rq_url)
    queues, issuer = jobs.open_queues(settings.rq_url), open_issuer(settings)
    presence = Presence(store, hub.ended)
    return Bottega(settings, rulesets, store, queues, hub, allowances, presence, issuer=issuer, extensions=extensions)
