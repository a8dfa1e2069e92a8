"""Read the fields of a ruleset from its package, so that a `RULESET` states only what is special to its game."""

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
    """Return the fields of a ruleset that the files in its package contain; its name is that of the folder.

    `names` replaces `names.json`, for a ruleset that derives names from its own data.
    """
    name = package.rpartition(".")[2]
    return {
        "name": name,
        "names": names or read_names(package),
        "sentences": read_sentences(package),
        "catalogue": read_catalogue(name, package),
        "paragraphs": read_paragraphs(package),
        "ratings": read_ratings(name, package),
        "appearances": read_appearances(package),
        "translations": read_translations(package),
    }


def functions(rules: ModuleType) -> dict[str, Any]:
    """Return the functions of a module that contains all rules of a game; `reveals_nothing` may be missing."""
    return {name: getattr(rules, name) for name in FUNCTIONS if hasattr(rules, name)}
