"""Rulesets: options, constants, names, appearances, sentences and AI ratings."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain import appearance
from domain.effects import BoardEffect
from domain.fields import whole_text
from domain.grids import Grid
from domain.introductions import Complexity, Duration
from domain.paragraphs import Paragraph
from domain.ratings import Rating
from domain.references import Reference
from domain.sentences import SentencePart
from domain.undo_rules import UndoMode
from service.resources.base import Headers, OfRuleset, PublishedType, Query, Response, UnionByRuleset
from service.resources.game_places import DealSharing
from service.resources.types import PlainRuleset, RulesVersion, SeatCount, UnionTag

LONGEST_MARK = 64

OptionName = Annotated[str, Meta(description="The field of `options`.")]
OptionText = Annotated[str, Meta(description="What the option decides, in the requested language.")]


class BooleanOption(msgspec.Struct, frozen=True, tag_field="kind", tag="boolean"):
    """An option that is true or false."""

    name: OptionName
    description: OptionText
    default: bool
    """The value if the option is omitted."""


class ChoiceOption(msgspec.Struct, frozen=True, tag_field="kind", tag="choice", omit_defaults=True):
    """An option with one of several words."""

    name: OptionName
    description: OptionText
    choices: tuple[str, ...]
    """The allowed words."""
    default: str | UnsetType = UNSET
    """The value if the option is omitted. Without `default` the value is then chosen at random."""


class ChoicesOption(msgspec.Struct, frozen=True, tag_field="kind", tag="choices", omit_defaults=True):
    """An option with a list of different words, in any order."""

    name: OptionName
    description: OptionText
    choices: tuple[str, ...]
    """The allowed words."""
    fewest: int
    """The minimum number of words."""
    most: int
    """The maximum number of words."""
    default: tuple[str, ...] | UnsetType = UNSET
    """The value if the option is omitted. Without `default`, `description` states what happens then."""


class IntegerOption(msgspec.Struct, frozen=True, tag_field="kind", tag="integer", omit_defaults=True):
    """An option with an integer."""

    name: OptionName
    description: OptionText
    minimum: int
    """The minimum value."""
    maximum: int
    """The maximum value."""
    default: int | UnsetType = UNSET
    """The value if the option is omitted. Without `default` the value is then chosen at random."""


class TextOption(msgspec.Struct, frozen=True, tag_field="kind", tag="text", omit_defaults=True):
    """An option with a free text."""

    name: OptionName
    description: OptionText
    max_length: int
    """The maximum length in characters."""
    default: str | UnsetType = UNSET
    """The value if the option is omitted."""


SetUpOption = BooleanOption | ChoiceOption | ChoicesOption | IntegerOption | TextOption


Day = Annotated[str, whole_text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


class HostedVersion(Response, frozen=True):
    """A hosted version of a game. Each version is a ruleset, with types of its own."""

    ruleset: PlainRuleset
    rules_version: RulesVersion
    """The version of the rules, to send with `createGame`."""
    deprecated: Day | UnsetType = UNSET
    """The day (UTC) from which clients should use a later version. Omitted for the latest version."""
    sunset: Day | UnsetType = UNSET
    """The day (UTC) from which no new games start under this version: `rules_version_sunset`. Running games continue.
    Omitted if no day is set."""


class LevelsBySeats(Response, frozen=True):
    """The AI levels to offer in games with a number of seats."""

    seats: SeatCount
    """The number of seats."""
    levels: tuple[str, ...]
    """The AI levels that differ with this number of seats, weakest first. All levels if they were not measured."""
    measured: bool
    """Whether games have shown which levels differ, with default options."""


class RulesetSummary(Response, frozen=True):
    """The summary of a ruleset."""

    ruleset: str
    """The name of the ruleset, as used in URLs."""
    title: str
    """The title of the ruleset in the requested language."""
    rules_version: RulesVersion
    """The version of the rules. It is raised by each change that a client or a stored game could notice."""
    versions: tuple[HostedVersion, ...]
    """The hosted versions of the game, latest first. Usually one."""
    min_seats: SeatCount
    """The minimum number of seats."""
    max_seats: SeatCount
    """The maximum number of seats."""
    levels: tuple[str, ...]
    """The names of the AI levels, weakest first. Requests may name each of them with every number of seats."""
    levels_by_seats: tuple[LevelsBySeats, ...]
    """The AI levels that differ, for each number of seats. The others may take longer and play no better: offer the
    players only these."""
    undo_modes: tuple[UndoMode, ...]
    """The values of `undo` that `createGame` and `createSeek` accept. `own` is missing if the ruleset never allows undo
    without consent."""
    deals: tuple[DealSharing, ...]
    """The values of `deal` that `createTournament` accepts. `match` is missing if the ruleset chooses anything at
    random: a second game would reveal the hidden information of the first."""
    duration: Annotated[Duration, PublishedType("Duration")] | UnsetType = UNSET
    """The usual duration of a game among human players. Omitted if unknown."""
    complexity: Complexity | UnsetType = UNSET
    """How much there is to learn, from 1 (a few minutes) to 5. Omitted if unknown."""
    picture: str = ""
    """The URL path of a drawing that depicts the game (`getPicture`). Omitted if there is none."""
    lesson: bool = False
    """True if the ruleset has a lesson (`getLesson`). Default: false."""


class RulesetList(Response, frozen=True):
    """The hosted rulesets."""

    rulesets: tuple[RulesetSummary, ...]
    """The rulesets in alphabetical order."""


class Name(Response, frozen=True):
    """The name of a game component or concept in the requested language."""

    kind: str
    """The kind of the named thing, such as `colour`, `card` or `action`."""
    id: str
    """The id, as used in actions, views, facts and constants. Numbers are written in decimal digits."""
    name: str
    """The display name."""
    forms: Mapping[str, str] = {}
    """The grammatical forms of the name by case, such as `acc` or `gen`. Omitted if there are none. If a sentence needs
    a missing form, use `name`."""


class Appearance(appearance.Appearance, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """How to draw a game component."""

    kind: str
    """The kind of the component, as in `names`."""
    id: str
    """The id of the component, as in `names`."""
    icon: str
    """The URL path of the icon (`getIcon`)."""


class Icon(Response, frozen=True):
    """An icon of a game component."""

    kind: str
    """The kind of the component, as in `names`."""
    id: str
    """The id of the component, as in `names`."""
    svg: str
    """The icon as a self-contained SVG document of 64 by 64 units."""


class IconList(Response, frozen=True):
    """All icons of a ruleset."""

    ruleset: PlainRuleset
    icons: tuple[Icon, ...]
    """The icons in the order of `appearances`."""


class Sentence(Response, frozen=True):
    """A sentence template in ICU MessageFormat, in the requested language.

    A template uses `{name}`, `{name, plural, ...}` and `{name, select, ...}` only. Each field `m` of the fact, action
    or rejection has these arguments:

    - `m`: the value for display. An id is shown by its name, a seat by its player. Lists are joined by `, `. Mappings
      of counts read `2 × Purple, Green`, mappings of ids to ids `Lab: Invention`.
    - `m_id`: the id, `true` or `false`; `none` if the field is omitted.
    - `m_count`: the length of a list, the sum of a mapping of counts, or the size of a mapping of ids to ids. It is the
      value of a number, 1 for any other value, and 0 if the field is omitted.
    - `m_abs`: a number without its sign.
    - `m_<case>`: a grammatical form of the name, or the name if it has no such form.

    In an action, `actor` is the seat that acts. `seat` has this value, too, if the action has no such field. The
    sentence of an action has two forms:

    - With `actor` it is in the third person, for a game log: `Ada takes 2 × Purple`.
    - Without `actor` it is the imperative, for a button: `Take 2 × Purple`. `actor_id` is `none` then. Actions with a
      type `concealed_...` have no imperative, since only a log shows them.
    - The fields of the action's preview (`previews`) are further arguments of the imperative: `Take 2 red and 1 wild`.
      Their references have the part `preview`.

    Each entry of a list of objects has a sentence of its own (`part`), with the fields of the entry as arguments. An
    entry of a mapping with a `part` has the arguments `key` and `value`. The fields of a rejection are the `parameters`
    of the problem. The service has a test vector for each rule at `/docs/vectors.json`.
    """

    part: SentencePart
    """What the sentence describes. `part`: one object of a list, or one entry of a mapping."""
    id: str
    """The type of the fact or action, a value of `decision_kind`, or the code of the rejection. For `part`:
    `<type>.<field>`."""
    text: str
    """The sentence template in ICU MessageFormat."""


CitedParagraph = Annotated[Paragraph, PublishedType("Paragraph")]


class GameHelp(Response, frozen=True):
    """The paragraphs of the rules that a new player should read, in the requested language."""

    turn: tuple[CitedParagraph, ...] = ()
    """What to do on a turn."""
    end: tuple[CitedParagraph, ...] = ()
    """When the game ends."""
    scoring: tuple[CitedParagraph, ...] = ()
    """What scores."""


class PackagedBoard(Response, frozen=True):
    """The board that a ruleset brings: a JavaScript module for the web client."""

    url: str
    """The URL path of the module (`getBoard`)."""
    kit: int
    """The version of the kit from which the module imports. The web client draws the game on its plain board if it does
    not have this version."""


class Ruleset(RulesetSummary, UnionByRuleset, frozen=True, kw_only=True):
    """A ruleset with all its data."""

    ruleset: UnionTag
    action_types: tuple[str, ...]
    """The values of `type` in the actions of the ruleset."""
    options: tuple[Annotated[SetUpOption, PublishedType("SetUpOption")], ...]
    """The options of a new game, with their values and defaults."""
    constants: Annotated[Any, OfRuleset("constants", "Constants")]
    """The constants of the ruleset, such as layouts, costs and scores."""
    ratings: tuple[Rating, ...]
    """The strength and speed of the AI levels, by number of seats and level, with default options. Empty if not
    measured."""
    names: tuple[Name, ...]
    """The names of everything that has an id, by kind. The ids do not depend on the language."""
    appearances: tuple[Appearance, ...]
    """How to draw the game components, ordered by kind. Components without an icon are left out."""
    grids: tuple[Annotated[Grid, PublishedType("Grid")], ...] = ()
    """The parts of the view that a client can draw as grids. Omitted if the ruleset declares none."""
    references: tuple[Reference, ...]
    """The fields that hold ids, each with the kind to look up in `names`."""
    effects: tuple[Annotated[BoardEffect, PublishedType("BoardEffect")], ...] = ()
    """What actions and facts move on the board. Types without an effect move nothing that the view shows by name."""
    sentences: tuple[Sentence, ...]
    """The sentence templates of facts, actions, decisions and rejections. Empty if the ruleset has none."""
    icons: str = ""
    """The URL path of all icons in one response (`listIcons`). Omitted if the ruleset has no icons."""
    help: GameHelp | UnsetType = UNSET
    """A short help for new players. Omitted if the ruleset has none."""
    board: PackagedBoard | UnsetType = UNSET
    """The board that the ruleset brings. Omitted if it brings none, and for the boards that the web client contains."""


class IfNoneMatch(Headers, frozen=True, rename={"etag": "If-None-Match"}):
    """The header that makes a request conditional."""

    etag: str = ""
    """The `ETag` of an earlier response. The response has status 304 if nothing has changed."""


class IconQuery(Query, frozen=True):
    """Query parameters of an icon."""

    v: Annotated[str, Meta(min_length=1, max_length=LONGEST_MARK)] | UnsetType = UNSET
    """The version of the icon, as in the URLs of `appearances`; that version never changes. Default: the current icon.
    """


class IconListQuery(Query, frozen=True):
    """Query parameters of all icons."""

    v: Annotated[str, Meta(min_length=1, max_length=LONGEST_MARK)] | UnsetType = UNSET
    """The version of the icons, as in `icons` of the ruleset; that version never changes. Default: the current icons.
    """
