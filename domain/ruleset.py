"""What a board game must say of itself to be hosted: one `Ruleset` value of plain functions and types.

A ruleset is stateless and its state holds no randomness: `setup` and `apply` are handed their dice. So no holder of a
state can read the future, a search cannot touch the real game, and the same functions serve API, search and replay.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.appearance import NOTHING_DRAWN, Appearances
from domain.fields import published
from domain.heuristics import Heuristics
from domain.names import Language, Names
from domain.paragraphs import Paragraph
from domain.ratings import Rating
from domain.scenarios import Catalogue
from domain.sentences import NO_SENTENCES, Sentences
from domain.translations import UNTRANSLATED, Translations, text_in

Options = TypeVar("Options")
State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View")

Audience = tuple[int, ...] | None
"""The seats that may know a fact while the game lasts; None is everybody, spectators included."""

Emit = Callable[[Any, Audience], None]
"""Receives each fact of an action in the order in which it happens, with the seats that may know it."""


class Rejection(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an action or a set-up is rejected."""

    code: str
    """A stable snake_case code from the ruleset's `rejections`."""
    paragraph: str
    """The paragraph of the rules that forbids it."""
    parameters: dict[str, Any] = {}
    """The facts of the case, by name: what was asked for, what there is."""
    malformed: bool = False
    """True where the value lies outside the published schema, whatever the state of the game."""


class RejectionCode(msgspec.Struct, frozen=True):
    """One code of a ruleset's closed list of reasons."""

    code: str
    paragraph: str
    text: str
    parameters: Mapping[str, str | None] = {}
    """What it may carry, by name: the kind of the ruleset's names that the value is an id of, `seat` for a seat, None
    for a plain value."""


class ScoreRow(msgspec.Struct, frozen=True):
    """One line of a score sheet; the amounts of a seat's rows sum to its total."""

    item: Annotated[str, published({}, "What is counted.", "score_item")]
    paragraph: str
    """Of the rules."""
    amount: int
    """Points, or whatever the game is won by."""


