"""AI advice: hints, sampled positions and analyses."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import Headers, PartByRuleset, Request, Response, UnionByRuleset
from service.resources.types import (
    MOST,
    Action,
    Count,
    DecisionId,
    GameId,
    GameRulesVersion,
    GameVersion,
    PlainRuleset,
    RulesVersion,
    SeatNumber,
    UnionTag,
)

MOST_HINTS = 1000
MOST_ITERATIONS = 1_000_000
MOST_LEGAL = 1_000_000
MOST_POSITIONS = 16

Chance = Annotated[float, Meta(ge=0, le=1)]
"""A probability to win."""
Iterations = Annotated[int, Meta(ge=0, le=MOST_ITERATIONS)]
ReachedVersion = Annotated[int, Meta(ge=1, le=MOST)]


class HintRequest(Request, frozen=True):
    """The decision to request a hint for."""

    decision: DecisionId
    """The id of the pending decision, as returned in the seat's view."""


class RankedAction(Response, PartByRuleset, frozen=True):
    """A legal action with the AI's evaluation."""

    index: Annotated[int, Meta(ge=0, le=MOST_LEGAL)]
    """The index of the action in `listLegalActions`, from 0."""
    action: Action
    """The legal action."""
    visits: Iterations
    """How often the search tried the action; more visits mean a better action."""
    value: Chance | UnsetType = UNSET
    """The estimated probability that the seat wins with this action. Omitted if the search never tried it."""


class Ranking(Response, frozen=True):
    """The result of a search for a hint."""

    version: Count
    """The version of the game at which the hint was computed."""
    iterations: Iterations
    """The number of search iterations; 0 if there is only one legal action."""
    actions: tuple[RankedAction, ...]
    """All legal actions of the seat, best first."""


class Hint(Ranking, UnionByRuleset, frozen=True):
    """The AI's ranking of a seat's legal actions. It uses only what the seat may know."""

    ruleset: UnionTag
    game_id: GameId
    seat: SeatNumber
    decision: DecisionId
    """The decision of the hint."""
    hints_left: Annotated[int, Meta(ge=0, le=MOST_HINTS)]
    """The number of decisions for which the seat may still request a hint."""


class PositionSampleRequest(Request, frozen=True):
    """The number of sampled positions to return. The body may be omitted."""

    count: Annotated[int, Meta(ge=1, le=MOST_POSITIONS)] = 1
    """The number of positions. Default: 1."""


class PositionSample(Response, frozen=True):
    """A complete position that is consistent with what the seat knows."""

    state: Any  # of a mapping of anything not every generator makes something that compiles
    """The position, for `read_state` of the Python library `domain`. Its content is not part of this contract. Its
    structure depends on the ruleset and `rules_version`."""


class PositionSamples(Response, frozen=True):
    """Positions sampled from what a seat knows: all hidden information is chosen at random."""

    ruleset: PlainRuleset
    game_id: GameId
    version: GameVersion
    rules_version: RulesVersion
    """The version of the rules to continue with: the hosted one."""
    seat: SeatNumber
    positions: tuple[PositionSample, ...]
    """The positions, sampled independently, as for AI levels. Some may be equal."""


class AnalysedDecision(Response, PartByRuleset, frozen=True):
    """The evaluation of a decision, from what its seat could know. Later luck does not count."""

    version: ReachedVersion
    """The version of the game after the decision, as in its event."""
    seat: SeatNumber
    action: Action
    """The action of the seat."""
    best: Action
    """The action that the AI prefers."""
    before: tuple[Chance, ...]
    """The probabilities to win with the best action. One value for each seat, in turn order."""
    after: tuple[Chance, ...]
    """The probabilities to win with the seat's action. One value for each seat, in turn order."""
    loss: Chance
    """The win probability that the seat lost by its action."""


class Swing(Response, frozen=True):
    """A decision with a high loss."""

    version: ReachedVersion
    """The version of the game after the decision."""
    seat: SeatNumber
    loss: Chance
    """The win probability that the seat lost by the decision."""


class SeatPlay(Response, frozen=True):
    """The quality of a seat's decisions."""

    seat: SeatNumber
    decisions: Count
    """The number of the seat's decisions with at least two legal actions."""
    average_loss: Chance
    """The mean loss of win probability per decision of the seat."""
    blunders: Count
    """The number of decisions with a loss of `blunder` or more."""


class Analysis(Response, UnionByRuleset, frozen=True):
    """The evaluation of each decision of a finished game. Values are estimates, which improve with more iterations.

    Decisions with one legal action and the first actions of a sandbox game are left out.
    """

    ruleset: UnionTag
    game_id: GameId
    version: GameVersion
    rules_version: GameRulesVersion
    iterations: Iterations
    """The maximum number of search iterations for a decision."""
    blunder: Chance
    """The loss from which a decision counts as a blunder."""
    decisions: tuple[AnalysedDecision, ...]
    """The decisions in the order in which they were made."""
    swings: tuple[Swing, ...]
    """The decisions with the highest losses, worst first; at most five."""
    seats: tuple[SeatPlay, ...]
    """The seats in turn order."""


class PendingAnalysis(Response, frozen=True):
    """The progress of an analysis."""

    game_id: GameId
    status: Literal["analysing"]
    done: Count
    """The number of events that have been analysed."""
    total: Count
    """The number of events of the game."""


class IfNoneMatchAnalysis(Headers, frozen=True, rename={"etag": "If-None-Match"}):
    """The header that makes a request for an analysis conditional."""

    etag: str = ""
    """The `ETag` of an earlier response. The response has status 304 if the analysis has not changed."""
