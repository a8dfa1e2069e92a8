"""Connect an installation: store, queues, event hub, settings and subjects."""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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


def _nothing(*_: object) -> None:
    """Do nothing, as a subject without a function does."""


@dataclass(frozen=True)
class DueWork:
    """The due list of a subject. The sweeper checks its entries."""

    entry: str
    """The noun of an entry, for logs and jobs."""
    entries: str
    """The plural of the noun, for metrics."""
    listed: Callable[[Store], DueList]
    """Returns the due list."""
    check: Callable[["Installation", str, float], float | Job | None]
    """Does the pending work of an entry at a Unix time, or a part of it.

    Returns the time of the next check, an overdue job to enqueue again, or None if no work is left.
    """
    furthest: float = 0.0
    """The furthest time ahead that the subject sets, in seconds, if it is more than a lease."""
    in_parts: bool = False
    """Whether a check does a part of the work, so that the entry may be due again at once."""


GameStep = Callable[["Installation", Header], Job | None]
"""Does what follows for a game. Returns a job to enqueue, or None."""
PlayerStep = Callable[["Installation", str], None]
"""Removes or changes data of a player."""
MergeStep = Callable[["Installation", str, str], None]
"""Moves data of a player, the first one, to another player."""


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What one subject does when a game ends, and when a player is deleted, banned, merged or exported.

    Each function is optional. It may be called again after a failure, and then completes its work.
    `service.assembly` lists all subjects. Each phase calls their functions in the order of that list.
    """

    due: DueWork | None = None
    """The due list of the subject; None without one."""

    game_ends: GameStep = _nothing
    """A game was finished. Called before its result is stored. A failure is retried."""
    game_is_aborted: GameStep = _nothing
    """The players or the creator have aborted a game."""
    game_stops: Callable[["Installation", Header], None] = _nothing
    """A game was aborted for any reason, or removed. Called again after a failure of an abort."""

    player_leaves: PlayerStep = _nothing
    """Removes data that other players see. A deletion calls it before and after `profile_leaves`, because a request may
    write such data at the same moment."""
    profile_leaves: PlayerStep = _nothing
    """Removes what makes the player exist. After it no request writes the player's id, or it removes the id again."""
    player_has_left: PlayerStep = _nothing
    """Removes data that only the player sees."""

    player_is_banned: PlayerStep = _nothing
    """Withdraws a banned player from what others take part in. The player stays, and may be unbanned."""

    check_merge: MergeStep = _nothing
    """Raises PlayersNotMergeable unless the data of both players can belong to one player. Changes nothing."""
    ends_credentials: MergeStep = _nothing
    """Ends credentials. After it no new request acts for the first player."""
    player_merges: MergeStep = _nothing
    """Moves data that requests of the first player may write at the same moment. A merge calls it before and after
    `profile_merges`."""
    profile_merges: MergeStep = _nothing
    """Moves or removes what makes the first player exist. After it earlier requests find that the player is gone."""
    player_has_merged: MergeStep = _nothing
    """Removes what has moved, and what does not move."""

    avoided: Callable[["Installation", str], Collection[str]] = lambda _installation, _player: ()
    """Returns the players from whom a player wants neither invitations nor seats nor matches."""
    avoided_change: PlayerStep = _nothing
    """Applies to stored data that a player avoids other players than before."""

    exported: Callable[["Installation", str], Mapping[str, Iterable[object]]] = lambda _installation, _player: {}
    """Returns the lists of an export by field. A list that grows may be an iterator."""


def due_work(subjects: Sequence[Subject]) -> Sequence[DueWork]:
    """Return the due lists of subjects."""
    return [each.due for each in subjects if each.due is not None]


@dataclass(frozen=True)
class Installation:
    """An installation. `service.assembly.open_installation` connects one."""

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
    subjects: Sequence[Subject] = ()
    """All subjects, in the order of the phases: see `service.assembly`."""
    leaving: threading.Event = field(default_factory=threading.Event)
    """Set when this process shuts down. New requests should go to another process."""


def connect(settings: Settings, rulesets: Mapping[str, AnyRuleset], subjects: Sequence[Subject] = ()) -> Installation:
    """Connect to the store and the queues of an installation."""
    store = open_store(settings.redis_url, settings.durability, settings.replicas, settings.archive_url)
    hub, allowances = EventHub(store, settings.spectators), open_rate_limits(settings.rq_url)
    queues, issuer = jobs.open_queues(settings.rq_url), open_issuer(settings)
    presence = Presence(store, hub.ended)
    return Installation(settings, rulesets, store, queues, hub, allowances, presence, issuer=issuer, subjects=subjects)
