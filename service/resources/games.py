"""Views of games, actions and results."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.ruleset import EndedBy, ResignationReason, SeatResult
from service.resources.base import (
    ACTION,
    HostedRuleset,
    OfRuleset,
    Query,
    ReadByTypes,
    Request,
    Response,
    UnionByRuleset,
)
from service.resources.events import Event
from service.resources.game_fields import (
    RECORD_HASH,
    AbortReason,
    Commitment,
    FaultySince,
    IrreproducibleFlag,
    PendingUndo,
)
from service.resources.game_places import TournamentGame
from service.resources.game_terms import PlayedTerms
from service.resources.parts import PARTS_TEXT, Include, Part
from service.resources.records import GameOutcome
from service.resources.seats import Seat
from service.resources.types import (
    MOST_SEATS,
    Count,
    Digits,
    GameId,
    GameRulesVersion,
    GameStatus,
    GameVersion,
    HintCount,
    Moment,
    PlainRuleset,
    Previews,
    SeatIndex,
    SeatNumber,
)

ViewPart = Literal[Part, "undo", "setup"]
OwnDecision = Annotated[Count, Meta(description="The id of the seat's pending decision; present if the seat must act.")]
Action = Annotated[Any, ACTION]
Team = Annotated[str, Meta(min_length=1, description="The id of a team, of the kind `team` in `names` of the ruleset.")]


class SeatRank(Response, frozen=True):
    """The final rank of a seat. The result of the game has the full score sheet."""

    seat: SeatNumber
    rank: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    """The final rank; 1 is best. Tied seats share the better rank. If all seats have forfeited, no seat has won,
    and all share the last rank. The first rank alone is no victory: see `result`."""
    result: SeatResult
    total: int
    """The total score of the seat."""
    reason: ResignationReason | UnsetType = UNSET
    """Why the seat ranks below all seats that played to the end: its deadline passed, or its player resigned. Omitted
    if neither happened."""
    team: Team | UnsetType = UNSET
    """The team of the seat. Omitted without a team."""


class SeatClock(Response, frozen=True):
    """The clock of a seat at the returned version."""

    seat: SeatNumber
    seconds_left: float | UnsetType = UNSET
    """The seconds left in the seat's time budget, before its pending decision. Omitted if the clock has no budget."""
    deadline: Moment | UnsetType = UNSET
    """The deadline of the seat's pending decision in UTC (RFC 3339); present while its clock runs. Compare it with the
    response header `Bottega-Time`, the time of the service."""
    vacation_until: Moment | UnsetType = UNSET
    """Until when the player of the seat is on vacation in the tournament of the game, in UTC (RFC 3339). All clocks of
    the game stand still until then, or until the player acts. Omitted without a vacation."""


class GamePause(Response, frozen=True):
    """A pause of the clocks: requested by a seat, or agreed by all human players."""

    status: Literal["requested", "paused"]
    """`requested`: other seats must agree. `paused`: the clocks stand still until `until`, or until a player acts."""
    seat: SeatNumber
    """The seat that requested the pause."""
    agreed: tuple[SeatIndex, ...]
    """The seats that agree, ascending."""
    hours: int | UnsetType = UNSET
    """The length of the pause in hours. Omitted if it lasts until a player acts or resumes the game."""
    until: Moment | UnsetType = UNSET
    """The end of the pause in UTC (RFC 3339). After it the clocks run, although no event follows."""


