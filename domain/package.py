"""Build a ruleset from its package, so that a `RULESET` states only what is special to its game."""

import re
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from msgspec.structs import replace

from domain import defaults
from domain.appearance import read_appearances
from domain.boards import read_board
from domain.data_files import read_names
from domain.defaults import NoFact
from domain.how_to_play_text import read_how_to_play
from domain.introductions import read_introduction
from domain.learned_evaluation import with_values
from domain.learned_values import find_values
from domain.lessons import read_lesson
from domain.names import Names, Text, in_each
from domain.paragraphs import read_paragraphs
from domain.ratings import read_ratings
from domain.ruleset import AnyRuleset, NoPreview, RejectionCode, Ruleset
from domain.scenarios import read_catalogue
from domain.sentences import NO_SENTENCES, read_sentences
from domain.standard_rejections import (
    CODES,
    OF_ACTIONS,
    codes_of_setups,
    completed,
    in_english,
    paragraphs_of,
    translated,
)
from domain.standard_texts import TEXTS, with_standard_names
from domain.translations import read_translations

GROUP: Final = "bottega.rulesets"
"""The group of entry points by which installed packages name their rulesets."""
PREFIX: Final = "bottega_"
"""The beginning of the names of installed packages with rulesets."""
NAME: Final = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""The names that a ruleset may have."""

FUNCTIONS: Final = (
    "reject_setup",
    "setup",
    "to_act",
    "legal_actions",
    "previews",
    "reject",
    "apply",
    "outcome",
    "view",
    "observe",
    "clone",
    "determinize",
    "default_action",
    "reveals_nothing",
    "teams",
)
"""The functions of a ruleset, by the names of its fields."""
MALFORMED: Final = "malformed_action"
"""The default code of an action that cannot be decoded."""
SHOWING_MORE: Final = tuple(CODES[code] for code in TEXTS.sentences)
"""The standard rejections with a sentence that differs from their title."""
FIRST_SEAT: Final = "first_seat"
"""The option that chooses the starting seat, if a game has an option of this name."""


class Unfinished(Exception):
    """A ruleset that lacks something; the message says what to add."""


def ruleset(package: str, **special: Any) -> AnyRuleset:
    """Return the ruleset of a package from its modules and data files.

    The module is `game`, or there are `wire` and `rules`: `module_fields` lists what they have. `heuristics` has
    `HEURISTICS`, `VALUE_FACTS` or both. What a game leaves out comes from `domain.defaults`. `special` has all other
    fields. Raises Unfinished for a rejection without a title.
    """
    wire, rules = _modules(package)
    fields = {**data_files(package), **module_fields(wire, rules), **special}
    fields |= _standard_fields(fields)
    fields |= _heuristics(package, fields)
    untitled = [each.code for each in fields["rejections"] if each.code not in fields["names"].rejections]
    if untitled:
        raise Unfinished(f"names.json has no title for the rejections {', '.join(untitled)}")
    return Ruleset(**{**fields, **texts_from_names(fields)})


def _modules(package: str) -> tuple[ModuleType, ModuleType]:
    """Return the modules with the wire types and the rules, which may be one."""
    if find_spec(f"{package}.game"):
        game = import_module(f"{package}.game")
        return game, game
    return import_module(f"{package}.wire"), import_module(f"{package}.rules")


def _heuristics(package: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the heuristics of a package, or those that know nothing of the game; with its learned values, if any."""
    module = import_module(f"{package}.heuristics") if find_spec(f"{package}.heuristics") else None
    own, declared = getattr(module, "HEURISTICS", None), getattr(module, "VALUE_FACTS", None)
    found = own or defaults.heuristics(fields)
    if declared:
        found = with_values(found, declared, find_values(package, declared))
    return {"heuristics": found} | ({} if own else {"defaults": fields["defaults"] | {"heuristics"}})


