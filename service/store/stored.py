"""What is stored of a game, and what makes a request repeatable: the types that the other modules read and write."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, NamedTuple, Self

import msgspec
from msgspec import UNSET, UnsetType

from domain.ruleset import Audience

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


class Onlookers(msgspec.Struct, frozen=True, omit_defaults=True):
    """What those see of a game who have no seat, while it lasts."""

    kind: Literal["open", "delayed", "off"] = "open"
    events: int = 0
    """How many of the latest events a delay keeps from them."""
    seconds: int = 0
    """How old an event must be before they see it."""


WATCHED = Onlookers()
"""All that is open to everybody, at once."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game is created with and never changes."""

    game_id: str
    ruleset: str
    rules_version: int
    options: msgspec.Raw
    """The ruleset's options in wire form."""
    seats: tuple[SeatSetup, ...]
    seed: str
    """The secret of the game's dice: 64 hexadecimal digits."""
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
    waits: bool = False
    """True if no action is taken until every seat has been filled, or its host has started it."""
    visibility: Visibility = "public"
    onlookers: Onlookers = WATCHED
    rematch_of: str = ""
    """Which game it is the rematch of; empty of most."""

    @property
    def dice_seed(self) -> bytes:
        """Return the seed as the dice take it."""
        return bytes.fromhex(self.seed)


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is arranged around a game and changes without its rules: nothing of it says what is legal."""

    begun: bool = False
    """Whether a game that waited for its players has begun."""
    levels: Mapping[int, str] = {}
    """Which AI level has taken which seat when its host started it."""
    left: Mapping[int, int] = {}
    """How often each seat has been left; whoever left it has lost its token."""
    invitations: Mapping[int, int] = {}
    """The seats that are given by a code, and how often that was renewed; those of the header may be missing."""
    name: str = ""
    label: str = ""
    metadata: Mapping[str, str] = {}
    """What the platform keeps with the game."""
    rematch: str = ""
    """The id of the game that follows, once somebody has asked for it."""

    @property
    def tags(self) -> tuple[str, ...]:
        """Return what the game is found by: no label is written as a pair of the metadata is."""
        labels = (f"={self.label}",) if self.label else ()
        return (*labels, *(f"{name}:{value}" for name, value in self.metadata.items()))


PLAIN = Table()
"""Where nothing is arranged: of most games nothing is kept."""


class Place(NamedTuple):
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


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a game's log; `version` counts from 1."""

    version: int
    seat: int
    decision: int
    action: msgspec.Raw
    """The action in wire form, with nothing concealed."""
    facts: tuple[tuple[msgspec.Raw, Audience], ...]
    """Each fact in wire form, with the seats that may know it; null is everybody."""
    at: str
    """UTC, RFC 3339."""
    over: bool = False
    """Whether the game ended with it: no event comes after."""
    attempt: str = ""
    """Tells it from the same event of another request, even of the same microsecond."""
    to_act: tuple[int, ...] | None = None
    """The seats with an open decision after it; None of events that were stored before 1.0."""

    @property
    def place(self) -> Place:
        """Return where a reader is who has read as far as this."""
        return Place(self.version, self.attempt)


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
class Answered:
    """What is kept of the answer to a request with an Idempotency-Key: the version that it showed."""

    mark: bytes
    version: int


@dataclass(frozen=True)
class Stored:
    """One game as read in one round trip, and what has been answered under the key that was asked for, if anything."""

    header: Header
    snapshot: bytes
    answered: Answered | None
    table: Table = PLAIN


Claims = Mapping[int, str | None]
"""The seats whose token somebody holds, with the name that came with the claim of an open one; None if none did."""


@dataclass(frozen=True)
class Listed:
    """One game as those who look for games see it."""

    header: Header
    snapshot: bytes
    claims: Claims
    table: Table = PLAIN


Commit = Literal["committed", "conflict"] | Answered
