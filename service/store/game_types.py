"""Define the stored types of games, seats and events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

import msgspec
from msgspec import UNSET, UnsetType

from domain.attendance import Attendance
from domain.dice import Seed
from domain.resignations import Resignation
from domain.ruleset import Audience
from domain.seat_changes import SeatChange
from domain.undo_rules import UndoMode
from service.resources.clocks import Absence, By, UndoOffer
from service.resources.game_places import TournamentGame
from service.resources.game_terms import AgreedTerms
from service.resources.types import HINTS, SeatKind, Visibility
from service.store.clock_types import LatestPauseStep, Pause, SeatClock, SeatVacation, StandIn
from service.store.holders import Claims
from service.store.queue_types import ActionQueue, DroppedQueue


class SeatSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays a seat: a human player with a token, the player who claims it, or an AI level."""

    kind: SeatKind
    level: str | UnsetType = UNSET
    """The AI level of a seat of the kind `ai`; otherwise omitted."""
    name: str | UnsetType = UNSET
    invited: bool = False
    """Whether an open seat can be claimed with its code only."""
    colour: str = ""
    """The colour of the seat; empty if the ruleset has no seat colours."""


class Spectators(msgspec.Struct, frozen=True, omit_defaults=True):
    """What spectators see of an unfinished game."""

    kind: Literal["open", "delayed", "off"] = "open"
    events: int = 0
    """The number of latest events that a delay hides."""
    seconds: int = 0
    """The age at which an event becomes visible."""


NO_DELAY = Spectators()
"""No delay for spectators."""


class StoredTerms(AgreedTerms, frozen=True, omit_defaults=False, kw_only=True):
    """The terms of a game with their defaults. Seeks and tournaments write all of them: equal terms are equal bytes."""

    hints: int | UnsetType = UNSET
    """The number of hints of each seat. Omitted: the default."""
    absence: Absence = Absence("default_action")
    """What happens to a decision after its deadline."""
    visibility: Visibility = "public"
    spectators: Spectators = NO_DELAY
    undo: UndoMode = "none"
    """What a player may undo: nothing, the player's latest action, or anything with the consent of all others."""


class GameOrigin(StoredTerms, frozen=True, omit_defaults=True, kw_only=True):
    """The terms of a game, and where the game comes from."""

    creator: str = ""
    """The id of the player who created the game; empty if the request had no player key."""
    creator_left: bool = False
    """Whether the player who created the game was deleted, so that its creator token opens nothing."""
    rematch_of: str = ""
    """The id of the game that this game is a rematch of; empty for none."""
    presence: bool = False
    """Whether the game shows which players are connected."""
    tournament: TournamentGame | UnsetType = UNSET
    """The place in a tournament."""


class Header(GameOrigin, frozen=True, kw_only=True):
    """The constant data of a game."""

    game_id: str
    ruleset: str
    rules_version: int
    options: msgspec.Raw
    """The ruleset's options in wire form."""
    seats: tuple[SeatSetup, ...]
    seed: str
    """The secret seed of the dice: 64 hexadecimal digits, equal in all games of a deal."""
    created_at: str
    """When the game was created, in UTC (RFC 3339)."""
    sandbox: bool = False
    """Whether the creator could choose the dice or the first actions."""
    sandbox_actions: int = msgspec.field(name="given", default=0)
    """The number of first actions of a sandbox, which are no decisions of players."""
    hints: int = HINTS
    """The number of decisions for which each seat may request a hint."""
    share: int = 0
    """The share of the queues that the game uses: see `service.installation.shares`."""
    virtual: bool = False
    """Whether the game has a virtual clock, which its creator advances."""
    waits: bool = False
    """Whether actions are rejected until every seat is filled, or the creator has started the game."""
    salt: str = ""
    """The salt of the dice, different in games with the same seed: 64 hexadecimal digits."""
    deal: str = ""
    """The id of the deal, whose games stay secret until all have ended; empty for most games."""
    queues: bool = False
    """Whether seats can queue actions."""

    @property
    def dice_seed(self) -> Seed:
        """Return the seed and salt of the dice."""
        return Seed(bytes.fromhex(self.seed), bytes.fromhex(self.salt))