class SeatOutcome(msgspec.Struct, frozen=True):
    """How one seat ended: rank 1 is best, seats that share a place share the better rank."""

    seat: int
    """In turn order, from 0."""
    rank: int
    """From 1."""
    total: int
    """The sum of the rows."""
    rows: tuple[ScoreRow, ...]
    """In the order of the rules."""
    tie_breaks: tuple[ScoreRow, ...] = ()
    """What was compared, in this order and higher first, between seats of equal total."""
    reason: (
        Annotated[
            Literal["forfeit", "resigned"],
            Meta(description="Why the seat is placed behind those who have not given up; absent if it has not either."),
        ]
        | UnsetType
    ) = UNSET
    """Never set by the rules: see `domain.resignations`."""


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game, one entry a seat in seat order."""

    seats: tuple[SeatOutcome, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """List the seats of rank 1."""
        return tuple(each.seat for each in self.seats if each.rank == 1)


class IllegalAction(Exception):
    """An action or a set-up that the rules reject; nothing has changed. Its message is the rejection in short."""

    def __init__(self, ruleset: "AnyRuleset", reason: Rejection, index: int | None = None) -> None:
        super().__init__(next(rejection.text for rejection in ruleset.rejections if rejection.code == reason.code))
        self.ruleset = ruleset
        self.reason = reason
        self.title = ruleset.names.rejections[reason.code]
        """The rejection in a few words, in every language."""
        self.index = index
        """Which of several actions is rejected, from 0; None where a single one was asked for."""

    def text_in(self, language: Language) -> str:
        """Return the rejection in a sentence."""
        return text_in(language, self.ruleset.translations.texts.rejections, self.reason.code, str(self))

    def rule_in(self, language: Language) -> str:
        """Return the paragraph of the rules that rejects, in short."""
        cited = next(each for each in self.ruleset.paragraphs if each.paragraph == self.reason.paragraph)
        return self.ruleset.translations.paragraph_in(language, cited).text


class Setup(Protocol):
    """Lays out a game."""

    def __call__(self, options: Any, seats: int, rng: Random, emit: Emit | None = None) -> Any:
        """Return the state before the first decision; tell `emit` each fact."""


class Apply(Protocol):
    """Carries out one legal action."""

    def __call__(self, state: Any, seat: int, action: Any, rng: Random, emit: Emit | None = None) -> None:
        """Change `state` in place up to the next decision; tell `emit` each fact."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset(Generic[Options, State, Action, View]):
    """The rules of one board game, compared by identity. Seats are numbered from 0 in turn order."""

    name: str
    """A slug: lower-case letters and digits, and `_` between words."""
    version: int
    """Raised whenever a client or a stored game could notice: an action type, a field, a rule."""
    plays_since: int | None = None
    """The oldest version whose stored games go on under these rules, and whose records they verify: rules, states,
    actions and facts are the same since, only what is shown of them is not. None where a version stands alone."""
    min_seats: int
    max_seats: int

    options_type: Any
    """Struct of set-up choices, every field with a default."""
    first_seat_option: str
    """The name of the choice that says which seat begins: so whoever makes up tables can say it in any game."""
    state_type: Any
    """What `setup` returns; msgspec encodes and decodes it without loss."""
    action_type: Any
    """Tagged union of everything a seat may answer."""
    observed_type: Any
    """Tagged union of everything the log may show: the actions, and stand-ins for those a reader may not read."""
    fact_type: Any
    """Tagged union of what `emit` is told."""
    chance_facts: tuple[type[msgspec.Struct], ...]
    """The facts that name what the dice decided; between them they tell every outcome of every throw."""
    view_type: Any
    constants: Any
    """Constants that a front end draws with: ids, costs, geometry."""
    names: Names
    """What the game, its rejections and all things with an id are called, in every language."""
    sentences: Sentences = NO_SENTENCES
    """How facts, actions, decisions and rejections are told, in every language."""

    unknown_type_code: str
    """The rejection code for an action whose `type` is missing or none of the ruleset's."""
    malformed_code: str
    """The rejection code for an action that does not decode."""
    rejections: tuple[RejectionCode, ...]
    catalogue: Catalogue
    """Positions worth seeing, and an example of each rejection."""
    paragraphs: tuple[Paragraph, ...]
    """The rules, paragraph by paragraph: all that is cited, and all rulings."""

    reject_setup: Callable[[Options, int], Rejection | None]
    """Return why a game cannot be opened with these options and this number of seats, or None."""
    setup: Setup
    """Lay out a game for a number of seats; the options have passed `reject_setup`."""
    to_act: Callable[[State], tuple[int, ...]]
    """List the seats with an open decision, ascending; empty exactly when the game is over."""
    legal_actions: Callable[[State, int], Sequence[Action]]
    """List every action `seat` may take now, in a fixed order without duplicates; empty when it is not to act.

    Depends only on what the seat may know. The sequence is not to be changed by the caller."""
    reject: Callable[[State, int, Action], Rejection | None]
    """Return why an action is not legal, or None exactly when it is in `legal_actions`."""
    apply: Apply
    outcome: Callable[[State], Outcome | None]
    """Score the game; None until nobody is to act."""
    view: Callable[[State, int | None], View]
    """Show what `seat` may see; None is an spectator."""
    observe: Callable[[Action, int, int | None], Any]
    """Return (action, actor, viewer) -> the action as the viewer may read it in the log."""
    clone: Callable[[State], State]
    """Copy a state; the copy shares nothing mutable."""
    determinize: Callable[[State, int, Random], State]
    """Draw a fresh state from the information set of `seat`; it shares nothing mutable with `state`."""
    default_action: Callable[[State, int], Action]
    """Return what an absent player does: legal, and harmless.

    A seat that takes nothing but default actions wins no more than its fair share against random play."""
    reveals_nothing: Callable[[State, int, Action, State], bool] | None = None
    """Return (state before, seat, action, state after) -> whether nobody has learnt anything hidden by a step.

    That is so if the action was legal, and everything that anybody sees of the step is the same, in every state that
    somebody holds possible. What does not happen counts too: a round that ends without a finished work shows that no
    work was finished. The result depends on public information only. Facts of chance and facts for some seats alone
    need not be looked at: see `domain.undo_rules`. None: in this ruleset no seat takes anything back alone."""
    heuristics: Heuristics
    """What AI players go by, and the constants of their search."""
    ratings: tuple[Rating, ...] = ()
    """How strong the AI levels are, by seats and level, as far as it was measured."""
    appearances: Appearances = NOTHING_DRAWN
    """How things with an id look, and their icons, as far as they are drawn."""
    translations: Translations = UNTRANSLATED
    """Paragraphs, rejections, options and scenarios in the languages other than English, as far as there are any."""


AnyRuleset = Ruleset[Any, Any, Any, Any]


def plays(ruleset: AnyRuleset, version: int) -> bool:
    """Whether a game that was begun under a version of the rules goes on under these."""
    return (ruleset.plays_since or ruleset.version) <= version <= ruleset.version


def action_types(ruleset: AnyRuleset) -> list[str]:
    """List the tags of a ruleset's actions."""
    members = get_args(ruleset.action_type) or (ruleset.action_type,)
    return [member.__struct_config__.tag for member in members]


def chance_tags(ruleset: AnyRuleset) -> list[str]:
    """List the tags of the facts that name what the dice decided."""
    return [str(fact.__struct_config__.tag) for fact in ruleset.chance_facts]


def read_action(ruleset: AnyRuleset, wire: Any) -> Any:
    """Read an action from its wire form, plain values as JSON gives them; raise IllegalAction if it does not decode."""
    try:
        return msgspec.convert(wire, ruleset.action_type)
    except msgspec.ValidationError as error:
        known = isinstance(wire, dict) and wire.get("type") in action_types(ruleset)
        code = ruleset.malformed_code if known else ruleset.unknown_type_code
        rejection = next(each for each in ruleset.rejections if each.code == code)
        reason = Rejection(code, rejection.paragraph, {"fault": str(error)}, malformed=True)
        raise IllegalAction(ruleset, reason) from error


def check(ruleset: AnyRuleset, state: Any, seat: int, action: Any) -> None:
    """Raise IllegalAction unless `seat` may take `action` now."""
    reason = ruleset.reject(state, seat, action)
    if reason is not None:
        raise IllegalAction(ruleset, reason)
