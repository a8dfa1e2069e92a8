"""What is stored of a game, and what makes a request repeatable: the types that the other modules read and write."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, NamedTuple, Self

import msgspec
from msgspec import UNSET, UnsetType

from domain.attendance import Attendance
from domain.dice import Seed
from domain.resignations import GivenUp
from domain.ruleset import Audience
from domain.seat_changes import SeatChange
from domain.undo_rules import UndoMode
from service.store.clock_types import Absence, By, Clock, SeatClock, StandIn, UndoOffer

HINTS = 10
"""The hints of each seat where a game's creator says nothing of them."""

MARK_DIGITS = 24
"""Hexadecimal digits of each half of a mark, and so bytes of the whole."""

SeatKind = Literal["human", "open", "ai"]
Visibility = Literal["public", "unlisted", "private"]


class SeatSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: a person with a token, whoever claims the seat, or an AI level."""

    kind: SeatKind
    level: str | UnsetType = UNSET
    """Given exactly when `kind` is `ai`."""
    name: str | UnsetType = UNSET
    invited: bool = False
    """True of an open seat that nobody claims without its code."""


class Spectators(msgspec.Struct, frozen=True, omit_defaults=True):
    """What those see of a game who have no seat, while it lasts."""

    kind: Literal["open", "delayed", "off"] = "open"
    events: int = 0
    """How many of the latest events a delay keeps from them."""
    seconds: int = 0
    """How old an event must be before they see it."""


WATCHED = Spectators()
"""All that is open to everybody, at once."""


class TournamentPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which game of a tournament it is."""

    tournament: str
    """Its id."""
    round: int
    """From 1."""
    table: int
    """From 1."""
    game: int
    """Of the match, from 0."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game is created with and never changes."""

    game_id: str
    ruleset: str
    rules_version: int
    options: msgspec.Raw
    """The ruleset's options in wire form."""
    seats: tuple[SeatSetup, ...]
    seed: str
    """The secret of the game's dice: 64 hexadecimal digits; games of one deal have the same."""
    created_at: str
    """UTC, RFC 3339."""
    sandbox: bool = False
    """True if whoever created the game could choose its dice or its first actions."""
    sandbox_actions: int = msgspec.field(name="given", default=0)
    """How many events the game began with: first actions of a sandbox, which no player decided."""
    rated: bool = False
    """True if the result is to count: nobody gets hints."""
    hints: int = HINTS
    """For how many decisions each seat may ask what the AI would do."""
    share: int = 0
    """On whose account its AI players think: see `service.play.jobs`."""
    host: str = ""
    """The id of the player who created the game; empty if that is not known."""
    clock: Clock | None = None
    """How long each seat may take; None for as long as it likes."""
    absence: Absence = Absence("default_action")
    """What becomes of a seat that takes longer."""
    virtual: bool = False
    """True if its time stands still until its creator moves it on."""
    waits: bool = False
    """True if no action is taken until every seat has been filled, or its host has started it."""
    visibility: Visibility = "public"
    spectators: Spectators = WATCHED
    rematch_of: str = ""
    """Which game it is the rematch of; empty of most."""
    undo: UndoMode = "none"
    """What a seat may take back: nothing, its own latest action, or with the consent of all others anything."""
    presence: bool = False
    """True if it is told which of its players are there."""
    tournament: TournamentPlace | None = None
    """Of a game of a tournament: which one it is."""
    salt: str = ""
    """What makes its seed the game's own: 64 hexadecimal digits."""
    deal: str = ""
    """The id of the deal whose games share the seed, and stay closed until all have ended; empty of most."""

    @property
    def dice_seed(self) -> Seed:
        """Return what its dice follow from."""
        return Seed(bytes.fromhex(self.seed), bytes.fromhex(self.salt))


class Invited(msgspec.Struct, frozen=True):
    """The player for whom an open seat is kept."""

    player: str
    number: int
    """Higher than that of any invitation to the game before."""


class GameInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is arranged around a game and changes without its rules: nothing of it says what is legal."""

    webhooks: bool = False
    """True once its creator has wanted to be told: of any other game nobody looks for webhooks."""
    began: int = 0
    """When a game began that waited for its players or has clocks, in microseconds since 1970; 0 until then."""
    clocks: tuple[SeatClock, ...] = ()
    """Of each seat, as `began` and the log have them; none in a game without a clock."""
    moved: int = 0
    """By how many microseconds a virtual clock has been moved on."""
    resigned: tuple[GivenUp, ...] = ()
    """The seats that have given up, in this order."""
    attended: Attendance = Attendance()
    """Who has acted, and who has missed a decision; kept in games with a clock."""
    stand_ins: tuple[StandIn, ...] = ()
    """Who plays for absent players."""
    aborted_at: str = ""
    """UTC, RFC 3339, for a game that will never be played to its end."""
    abort_asked: tuple[int, ...] = ()
    """The seats that have asked for that, ascending."""
    levels: Mapping[int, str] = {}
    """Which AI level has taken which seat when its host started it."""
    left: Mapping[int, int] = {}
    """How often each seat has been left before the game began; `Holder.rotation` counts its tokens."""
    invitations: Mapping[int, int] = {}
    """The seats that are given by a code, and how often that was renewed; those of the header may be missing."""
    invited: Mapping[int, Invited] = {}
    """Of these, the seats that are kept for a player; a player has at most one. Nobody else is told who that is."""
    name: str = ""
    label: str = ""
    metadata: Mapping[str, str] = {}
    """What the platform keeps with the game."""
    rematch: str = ""
    """The id of the game that follows, once somebody has asked for it."""
    seeks: Mapping[int, str] = {}
    """The seeks by which seats were filled, where the game came of them."""
    undo: UndoOffer | None = None
    """What a seat would take back, until the others agree, or anybody acts."""
    record_hash: str = ""
    """The hash of the game's record, once the game has been scored."""

    @property
    def tags(self) -> tuple[str, ...]:
        """Return what the game is found by: no label is written as a pair of the metadata is."""
        labels = (f"={self.label}",) if self.label else ()
        return (*labels, *(f"{name}:{value}" for name, value in self.metadata.items()))

    def written(self) -> bytes:
        """Write how the table is arranged, as it is kept; nothing where nothing is."""
        return b"" if self == PLAIN else msgspec.json.encode(self)


PLAIN = GameInfo()
"""Where nothing is arranged: of most games nothing is kept."""


class LogPosition(NamedTuple):
    """After which event of a log a reader goes on."""

    version: int
    attempt: str = ""
    """Of the event, since another one may come in its place after a roll-back; empty for whichever there is."""

    def __str__(self) -> str:
        """Return the event's id."""
        return f"{self.version}-{self.attempt}" if self.attempt else str(self.version)

    @classmethod
    def after(cls, event_id: str) -> Self:
        """Return the place after an event by its id, or by its version alone."""
        version, _, attempt = event_id.partition("-")
        return cls(int(version), attempt)


START = LogPosition(0)
"""Before the first event."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a game's log; `version` counts from 1."""

    version: int
    seat: int
    decision: int
    action: msgspec.Raw
    """The action in wire form, with nothing concealed; null where `change` says what happened."""
    facts: tuple[tuple[msgspec.Raw, Audience], ...]
    """Each fact in wire form, with the seats that may know it; null is everybody."""
    at: str
    """UTC, RFC 3339."""
    over: bool = False
    """Whether the game ended with it: no event comes after."""
    attempt: str = ""
    """8 hexadecimal digits that tell it from the same event of another request; empty until it is written."""
    to_act: tuple[int, ...] = ()
    """The seats with a pending decision after the event."""
    asked: tuple[int, ...] = ()
    """The pending decision of each seat in `to_act`."""
    by: By | None = None
    """Who decided in place of the seat's player."""
    change: SeatChange | None = None
    """Who plays the seat from now on; then there is no action, and `decision` is the seat's latest."""
    undoes: int | None = None
    """To which version the game goes back with it: its action is what is taken back first, none of its own."""
    clocks: tuple[SeatClock, ...] = ()
    """As on the table after it, where it goes back."""
    players: Mapping[int, str] = {}
    """Who had the seats when a rated game ended with it: what others are rated by stays, whoever leaves for good."""

    @property
    def place(self) -> LogPosition:
        """Return where a reader is who has read as far as this."""
        return LogPosition(self.version, self.attempt)


