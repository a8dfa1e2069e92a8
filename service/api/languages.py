"""In which language an answer speaks to people; ids and codes are the same in all of them.

What the service itself says in English stands in the code. What it says in other languages stands beside this module:
the titles of problems in `titles.json` by code, their details in `details.json` by the English one.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

import msgspec
from flask import request

from domain.names import DEFAULT_LANGUAGE, LANGUAGES, Language
from domain.translations import Translation, text_in
from service.problems import ProblemError


def _read(name: str) -> Mapping[str, Translation]:
    """Read a catalogue of translations."""
    return msgspec.json.decode(files("service.api").joinpath(name).read_bytes(), type=dict[str, Translation])


TITLES: Final = _read("titles.json")
"""The titles of problems, by code."""
DETAILS: Final = _read("details.json")
"""The details of problems, by the English one; with the same facts in braces."""


def asked_language() -> Language:
    """Choose the language of this request: the one that `Accept-Language` wants most, English for want of any.

    Regions do not count (`cs-CZ` is Czech); of equally wanted languages the first one is chosen.
    """
    for tag, quality in request.accept_languages:
        wanted = tag.partition("-")[0].lower()
        for language in LANGUAGES:
            if language == wanted and quality > 0:
                return language
    return DEFAULT_LANGUAGE


def language_headers(language: Language) -> dict[str, str]:
    """Return the headers that name the language of a response and say that it varies by request."""
    return {"Content-Language": language, "Vary": "Accept-Language"}


def title_in(language: Language, problem: ProblemError) -> str:
    """Return the title of one of the service's own problems."""
    return text_in(language, TITLES, problem.code, problem.title)


def detail_in(language: Language, problem: ProblemError) -> str:
    """Return what is wrong in the case of a problem."""
    return text_in(language, DETAILS, problem.detail, problem.detail).format_map(problem.facts)
