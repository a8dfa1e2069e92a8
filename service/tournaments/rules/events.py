"""The events of a tournament: the entries of its log.

Each entry has a `number`, counted from 1 without gaps. Entrants are numbered from 0 in the order of entry. Rounds are
numbered from 1 across all stages, tables from 1 in each round, and games from 0 in each match.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.fields import whole_text
from service.match_places import MOST_GAMES, TableNumber
from service.tournaments.rules.plan import MOST_ROUNDS, EntrantKind, EntrantLimit, Minutes, NextRound, Rounds
from service.tournaments.rules.types import (
    GAME_ID,
    EntrantName,
    EntrantNumbers,
    GroupNumber,
    MatchGameNumber,
    StageNumber,
    TableBracket,
)


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True):
    """Common fields of all log entries."""

    number: int
    at: str
    """The time of the entry, in UTC (RFC 3339)."""
    by: str = ""
    """Id of the player who caused the event; empty for automatic events."""
    reason: str = ""
    """Reason, in the words of the player who caused the event."""


class Entered(LogEntry, frozen=True, tag="entered"):
    """An entrant has joined."""

    entrant: int
    name: str
    kind: EntrantKind
    player: str = ""
    """Id of the player."""
    bot: bool = False
    """Whether the player is a bot."""
    level: str = ""
    """AI level."""
    rating: int = 0
    """Rating for seeding, highest first."""
    points: int = 0
    """Initial points of a late entrant, in sixtieths."""


class CheckedIn(LogEntry, frozen=True, tag="checked_in"):
    """An entrant has checked in."""

    entrant: int


class Withdrew(LogEntry, frozen=True, tag="withdrew"):
    """An entrant has withdrawn: it is in no further round."""

    entrant: int
    no_show_count: int = 0
    """Consecutive no-shows after which the service withdrew the entrant; 0 if a player withdrew it."""


class Reentered(LogEntry, frozen=True, tag="reentered"):
    """An entrant who was withdrawn or disqualified takes part again."""

    entrant: int
    points: int = 0
    """Initial points, in sixtieths, of an entrant who joins a started stage for the first time."""


class Disqualified(LogEntry, frozen=True, tag="disqualified"):
    """An entrant is disqualified: it is in no further round, and ranks last in its stage."""

    entrant: int


class Penalised(LogEntry, frozen=True, tag="penalised"):
    """The organiser has set the points that an entrant loses in a stage; the latest penalty counts."""

    entrant: int
    stage: int
    penalty: int
    """The penalty in whole points, from 0; 0 removes the penalty."""


class ChangedStage(msgspec.Struct, frozen=True, omit_defaults=True):
    """New lengths of a stage. Omitted values stayed unchanged."""

    stage: StageNumber
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    """The new number of rounds of a `swiss`."""
    minutes: Minutes | None = None
    """The new minutes during which an `arena` creates matches; 0: no limit."""
    matches: Rounds | None = None
    """The new maximum number of matches of each entrant in an `arena`; 0: no limit."""


class PlanChangeFields(msgspec.Struct, frozen=True, omit_defaults=True):
    """New values of a plan; None or an empty collection keeps the present value."""

    name: EntrantName | None = None
    """The new display name."""
    max_entrants: EntrantLimit | None = None
    """The new maximum number of entrants."""
    late_entries: bool | None = None
    """Whether entrants may enter after the start."""
    no_show_limit: Rounds | None = None
    """The new number of no-shows in a row after which an entrant is withdrawn; 0: never."""
    starts_at: str | None = None
    """The new time of the start in UTC (RFC 3339). Empty: the organiser starts the tournament."""
    next_round: NextRound | None = None
    """Whether the next rounds are created automatically, or by the organiser."""
    pause_seconds: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    """The new pause between two rounds, in seconds."""
    round_times: tuple[str, ...] | None = None
    """The new earliest start times of the rounds in order, in UTC (RFC 3339)."""
    stages: tuple[ChangedStage, ...] = ()
    """The stages with new lengths."""


class PlanChange(PlanChangeFields, frozen=True):
    """New values of a plan, with those of its games."""

    terms: dict[str, Any] = msgspec.field(default_factory=dict)
    """Terms of future games, by name, as in `service.lobby.game_terms`."""


class Changed(LogEntry, frozen=True, tag="changed"):
    """The organiser has changed the plan."""

    change: PlanChange


class Postponed(LogEntry, frozen=True, tag="postponed"):
    """The start is postponed until enough entrants have registered."""


class Started(LogEntry, frozen=True, tag="started"):
    """Registration is closed, and the seed is public."""


class StageBegan(LogEntry, frozen=True, tag="stage_began"):
    """A stage has started with these entrants."""

    stage: int
    groups: tuple[tuple[int, ...], ...]
    """Entrants of each group, in seeding order."""


class SeatedTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of a round."""

    table: TableNumber
    entrants: EntrantNumbers
    """The entrants in the seat order of the first game."""
    games: Annotated[tuple[Annotated[str, whole_text(GAME_ID)], ...], Meta(min_length=1, max_length=MOST_GAMES)]
    """The ids of the games."""
    group: GroupNumber = 0
    """The group of the stage, from 0. Omitted: group 0."""
    bracket: TableBracket = ""


