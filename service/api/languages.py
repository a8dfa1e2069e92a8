"""Choose the language of a response; ids and codes are the same in all languages.

English texts are in the code. Translations are next to this module: titles of problems in `titles.json` by code,
details in `details.json` by the English text.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

import msgspec
from flask import request

from domain.languages import DEFAULT_LANGUAGE, LANGUAGES, Language
from domain.translations import Translation, text_in
from service import problems


def _read(name: str) -> Mapping[str, Translation]:
    return msgspec.json.decode(files("service.api").joinpath(name).read_bytes(), type=dict[str, Translation])


TITLES: Final = _read("titles.json")
"""Titles of problems, by code."""
DETAILS: Final = _read("details.json")
"""Details of problems, by the English text. Translations have the same names in braces."""


def requested_language() -> Language:
    """Return the language that `Accept-Language` prefers; English by default.

    Regions are ignored (`cs-CZ` is Czech). Of equally preferred languages the first one is chosen.
    """
    for tag, quality in request.accept_languages:
        preferred = tag.partition("-")[0].lower()
        for language in LANGUAGES:
            if language == preferred and quality > 0:
                return language
    return DEFAULT_LANGUAGE


def language_headers(language: Language) -> dict[str, str]:
    """Return the headers that name the language of a response, and that it varies by language."""
    return {"Content-Language": language, "Vary": "Accept-Language"}


def title_in(language: Language, problem: problems.ProblemError) -> str:
    """Return the title of a problem."""
    return text_in(language, TITLES, problem.code, problem.title)


def detail_in(language: Language, problem: problems.ProblemError) -> str:
    """Return the detail of a problem."""
    return text_in(language, DETAILS, problem.detail, problem.detail).format_map(problem.facts)
