"""Rulesets: what there is to play, and all that a front end needs to know of it beforehand."""

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
    """Declare a span of time."""
    return fields.Float(required=True, validate=Range(min=0), metadata={"description": description})


class RulesetSummary(ResponseSchema):
    """A ruleset in brief."""

    ruleset = fields.String(required=True, metadata={"description": "Its name, a slug."})
    title = fields.String(required=True, metadata={"description": "What it is called in the language asked for."})
    rules_version = shared_fields.rules_version("Raised whenever a client or a stored game could notice.")
    min_seats = BodyInteger(required=True, validate=Range(1, MOST_SEATS), metadata={"description": "How few can play."})
    max_seats = BodyInteger(
        required=True, validate=Range(1, MOST_SEATS), metadata={"description": "How many can play."}
    )
    levels = fields.List(fields.String(), required=True, metadata={"description": "The AI levels, weakest first."})
    undo_modes = fields.List(
        fields.String(validate=OneOf(ALL_MODES)),
        required=True,
        metadata={
            "description": "The values of `undo` that `createGame` and `createSeek` accept. `own` is missing where no "
            "seat can ever take an action back alone."
        },
    )
    deals = fields.List(
        fields.String(validate=OneOf(get_args(DealSharing))),
        required=True,
        metadata={
            "description": "The values of `deal` that `createTournament` accepts. `match` is missing where anything "
            "is dealt or drawn: one game of a match would show what is hidden or still to come in another."
        },
    )


class RulesetList(ResponseSchema):
    """The rulesets that are hosted."""

    rulesets = fields.List(
        fields.Nested(RulesetSummary), required=True, metadata={"description": "In alphabetical order."}
    )


class Name(ResponseSchema):
    """What a thing at the table is called, in the language asked for."""

    kind = fields.String(required=True, metadata={"description": "What sort of thing: `colour`, `card`, `action`, ..."})
    id = fields.String(
        required=True,
        metadata={"description": "As it stands in actions, views, facts and tables; a number in decimal digits."},
    )
    name = fields.String(required=True, metadata={"description": "For display."})
    forms = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata={
            "description": "Grammatical forms by case: `acc`, `gen`, ...; left out where it has none. A sentence that "
            "asks for a form which is missing takes the name."
        },
    )


class Appearance(ResponseSchema):
    """How a thing at the table looks, for whoever draws it."""

    kind = fields.String(required=True, metadata={"description": "What sort of thing, as in `names`."})
    id = fields.String(required=True, metadata={"description": "As in `names`."})
    colour = fields.String(
        required=True,
        validate=Regexp(COLOUR),
        metadata={"description": "Chosen so that colour-blind eyes can tell the things of a kind apart."},
    )
    letter = fields.String(
        required=True,
        validate=Length(1, LONGEST_LETTER),
        metadata={"description": "One character or two, which no other thing of its kind has."},
    )
    pattern = fields.String(
        required=True, validate=OneOf(get_args(Pattern)), metadata={"description": "What its surface is filled with."}
    )
    icon = fields.String(required=True, metadata={"description": "The address of its drawing: see `getIcon`."})


class IfNoneMatch(ResponseSchema):
    """What the client has already."""

    etag = fields.String(
        data_key="If-None-Match",
        metadata={"description": "The `ETag` of an answer; answered with 304 while it is the same."},
    )


