"""What happens in a tournament: the entries of its log, from which all else follows.

Each entry has a `number`, counted from 1 without gaps. Entrants are numbered from 0 in the order in which they entered,
rounds from 1 through all stages, tables of a round from 1, the games of a match from 0.
"""

from typing import Literal

import msgspec

from service.tournament.plan import EntrantKind


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True):
    """What all entries tell."""

    number: int
    at: str
    """UTC, RFC 3339."""
    by: str = ""
    """The id of the player who did it; empty of what the service does by itself."""
    reason: str = ""
    """Why, in the words of whoever did it."""


class Entered(Entry, frozen=True, tag="entered"):
    """Somebody takes part from now on."""

    entrant: int
    name: str
    kind: EntrantKind
    player: str = ""
    """The id of a player."""
    level: str = ""
    """The AI level."""
    rating: int = 0
    """By which entrants are seeded, the highest first."""
    points: int = 0
    """What a late entrant begins with, in sixtieths."""


class CheckedIn(Entry, frozen=True, tag="checked_in"):
    """An entrant is there."""

    entrant: int


class Withdrew(Entry, frozen=True, tag="withdrew"):
    """An entrant is in no round from now on."""

    entrant: int


class Started(Entry, frozen=True, tag="started"):
    """Registration is closed, and the seed is published."""


class StageBegan(Entry, frozen=True, tag="stage_began"):
    """A stage begins with these entrants."""

    stage: int
    groups: tuple[tuple[int, ...], ...]
    """The entrants of each group, in the order of their seeding."""


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """One table of a round."""

    table: int
    """From 1."""
    entrants: tuple[int, ...]
    """In the seat order of the first game."""
    games: tuple[str, ...]
    """The ids of its games."""
    group: int = 0
    bracket: Literal["", "winners", "losers", "final"] = ""
    """Of a knock-out with two brackets: in which of them it is."""


class Paired(Entry, frozen=True, tag="paired"):
    """A round is seated; its games are still to be created."""

    round: int
    stage: int
    tables: tuple[Seating, ...]
    byes: tuple[int, ...] = ()
    sitting_out: tuple[int, ...] = ()
    """Who has no table and no bye, in a round that the organiser has seated; such entrants win nothing in it."""
    manual: bool = False
    """Whether the organiser has seated it; `reason` says why."""


class Opened(Entry, frozen=True, tag="opened"):
    """All games of a round have been created, and it is visible."""

    round: int


class Finished(Entry, frozen=True, tag="finished"):
    """A game has come to an end."""

    round: int
    table: int
    game: int
    """From 0."""
    game_id: str
    ranks: tuple[int, ...]
    """By entrant, in the order of the table: 1 is best, who ties shares the better rank."""
    totals: tuple[int, ...]
    """By entrant likewise: the score."""
    aborted: bool = False
    """Whether it was given up by all; then all share the first place."""
    record: str = ""
    """The hash of the game's record; empty of an aborted game."""


class Ruled(Entry, frozen=True, tag="ruled"):
    """The organiser says how a match has ended, in place of what was played; the latest ruling counts."""

    round: int
    table: int
    ranks: tuple[int, ...]
    """By entrant, in the order of the table, in each game of the match."""


class Paused(Entry, frozen=True, tag="paused"):
    """No further round is seated."""


class Resumed(Entry, frozen=True, tag="resumed"):
    """Rounds are seated again."""


class Cancelled(Entry, frozen=True, tag="cancelled"):
    """Nothing more will come of it; games under way are played on."""


class Ended(Entry, frozen=True, tag="ended"):
    """The last round of the last stage is closed."""


AnyEvent = (
    Entered
    | CheckedIn
    | Withdrew
    | Started
    | StageBegan
    | Paired
    | Opened
    | Finished
    | Ruled
    | Paused
    | Resumed
    | Cancelled
    | Ended
)
