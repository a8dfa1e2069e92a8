"""The events of the entrants of a tournament, as entries of its log (`events`)."""

from service.resources.types import BotFlag, Count
from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.plan import EntrantKind, WholePoints
from service.tournaments.rules.types import Board, EntrantName, EntrantNumber, StageNumber, TeamName


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
