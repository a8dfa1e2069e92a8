"""The events of a tournament: the entries of its log, as they are stored.

The contract publishes each of them: `service.tournaments.resources.tournament_events` for the log, and
`tournament_records` beside it for records.

Each entry has a `number`, counted from 1 without gaps. Entrants are numbered from 0 in the order of entry. Rounds are
numbered from 1 across all stages, tables from 1 in each round, and games from 0 in each match.
"""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.game_places import MOST_GAMES, RoundNumber, TableNumber
from service.resources.types import BotFlag, Count, Digits
from service.tournaments.rules.claim_events import ClaimStepAdded
from service.tournaments.rules.lineup_events import LineupClosesSoon, LineupSet
from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.plan import (
    MOST_ROUNDS,
    EntrantKind,
    EntrantLimit,
    KeepApart,
    Minutes,
    NextRound,
    OwnTexts,
    Rounds,
    WholePoints,
)
from service.tournaments.rules.repeats import Repeats
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.types import (
    GAME_ID,
    Board,
    EntrantName,
    EntrantNumber,
    EntrantNumbers,
    GroupNumber,
    MatchGameNumber,
    Ranks,
    StageNumber,
    TableBracket,
    TableSeat,
    TeamName,
    Totals,
)
from service.tournaments.rules.vacation_events import VacationSet

PlayedGameId = Annotated[str, whole_text(GAME_ID)]
DealCommitment = Annotated[
    Digits, Meta(description="The SHA-256 of the secret of all games that are created from the reopening on.")
]


class EnteredFields(LogEntry, frozen=True):
    """An entrant has joined, without its initial points."""

    entrant: EntrantNumber
    name: EntrantName
    """The display name of the entrant. It is `Deleted player` and a number once the player has been deleted."""
    kind: EntrantKind
    """Whether the entrant is a player or an AI level."""
    player: str = ""
    """The id of the player. Omitted for an AI level, and once the player has been deleted."""
    bot: BotFlag = False
    level: str = ""
    """The AI level. Omitted for a player."""
    rating: Count = 0
    """The rating for seeding, highest first. Omitted: 0."""
    guest: bool = False
    """True for a guest, whom the organiser has entered by name. Omitted otherwise."""
    team: TeamName = ""
    board: Board = 0


class Entered(EnteredFields, frozen=True, tag="entered"):
    """An entrant has joined."""

    points: Count = 0
    """The initial points of a late entrant, in sixtieths. Omitted: 0."""


class CheckedIn(LogEntry, frozen=True, tag="checked_in"):
    """An entrant has checked in."""

    entrant: EntrantNumber


class Withdrew(LogEntry, frozen=True, tag="withdrew"):
    """An entrant has withdrawn: it is in no further round."""

    entrant: EntrantNumber
    no_show_count: Count = 0
    """The number of no-shows in a row for which the service withdrew the entrant. Omitted if a player withdrew it."""


class Reentered(LogEntry, frozen=True, tag="reentered"):
    """An entrant who was withdrawn or disqualified takes part again."""

    entrant: EntrantNumber
    points: Count = 0
    """The initial points, in sixtieths, of an entrant who joins a started stage for the first time. Omitted: 0."""


class Substituted(LogEntry, frozen=True, tag="substituted"):
    """Another player plays for an entrant. The entrant keeps its points."""

    entrant: EntrantNumber
    name: EntrantName
    """The new display name of the entrant. It is `Deleted player` and a number once the player has been deleted."""
    player: str = ""
    """The id of the player. Omitted once the player has been deleted."""
    bot: BotFlag = False
    takes_over: bool = False
    """True if the player also takes over the running games. Omitted: the former player finishes them."""


class Disqualified(LogEntry, frozen=True, tag="disqualified"):
    """An entrant is disqualified: it is in no further round, and ranks last in its stage."""

    entrant: EntrantNumber


class Penalised(LogEntry, frozen=True, tag="penalised"):
    """The organiser has set the points that an entrant loses in a stage. The latest penalty counts."""

    entrant: EntrantNumber
    stage: StageNumber
    penalty: WholePoints
    """The points of the penalty, in whole points; 0 removes it."""