class GameView(PlayedTerms, UnionByRuleset, frozen=True, kw_only=True):
    """A game as a seat or a spectator sees it."""

    ruleset: Annotated[str, HostedRuleset()]
    game_id: GameId
    version: GameVersion
    rules_version: GameRulesVersion
    status: GameStatus
    to_act: tuple[SeatIndex, ...]
    """The seats with a pending decision."""
    seat: SeatIndex | UnsetType = UNSET
    """The seat whose view this is. Omitted for a spectator."""
    decision: OwnDecision | UnsetType = UNSET
    seats: tuple[Seat, ...]
    """The seats in turn order."""
    teams: Annotated[tuple[Team, ...], Meta(max_length=MOST_SEATS)] | UnsetType = UNSET
    """The team of each seat, in turn order. Seats of a team win and lose together. Omitted if each seat plays for
    itself, or if the teams are secret until the end."""
    clocks: tuple[SeatClock, ...] | UnsetType = UNSET
    """The clocks of human seats in turn order; present if the game has a clock."""
    pause: GamePause | UnsetType = UNSET
    """The requested or agreed pause of the clocks. Omitted without one."""
    commitment: Commitment
    view: Annotated[Any, OfRuleset("view_type", "View")]
    """The visible state of the game."""
    outcome: tuple[SeatRank, ...] | UnsetType = UNSET
    """The final rank of each seat; present if the game is over."""
    ended_by: EndedBy | UnsetType = UNSET
    abort_reason: AbortReason | UnsetType = UNSET
    faulty_since: FaultySince | UnsetType = UNSET
    irreproducible: IrreproducibleFlag = False
    actions: tuple[Action, ...] | UnsetType = UNSET
    """All legal actions for `decision`, as in `listLegalActions`. Present with `include=actions` if the seat must act.
    """
    previews: Previews | UnsetType = UNSET
    undo_offer: PendingUndo | UnsetType = UNSET
    hints_left: HintCount | UnsetType = UNSET
    """The number of hints that the seat has left now. Present with `include=hints` if the game is not rated."""
    events: tuple[Event, ...] | UnsetType = UNSET
    """The events up to this version, oldest first. Present with `include=events` or `include=patches`."""
    tournament: TournamentGame | UnsetType = UNSET
    """The place of the game in its tournament. Omitted if it belongs to none."""
    setup: tuple[Annotated[Any, OfRuleset("fact_type", "Fact")], ...] | UnsetType = UNSET
    """The facts of the set-up, before the first event, as far as the caller may know them. A game log begins with them.
    Present with `include=setup`."""


class ActionRequest(Request, UnionByRuleset, ReadByTypes, frozen=True):
    """The action that a seat submits for its pending decision."""

    ruleset: Annotated[str, HostedRuleset()]
    decision: Count
    """The id of the pending decision, as returned in the seat's view."""
    action: Action
    """One of the seat's legal actions."""


class LegalActions(Response, UnionByRuleset, frozen=True, kw_only=True):
    """All legal actions of a seat. The list is empty if the seat has no pending decision."""

    ruleset: Annotated[str, HostedRuleset()]
    game_id: GameId
    version: GameVersion
    decision: OwnDecision | UnsetType = UNSET
    actions: tuple[Action, ...]
    """The legal actions in a fixed order, without duplicates."""
    previews: Previews | UnsetType = UNSET


class Result(GameOutcome, frozen=True, kw_only=True):
    """The result of a finished game, with the score sheets."""

    ruleset: PlainRuleset
    game_id: GameId
    version: GameVersion
    record_hash: Annotated[Digits, Meta(description=f"{RECORD_HASH}Always present.")]


class PendingResult(Response, frozen=True):
    """The status of a finished game that has not been scored yet."""

    game_id: GameId
    status: Literal["scoring"]


class UndoRequest(Request, frozen=True):
    """The version to undo to."""

    to: Count | UnsetType = UNSET
    """The version to go back to: the one before an action of the seat. To agree to the request of another seat, send
    the `to` of its `undo_offer`. Default: the version before the seat's latest action."""


class ActionQuery(Query, frozen=True):
    """Query parameters to submit an action."""

    include: Include = frozenset()
    since: Count | UnsetType = UNSET
    """Return events after this version. Default: the version before the action. A higher value than the default is
    rejected: `version_not_reached`."""
    dry_run: bool = False
    """True: check the action without changing the game, and return the current view. Default: false."""


class ViewQuery(Query, frozen=True):
    """Query parameters to view a game: the version and extra parts."""

    include: Annotated[
        frozenset[ViewPart],
        Meta(
            description=f"{PARTS_TEXT} `undo`: the undo request that awaits consent now (`undo_offer`); returned to "
            "seats only. `setup`: the facts of the set-up."
        ),
    ] = frozenset()
    since: Count = 0
    """Return events after this version. Default: 0, all events. A value above the returned version is rejected:
    `version_not_reached`."""
    at: Count | UnsetType = UNSET
    """The version of the game to return, byte for byte as it was. Default: the current version."""
