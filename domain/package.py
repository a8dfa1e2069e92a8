"""Read the fields of a ruleset from its package, so that a `RULESET` states only what is special to its game."""

import re
from types import ModuleType
from typing import Any, Final

from domain.appearance import read_appearances
from domain.data_files import read_names
from domain.names import Names
from domain.paragraphs import read_paragraphs
from domain.ratings import read_ratings
from domain.scenarios import read_catalogue
from domain.sentences import read_sentences
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
    }


def module_fields(wire: ModuleType, rules: ModuleType) -> dict[str, Any]:
    """Return the fields of a ruleset with one module for its wire types and one for its rules.

    `wire` has `Options`, `Action`, `Fact`, `View`, `CONSTANTS` and `REJECTIONS`, also `Observed` if it differs from
    `Action`, and `CHANCE_FACTS` if there are any. `rules` has `State` and the functions by their names.
    """
    return {
        "options_type": wire.Options,
        "state_type": rules.State,
        "action_type": wire.Action,
        "observed_type": getattr(wire, "Observed", wire.Action),
        "fact_type": wire.Fact,
        "chance_facts": getattr(wire, "CHANCE_FACTS", ()),
        "view_type": wire.View,
        "constants": wire.CONSTANTS,
        "rejections": wire.REJECTIONS,
        **{name: getattr(rules, name) for name in FUNCTIONS if hasattr(rules, name)},
    }
