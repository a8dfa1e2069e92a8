"""Schemas of rulesets: options, constants, names, appearances, sentences and AI ratings."""

from typing import get_args

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from domain.appearance import COLOUR, LONGEST_LETTER, Pattern
from domain.undo_rules import ALL_MODES
from service.contract.option_forms import SetUpOption
from service.contract.schemas import shared_fields
from service.contract.schemas.fields import (
    BodyInteger,
    MsgspecField,
    RequestSchema,
    ResponseSchema,
    RulesetField,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.shared_fields import HIGHEST_VERSION, MOST_SEATS
from service.tournament.plan import DealSharing

MOST_RATING = 100_000
LONGEST_MARK = 64


def _rating(description: str) -> fields.Integer:
    """Declare a rating."""
    return BodyInteger(required=True, validate=Range(-MOST_RATING, MOST_RATING), metadata={"description": description})


def _milliseconds(description: str) -> fields.Float:
    """Declare a duration in milliseconds."""
    return fields.Float(required=True, validate=Range(min=0), metadata={"description": description})


class RulesetSummary(ResponseSchema):
    """The summary of a ruleset."""

    ruleset = fields.String(required=True, metadata={"description": "The name of the ruleset, as used in URLs."})
    title = fields.String(
        required=True, metadata={"description": "The title of the ruleset in the requested language."}
    )
    rules_version = shared_fields.rules_version(
        "The version of the rules. It is raised by each change that a client or a stored game could notice."
    )
    min_seats = BodyInteger(
        required=True, validate=Range(1, MOST_SEATS), metadata={"description": "The minimum number of seats."}
    )
    max_seats = BodyInteger(
        required=True, validate=Range(1, MOST_SEATS), metadata={"description": "The maximum number of seats."}
    )
    levels = fields.List(
        fields.String(), required=True, metadata={"description": "The names of the AI levels, weakest first."}
    )
    undo_modes = fields.List(
        fields.String(validate=OneOf(ALL_MODES)),
        required=True,
        metadata={
            "description": "The values of `undo` that `createGame` and `createSeek` accept. `own` is missing if the "
            "ruleset never allows undo without consent."
        },
    )
    deals = fields.List(
        fields.String(validate=OneOf(get_args(DealSharing))),
        required=True,
        metadata={
            "description": "The values of `deal` that `createTournament` accepts. `match` is missing if the ruleset "
            "chooses anything at random: a second game would reveal the hidden information of the first."
        },
    )


class RulesetList(ResponseSchema):
    """The hosted rulesets."""

    rulesets = fields.List(
        fields.Nested(RulesetSummary), required=True, metadata={"description": "The rulesets in alphabetical order."}
    )


class Name(ResponseSchema):
    """The name of a game component or concept in the requested language."""

    kind = fields.String(
        required=True, metadata={"description": "The kind of the named thing, such as `colour`, `card` or `action`."}
    )
    id = fields.String(
        required=True,
        metadata={
            "description": "The id, as used in actions, views, facts and constants. Numbers are written in decimal "
            "digits."
        },
    )
    name = fields.String(required=True, metadata={"description": "The display name."})
    forms = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata={
            "description": "The grammatical forms of the name by case, such as `acc` or `gen`. Omitted if there are "
            "none. If a sentence needs a missing form, use `name`."
        },
    )


class Appearance(ResponseSchema):
    """How to draw a game component."""

    kind = fields.String(required=True, metadata={"description": "The kind of the component, as in `names`."})
    id = fields.String(required=True, metadata={"description": "The id of the component, as in `names`."})
    colour = fields.String(
        required=True,
        validate=Regexp(COLOUR),
        metadata={
            "description": "The colour as a hexadecimal RGB value. Colour-blind people can distinguish all "
            "components of a kind."
        },
    )
    letter = fields.String(
        required=True,
        validate=Length(1, LONGEST_LETTER),
        metadata={"description": "One or two characters that are unique within the kind."},
    )
    pattern = fields.String(
        required=True,
        validate=OneOf(get_args(Pattern)),
        metadata={"description": "The pattern that fills the surface."},
    )
    icon = fields.String(required=True, metadata={"description": "The URL path of the icon (`getIcon`)."})


class IfNoneMatch(ResponseSchema):
    """The header that makes a request conditional."""

    etag = fields.String(
        data_key="If-None-Match",
        metadata={
            "description": "The `ETag` of an earlier response. The response has status 304 if nothing has changed."
        },
    )


