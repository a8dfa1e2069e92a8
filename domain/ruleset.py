"""The interface of a board game: a `Ruleset` value of functions and types.

A ruleset is stateless, and its state holds no randomness: `setup` and `apply` receive their dice as an argument. A
state therefore reveals nothing about the future. A search cannot change the game. API, search and replay use the same
functions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Annotated, Any, Final, Generic, Literal, Protocol, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.appearance import NOTHING_DRAWN, Appearances
from domain.boards import Board
from domain.fields import published
from domain.grids import Grid
from domain.heuristics import Heuristics
from domain.how_to_play import NO_PAGE, HowToPlay
from domain.introductions import NO_INTRODUCTION, Introduction
from domain.lessons import Lesson
from domain.names import Names
from domain.paragraphs import Paragraph
from domain.ratings import Rating
from domain.scenarios import Catalogue
from domain.sentences import NO_SENTENCES, Sentences
from domain.translations import UNTRANSLATED, Translations

INTERFACE: Final = 1
"""The version of this interface. It rises with each change that breaks rulesets of installed packages."""

Options = TypeVar("Options")
State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View")

Audience = tuple[int, ...] | None
"""The seats that may know a fact during the game; None means all seats and spectators."""

Emit = Callable[[Any, Audience], None]
"""Receives each fact of an action in order, with the seats that may know it."""


class NoPreview(msgspec.Struct, frozen=True):
    """The preview of an action in a ruleset without previews; it has no fields."""


def no_previews(state: Any, seat: int, actions: Sequence[Any]) -> Sequence[Any]:
    """Return no previews."""
    return ()


class Rejection(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an action or the options of a game are rejected."""

    code: str
    """The stable code in snake_case, from the ruleset's `rejections`."""
    paragraph: str
    """The paragraph of the rules that causes the rejection."""
    parameters: dict[str, Any] = {}
    """The arguments of the rejection's sentence, by name."""
    malformed: bool = False
    """True if the value does not match the published schema. The state of the game does not matter."""


class RejectionCode(msgspec.Struct, frozen=True):
    """A code in a ruleset's list of rejections. Call it for a rejection: `NOT_YOUR_TURN(to_act=[1])`."""

    code: str
    paragraph: str
    text: str = ""
    """A short English text; empty for the title in `names.json`."""
    parameters: Mapping[str, str | None] = {}
    """The possible arguments by name, each with the kind of its id, `seat` for a seat, or None for a plain value."""

    def __call__(self, *, malformed: bool = False, **parameters: Any) -> Rejection:
        """Return a rejection with this code, its paragraph and these arguments."""
        return Rejection(self.code, self.paragraph, parameters, malformed)


class ScoreRow(msgspec.Struct, frozen=True):
    """A row of a score sheet; the amounts of all rows of a seat sum to its total."""

    item: Annotated[str, published({}, "What the row counts.", "score_item")]
    paragraph: str
    """The paragraph of the rules."""
    amount: int
    """The amount of points, or of another quantity that decides the game."""


ResignationReason = Literal["forfeit", "resigned"]
"""Why a seat ranks behind all others: a deadline passed, or its player resigned."""


SeatResult = Annotated[
    Literal["won", "drawn", "lost"],
    Meta(
        description="Whether the seat has won. `won`: it has the first place, alone or with its team. `drawn`: it "
        "shares the first place with opponents. `lost`: all other seats, and each seat of a game that no seat has won."
    ),
]


class SeatOutcome(msgspec.Struct, frozen=True):
    """The outcome of a seat. Seats with equal totals share the better rank; the last one if all have forfeited."""

    seat: int
    """The number of the seat in turn order, from 0."""
    rank: int
    """The final rank; 1 is best."""
    total: int
    """The total score: the sum of the rows."""
    rows: tuple[ScoreRow, ...]
    """The rows of the score sheet, in the order of the rules."""
    tie_breaks: tuple[ScoreRow, ...] = ()
    """The tie-break values among seats with equal totals, in the order of comparison; higher is better."""
    reason: (
        Annotated[
            ResignationReason,
            Meta(description="Why the seat ranks below all seats that played to the end. Omitted for those seats."),
        ]
        | UnsetType
    ) = UNSET
    """Why the seat ranks below all seats that played to the end. Omitted for those seats."""
    team: Annotated[str, published({}, "The team of the seat. Omitted without a team.", "team")] | UnsetType = UNSET
    """The team of the seat. Seats of a team have equal totals, tie-breaks and results. Omitted without a team."""
    result: SeatResult | UnsetType = UNSET
    """Whether the seat has won. Omitted in records if it follows from ranks and teams: the first place has won if one
    seat or one team has it, otherwise it is drawn. All others have lost."""

    @property
    def side(self) -> str | int:
        """Return the team of the seat, or the seat if it plays for itself."""
        return self.seat if self.team is UNSET else self.team