class InvitedPlayer(msgspec.Struct, frozen=True):
    """The player with an invitation to an open seat."""

    player: str
    number: int
    """The number of the invitation. Later invitations to the game have higher numbers."""


class GameFault(msgspec.Struct, frozen=True):
    """Why the rules of a game have failed."""

    at: str
    """When they failed, in UTC (RFC 3339)."""
    function: str
    """The function of the ruleset."""
    why: str
    """Type and place of the error, or the limit that was exceeded. It has no content of the game."""


class GameInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Mutable data of a game that the rules do not see."""

    webhooks: bool = False
    """Whether the game may have webhooks. Other games are not checked for them."""
    started: int = 0
    """Start of a game that waited for players or has clocks, in microseconds since 1970; 0 before."""
    clocks: tuple[SeatClock, ...] = ()
    """The clock of each seat, as of the latest event; empty without a time control."""
    moved: int = 0
    """Microseconds by which a virtual clock has been advanced."""
    resigned: tuple[Resignation, ...] = ()
    """The seats that have resigned, in this order."""
    attended: Attendance = Attendance()
    """Who has acted and who has missed a decision, in games with a clock."""
    stand_ins: tuple[StandIn, ...] = ()
    """The takeovers of absent players' seats."""
    aborted_at: str = ""
    """When the game was aborted, in UTC (RFC 3339); empty if it was not."""
    abort_reason: str = ""
    """Why the organiser of its tournament stopped the game, in the organiser's words."""
    abort_requests: tuple[int, ...] = ()
    """The seats that have requested to abort the game, ascending."""
    levels: Mapping[int, str] = {}
    """The AI levels at seats that were filled by the start of the game."""
    left: Mapping[int, int] = {}
    """How often each seat was left before the start. `Holder.rotation` counts its tokens."""
    colours: Mapping[int, str] = {}
    """The colours of seats that a player chose with a claim, or that changed because of it."""
    invitations: Mapping[int, int] = {}
    """The seats with an invitation code, and how often it was renewed. Seats of the header may be missing."""
    invited: Mapping[int, InvitedPlayer] = {}
    """The players with an invitation to a seat, one seat each. Others must not see who they are."""
    name: str = ""
    label: str = ""
    metadata: Mapping[str, str] = {}
    """Data of the platform."""
    substituted: tuple[int, ...] = ()
    """The seats that a substitute took over in the running game, ascending. The game changes no rating of them."""
    rematch: str = ""
    """The id of the rematch, once requested."""
    rematch_created: bool = False
    """Whether the rematch was created. If it does not exist then, it has been deleted."""
    awaited: tuple[int, ...] = ()
    """The seats of an unstarted rematch whose players have not joined it yet, ascending."""
    seeks: Mapping[int, str] = {}
    """The ids of seeks that filled seats."""
    undo: UndoOffer | UnsetType = UNSET
    """The pending offer to undo moves, until all others agree or a player acts."""
    pause: Pause | UnsetType = UNSET
    """The requested or agreed pause of the clocks."""
    pause_step: LatestPauseStep | UnsetType = UNSET
    """The latest step of a pause. Omitted without one since the last action."""
    vacations: tuple[SeatVacation, ...] = ()
    """The vacations of players in the tournament of the game."""
    record_hash: str = ""
    """The hash of the game's record, once the game is scored."""
    queues: Mapping[int, ActionQueue] = {}
    """The queued actions of seats. Others must not see them."""
    queue_drops: Mapping[int, DroppedQueue] = {}
    """Why the service dropped the last queue of a seat. Others must not see it."""
    dropped_queues: int = 0
    """How many queues the service has dropped."""
    own_turns: Mapping[int, int] = {}
    """The pending decisions that seats have opened by their own actions: they continue a turn and need no notice."""
    fault: GameFault | UnsetType = UNSET
    """Why the game is stopped, although it is not over: its rules have failed."""
    irreproducible: str = ""
    """Where the record of the finished game differs from the game, since its rules cannot repeat it; empty if not."""

    @property
    def tags(self) -> tuple[str, ...]:
        """Return the tags for filters: labels begin with `=`, so they differ from pairs of metadata."""
        labels = (f"={self.label}",) if self.label else ()
        return (*labels, *(f"{name}:{value}" for name, value in self.metadata.items()))

    def written(self) -> bytes:
        """Return the JSON to store; empty for the default."""
        return b"" if self == DEFAULT_INFO else msgspec.json.encode(self)