@dataclass(frozen=True)
class Idempotency:
    """What makes a request repeatable: the client's key within its scope, and the digest of what is asked."""

    scope: str
    key: str
    request: str
    """Digest of the request, in hexadecimal digits."""

    @property
    def digest(self) -> str:
        """Name the request without showing the key, which may be a secret."""
        return sha256(f"{self.scope}:{self.key}".encode()).hexdigest()

    @property
    def key_mark(self) -> bytes:
        """Name the key in a few bytes, as kept answers do."""
        return bytes.fromhex(self.digest[:MARK_DIGITS])

    @property
    def mark(self) -> bytes:
        """Name key and request so, the key first."""
        return self.key_mark + bytes.fromhex(self.request[:MARK_DIGITS])


@dataclass(frozen=True)
class StoredResponse:
    """What is kept of the answer to a request with an Idempotency-Key: the version that it showed."""

    mark: bytes
    version: int


class Holder(NamedTuple):
    """Who has a seat: whoever holds its token, or a player; nobody, where both are empty."""

    digest: str = ""
    """SHA-256 of the seat's token, in hexadecimal digits; empty if no token opens it."""
    name: str | None = None
    """What whoever has it is called, if anybody said so when the seat was taken."""
    player: str = ""
    """The id of the player whose seat it is; empty if it is nobody's, or that of whoever has the token."""
    rotation: int = 0
    """How often the seat has had another token; each rotation has a token of its own."""
    bot: bool = False
    """Whether the player is a bot."""

    @property
    def is_somebody(self) -> bool:
        """Whether anybody has the seat."""
        return bool(self.digest or self.player)

    def left(self) -> Self:
        """Return what is kept of a seat that its holder has left: nobody's, and no token of before opens it again."""
        return type(self)(rotation=self.rotation + 1)

    def written(self) -> str:
        """Write who has a seat, as it is kept; most have nothing but a digest."""
        if not (self.player or self.rotation or (self.name and "\n" in self.name)) and self.digest:
            return self.digest if self.name is None else f"{self.digest}\n{self.name}"
        return f"{self.digest}\n{self.name or ''}\n{self.player}\n{'b' * self.bot}{self.rotation}"

    @classmethod
    def read(cls, record: str) -> Self:
        """Read what is kept of a seat; nothing is nobody."""
        if "\n" not in record:
            return cls(record)
        whole = _HELD.fullmatch(record)
        if whole is not None:
            digest, name, player, bot, rotation = whole.groups()
            return cls(digest, name or None, player, int(rotation), bool(bot))
        digest, _, name = record.partition("\n")
        return cls(digest, name or None)


_HELD = re.compile(r"([0-9a-f]*)\n(.*)\n(|pl_[a-z0-9]{20})\n(b?)([0-9]+)", re.DOTALL)

Claims = Mapping[int, Holder]
"""The seats that somebody has, and who."""


class BundledEntries(NamedTuple):
    """Old entries of a log that are to be bundled: see `bundles`."""

    after: int
    """The version before the first."""
    entries: Sequence[bytes]


@dataclass(frozen=True)
class StoredGame:
    """One game as read in one round trip."""

    header: Header
    snapshot: bytes
    place: LogPosition
    """Of the last event of its log, which led to the snapshot."""
    table: GameInfo = PLAIN
    claims: Claims = field(default_factory=dict)
    answers: Sequence[bytes] = ()
    """What is kept of answers under a key, where that was wanted; see `Store.answered`."""
    old: BundledEntries | None = None
    """What is to be bundled with the next event, if anything is."""


@dataclass(frozen=True)
class ListedGame:
    """One game as those who look for games see it."""

    header: Header
    snapshot: bytes
    claims: Claims
    table: GameInfo = PLAIN


Commit = Literal["committed", "conflict"] | StoredResponse
