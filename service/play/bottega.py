"""Connect an installation: store, queues, event hub and settings."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.ruleset import AnyRuleset
from service.live.event_hub import EventHub
from service.live.presence import Presence
from service.play import jobs
from service.play.clock_and_ids import SYSTEM, ClockAndIds
from service.play.identities import Issuer, open_issuer
from service.play.jobs import Queues
from service.settings import Settings
from service.store import RateLimits, Store, open_rate_limits, open_store


@dataclass(frozen=True)
class Bottega:
    """An installation. `open_bottega` connects one."""

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
    leaving: threading.Event = field(default_factory=threading.Event)
    """Set when this process shuts down. New requests should go to another process."""


def open_bottega(settings: Settings, rulesets: Mapping[str, AnyRuleset]) -> Bottega:
    """Connect to the store and the queues of an installation."""
    store = open_store(settings.redis_url, settings.durability, settings.replicas, settings.archive_url)
    hub, allowances = EventHub(store, settings.spectators), open_rate_limits(settings.rq_url)
    queues, issuer = jobs.open_queues(settings.rq_url), open_issuer(settings)
    presence = Presence(store, hub.ended)
    return Bottega(settings, rulesets, store, queues, hub, allowances, presence, issuer=issuer)
