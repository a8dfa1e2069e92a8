"""What happens in a tournament: the entries of its log, from which all else follows.

Each entry has a `number`, counted from 1 without gaps. Entrants are numbered from 0 in the order in which they entered,
rounds from 1 through all stages, tables of a round from 1, the games of a match from 0.
"""

from typing import Any, Literal

import msgspec

from service.tournament.plan import EntrantKind


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True):
    """What all entries tell."""

    number: int
    at: str
    """UTC, RFC 3339."""
    by: str = ""
    """The id of the player who did it; empty of what the service does by itself."""
    reason: str = ""
    """Why, in the words of whoever did it."""


class Entered(LogEntry, frozen=True, tag="entered"):
    """Somebody takes part from now on."""

    entrant: int
    name: str
    kind: EntrantKind
    player: str = ""
    """The id of a player."""
    bot: bool = False
    """Whether the player is a bot."""
    level: str = ""
    """The AI level."""
    rating: int = 0
    """By which entrants are seeded, the highest first."""
    points: int = 0
    """What a late entrant begins with, in sixtieths."""


class CheckedIn(LogEntry, frozen=True, tag="checked_in"):
    """An entrant is there."""

    entrant: int


class Withdrew(LogEntry, frozen=True, tag="withdrew"):
    """An entrant is in no round from now on."""

    entrant: int
    no_show_count: int = 0
    """After how many no-shows in a row the service withdrew it; 0 if somebody else did."""


class Reentered(LogEntry, frozen=True, tag="reentered"):
    """An entrant who had withdrawn, or was disqualified, takes part again."""

    entrant: int
    points: int = 0
    """Points, in sixtieths, of an entrant who joins a stage that has begun for the first time."""


class Disqualified(LogEntry, frozen=True, tag="disqualified"):
    """An entrant is in no round from now on, and is placed behind all others of the stage."""

    entrant: int


class Penalised(LogEntry, frozen=True, tag="penalised"):
    """The organiser sets the points that an entrant loses in a stage; the latest penalty counts."""

    entrant: int
    stage: int
    penalty: int
    """In whole points, from 0, which removes the penalty."""


class StageChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """New lengths of one stage; None where a value stays as it is."""

    stage: int
    rounds: int | None = None
    minutes: int | None = None
    matches: int | None = None


class PlanChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """The values of a plan that change; None, or nothing, where a value stays as it is."""

    name: str | None = None
    max_entrants: int | None = None
    late_entries: bool | None = None
    no_show_limit: int | None = None
    starts_at: str | None = None
    """UTC, RFC 3339; empty where the organiser begins the tournament."""
    next_round: Literal["automatic", "organiser"] | None = None
    pause_seconds: int | None = None
    round_times: tuple[str, ...] | None = None
    stages: tuple[StageChange, ...] = ()
    terms: dict[str, Any] = msgspec.field(default_factory=dict)
    """Terms of games that are still to be created, by name, as `service.play.creation` knows them."""


class Changed(LogEntry, frozen=True, tag="changed"):
    """The organiser changes the plan."""

    change: PlanChange


class Postponed(LogEntry, frozen=True, tag="postponed"):
    """The tournament has too few entrants at the time of its start: it begins when there are enough."""


class Started(LogEntry, frozen=True, tag="started"):
    """Registration is closed, and the seed is published."""


class StageBegan(LogEntry, frozen=True, tag="stage_began"):
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


class Paired(LogEntry, frozen=True, tag="paired"):
    """A round is seated; its games are still to be created."""

    round: int
    stage: int
    tables: tuple[Seating, ...]
    byes: tuple[int, ...] = ()
    sitting_out: tuple[int, ...] = ()
    """Who has no table and no bye, in a round that the organiser has seated; such entrants win nothing in it."""
    manual: bool = False
    """Whether the organiser has seated it; `reason` says why."""


class Opened(LogEntry, frozen=True, tag="opened"):
    """All games of a round have been created, and it is visible."""

    round: int


class Finished(LogEntry, frozen=True, tag="finished"):
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
    no_shows: tuple[int, ...] = ()
    """The entrants who missed a decision and never acted, in the order of the table; they earn nothing."""
    aborted: bool = False
    """Whether it was given up by all; then all share the first place."""
    record: str = ""
    """The hash of the game's record; empty of an aborted game."""


class Ruled(LogEntry, frozen=True, tag="ruled"):
    """The organiser sets the result of a match, or of one game of it; the latest ruling counts."""

    round: int
    table: int
    ranks: tuple[int, ...]
    """By entrant, in the order of the table; all 1 in a double loss."""
    game: int | None = None
    """The game, from 0; None for each game of the match."""
    double_loss: bool = False
    """Whether nobody at the table earns points or a win."""


class Replay(msgspec.Struct, frozen=True):
    """A game that is played in place of one that a ruling had stopped."""

    game: int
    """From 0."""
    game_id: str


class RulingWithdrawn(LogEntry, frozen=True, tag="ruling_withdrawn"):
    """The organiser withdraws a ruling: games that have ended count again, stopped games are replayed."""

    round: int
    table: int
    game: int | None = None
    """The game, from 0; None for the ruling on the match."""
    replays: tuple[Replay, ...] = ()


class Stopped(LogEntry, frozen=True, tag="stopped"):
    """A game was stopped before its end, by a ruling or because its round was taken back. It changes no rating."""

    round: int
    table: int
    game: int
    game_id: str


class TakenBack(LogEntry, frozen=True, tag="taken_back"):
    """The latest round, which had not begun, is taken back, and the tournament is paused.

    The next round that is seated gets the same number. The first round of a later stage takes this stage with it.
    """

    round: int


class Paused(LogEntry, frozen=True, tag="paused"):
    """No further round is seated."""


class Resumed(LogEntry, frozen=True, tag="resumed"):
    """Rounds are seated again."""


class Cancelled(LogEntry, frozen=True, tag="cancelled"):
    """Nothing more will come of it; games under way are played on."""


class Ended(LogEntry, frozen=True, tag="ended"):
    """The last round of the last stage is closed."""


AnyEvent = (
    Entered
    | CheckedIn
    | Withdrew
    | Reentered
    | Disqualified
    | Penalised
    | Changed
    | Postponed
    | Started
    | StageBegan
    | Paired
    | Opened
    | Finished
    | Ruled
    | RulingWithdrawn
    | Stopped
    | TakenBack
    | Paused
    | Resumed
    | Cancelled
    | Ended
)