class IconQuery(RequestSchema):
    """Which drawing is meant."""

    v = fields.String(
        validate=Length(1, LONGEST_MARK),
        metadata={
            "description": "The drawing that `appearances` names, which is kept for good; the present one by default."
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
        metadata={"description": "What has the field. For a rejection, its `parameters`."},
    )
    type = fields.String(
        required=True,
        metadata={
            "description": "The type of the action or fact, the code of the rejection; empty for view and options."
        },
    )
    field = fields.String(
        required=True,
        metadata={"description": "Path of the field: names joined by `/`. Array indexes and map keys are left out."},
    )
    kind = fields.String(
        required=True,
        metadata={
            "description": "One of the kinds in `names`, or `seat`: the number of a seat, named by who sits there."
        },
    )
    keys = fields.Boolean(metadata={"description": "True if the keys of a mapping are the ids. Default: false."})


class Sentence(ResponseSchema):
    """A sentence template in ICU MessageFormat, in the requested language.

    A template uses `{name}`, `{name, plural, ...}` and `{name, select, ...}` only. Each field `m` of the fact, action
    or rejection has these arguments:

    - `m`: the value for display. An id is shown by its name, a seat by its player. Lists are joined by `, `. Mappings
      of counts read `2 × Purple, Green`, mappings of ids to ids `Lab: Invention`.
    - `m_id`: the id, `true` or `false`; `none` if the field is omitted.
    - `m_count`: the length of a list, the sum of a mapping of counts, the entries of a mapping of ids to ids, or the
      number; 1 for any other value, 0 if the field is omitted.
    - `m_abs`: a number without its sign.
    - `m_<case>`: a grammatical form of the name, or the name if it has no such form.

    In an action, `actor` is the seat that acts; so is `seat` if the action has no field of that name. An entry of a
    list of objects is written by the sentence of its `part`, with the fields of the entry as arguments. An entry of a
    mapping with a `part` is written by it, with the arguments `key` and `value`. The fields of a rejection are the
    `parameters` of the problem. The file `openapi/vectors/sentences.json` of this project has a test vector for each
    rule.
    """

    part = fields.String(
        required=True,
        validate=OneOf(("fact", "action", "decision", "rejection", "part")),
        metadata={"description": "What it tells; `part` is one entry of a list of objects."},
    )
    id = fields.String(
        required=True,
        metadata={
            "description": "The type of the fact or action, a value of `decision_kind`, the code of the rejection, or "
            "`<type>.<member>` for the entries of that member."
        },
    )
    text = fields.String(required=True, metadata={"description": "The template."})


class Rating(ResponseSchema):
    """How strong an AI level is at a table of so many seats, as games against the other levels have shown."""

    seats = BodyInteger(
        required=True, validate=Range(1, MOST_SEATS), metadata={"description": "At a table of so many."}
    )
    level = fields.String(required=True, metadata={"description": "The AI level."})
    rating = _rating(
        "On the scale of Elo, `greedy` being 1000: a lead of 191 wins three of four games of two such seats."
    )
    low = _rating("The lower end of the interval that holds the true rating with 95 % confidence.")
    high = _rating("Its upper end.")
    games = BodyInteger(
        required=True, validate=Range(0, HIGHEST_VERSION), metadata={"description": "That the level took part in."}
    )
    median_ms = _milliseconds("Processor time of a decision that leaves a choice: half of them take no longer.")
    percentile_95_ms = _milliseconds("Processor time of such a decision: 95 of 100 take no longer.")


class Ruleset(RulesetSummary, UnionByRuleset):
    """A ruleset in full."""

    ruleset = RulesetName(required=True)
    action_types = fields.List(fields.String(), required=True, metadata={"description": "The tags of its actions."})
    options = fields.List(
        MsgspecField(SetUpOption, "SetUpOption"), required=True, metadata={"description": "What a new game may choose."}
    )
    constants = RulesetField(
        "constants", "Constants", required=True, metadata={"description": "The constants that a front end draws with."}
    )
    ratings = fields.List(
        fields.Nested(Rating),
        required=True,
        metadata={
            "description": "How strong the AI levels are and how long they think, by seats and level, with the options "
            "left to their defaults; nothing for what was not measured."
        },
    )
    names = fields.List(
        fields.Nested(Name),
        required=True,
        metadata={"description": "The names of everything that has an id, kind by kind. Ids are the same everywhere."},
    )
    appearances = fields.List(
        fields.Nested(Appearance),
        required=True,
        metadata={"description": "How things with an id look, kind by kind; nothing for what is not drawn."},
    )
    references = fields.List(
        fields.Nested(Reference),
        required=True,
        metadata={"description": "Fields that hold ids, each with the kind to look up in `names`."},
    )
    sentences = fields.List(
        fields.Nested(Sentence),
        required=True,
        metadata={
            "description": "How each fact, action, decision and rejection is told; none in a ruleset that has none."
        },
    )