class IconQuery(RequestSchema):
    """Query parameters of an icon."""

    v = fields.String(
        validate=Length(1, LONGEST_MARK),
        metadata={
            "description": "The version of the icon, as in the URLs of `appearances`; that version never changes. "
            "Default: the current icon."
        },
    )


class Reference(ResponseSchema):
    """A field whose values or keys are ids, and the kind of names they have.

    The contract marks the same fields: `x-bottega-names` is the kind of the value, `x-bottega-key-names` that of
    the keys of a mapping.
    """

    part = fields.String(
        required=True,
        validate=OneOf(("action", "fact", "view", "options", "rejection")),
        metadata={"description": "The part that has the field. For a rejection, the field is in `parameters`."},
    )
    type = fields.String(
        required=True,
        metadata={
            "description": "The type of the action or fact, or the code of the rejection. Empty for view and options."
        },
    )
    field = fields.String(
        required=True,
        metadata={
            "description": "The path of the field: names joined by `/`. Array indexes and map keys are left out."
        },
    )
    kind = fields.String(
        required=True,
        metadata={"description": "A kind of `names`, or `seat`: the number of a seat, to show as its player."},
    )
    keys = fields.Boolean(metadata={"description": "True if the keys of a mapping are the ids. Default: false."})


class Sentence(ResponseSchema):
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

    Each entry of a list of objects has a sentence of its own (`part`), with the fields of the entry as arguments. An
    entry of a mapping with a `part` has the arguments `key` and `value`. The fields of a rejection are the `parameters`
    of the problem. The file `openapi/vectors/sentences.json` of this project has a test vector for each rule.
    """

    part = fields.String(
        required=True,
        validate=OneOf(("fact", "action", "decision", "rejection", "part")),
        metadata={"description": "What the sentence describes. `part`: an entry of a list of objects or of a mapping."},
    )
    id = fields.String(
        required=True,
        metadata={
            "description": "The type of the fact or action, a value of `decision_kind`, or the code of the "
            "rejection. For `part`: `<type>.<field>`."
        },
    )
    text = fields.String(required=True, metadata={"description": "The sentence template in ICU MessageFormat."})


class Rating(ResponseSchema):
    """The measured strength of an AI level for one number of seats."""

    seats = BodyInteger(
        required=True,
        validate=Range(1, MOST_SEATS),
        metadata={"description": "The number of seats in the measured games."},
    )
    level = fields.String(required=True, metadata={"description": "The AI level."})
    rating = _rating(
        "The rating on an Elo scale, where `greedy` is 1000. A lead of 191 points means winning 75 % of two-player "
        "games."
    )
    low = _rating("The lower end of the 95 % confidence interval of the rating.")
    high = _rating("The upper end of the 95 % confidence interval of the rating.")
    games = BodyInteger(
        required=True,
        validate=Range(0, HIGHEST_VERSION),
        metadata={"description": "The number of measured games that the level played."},
    )
    median_ms = _milliseconds(
        "The median processor time of a decision with at least two legal actions, in milliseconds."
    )
    percentile_95_ms = _milliseconds(
        "The 95th percentile of the processor time of a decision with at least two legal actions, in milliseconds."
    )


class Ruleset(RulesetSummary, UnionByRuleset):
    """A ruleset with all its data."""

    ruleset = RulesetName(required=True)
    action_types = fields.List(
        fields.String(), required=True, metadata={"description": "The values of `type` in the actions of the ruleset."}
    )
    options = fields.List(
        MsgspecField(SetUpOption, "SetUpOption"),
        required=True,
        metadata={"description": "The options of a new game, with their values and defaults."},
    )
    constants = RulesetField(
        "constants",
        "Constants",
        required=True,
        metadata={"description": "The constants of the ruleset, such as layouts, costs and scores."},
    )
    ratings = fields.List(
        fields.Nested(Rating),
        required=True,
        metadata={
            "description": "The strength and speed of the AI levels, by number of seats and level, with default "
            "options. Empty if not measured."
        },
    )
    names = fields.List(
        fields.Nested(Name),
        required=True,
        metadata={
            "description": "The names of everything that has an id, by kind. The ids do not depend on the language."
        },
    )
    appearances = fields.List(
        fields.Nested(Appearance),
        required=True,
        metadata={"description": "How to draw game components, by kind. Empty for things that are not drawn."},
    )
    references = fields.List(
        fields.Nested(Reference),
        required=True,
        metadata={"description": "The fields that hold ids, each with the kind to look up in `names`."},
    )
    sentences = fields.List(
        fields.Nested(Sentence),
        required=True,
        metadata={
            "description": "The sentence templates of facts, actions, decisions and rejections. Empty if the ruleset "
            "has none."
        },
    )