DEFAULT_INFO = GameInfo()
"""The default, which is not stored."""


class LogPosition(NamedTuple):
    """The position of a client in the log of a game, a feed or a tournament: after the last entry read."""

    number: int = 0
    """The version of an event, the milliseconds of a notice, or the number of a tournament's entry."""
    suffix: str = ""
    """The attempt of an event, since data loss may replace the event; the sequence number of a notice. Empty for any.
    """

    def __str__(self) -> str:
        """Return the id of the last entry read."""
        return f"{self.number}-{self.suffix}" if self.suffix else str(self.number)

    @classmethod
    def after(cls, entry_id: str) -> Self:
        """Return the position after an entry, by its id or its number."""
        number, _, suffix = entry_id.partition("-")
        return cls(int(number), suffix)


START = LogPosition(0)
"""The position before the first event."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event of a game's log; `version` counts from 1."""

    version: int
    seat: int
    decision: int
    action: msgspec.Raw
    """The action in wire form, with all secrets; null for an event with `change`."""
    facts: tuple[tuple[msgspec.Raw, Audience], ...]
    """Each fact in wire form, with the seats that may see it; null for all."""
    at: str
    """The time of the event, in UTC (RFC 3339)."""
    over: bool = False
    """Whether this event ended the game."""
    attempt: str = ""
    """8 hexadecimal digits, random for each request that writes the event; empty until it is written."""
    to_act: tuple[int, ...] = ()
    """The seats with a pending decision after the event."""
    decisions: tuple[int, ...] = msgspec.field(name="asked", default=())
    """The pending decision of each seat in `to_act`."""
    by: By | UnsetType = UNSET
    """Who decided in place of the seat's player."""
    change: SeatChange | UnsetType = UNSET
    """The change of who plays the seat. There is no action then, and `decision` is the seat's latest one."""
    undoes: int | UnsetType = UNSET
    """The version that the game goes back to. The action is then the first that is undone."""
    clocks: tuple[SeatClock, ...] = ()
    """The clocks after an undo."""
    players: Mapping[int, str] = {}
    """The players of a rated game, in its last event: ratings of others need them after a player is deleted."""

    @property
    def position(self) -> LogPosition:
        """Return the position after this event."""
        return LogPosition(self.version, self.attempt)


class StoredGame(msgspec.Struct, frozen=True):
    """One game as read in one round trip."""

    header: Header
    snapshot: bytes
    position: LogPosition
    """The position of the last event, which led to the snapshot."""
    info: GameInfo = DEFAULT_INFO
    claims: Claims = msgspec.field(default_factory=dict)
    responses: Sequence[bytes] = ()
    """Stored responses to idempotent requests, if they were read: see `Store.stored_response`."""
    last: bytes = b""
    """The last entry of the log; empty for an empty log."""
    seats: bytes = b""
    """The stored records of the seats, joined."""
    info_text: bytes = b""
    """The stored JSON of the game info; empty for the default."""


@dataclass(frozen=True)
class ListedGame:
    """One game as shown in lists."""

    header: Header
    snapshot: bytes
    claims: Claims
    info: GameInfo = DEFAULT_INFO
