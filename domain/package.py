"""Build a ruleset from its package, so that a `RULESET` states only what is special to its game."""

import re
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from msgspec.structs import replace

from domain.appearance import read_appearances
from domain.data_files import read_names
from domain.introductions import read_introduction
from domain.names import Names, Text, in_each
from domain.paragraphs import read_paragraphs
from domain.ratings import read_ratings
from domain.ruleset import AnyRuleset, NoPreview, RejectionCode, Ruleset
from domain.scenarios import read_catalogue
from domain.sentences import NO_SENTENCES, read_sentences
from domain.translations import Translation, read_translations

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
)
"""The functions of a ruleset, by the names of its fields."""


class Unfinished(Exception):
    """A ruleset that lacks something; the message says what to add."""


def ruleset(package: str, **special: Any) -> AnyRuleset:
    """Return the ruleset of a package with the modules `wire`, `rules` and `heuristics`, and its data files.

    `special` has the fields that these do not determine. `heuristics` has `HEURISTICS`; `module_fields` lists the rest.
    Raises Unfinished for a rejection without a title.
    """
    wire, rules, heuristics = (import_module(f"{package}.{part}") for part in ("wire", "rules", "heuristics"))
    fields = {**data_files(package), **module_fields(wire, rules), "heuristics": heuristics.HEURISTICS, **special}
    untitled = [each.code for each in fields["rejections"] if each.code not in fields["names"].rejections]
    if untitled:
        raise Unfinished(f"names.json has no title for the rejections {', '.join(untitled)}")
    return Ruleset(**{**fields, **texts_from_names(fields)})


def texts_from_names(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return rejections, sentences and translations, where a text that is missing is a name of the game.

    The title "Not your turn" becomes the text "Not your turn."; the name of a decision is its sentence.
    """
    names, sentences, translations = fields["names"], fields["sentences"], fields["translations"]
    titles = {code: _as_sentence(title) for code, title in names.rejections.items()}
    plain = {each.code: titles[each.code] for each in fields["rejections"] if not each.text}
    translated = {code: Translation(text.cs, text.it, text.ru) for code, text in plain.items()}
    rejections = {**translated, **translations.texts.rejections}
    complete = replace(
        sentences,
        decisions={**names.things.get("decision", {}), **sentences.decisions},
        rejections={**titles, **sentences.rejections},
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
        "introduction": read_introduction(name, package),
    }


def module_fields(wire: ModuleType, rules: ModuleType) -> dict[str, Any]:
    """Return the fields of a ruleset with one module for its wire types and one for its rules.

    `wire` has `MIN_SEATS`, `MAX_SEATS`, `Options`, `Action`, `Fact`, `View`, `CONSTANTS` and each `RejectionCode`, also
    `Observed` if it differs from `Action`, and `CHANCE_FACTS` and `Preview` if there are any. `rules` has `State` and
    the functions by their names.
    """
    return {
        "min_seats": wire.MIN_SEATS,
        "max_seats": wire.MAX_SEATS,
        "options_type": wire.Options,
        "state_type": rules.State,
        "action_type": wire.Action,
        "observed_type": getattr(wire, "Observed", wire.Action),
        "fact_type": wire.Fact,
        "chance_facts": getattr(wire, "CHANCE_FACTS", ()),
        "view_type": wire.View,
        "preview_type": getattr(wire, "Preview", NoPreview),
        "constants": wire.CONSTANTS,
        "rejections": tuple(each for each in vars(wire).values() if isinstance(each, RejectionCode)),
        **{name: getattr(rules, name) for name in FUNCTIONS if hasattr(rules, name)},
    }