class ChangedStage(msgspec.Struct, frozen=True, omit_defaults=True):
    """New lengths of a stage. Omitted values stayed unchanged."""

    stage: StageNumber
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | UnsetType = UNSET
    """The new number of rounds of a `swiss`."""
    minutes: Minutes | UnsetType = UNSET
    """The new minutes during which an `arena` creates matches; 0: no limit."""
    matches: Rounds | UnsetType = UNSET
    """The new maximum number of matches of each entrant in an `arena`; 0: no limit."""


class TeamMember(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entrant with a new team."""

    entrant: EntrantNumber
    team: TeamName = ""
    board: Board = 0
    captain: bool = False
    """Whether the entrant sets the line-ups of the team. Default: false."""


class PlanChangeFields(msgspec.Struct, frozen=True, omit_defaults=True):
    """New values of a plan. An omitted value or an empty collection keeps the present value."""

    name: EntrantName | UnsetType = UNSET
    """The new display name."""
    max_entrants: EntrantLimit | UnsetType = UNSET
    """The new maximum number of entrants."""
    late_entries: bool | UnsetType = UNSET
    """Whether entrants may enter after the start."""
    no_show_limit: Rounds | UnsetType = UNSET
    """The new number of no-shows in a row after which an entrant is withdrawn; 0: never."""
    starts_at: str | UnsetType = UNSET
    """The new time of the start in UTC (RFC 3339). Empty: the organiser starts the tournament."""
    next_round: NextRound | UnsetType = UNSET
    """Whether the next rounds are created automatically, or by the organiser."""
    pause_seconds: Annotated[int, Meta(ge=0, le=2**31 - 1)] | UnsetType = UNSET
    """The new pause between two rounds, in seconds."""
    round_times: tuple[str, ...] | UnsetType = UNSET
    """The new earliest start times of the rounds in order, in UTC (RFC 3339)."""
    round_ends: tuple[str, ...] | UnsetType = UNSET
    """The new times until which the rounds are open, in order, in UTC (RFC 3339)."""
    stages: tuple[ChangedStage, ...] = ()
    """The stages with new lengths."""
    keep_apart: KeepApart | UnsetType = UNSET
    """Who does not meet in later rounds, in place of all earlier values."""
    teams: tuple[TeamMember, ...] = ()
    """The entrants with new teams."""
    repeats: Repeats | UnsetType = UNSET
    """The new rule by which the next tournament is created."""


class PlanChange(PlanChangeFields, frozen=True):
    """New values of a plan, with those of its games."""

    texts: OwnTexts | UnsetType = UNSET
    """The new texts of the organiser, in place of all earlier ones."""
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

    stage: StageNumber
    groups: tuple[Annotated[EntrantNumbers, Meta(description="The entrants of a group, in seeding order.")], ...]
    """The groups of the stage."""


class SeatedTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of a round."""

    table: TableNumber
    entrants: EntrantNumbers
    """The entrants in the seat order of the first game."""
    games: Annotated[tuple[PlayedGameId, ...], Meta(min_length=1, max_length=MOST_GAMES)]
    """The ids of the games that exist from the start of the match."""
    group: GroupNumber = 0
    """The group of the stage, from 0. Omitted: group 0."""
    bracket: TableBracket = ""


class Paired(LogEntry, frozen=True, tag="paired"):
    """A round has been paired. Its games do not exist yet.

    In a round that is paired again after a correction, a match that stays the same has its old games.
    """

    round: RoundNumber
    stage: StageNumber
    tables: tuple[SeatedTable, ...]
    """The tables of the round."""
    byes: EntrantNumbers = ()
    """The entrants with a bye. Omitted: none."""
    sitting_out: EntrantNumbers = ()
    """The entrants to whom the organiser gave neither a table nor a bye. They win nothing in the round. Omitted: none.
    """
    manual: bool = False
    """True if the organiser chose the pairings. Omitted otherwise."""
    challenger: EntrantNumber | UnsetType = UNSET
    """The entrant of a ladder who challenged the other one at the table. Omitted if the round is no challenge."""


class Opened(LogEntry, frozen=True, tag="opened"):
    """All games of a round exist, and the round is visible."""

    round: RoundNumber


class RoundEndsSoon(LogEntry, frozen=True, tag="round_ends_soon"):
    """The time until which a round is open is near. The players with open matches get a notice."""

    round: RoundNumber
    until: str
    """Until when the round is open, in UTC (RFC 3339)."""


class Finished(LogEntry, frozen=True, tag="finished"):
    """A game of a match has ended."""

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the game."""
    ranks: Ranks
    """The ranks of the entrants, in the order of the table. Tied entrants share the better rank."""
    totals: Totals
    """The scores of the entrants, in the order of the table."""
    no_shows: EntrantNumbers = ()
    """The entrants who missed a decision of the game and never acted. They earn no points and no win, and rank last. If
    no entrant acted, the game is a double loss. Omitted: none."""
    aborted: bool = False
    """True if all players resigned from the game; all entrants then share the first place. Omitted otherwise."""
    record: str = ""
    """The hash of the game's record. Omitted for an aborted game."""
    irreproducible: bool = False
    """True if the rules could not repeat the game, so that its record cannot be verified. The result counts, unless the
    organiser rules otherwise. Omitted otherwise."""


class NextGame(LogEntry, frozen=True, tag="next_game"):
    """A match has another game, which follows the one before. The game does not exist yet."""

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the game."""
    starts_at: str = ""
    """When the break ends, in UTC (RFC 3339). Omitted: the game is created at once."""


class SeatChosen(LogEntry, frozen=True, tag="seat_chosen"):
    """A seat in the next game of a match is chosen, by the loser of the game before or as the service determines it.

    The entrant of that seat gets the usual seat of the one who has chosen.
    """

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the game."""
    entrant: EntrantNumber
    seat: TableSeat
    """The seat of the entrant in the game, from 0 in turn order."""


class GameOpened(LogEntry, frozen=True, tag="game_opened"):
    """The next game of a match exists."""

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the game."""


class Forfeited(LogEntry, frozen=True, tag="forfeited"):
    """Entrants have left a match before its last game. The others win all further games without playing them."""

    round: RoundNumber
    table: TableNumber
    entrants: EntrantNumbers
    """The entrants who have left, in the order of the table. At most one entrant has stayed."""


class Ruled(LogEntry, frozen=True, tag="ruled"):
    """The organiser has set the result of a match, or of one game. The latest ruling counts."""

    round: RoundNumber
    table: TableNumber
    ranks: Ranks
    """The ranks of the entrants, in the order of the table; all 1 in a double loss."""
    game: MatchGameNumber | UnsetType = UNSET
    """The number of the game in the match, from 0. Omitted: all games of the match."""
    double_loss: bool = False
    """True if no entrant at the table earns points or a win. Omitted otherwise."""


class GameReplay(msgspec.Struct, frozen=True):
    """A game that replaces a game stopped by a ruling."""

    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the new game."""


class RulingWithdrawn(LogEntry, frozen=True, tag="ruling_withdrawn"):
    """The organiser has withdrawn a ruling: finished games count again, and stopped games are replayed."""

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber | UnsetType = UNSET
    """The number of the game in the match, from 0. Omitted: the ruling was on the match."""
    replays: tuple[GameReplay, ...] = ()
    """The games that replace stopped games. Omitted: none."""


class Stopped(LogEntry, frozen=True, tag="stopped"):
    """A game was stopped by a ruling, or because its round was taken back. It changes no rating.

    A ruling also stops the next game of a match that it decides. `round` is the number that the round of the game had.
    """

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the game."""


class TakenBack(LogEntry, frozen=True, tag="taken_back"):
    """The latest round has been undone. The next round gets the same number.

    If it was the first round of a later stage, the stage is removed as well. Running games of the round are stopped.
    Finished games keep their records and ratings, but do not count in the tournament.
    """

    round: RoundNumber
    forced: bool = False
    """True if the organiser has undone the round with `force`: it may have started. Omitted otherwise."""
    corrected: bool = False
    """True if a corrected result has undone the round. It is then paired again, and a match with the same entrants at
    the same table continues. Omitted: the tournament is paused."""


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

    deal_commitment: DealCommitment
    deal_secret: Digits
    """The secret of all games that are created from the reopening on."""


AnyEvent = (
    Entered
    | CheckedIn
    | Withdrew
    | Reentered
    | Substituted
    | Disqualified
    | Penalised
    | Changed
    | Postponed
    | Started
    | StageBegan
    | Paired
    | Opened
    | RoundEndsSoon
    | Finished
    | NextGame
    | SeatChosen
    | GameOpened
    | Forfeited
    | Ruled
    | RulingWithdrawn
    | Stopped
    | TakenBack
    | Paused
    | Resumed
    | Cancelled
    | Ended
    | Reopened
    | StaffChanged
    | LineupSet
    | LineupClosesSoon
    | ClaimStepAdded
    | VacationSet
)