EndedBy = Annotated[
    Literal["resignation", "forfeit"],
    Meta(
        description="What ended the game before its end by the rules. `resignation`: a player resigned. `forfeit`: a "
        "deadline passed. Only one seat or team was left then, and the points count as they stood. Omitted if the game "
        "was played to its end."
    ),
]


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game, with one entry per seat in turn order."""

    seats: tuple[SeatOutcome, ...]
    ended_by: EndedBy | UnsetType = UNSET

    @property
    def results(self) -> tuple[SeatResult, ...]:
        """Return whether each seat has won.

        >>> Outcome(tuple(SeatOutcome(seat, rank, 0, ()) for seat, rank in enumerate((1, 3, 1)))).results
        ('drawn', 'lost', 'drawn')
        """
        first: SeatResult = "won" if len({each.side for each in self.seats if each.rank == 1}) == 1 else "drawn"
        return tuple(each.result or (first if each.rank == 1 else "lost") for each in self.seats)

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that have won or drawn; none if no seat has won."""
        return tuple(seat for seat, result in enumerate(self.results) if result != "lost")


class Setup(Protocol):
    """Sets up a game."""

    def __call__(self, options: Any, seats: int, rng: Random, emit: Emit | None = None) -> Any:
        """Return the state before the first decision; pass each fact to `emit`."""


