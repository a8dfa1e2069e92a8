"""The languages of display texts. `declared_languages/<code>.json` declares a language by its ISO 639-1 code.

Texts without a translation are shown in English. So a new language starts with its declaration.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Literal

import msgspec

DEFAULT_LANGUAGE: Final = "en"
FOLDER: Final = "declared_languages"
SUFFIX: Final = ".json"

Script = Literal["latin", "cyrillic"]
PluralForm = Literal["zero", "one", "two", "few", "many", "other"]


class Declaration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is particular to a language."""

    english: str
    """Its name in English."""
    own: str
    """Its name in the language itself."""
    script: Script
    """The script of its letters."""
    plurals: tuple[PluralForm, ...]
    """The plural forms of whole numbers below a million, besides `other` (CLDR)."""
    rare_plurals: tuple[PluralForm, ...] = ()
    """The plural forms that other numbers have in addition."""


def _declared() -> dict[str, Declaration]:
    """Return the declarations by language: English, then all others in the order of their codes."""
    found = {
        each.name.removesuffix(SUFFIX): each
        for each in files("domain").joinpath(FOLDER).iterdir()
        if each.name.endswith(SUFFIX)
    }
    order = sorted(found, key=lambda code: (code != DEFAULT_LANGUAGE, code))
    return {code: msgspec.json.decode(found[code].read_bytes(), type=Declaration) for code in order}


DECLARED: Final = _declared()
"""The declarations of all languages, by code."""
LANGUAGES: Final = (*DECLARED,)
"""The codes of all languages, the default first."""

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]
    """The code of a language."""


def listed(names: Sequence[str]) -> str:
    """Return several names as a text. Example: "A, B or C"."""
    return f"{', '.join(names[:-1])} or {names[-1]}"


CODES: Final = listed([f"`{code}`" for code in LANGUAGES])
"""The codes of all languages, for descriptions."""
ENGLISH_NAMES: Final = listed([each.english for each in DECLARED.values()])
"""The English names of all languages, for descriptions."""