class Paired(LogEntry, frozen=True, tag="paired"):
    """A round has been paired; its games do not exist yet."""

    round: int
    stage: int
    tables: tuple[SeatedTable, ...]
    byes: tuple[int, ...] = ()
    sitting_out: tuple[int, ...] = ()
    """Entrants with neither a table nor a bye in a manual pairing; they win nothing in the round."""
    manual: bool = False
    """Whether the organiser paired the round; `reason` then says why."""


class Opened(LogEntry, frozen=True, tag="opened"):
    """All games of a round exist, and the round is visible."""

    round: int


class Finished(LogEntry, frozen=True, tag="finished"):
    """A game has ended."""

    round: int
    table: int
    game: int
    """The number of the game in the match, from 0."""
    game_id: str
    ranks: tuple[int, ...]
    """The rank of each entrant, in table order: 1 is best, tied entrants share the better rank."""
    totals: tuple[int, ...]
    """Scores by entrant, in table order."""
    no_shows: tuple[int, ...] = ()
    """Entrants who missed a decision and never acted, in table order; they earn nothing."""
    aborted: bool = False
    """Whether the game was aborted; all entrants then share the first place."""
    record: str = ""
    """Hash of the game's record; empty for an aborted game."""


class Ruled(LogEntry, frozen=True, tag="ruled"):
    """The organiser has set the result of a match, or of one game; the latest ruling counts."""

    round: int
    table: int
    ranks: tuple[int, ...]
    """The rank of each entrant, in table order; all 1 in a double loss."""
    game: int | None = None
    """The number of the game, from 0; None for all games of the match."""
    double_loss: bool = False
    """Whether no entrant at the table earns points or a win."""


class GameReplay(msgspec.Struct, frozen=True):
    """A game that replaces a game stopped by a ruling."""

    game: MatchGameNumber
    game_id: Annotated[str, whole_text(GAME_ID)]
    """The id of the new game."""


class RulingWithdrawn(LogEntry, frozen=True, tag="ruling_withdrawn"):
    """The organiser has withdrawn a ruling: finished games count again, and stopped games are replayed."""

    round: int
    table: int
    game: int | None = None
    """The number of the game, from 0; None for the ruling on the match."""
    replays: tuple[GameReplay, ...] = ()


class Stopped(LogEntry, frozen=True, tag="stopped"):
    """A game was stopped by a ruling, or because its round was taken back. It changes no rating."""

    round: int
    table: int
    game: int
    game_id: str


class TakenBack(LogEntry, frozen=True, tag="taken_back"):
    """The latest round has been taken back before it started, and the tournament is paused.

    The next round gets the same number. If it was the first round of a later stage, the stage is removed as well.
    """

    round: int


class Paused(LogEntry, frozen=True, tag="paused"):
    """No further round is paired."""


class Resumed(LogEntry, frozen=True, tag="resumed"):
    """Rounds are paired again."""


class Cancelled(LogEntry, frozen=True, tag="cancelled"):
    """The tournament has been cancelled; running games continue."""


class Ended(LogEntry, frozen=True, tag="ended"):
    """The last round of the last stage is closed."""


class Reopened(LogEntry, frozen=True, tag="reopened"):
    """The organiser corrects a tournament that is over, and a match is left to play.

    The end has published the deal secret, so later games have another one. It is secret until the tournament is over.
    """

    deal_commitment: str
    """SHA-256 of the new deal secret."""
    deal_secret: str
    """The new deal secret: 64 hexadecimal digits."""


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
    | Reopened
)