class Apply(Protocol):
    """Applies a legal action."""

    def __call__(self, state: Any, seat: int, action: Any, rng: Random, emit: Emit | None = None) -> None:
        """Change `state` in place up to the next decision; pass each fact to `emit`."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset(Generic[Options, State, Action, View]):
    """The rules of a board game, compared by identity. Seats are numbered from 0 in turn order."""

    name: str
    """The name: lower-case letters and digits, with `_` between words."""
    package: str
    """The package that contains the code and the files of the ruleset."""
    version: int = 1
    """The version of the rules, raised by each change that a client or a stored game could notice."""
    plays_since: int | None = None
    """The oldest version whose stored games continue under these rules, and whose records can be verified with them.
    Rules, states, actions and facts have not changed since then; other published types may have. None: this
    version only.
    """
    published: bool = False
    """Whether the game is ready for players. The committed contract and its examples contain published games only, and
    further tests apply to them.
    """
    version_of: str | None = None
    """The name of the first version, if this is a later version hosted beside it: `nim` for `nim_v2`. See `versions`.
    None: this is the first version.
    """
    deprecated: date | None = None
    """The day from which clients should use a later version. None: this is the latest version."""
    sunset: date | None = None
    """The day (UTC) from which no new games start under this version. Running games continue. None: no day is set."""
    min_seats: int
    max_seats: int

    options_type: Any
    """The struct of options; each field has a default."""
    first_seat_option: str | None = None
    """The option that says which seat starts, so that tournaments can set it in any game. None: no seat starts, since
    all act at once, or the rules alone determine it.
    """
    state_type: Any
    """The type of the state that `setup` returns; msgspec encodes and decodes it without loss."""
    action_type: Any
    """The tagged union of all actions."""
    observed_type: Any
    """The tagged union of actions in the log: the actions, and forms without their hidden parts."""
    fact_type: Any
    """The tagged union of facts that `emit` receives."""
    chance_facts: tuple[type[msgspec.Struct], ...]
    """The facts that reveal random draws; together they reveal each outcome of each draw. Empty without draws."""
    view_type: Any
    preview_type: Any = NoPreview
    """The struct of previews. Each field has a default, which is omitted in JSON."""
    constants: Any
    """The constants for clients: ids, costs, geometry."""
    names: Names
    """The names of the game, its rejections and everything with an id, in every language."""
    sentences: Sentences = NO_SENTENCES
    """The sentences of facts, actions, decisions and rejections, in every language."""

    unknown_type_code: str = "malformed_action"
    """The rejection code of an action whose `type` is missing or unknown."""
    malformed_code: str = "malformed_action"
    """The rejection code of an action that cannot be decoded."""
    defaults: frozenset[str] = frozenset()
    """The names of the functions that the game leaves to `domain.defaults`, with `heuristics`."""
    rejections: tuple[RejectionCode, ...]
    catalogue: Catalogue
    """Positions worth seeing, and an example of each rejection."""
    paragraphs: tuple[Paragraph, ...]
    """The paragraphs of the rules: all that are cited, and all rulings."""

    reject_setup: Callable[[Options, int], Rejection | None]
    """Return why a game cannot have these options and this number of seats, or None."""
    setup: Setup
    """Set up a game for a number of seats; the options have passed `reject_setup`."""
    to_act: Callable[[State], tuple[int, ...]]
    """Return the seats with a pending decision, ascending; empty exactly when the game is over."""
    legal_actions: Callable[[State, int], Sequence[Action]]
    """Return the legal actions of `seat` in a fixed order without duplicates; empty if the seat need not act.
    The result depends only on what the seat may know. Callers must not change it. `seat` may be a number without a seat
    at the table.
    """
    previews: Callable[[State, int, Sequence[Action]], Sequence[Any]] = no_previews
    """Return (state, seat, legal actions) -> a preview of each action: quantities of its result that the action does
    not contain, such as counts and prices. They are further arguments of its sentence. The result depends only on what
    the seat may know. It is empty if the actions say everything.
    """
    reject: Callable[[State, int, Action], Rejection | None]
    """Return why an action is illegal, or None exactly if it is in `legal_actions`. `seat` may be any number from 0:
    one without a seat at the table is rejected like a seat that need not act.
    """
    apply: Apply
    outcome: Callable[[State], Outcome | None]
    """Return the outcome of the game, or None until it is over."""
    teams: Callable[[Options, int], tuple[str, ...]] | None = None
    """Return (options, number of seats) -> the team of each seat: an id of the kind `team` of the names. It is empty if
    each seat plays for itself, or if the teams are secret until `outcome` names them. None: it is always empty.
    """
    standing: Callable[[State], Outcome] | None = None
    """Return the outcome as if the game ended now, with the points as they stand; the same as `outcome` at the end.
    It counts if resignations end the game. None: the score sheets of such a game are empty.
    """
    view: Callable[[State, int | None], View]
    """Return what `seat` may see; None is a spectator."""
    observe: Callable[[Action, int, int | None], Any]
    """Return (action, actor, viewer) -> the action as the viewer may see it in the log."""
    clone: Callable[[State], State]
    """Return a copy of a state that shares nothing mutable."""
    determinize: Callable[[State, int, Random], State]
    """Return a random state from the information set of `seat`; it shares nothing mutable with `state`."""
    default_action: Callable[[State, int], Action]
    """Return the action of an absent player: legal, and harmless to others.
    A seat that takes only default actions wins no more than its fair share against random play.
    """
    reveals_nothing: Callable[[State, int, Action, State], bool] | None = None
    """Return (state before, seat, action, state after) -> whether the step revealed nothing hidden.
    It is true only if the action is legal in every state that some viewer considers possible, and if each viewer sees
    the same in all of these states. Events that do not happen count, too: a round without a finished work shows that no
    work was finished. The result depends on public information only. Facts of chance and facts for some seats are
    checked elsewhere: see `domain.undo_rules`. None: this ruleset has no undo without consent.
    """
    heuristics: Heuristics
    """The heuristics of AI players, and the constants of their search."""
    ratings: tuple[Rating, ...] = ()
    """The measured strength of the AI levels, by seats and level."""
    appearances: Appearances = NOTHING_DRAWN
    """The appearances of things with an id, and their icons."""
    grids: tuple[Grid, ...] = ()
    """The parts of the view that clients can draw as grids."""
    translations: Translations = UNTRANSLATED
    """The translations of paragraphs, rejections, options and scenarios."""
    introduction: Introduction = NO_INTRODUCTION
    """What a player who does not know the game should see first."""
    how_to_play: HowToPlay = NO_PAGE
    """The page "How to play" in all languages."""
    lesson: Lesson | None = None
    """A small game that teaches the rules. None: this ruleset has no lesson."""
    board: Board | None = None
    """The board that the package brings for the web client. None: the page has one, or draws the generic board."""

    @property
    def seat_colours(self) -> tuple[str, ...]:
        """Return the ids of the colours that players choose from, in the default order of the seats; or none.

        They are the names of the kind `player_colour`. Colours have no effect on play.
        """
        return tuple(self.names.things.get("player_colour", ()))

    @property
    def team_ids(self) -> tuple[str, ...]:
        """Return the ids of all teams, or none: they are the names of the kind `team`."""
        return tuple(self.names.things.get("team", ()))

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats are one team, which wins or loses together."""
        return len(self.team_ids) == 1


AnyRuleset = Ruleset[Any, Any, Any, Any]


def plays(ruleset: AnyRuleset, version: int) -> bool:
    """Whether a game that was started under a version of the rules continues under these."""
    return (ruleset.plays_since or ruleset.version) <= version <= ruleset.version


def teams_of(ruleset: AnyRuleset, options: Any, seats: int) -> tuple[str, ...]:
    """Return the team of each seat; nothing if each seat plays for itself, or if the teams are secret until the end."""
    return () if ruleset.teams is None else ruleset.teams(options, seats)


def chance_tags(ruleset: AnyRuleset) -> list[str]:
    """Return the tags of the facts that reveal random draws."""
    return [str(fact.__struct_config__.tag) for fact in ruleset.chance_facts]