def _standard_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the functions, rejections, paragraphs and names that a game need not write."""
    options_type, first = fields["options_type"], fields["first_seat_option"]
    raised = {fields.get("malformed_code", MALFORMED), fields.get("unknown_type_code", MALFORMED)}
    raised.update(() if "reject" in fields else OF_ACTIONS)
    raised.update(() if "reject_setup" in fields else codes_of_setups(options_type, first))
    rejections = completed(fields["rejections"], raised)
    functions = defaults.functions(fields, {each.code: each for each in rejections})
    paragraphs, own = paragraphs_of(rejections, fields), fields["translations"]
    translations = {**own.paragraphs}
    for language, texts in translated(paragraphs).items():
        translations[language] = {**texts, **own.paragraphs.get(language, {})}
    complete = {**fields, "rejections": rejections}
    return {
        **functions,
        "defaults": frozenset(functions),
        "rejections": rejections,
        "paragraphs": (*in_english(paragraphs), *fields["paragraphs"]),
        "translations": replace(own, paragraphs=translations) if paragraphs else own,
        "names": with_standard_names(fields["names"], complete),
    }


def texts_from_names(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return rejections, sentences and translations, where a text that is missing is a name of the game.

    The title "Not your turn" becomes the text "Not your turn."; the name of a decision is its sentence.
    """
    names, sentences, translations = fields["names"], fields["sentences"], fields["translations"]
    titles = {code: _as_sentence(title) for code, title in names.rejections.items()}
    plain = {each.code: titles[each.code] for each in fields["rejections"] if not each.text}
    translated = {code: text.words for code, text in plain.items()}
    rejections = {**translated, **translations.texts.rejections}
    standard = {each.code: TEXTS.sentences[each.code] for each in fields["rejections"] if each in SHOWING_MORE}
    complete = replace(
        sentences,
        facts={**(TEXTS.facts if fields.get("fact_type") is NoFact else {}), **sentences.facts},
        decisions={**names.things.get("decision", {}), **sentences.decisions},
        rejections={**titles, **standard, **sentences.rejections},
    )
    return {
        "rejections": tuple(
            replace(each, text=plain[each.code].en) if each.code in plain else each for each in fields["rejections"]
        ),
        "sentences": sentences if sentences == NO_SENTENCES else complete,
        "translations": replace(translations, texts=replace(translations.texts, rejections=rejections)),
    }


def _as_sentence(title: Text) -> Text:
    return in_each(lambda language: f"{title.read_in(language)}.")


def data_files(package: str, names: Names | None = None) -> dict[str, Any]:
    """Return the fields of a ruleset that the files in its package contain.

    The ruleset has the name of the folder, without `bottega_` at its beginning: installed packages have this prefix.
    `names` replaces `names.json`, for a ruleset that derives names from its own data.
    """
    name = package.rpartition(".")[2].removeprefix(PREFIX)
    return {
        "name": name,
        "package": package,
        "names": names or read_names(package),
        "sentences": read_sentences(package),
        "catalogue": read_catalogue(name, package),
        "paragraphs": read_paragraphs(package),
        "ratings": read_ratings(name, package),
        "appearances": read_appearances(package),
        "translations": read_translations(package),
        "introduction": read_introduction(package),
        "how_to_play": read_how_to_play(package),
        "lesson": read_lesson(name, package),
        "board": read_board(package),
    }


def module_fields(wire: ModuleType, rules: ModuleType) -> dict[str, Any]:
    """Return the fields of a ruleset from the module of its wire types and the module of its rules.

    `wire` has `MIN_SEATS`, `MAX_SEATS`, `Action`, `View`, and each `RejectionCode` of the game. It may have `Options`,
    `Fact`, `CONSTANTS`, `CHANCE_FACTS`, `Preview`, `GRIDS`, and `Observed` if that differs from `Action`. `rules` has
    `State` and the functions by their names.
    """
    options_type = getattr(wire, "Options", defaults.NoOptions)
    return {
        "min_seats": wire.MIN_SEATS,
        "max_seats": wire.MAX_SEATS,
        "options_type": options_type,
        "first_seat_option": FIRST_SEAT if FIRST_SEAT in options_type.__struct_fields__ else None,
        "state_type": rules.State,
        "action_type": wire.Action,
        "observed_type": getattr(wire, "Observed", wire.Action),
        "fact_type": getattr(wire, "Fact", defaults.NoFact),
        "chance_facts": getattr(wire, "CHANCE_FACTS", ()),
        "view_type": wire.View,
        "preview_type": getattr(wire, "Preview", NoPreview),
        "constants": getattr(wire, "CONSTANTS", defaults.NO_CONSTANTS),
        "grids": getattr(wire, "GRIDS", ()),
        "rejections": tuple(each for each in vars(wire).values() if isinstance(each, RejectionCode)),
        **{name: getattr(rules, name) for name in (*FUNCTIONS, "standing") if hasattr(rules, name)},
    }
