"""In which language an answer speaks to people: names and titles; ids and codes are the same in all of them.

The English title of a problem stands at its class, the others in `titles.json` by code.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

import msgspec
from flask import request

from domain.names import DEFAULT_LANGUAGE, LANGUAGES, Language


class Translations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A problem's title in the languages other than English."""

    cs: str
    it: str
    ru: str


TITLES: Final[Mapping[str, Translations]] = msgspec.json.decode(
    files("service.api").joinpath("titles.json").read_bytes(), type=dict[str, Translations]
)
"""By problem code."""


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


def title_in(language: Language, code: str, english: str) -> str:
    """Return the title of one of the service's own problems."""
    if language == DEFAULT_LANGUAGE or code not in TITLES:
        return english
    title: str = getattr(TITLES[code], language)
    return title
